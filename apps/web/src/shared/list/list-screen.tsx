import type { ReactNode } from 'react';
import classes from './list-screen.module.css';

interface ListScreenProps {
  /** What the list is of: "Loads". */
  label: string;
  /** Header, tabs and filters: they stay. */
  head: ReactNode;
  /** The foot with keys and totals; phones have none. */
  foot?: ReactNode;
  /** Beside the list, at the right. */
  rail?: ReactNode;
  children: ReactNode;
}

/** The frame of a list that fills its screen: only the rows scroll. On phones the page does, and rows are cards on it. */
export function ListScreen({ label, head, foot, rail, children }: ListScreenProps) {
  return (
    <div className={classes.screen}>
      <div className={classes.head}>{head}</div>
      <div className={classes.body}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard. */}
        <section className={classes.scroll} tabIndex={0} aria-label={label}>
          {children}
        </section>
        {rail === undefined ? null : <aside className={classes.rail}>{rail}</aside>}
      </div>
      {foot === undefined ? null : <div className={classes.foot}>{foot}</div>}
    </div>
  );
}
