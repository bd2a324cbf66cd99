import type { BoardFilter, BoardFilterUse } from '@headhaul/contracts/boards/filters';
import { describeRules } from '@headhaul/domain/boards/filters/describe-rules';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Avatar } from '../../shared/list/rows/avatar.tsx';
import { Ago } from '../../shared/time/ago.tsx';
import classes from './filter-rows.module.css';

const mostFaces = 3;

interface FilterRowsProps {
  label: string;
  filters: readonly BoardFilter[];
  uses: readonly BoardFilterUse[];
  openId: string | null;
  pathOf: (filter: BoardFilter) => string;
}

/** One line for each filter: what it asks for, who uses it, who changed it last. */
export function FilterRows({ label, filters, uses, openId, pathOf }: FilterRowsProps) {
  return (
    <div className={classes.list}>
      <div className={classes.head} aria-hidden="true">
        <span>Filter</span>
        <span>Used by</span>
        <span>Changed</span>
      </div>
      <ul aria-label={label}>
        {filters.map((filter) => (
          <li key={filter.id}>
            <Link
              to={pathOf(filter)}
              className={classes.row}
              aria-current={filter.id === openId ? 'true' : undefined}
              data-filter={filter.id}
            >
              <span className={classes.what}>
                <span className={classes.name}>
                  {filter.name}
                  {filter.isForEveryone ? (
                    <span className={classes.everyone}>
                      <IconLock size={12} stroke={2} aria-hidden="true" />
                      For everyone
                    </span>
                  ) : null}
                </span>
                <span className={classes.rules}>{describeRules(filter.rules)}</span>
              </span>
              <UsedBy filter={filter} uses={uses} />
              <span className={classes.changed}>
                <Ago at={filter.updatedAt} />
                {filter.updatedBy === null ? null : <span className={classes.by}>{filter.updatedBy}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function UsedBy({ filter, uses }: { filter: BoardFilter; uses: readonly BoardFilterUse[] }) {
  if (filter.isForEveryone) return <span className={classes.used}>Everyone</span>;
  const users = uses.filter(({ filter: used }) => used !== null && (used.id === filter.id || used.basedOnId === filter.id));
  if (users.length === 0) return <span className={classes.used}>Nobody</span>;
  return (
    <span className={classes.used}>
      {users.slice(0, mostFaces).map(({ userId, name }) => (
        <Avatar key={userId} name={name} size={24} />
      ))}
      <span className={classes.spoken}>Used by {users.map(({ isYou, name }) => (isYou ? 'you' : name)).join(', ')}</span>
      {users.length > mostFaces ? <span aria-hidden="true">+{users.length - mostFaces}</span> : null}
    </span>
  );
}
