import { Keycap } from '../keyboard/keycap.tsx';
import classes from './list-foot.module.css';

export interface FootTotal {
  /** With a label before it, the figure is bold: "Gross $30,340". */
  label?: string;
  value: string;
}

interface KeyHintsProps {
  hints?: readonly { keys: readonly string[]; does: string }[];
  totals?: readonly FootTotal[];
  /** Shown instead of hints while a list is loading. */
  note?: string;
}

/** The foot of a list: keyboard hints at the left, totals at the right. */
export function KeyHints({ hints = [], totals = [], note }: KeyHintsProps) {
  return (
    <footer className={classes.foot}>
      <div className={classes.hints}>
        {note}
        {hints.map(({ keys, does }) => (
          <span key={does} className={classes.hint}>
            {keys.map((key) => (
              <Keycap key={key}>{key}</Keycap>
            ))}
            {does}
          </span>
        ))}
      </div>
      <div className={classes.totals}>
        {totals.map(({ label, value }) =>
          label === undefined ? (
            <span key={value}>{value}</span>
          ) : (
            <span key={label}>
              {label} <b>{value}</b>
            </span>
          ),
        )}
      </div>
    </footer>
  );
}
