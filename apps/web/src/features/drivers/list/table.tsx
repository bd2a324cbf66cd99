import type { Driver } from '@headhaul/contracts/drivers';
import { IconArrowUp, IconCalendarWeek, IconPencil, IconPhone } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../../shared/format/money.ts';
import { ListSkeleton } from '../../../shared/list/list-states/list-skeleton.tsx';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { RowAction, RowActions } from '../../../shared/list/rows/row-actions.tsx';
import { TwoLine } from '../../../shared/list/rows/two-line.tsx';
import { Spacer } from '../../../shared/list/rows/virtual-rows.tsx';
import table from '../../../shared/list/rows/work-table.module.css';
import { driverName, isEmptyNow, needsLoad, truckLine } from '../labels.ts';
import { DriverStatusMenu } from '../status-menu.tsx';
import { ContactCell, EmptyCell, NextLoad, NowCell } from './cells.tsx';
import classes from './table.module.css';

const columnCount = 7;
const rowPx = 47;
/** A shorter list is rendered whole. */
const virtualFrom = 100;

interface DriverTableProps {
  /** Undefined while loading. */
  drivers: readonly Driver[] | undefined;
  nowMs: number;
  today: string;
  timeZone: string;
  sort: 'EMPTY' | 'NAME';
  onSort: (sort: 'EMPTY' | 'NAME') => void;
  focusedId: string | null;
  /** The driver whose row or dot on the map is pointed at. */
  hotId: string | null;
  onHot: (driverId: string | null) => void;
  /** The address of this list. The driver's page links back to it. */
  from: string;
  editPath: (driver: Driver) => string;
  onOpen: (driver: Driver) => void;
  finder: (driver: Driver) => ReactNode;
}

export function DriverTable({ drivers, sort, onSort, ...rest }: DriverTableProps) {
  return (
    <table className={`${table.table} ${classes.table}`}>
      <thead>
        <tr>
          <th scope="col" className={`${table.lead} ${classes.driver}`} aria-sort={sort === 'NAME' ? 'ascending' : 'none'}>
            <SortHead words="Driver" isOn={sort === 'NAME'} onClick={() => onSort('NAME')} />
          </th>
          <th scope="col" className={classes.status}>
            Status
          </th>
          <th scope="col" className={classes.empty} aria-sort={sort === 'EMPTY' ? 'ascending' : 'none'}>
            <SortHead words="Empty at, where" isOn={sort === 'EMPTY'} onClick={() => onSort('EMPTY')} />
          </th>
          <th scope="col" className={classes.now}>
            Now on
          </th>
          <th scope="col">Next</th>
          <th scope="col" className={classes.contact}>
            Phone, documents
          </th>
          <th scope="col" className={`${table.number} ${table.end} ${classes.week}`}>
            Week
          </th>
        </tr>
      </thead>
      {drivers === undefined ? (
        <ListSkeleton
          rows={12}
          columns={[
            { kind: 'avatar' },
            { kind: 'pill' },
            { kind: 'two' },
            { kind: 'two' },
            { kind: 'two' },
            { kind: 'two' },
            { kind: 'figure', align: 'right' },
          ]}
        />
      ) : (
        <DriverRows drivers={drivers} {...rest} />
      )}
    </table>
  );
}

function SortHead({ words, isOn, onClick }: { words: string; isOn: boolean; onClick: () => void }) {
  return (
    <button type="button" className={table.sort} onClick={onClick}>
      {words}
      {isOn ? <IconArrowUp size={13} stroke={2} aria-hidden="true" /> : null}
    </button>
  );
}

type RowsProps = Omit<DriverTableProps, 'drivers' | 'sort' | 'onSort'> & { drivers: readonly Driver[] };

function DriverRows({ drivers, ...rest }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const isLong = drivers.length > virtualFrom;
  const virtual = useVirtualizer({
    count: isLong ? drivers.length : 0,
    getScrollElement: () => body.current?.closest('section') ?? null,
    estimateSize: () => rowPx,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const first = isLong ? (items[0]?.index ?? 0) : 0;
  const last = isLong ? (items.at(-1)?.index ?? -1) : drivers.length - 1;
  const focusedIndex = drivers.findIndex(({ id }) => id === rest.focusedId);
  useEffect(() => {
    if (focusedIndex < 0) return;
    if (isLong) virtual.scrollToIndex(focusedIndex);
    else body.current?.querySelector(`[data-index="${focusedIndex}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [focusedIndex, isLong, virtual]);

  return (
    <tbody ref={body}>
      <Spacer px={first * rowPx} columns={columnCount} />
      {drivers.slice(first, last + 1).map((driver, index) => (
        <DriverRow key={driver.id} driver={driver} index={first + index} {...rest} />
      ))}
      <Spacer px={(drivers.length - 1 - last) * rowPx} columns={columnCount} />
    </tbody>
  );
}

type RowProps = Omit<RowsProps, 'drivers'> & { driver: Driver; index: number };

function DriverRow({ driver, index, from, nowMs, today, timeZone, focusedId, hotId, onHot, editPath, onOpen, finder }: RowProps) {
  const name = driverName(driver);
  return (
    <tr
      data-row=""
      data-index={index}
      data-focused={focusedId === driver.id || undefined}
      data-hot={hotId === driver.id || undefined}
      data-need={isEmptyNow(driver, nowMs) && needsLoad(driver) ? 'need' : undefined}
      onPointerEnter={() => onHot(driver.id)}
      onPointerLeave={() => onHot(null)}
      onClick={() => onOpen(driver)}
    >
      <td className={table.lead}>
        <span className={classes.person}>
          <Avatar name={name} size={28} />
          <TwoLine
            first={
              <Link
                to={`/dispatcher/my-drivers/${driver.id}`}
                state={{ from }}
                className={classes.name}
                onClick={(event) => event.stopPropagation()}
              >
                {name}
              </Link>
            }
            second={truckLine(driver)}
          />
        </span>
      </td>
      <td>
        <DriverStatusMenu driver={driver} timeZone={timeZone} />
      </td>
      <td>
        <EmptyCell driver={driver} nowMs={nowMs} />
      </td>
      <td className={classes.now}>
        <NowCell driver={driver} nowMs={nowMs} />
      </td>
      <td>
        {driver.nextLoad !== null ? (
          <NextLoad load={driver.nextLoad} nowMs={nowMs} />
        ) : needsLoad(driver) ? (
          finder(driver)
        ) : (
          <span className={classes.quiet}>–</span>
        )}
      </td>
      <td className={classes.contact}>
        <ContactCell driver={driver} today={today} />
      </td>
      <td className={`${table.number} ${table.end}`}>
        <span className={classes.gross}>{driver.weekGrossCents === 0 ? '–' : formatMoney(driver.weekGrossCents)}</span>
        <RowActions label={`Do with ${name}`}>
          {driver.phone === null ? null : <RowAction icon={IconPhone} label={`Call ${name}`} href={`tel:${driver.phone}`} />}
          <RowAction icon={IconCalendarWeek} label="Show in the week" to="/dispatcher/my-loads/week" />
          {driver.deletedAt === null ? <RowAction icon={IconPencil} label={`Edit ${name}`} to={editPath(driver)} /> : null}
        </RowActions>
      </td>
    </tr>
  );
}
