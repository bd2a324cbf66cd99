import { fullName } from '../member-labels.ts';
import type { Taker } from './choices.ts';
import classes from './dialog.module.css';

interface TakerSelectProps {
  label: string;
  takers: readonly Taker[];
  value: string;
  onChange: (userId: string) => void;
}

/** A native select, as in the forms. */
export function TakerSelect({ label, takers, value, onChange }: TakerSelectProps) {
  return (
    <select className={classes.select} aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {takers.map((taker) => (
        <option key={taker.userId} value={taker.userId}>
          {fullName(taker)}
        </option>
      ))}
    </select>
  );
}
