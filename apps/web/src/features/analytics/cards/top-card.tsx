import { type ReactNode, useId } from 'react';
import card from './card.module.css';
import { CardNote } from './card-note.tsx';
import classes from './top-card.module.css';

interface TopCardProps<Row> {
  title: string;
  /** What its rows are. */
  of: string;
  /** Undefined is on its way, null did not come. */
  rows: readonly Row[] | null | undefined;
  onRetry: () => void;
  /** The column that sets this card apart. */
  last: { head: ReactNode; help: string; className: string | undefined };
  children: (row: Row) => ReactNode;
}

/** Those that earned most: what, how many loads, the gross, and one figure of the card's own. */
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
