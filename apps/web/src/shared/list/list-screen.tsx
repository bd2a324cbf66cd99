import type { ReactNode } from 'react';
import classes from './list-screen.module.css';

interface ListScreenProps {
  /** What the list shows: "Loads". */
  label: string;
  /** Header, tabs and filters. They stay in place while the rows scroll. */
  head: ReactNode;
  /** The foot with keyboard hints and totals. Hidden on phones. */
  foot?: ReactNode;
  /** Beside the list, at the right. */
  rail?: ReactNode;
  /** For a rail that is a map: 440 px instead of 288. */
  isRailWide?: boolean;
  children: ReactNode;
}

/** The frame of a list that fills its screen. Only the rows scroll. On phones the whole page scrolls, and rows are cards. */
export function ListScreen({ label, head, foot, rail, isRailWide = false, children }: ListScreenProps) {
  return (
    <div className={classes.screen}>
      <div className={classes.head}>{head}</div>
      <div className={classes.body}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A scrolling area must be reachable by keyboard. */}
        <section className={classes.scroll} tabIndex={0} aria-label={label}>
          {children}
        </section>
        {rail === undefined ? null : (
          <aside className={classes.rail} data-wide={isRailWide || undefined}>
            {rail}
          </aside>
        )}
      </div>
      {foot === undefined ? null : <div className={classes.foot}>{foot}</div>}
    </div>
  );
}
