import type { Grade } from '@headhaul/contracts/broker-score';
import classes from './grade-tile.module.css';

/** The letter of a broker, or a question mark while not enough is known. */
export function GradeTile({ grade, size = 'small' }: { grade: Grade | null; size?: 'small' | 'large' }) {
  const label = grade === null ? 'No letter yet' : `Letter ${grade}`;
  return (
    <span className={classes.tile} data-grade={grade ?? 'none'} data-size={size} role="img" aria-label={label} title={label}>
      {grade ?? '?'}
    </span>
  );
}
