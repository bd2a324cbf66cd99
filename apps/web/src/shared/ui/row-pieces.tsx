import { IconCheck, IconMail } from '@tabler/icons-react';
import classes from './row-pieces.module.css';

/** Pictures of the pieces that the extension adds to a row of a load board. */
export function RpmPiece({ rate, verdict }: { rate: string; verdict: 'over' | 'under' }) {
  return (
    <span className={classes.rpm} data-verdict={verdict}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d={verdict === 'over' ? 'M6 4 9 8H3z' : 'M6 8 3 4h6z'} fill="currentColor" />
      </svg>
      <b>{rate}</b>
      <small>/mi</small>
    </span>
  );
}

export function RatingPiece({ letter, days }: { letter: 'A' | 'B' | 'C' | 'D'; days: number }) {
  const tone = letter === 'C' ? 'warn' : letter === 'D' ? 'bad' : 'good';
  return (
    <span className={classes.rating} data-tone={tone}>
      <b>{letter}</b>
      <span>{days} d</span>
    </span>
  );
}

export function RiskPiece({ count }: { count: number }) {
  return (
    <span className={classes.risk}>
      <svg viewBox="0 0 24 24" width="14" height="14" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
        <path d="M12 3a12 12 0 0 0 8.500 3A12 12 0 0 1 12 21 12 12 0 0 1 3.500 6 12 12 0 0 0 12 3z" strokeLinejoin="round" />
        <path d="M12 8v4.500M12 15.800v.2" strokeLinecap="round" />
      </svg>
      {count}
    </span>
  );
}

export function EmailPiece({ look }: { look: 'filled' | 'plain' }) {
  return (
    <span className={classes.email} data-look={look}>
      <IconMail size={15} stroke={2} aria-hidden="true" />
      Email
    </span>
  );
}

export function EmailedPiece({ text }: { text: string }) {
  return (
    <span className={classes.emailed}>
      <IconCheck size={14} stroke={2} aria-hidden="true" />
      {text}
    </span>
  );
}
