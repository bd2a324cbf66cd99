import type { ReactNode } from 'react';
import classes from './card-page.module.css';
import { PublicHeader } from './public-header.tsx';

interface CardPageProps {
  title: string;
  lead: ReactNode;
  width: number;
  /** The address of the person the page is for, shown in the header. */
  email: string;
  children: ReactNode;
}

/** A page outside the shell with one card, which says what happened and what to do. On phones the card fills the page. */
export function CardPage({ title, lead, width, email, children }: CardPageProps) {
  return (
    <div className={classes.page}>
      <PublicHeader>
        <span className={classes.person}>
          <span className={classes.initial} aria-hidden="true">
            {(Array.from(email.trim())[0] ?? 'U').toUpperCase()}
          </span>
          <span className={classes.email}>{email}</span>
        </span>
      </PublicHeader>
      <main className={classes.main}>
        <div className={classes.card} style={{ width }}>
          <h1>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {children}
        </div>
      </main>
    </div>
  );
}
