import type { ReactNode } from 'react';
import { PublicHeader } from './public-header.tsx';
import classes from './road-sign-page.module.css';

interface RoadSignPageProps {
  /** Blue guide sign: lost. Amber work sign: broken. Green sign: done. */
  tone: 'guide' | 'work' | 'done';
  title: string;
  /** The tab on top of the sign, like the exit number of a highway sign. */
  exit?: string;
  lead: string;
  hint?: string;
  actions: ReactNode;
  caption?: ReactNode;
}

/** A full page with one road sign, for something lost, broken or done. */
export function RoadSignPage({ tone, title, exit, lead, hint, actions, caption }: RoadSignPageProps) {
  return (
    <div className={classes.page}>
      <PublicHeader />
      <main className={classes.main}>
        <div className={classes.scene} data-tone={tone}>
          {exit ? (
            <span className={classes.exit} aria-hidden="true">
              EXIT <b>{exit}</b>
            </span>
          ) : null}
          <h1 className={classes.sign}>{title}</h1>
          <div className={classes.posts} aria-hidden="true" />
        </div>
        <p className={classes.lead}>{lead}</p>
        {hint ? <p className={classes.hint}>{hint}</p> : null}
        <div className={classes.actions}>{actions}</div>
        <div className={classes.caption}>{caption}</div>
      </main>
    </div>
  );
}
