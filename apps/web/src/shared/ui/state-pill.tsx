import classes from './state-pill.module.css';

/** What a plan, an invoice or an invite is up to: a word on its colour. */
export function StatePill({
  words,
  tone,
  hasDot = false,
}: {
  words: string;
  tone: 'ok' | 'info' | 'warn' | 'bad' | 'mute';
  hasDot?: boolean;
}) {
  return (
    <span className={classes.pill} data-tone={tone} data-dot={hasDot}>
      {words}
    </span>
  );
}
