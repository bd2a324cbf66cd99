import { IconChevronDown } from '@tabler/icons-react';
import classes from './group-row.module.css';
import { roles } from './table-roles.ts';

interface GroupRowProps {
  /** The row's distance from the top of the list. Rows are positioned absolutely. */
  topPx: number;
  name: string;
  count: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** The heading row above a group of rows. */
export function GroupRow({ topPx, name, count, isOpen, onToggle }: GroupRowProps) {
  return (
    <tr className={classes.row} style={{ top: topPx }} {...roles.row}>
      <th scope="colgroup" {...roles.rowheader}>
        <button type="button" aria-expanded={isOpen} onClick={onToggle}>
          <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
          {name} <span className={classes.count}>{count}</span>
        </button>
      </th>
    </tr>
  );
}

/** The same heading above cards, on phones. */
export function GroupTitle({ name, count }: { name: string; count: number }) {
  return (
    <h2 className={classes.title}>
      {name} <span className={classes.count}>{count}</span>
    </h2>
  );
}
