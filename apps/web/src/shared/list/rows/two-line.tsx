import type { ReactNode } from 'react';
import classes from './two-line.module.css';

interface TwoLineProps {
  /** The fact. */
  first: ReactNode;
  /** The reason or context of the fact. Colored when it needs attention. */
  second?: ReactNode;
  tone?: 'need' | 'bad' | 'good';
  /** Colors the first line, for example red for the short pays of a broker. */
  firstTone?: 'need' | 'bad';
  isStrong?: boolean;
  align?: 'right';
}

/** A cell with two lines: a fact and, below it, why it matters. */
export function TwoLine({ first, second, tone, firstTone, isStrong = false, align }: TwoLineProps) {
  return (
    <span className={classes.cell} data-align={align}>
      <span className={classes.first} data-strong={isStrong || undefined} data-tone={firstTone}>
        {first}
      </span>
      {second === undefined || second === null ? null : (
        <span className={classes.second} data-tone={tone}>
          {second}
        </span>
      )}
    </span>
  );
}

/** "Milwaukee, WI → Conley, GA"; read aloud, "Milwaukee, WI to Conley, GA". */
export function Lane({ from, to }: { from: string; to: string }) {
  return (
    <>
      {from}
      <span className={classes.arrow}>
        {' '}
        <span role="img" aria-label="to">
          →
        </span>{' '}
      </span>
      {to}
    </>
  );
}
