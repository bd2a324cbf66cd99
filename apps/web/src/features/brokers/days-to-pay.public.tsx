import classes from './days-to-pay.module.css';

interface DaysToPayProps {
  /** Null before the first load is paid. */
  days: number | null;
  termsDays: number;
  /** The number of days that the full width of the bar stands for. All rows of a table share it. */
  scaleDays: number;
}

/** The number of days that the full bars of a table stand for: enough for the slowest broker and for the longest terms. */
export function daysToPayScale(rows: readonly { days: number | null; termsDays: number }[]): number {
  return Math.max(...rows.map(({ days, termsDays }) => Math.max(days ?? 0, termsDays * 1.4)), 14);
}

/** A bar of the days to pay, with a line at the agreed days. When the broker is later than agreed, the bar and the number are red. */
export function DaysToPay({ days, termsDays, scaleDays }: DaysToPayProps) {
  const percent = (value: number) => `${Math.min((value / scaleDays) * 100, 100)}%`;
  const isLate = days !== null && Math.round(days) > termsDays;
  return (
    <span className={classes.line} data-late={isLate || undefined} title={titleOf(days, termsDays)}>
      <span className={classes.track} aria-hidden="true">
        {days === null ? null : <span className={classes.bar} style={{ width: percent(days) }} />}
        <span className={classes.terms} style={{ left: percent(termsDays) }} />
      </span>
      <span className={classes.days}>{days === null ? '–' : Math.round(days)}</span>
    </span>
  );
}

function titleOf(days: number | null, termsDays: number): string {
  if (days === null) return `Nothing paid yet; ${termsDays} days agreed`;
  return `${Number.isInteger(days) ? days : days.toFixed(1)} days to pay, ${termsDays} agreed`;
}
