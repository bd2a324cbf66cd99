import { type ColumnMapping, type DataImport, type ImportColumn, importColumns } from '@headhaul/contracts/data-transfer';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheckFilled } from '@tabler/icons-react';
import { describeFailure, suppressToast } from '../../shared/api/api-failure.ts';
import { dataTransferApi } from './data-transfer.api.ts';
import classes from './import-check.module.css';
import { countOf, formatFactorNote } from './import-labels.ts';
import { formatLeft, readColumns, titleAt } from './import-mapping.ts';

interface ImportCheckProps {
  data: DataImport;
  mapping: ColumnMapping;
  onBack: () => void;
}

interface PreviewRow {
  row: number;
  cells: string[];
  problems: { column: ImportColumn | null; message: string }[];
  factorDoubt: string | null;
}

/** The first rows of the file as they will be read, with errors at their cells. */
export function ImportCheck({ data, mapping, onBack }: ImportCheckProps) {
  const preview = dataTransferApi.usePreviewImportQuery({ ...suppressToast, params: { id: data.id }, body: { mapping } });
  const [start, { isLoading: isStarting }] = dataTransferApi.useStartImportMutation();
  const { currentData, isFetching, error, refetch } = preview;
  const missing = currentData?.missing ?? [];
  const rows = currentData?.rows ?? [];
  const bad = rows.filter(({ problems }) => problems.length > 0).length;
  const factorNote = currentData === undefined ? null : formatFactorNote(currentData);

  return (
    <div className={classes.content}>
      <div className={classes.head}>
        <div role="status">
          <h2>{titleOf(isFetching && currentData === undefined, rows.length, bad, data.rows)}</h2>
          <p>
            {missing.length > 0
              ? formatLeft(missing)
              : 'A rejected row changes nothing. You get all of them as a file, to fix and import again.'}
          </p>
          {factorNote === null ? null : <p className={classes.need}>{factorNote}</p>}
        </div>
        <div className={classes.buttons}>
          <Button variant="default" size="md" onClick={onBack}>
            Back to the columns
          </Button>
          <Button
            size="md"
            loading={isStarting}
            disabled={currentData === undefined || missing.length > 0}
            onClick={() => void start({ params: { id: data.id }, body: { mapping } })}
          >
            Import {countOf(data.rows, 'row')}
          </Button>
        </div>
      </div>
      {error !== undefined && currentData === undefined ? (
        <p className={classes.failed} role="alert">
          {describeFailure(error).message}{' '}
          <button type="button" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : (
        <PreviewTable header={data.header} mapping={mapping} rows={rows} isWaiting={currentData === undefined} />
      )}
    </div>
  );
}

function titleOf(isWaiting: boolean, looked: number, bad: number, all: number): string {
  if (isWaiting) return 'Reading the first rows…';
  const which = looked < all ? `The first ${looked} rows` : looked === 1 ? 'The only row' : `All ${looked} rows`;
  if (bad === 0) return looked === 1 ? `${which} is fine` : `${which} are fine`;
  return bad === looked ? `${which} would be rejected` : `${which}: ${bad} would be rejected`;
}

interface PreviewTableProps {
  header: readonly string[];
  mapping: ColumnMapping;
  rows: readonly PreviewRow[];
  isWaiting: boolean;
}

function PreviewTable({ header, mapping, rows, isWaiting }: PreviewTableProps) {
  const columns = readColumns(mapping);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A scrolling area must be reachable by keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label="The first rows of the file">
      <table className={classes.table} aria-busy={isWaiting}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            {columns.map(({ column }) => (
              <th key={column} scope="col" title={`From the column “${titleAt(header, mapping[column] ?? 0)}”`}>
                {importColumns[column].words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {isWaiting
            ? Array.from({ length: 8 }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: Rows of a skeleton never move.
                <tr key={index} className={classes.waiting}>
                  <td colSpan={columns.length + 1}>
                    <span style={{ width: `${86 - ((index * 23) % 40)}%` }} />
                  </td>
                </tr>
              ))
            : rows.map((row) => <PreviewLine key={row.row} row={row} columns={columns} mapping={mapping} />)}
        </tbody>
      </table>
    </section>
  );
}

function formatProblem({ column, message }: PreviewRow['problems'][number]): string {
  return column === null ? message : `${importColumns[column].words}: ${message}`;
}

interface PreviewLineProps {
  row: PreviewRow;
  columns: ReturnType<typeof readColumns>;
  mapping: ColumnMapping;
}

function PreviewLine({ row, columns, mapping }: PreviewLineProps) {
  const isBad = row.problems.length > 0;
  const read = columns.flatMap(({ covers }) => covers);
  const general = row.problems.filter(({ column }) => column === null || !read.includes(column));
  return (
    <tr data-bad={isBad || undefined}>
      <th scope="row">
        <span className={classes.number}>
          {isBad ? (
            <IconAlertTriangle size={14} stroke={2} aria-label="Would be rejected" />
          ) : row.factorDoubt !== null ? (
            <IconAlertTriangle
              className={classes.need}
              size={14}
              stroke={2}
              aria-label="Imported, but your factor may not buy the invoice"
            />
          ) : (
            <IconCircleCheckFilled size={14} aria-label="Fine" />
          )}
          {row.row}
        </span>
        {general.map((problem) => (
          <small key={problem.message}>{formatProblem(problem)}</small>
        ))}
        {row.factorDoubt === null ? null : <small className={classes.need}>{row.factorDoubt}</small>}
        {/* On a phone the wrong cell may be far to the right, so the error is repeated here. */}
        {row.problems
          .filter((problem) => !general.includes(problem))
          .map((problem) => (
            <small key={problem.message} className={classes.nearby} aria-hidden="true">
              {formatProblem(problem)}
            </small>
          ))}
      </th>
      {columns.map(({ column, covers }) => {
        // Several columns may read the same cell. Its error is shown once.
        const [problem] = row.problems.filter((one) => one.column !== null && covers.includes(one.column));
        return (
          <td key={column} data-bad={problem !== undefined || undefined}>
            {row.cells[mapping[column] ?? -1] || <span className={classes.empty}>empty</span>}
            {problem === undefined ? null : <small>{problem.message}</small>}
          </td>
        );
      })}
    </tr>
  );
}
