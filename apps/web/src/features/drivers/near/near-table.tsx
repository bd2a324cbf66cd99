import type { EmptyNear, EmptyRow } from '@headhaul/contracts/fit';
import { IconArrowUp } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatPhone } from '../../../shared/format/phone.ts';
import { formatStopWhen } from '../../../shared/format/stop-time.ts';
import { ListSkeleton } from '../../../shared/list/list-states/list-skeleton.tsx';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { TwoLine } from '../../../shared/list/rows/two-line.tsx';
import table from '../../../shared/list/rows/work-table.module.css';
import { formatAction } from '../../fit/fit-action.public.ts';
import { FitMark } from '../../fit/fit-mark.public.tsx';
import { truckLine } from '../labels.ts';
import { loadPath } from '../list/cells.tsx';
import { DriveLeft } from './drive-left.tsx';
import { formatDistance, formatEmptyTime, formatOver } from './labels.ts';
import classes from './page.module.css';

export interface NearRowProps {
  nowMs: number;
  /** The row that j and k are on. */
  focusedId: string | null;
  /** The driver whose row or dot is pointed at. */
  hotId: string | null;
  onHot: (driverId: string | null) => void;
  onFind: (driverId: string) => void;
  onOpen: (driverId: string) => void;
}

/** The groups of an answer, without the empty ones. The first has no title. */
export function groupsOf({ matches, notKnown, justOutside }: EmptyNear): { title: string | null; rows: EmptyRow[]; isOutside: boolean }[] {
  return [
    { title: null, rows: matches, isOutside: false },
    { title: 'Not known', rows: notKnown, isOutside: false },
    { title: 'Just outside', rows: justOutside, isOutside: true },
  ].filter(({ rows }) => rows.length > 0);
}

export function NearTable({ answer, ...rest }: NearRowProps & { answer: EmptyNear | undefined }) {
  return (
    <table className={`${table.table} ${classes.table}`}>
      <thead>
        <tr>
          <th scope="col" className={table.lead}>
            Driver
          </th>
          <th scope="col" className={classes.distance} aria-sort="ascending">
            Distance <IconArrowUp size={13} stroke={2} aria-hidden="true" />
          </th>
          <th scope="col" className={classes.empty}>
            Empty
          </th>
          <th scope="col" className={classes.left}>
            Drive left
          </th>
          <th scope="col" className={`${table.end} ${classes.next}`}>
            Next
          </th>
        </tr>
      </thead>
      {answer === undefined ? (
        <ListSkeleton rows={6} columns={[{ kind: 'avatar' }, { kind: 'two' }, { kind: 'two' }, { kind: 'text' }, { kind: 'two' }]} />
      ) : (
        groupsOf(answer).map(({ title, rows, isOutside }) => (
          <tbody key={title}>
            {title === null ? null : (
              <tr className={classes.group}>
                <th scope="colgroup" colSpan={5}>
                  {title} <span>{rows.length}</span>
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <NearRow key={row.driverId} row={row} isOutside={isOutside} {...rest} />
            ))}
          </tbody>
        ))
      )}
    </table>
  );
}

function NearRow({ row, isOutside, nowMs, focusedId, hotId, onHot, onFind, onOpen }: NearRowProps & { row: EmptyRow; isOutside: boolean }) {
  const [distance, empty] = [formatDistance(row), formatEmptyTime(row, nowMs)];
  return (
    <tr
      data-row=""
      data-focused={row.driverId === focusedId || undefined}
      data-hot={row.driverId === hotId || undefined}
      data-outside={isOutside || undefined}
      onPointerEnter={() => onHot(row.driverId)}
      onPointerLeave={() => onHot(null)}
      onClick={() => onOpen(row.driverId)}
    >
      <td className={table.lead}>
        <span className={classes.person}>
          <FitMark verdict={row.verdict} />
          <Avatar name={row.name} size={28} />
          <TwoLine
            first={
              <Link to={`/dispatcher/my-drivers/${row.driverId}`} className={classes.name} onClick={(event) => event.stopPropagation()}>
                {row.name}
              </Link>
            }
            second={truckLine(row)}
          />
        </span>
      </td>
      <td>
        <TwoLine
          first={distance.first}
          second={distance.second}
          {...(distance.tone === undefined ? { isStrong: true } : { firstTone: distance.tone })}
        />
      </td>
      <td title={empty.tone === undefined ? undefined : empty.first}>
        <TwoLine
          first={empty.first}
          second={empty.second}
          {...(empty.tone === undefined ? { isStrong: true } : { firstTone: empty.tone })}
        />
      </td>
      <td>
        <DriveLeft minutes={row.empty.driveMinutesLeft} />
      </td>
      <td className={table.end}>
        {isOutside ? <span className={classes.quiet}>{formatOver(row)}</span> : <Next row={row} nowMs={nowMs} onFind={onFind} />}
      </td>
    </tr>
  );
}

/** The next load, or what to do: find one, or tell what is missing. */
export function Next({ row, nowMs, onFind }: { row: EmptyRow } & Pick<NearRowProps, 'nowMs' | 'onFind'>) {
  const { next, verdict, phone, name, driverId } = row;
  if (verdict === 'NOT_KNOWN') {
    const action = formatAction(row);
    if (row.action === 'ASK_DRIVER' && phone !== null) {
      return (
        <a href={`tel:${phone}`} className={classes.act} title={formatPhone(phone)} onClick={(event) => event.stopPropagation()}>
          {action}
        </a>
      );
    }
    return action === null ? null : (
      <Link to={`/dispatcher/my-drivers/${driverId}`} className={classes.act} onClick={(event) => event.stopPropagation()}>
        {action}
      </Link>
    );
  }
  if (next !== null) {
    return (
      <TwoLine
        first={
          <Link to={loadPath(next.id)} className={classes.name} onClick={(event) => event.stopPropagation()}>
            {next.loadNumber}
          </Link>
        }
        second={[next.pickupAt === null ? null : formatStopWhen(next.pickupAt, next.timeZone, nowMs), next.city].filter(Boolean).join(', ')}
      />
    );
  }
  return (
    <button
      type="button"
      className={classes.act}
      aria-label={`Find load for ${name}`}
      onClick={(event) => {
        event.stopPropagation();
        onFind(driverId);
      }}
    >
      Find load
    </button>
  );
}
