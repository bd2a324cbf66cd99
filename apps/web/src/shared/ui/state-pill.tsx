import classes from './state-pill.module.css';

/** The state of a plan, an invoice or an invite: a word on a colored background. */
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
