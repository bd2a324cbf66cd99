import classes from './list-skeleton.module.css';

export interface SkeletonColumn {
  kind: 'check' | 'pill' | 'two' | 'text' | 'figure' | 'documents' | 'avatar' | 'none';
  align?: 'right';
}

interface ListSkeletonProps {
  /** The columns of the table, in order. */
  columns: readonly SkeletonColumn[];
  /** The number of rows in each group. Without groups there is one run of `rows`. */
  groups?: readonly number[];
  rows?: number;
}

/** Widths that differ from row to row, as words do, but are the same each time the skeleton is drawn. */
function width(row: number, column: number, from: number, to: number): string {
  return `${from + ((row * 37 + column * 53) % (to - from + 1))}%`;
}

function Bars({ kind, row, column }: { kind: SkeletonColumn['kind']; row: number; column: number }) {
  switch (kind) {
    case 'none':
      return null;
    case 'check':
      return <span className={classes.box} />;
    case 'pill':
      return (
        <>
          <span className={classes.pill} style={{ width: width(row, column, 44, 60) }} />
          <span className={classes.second} style={{ width: width(row, column + 1, 70, 90) }} />
        </>
      );
    case 'avatar':
      return (
        <span className={classes.person}>
          <span className={classes.face} />
          <span className={classes.name}>
            <span className={classes.first} style={{ width: width(row, column, 60, 84) }} />
            <span className={classes.second} style={{ width: width(row, column + 1, 40, 56) }} />
          </span>
        </span>
      );
    case 'two':
      return (
        <>
          <span className={classes.first} style={{ width: width(row, column, 62, 90) }} />
          <span className={classes.second} style={{ width: width(row, column + 1, 48, 70) }} />
        </>
      );
    case 'documents':
      return (
        <span className={classes.tiles}>
          <span />
          <span />
          <span />
        </span>
      );
    default:
      return <span className={classes.first} style={{ width: kind === 'figure' ? '70%' : '84%' }} />;
  }
}

/**
 * The body of a table that is still loading: bars in the table's own columns, fading toward the bottom. It shows only after 150 ms, so that
 * it doesn't flash before a quick answer.
 */
export function ListSkeleton({ columns, groups, rows = 14 }: ListSkeletonProps) {
  const runs = groups ?? [rows];
  const total = runs.reduce((sum, count) => sum + count, 0);
  let row = 0;
  return (
    <tbody className={classes.body} aria-hidden="true">
      {runs.flatMap((count, run) => {
        const lines = Array.from({ length: count }, () => {
          const index = row++;
          return (
            <tr key={`row-${index}`} style={{ opacity: 1 - (0.85 * index) / total }}>
              {columns.map(({ kind, align }, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: Columns of a skeleton never move.
                <td key={column} data-align={align}>
                  <Bars kind={kind} row={index} column={column} />
                </td>
              ))}
            </tr>
          );
        });
        const head = (
          // biome-ignore lint/suspicious/noArrayIndexKey: Groups of a skeleton never move.
          <tr key={`group-${run}`} className={classes.group}>
            <td colSpan={columns.length}>
              <span className={classes.second} style={{ width: 76 }} />
            </td>
          </tr>
        );
        return groups ? [head, ...lines] : lines;
      })}
    </tbody>
  );
}

/** The same for phones, where rows are cards. */
export function CardSkeleton({ count = 5 }: { count?: number }) {
  return (
    <div className={classes.cards} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Cards of a skeleton never move.
        <div key={index} className={classes.card} style={{ opacity: 1 - (0.85 * index) / count }}>
          <span className={classes.pill} style={{ width: 96 }} />
          <span className={classes.first} style={{ width: width(index, 1, 55, 75) }} />
          <span className={classes.second} style={{ width: width(index, 2, 40, 60) }} />
        </div>
      ))}
    </div>
  );
}
