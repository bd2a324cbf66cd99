import { type ReactNode, useId } from 'react';
import card from './card.module.css';
import { CardNote } from './card-note.tsx';
import classes from './top-card.module.css';

interface TopCardProps<Row> {
  title: string;
  /** The heading of the first column, such as "Lane". */
  of: string;
  /** Undefined while loading, null when the request failed. */
  rows: readonly Row[] | null | undefined;
  onRetry: () => void;
  /** The last column, which differs from card to card. */
  last: { head: ReactNode; help: string; className: string | undefined };
  children: (row: Row) => ReactNode;
}

/** A table of the rows that earned most: name, number of loads, gross, and one more column. */
export function TopCard<Row>({ title, of, rows, onRetry, last, children }: TopCardProps<Row>) {
  const titleId = useId();
  return (
    <section className={card.card} aria-labelledby={titleId}>
      <header className={card.head}>
        <h2 id={titleId}>{title}</h2>
      </header>
      {rows?.length ? (
        <table className={card.table} aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col" className={`${card.number} ${card.wide} ${classes.loads}`}>
                Loads
              </th>
              <th scope="col" className={`${card.number} ${classes.gross}`}>
                Gross
              </th>
              <th scope="col" className={`${card.number} ${last.className}`} title={last.help}>
                {last.head}
              </th>
            </tr>
          </thead>
          <tbody>{rows.map(children)}</tbody>
        </table>
      ) : (
        <CardNote rows={rows} onRetry={onRetry} />
      )}
    </section>
  );
}
