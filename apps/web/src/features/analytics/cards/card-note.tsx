import classes from './card.module.css';

interface CardNoteProps {
  /** Undefined while loading, null when the request failed, empty when there are no rows. */
  rows: readonly unknown[] | null | undefined;
  onRetry: () => void;
}

/** The text in a card that has no rows. */
export function CardNote({ rows, onRetry }: CardNoteProps) {
  if (rows === undefined) return <p className={classes.note}>Getting the figures…</p>;
  if (rows !== null) return <p className={classes.note}>No loads in these days.</p>;
  return (
    <p className={classes.note} role="alert">
      Couldn’t load these.{' '}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
