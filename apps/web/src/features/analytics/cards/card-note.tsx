import classes from './card.module.css';

interface CardNoteProps {
  /** Undefined is on its way, null did not come, empty is none. */
  rows: readonly unknown[] | null | undefined;
  onRetry: () => void;
}

/** What stands in a card that has no rows. */
export function CardNote({ rows, onRetry }: CardNoteProps) {
  if (rows === undefined) return <p className={classes.note}>Getting the figures…</p>;
  if (rows !== null) return <p className={classes.note}>No loads in these days.</p>;
  return (
    <p className={classes.note} role="alert">
      These did not come through.{' '}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
