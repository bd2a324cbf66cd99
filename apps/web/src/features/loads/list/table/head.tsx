import type { LoadSort } from '@headhaul/contracts/loads/list';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { roles } from '../../../../shared/list/rows/table-roles.ts';
import table from '../../../../shared/list/rows/work-table.module.css';
import type { LoadColumn } from './columns.ts';
import classes from './table.module.css';

export interface HeadProps {
  /** The widths of all columns, for the grid. */
  template: string;
  columns: readonly LoadColumn[];
  sort: LoadSort;
  order: 'asc' | 'desc';
  onSort: (column: LoadColumn) => void;
  selected: ReadonlySet<string>;
  areAllSelected: boolean;
  onSelectAll: () => void;
}

export function TableHead({ template, columns, sort, order, onSort, selected, areAllSelected, onSelectAll }: HeadProps) {
  return (
    <thead className={classes.head} {...roles.rowgroup}>
      <tr className={classes.headRow} style={{ gridTemplateColumns: template }} {...roles.row}>
        <th scope="col" className={`${classes.title} ${classes.check}`} {...roles.columnheader}>
          <input
            type="checkbox"
            className={classes.box}
            aria-label="Select all loads in the list"
            checked={areAllSelected}
            ref={(box) => {
              if (box !== null) box.indeterminate = selected.size > 0 && !areAllSelected;
            }}
            onChange={onSelectAll}
          />
        </th>
        {['Status', 'Load', 'Lane'].map((title) => (
          <th key={title} scope="col" className={classes.title} {...roles.columnheader}>
            {title}
          </th>
        ))}
        {columns.map((column, index) => (
          <ColumnHead
            key={column.key}
            column={column}
            isLast={index === columns.length - 1}
            order={column.sort === sort ? order : null}
            onSort={onSort}
          />
        ))}
      </tr>
    </thead>
  );
}

interface ColumnHeadProps {
  column: LoadColumn;
  isLast: boolean;
  order: 'asc' | 'desc' | null;
  onSort: (column: LoadColumn) => void;
}

function ColumnHead({ column, isLast, order, onSort }: ColumnHeadProps) {
  const { key, title, hint, isNumber, sort } = column;
  const Arrow = order === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={`${classes.title} ${isNumber ? classes.figure : ''} ${isLast ? classes.end : ''}`}
      data-column={key}
      title={hint}
      aria-sort={sort === undefined ? undefined : order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
      {...roles.columnheader}
    >
      {sort === undefined ? (
        title
      ) : (
        <button type="button" className={table.sort} onClick={() => onSort(column)}>
          {title}
          {order === null ? null : <Arrow size={14} stroke={1.75} aria-hidden="true" />}
        </button>
      )}
    </th>
  );
}
