import type { ReactNode } from 'react';
import classes from './ledger.module.css';

export interface LedgerRow {
  key: string;
  name: string;
  /** After the name, in gray: "1.5 h × $50". */
  note?: string;
  /** The status of a fee, as a `FeeTag` or a menu that changes it. */
  tag?: ReactNode;
  /** One per column; null leaves the cell empty. */
  amounts: readonly (string | null)[];
  /** A total has a line above it and bold figures. */
  isTotal?: boolean;
  /** Opens the line to change it. */
  onOpen?: () => void;
}

interface LedgerProps {
  title: string;
  /** "Broker pays", "Driver gets". */
  columns: readonly string[];
  rows: readonly LedgerRow[];
}

/** A table of amounts, line by line, with totals. */
export function Ledger({ title, columns, rows }: LedgerProps) {
  return (
    <table className={classes.ledger}>
      <thead>
        <tr>
          <th scope="col" className={classes.title}>
            {title}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className={classes.amount}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, note, tag, amounts, isTotal, onOpen }) => (
          <tr key={key} data-total={isTotal || undefined}>
            <th scope="row">
              {onOpen ? (
                <button type="button" onClick={onOpen}>
                  {name}
                </button>
              ) : (
                name
              )}
              {note ? <span className={classes.note}>{note}</span> : null}
              {tag}
            </th>
            {columns.map((column, index) => (
              <td key={column} className={classes.amount}>
                {amounts[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
