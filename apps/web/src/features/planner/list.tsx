import type { FitRow } from '@headhaul/contracts/fit';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { shownGross, shownLoadedMiles } from '@headhaul/domain/loads/shown';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatLaneMiles } from '../../shared/format/distance.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { formatStopWhen } from '../../shared/format/stop-time.ts';
import { Avatar } from '../../shared/list/rows/avatar.tsx';
import { GroupTitle } from '../../shared/list/rows/group-row.tsx';
import { Lane } from '../../shared/list/rows/two-line.tsx';
import { StatusGlyph, statusFamily } from '../loads/status/status-glyph.public.tsx';
import { OffIcon } from './grid/bar.tsx';
import { formatTruck, nameOf } from './grid/row-line.tsx';
import type { PlanRow } from './grid/rows.ts';
import { isSoon } from './grid/shelf.tsx';
import classes from './list.module.css';
import { TruckOptions } from './truck-options.tsx';
import { dayTitle, type PlanWeek } from './week.ts';

interface PlanListProps {
  week: PlanWeek;
  rows: readonly PlanRow[];
  shelf: readonly LoadRow[];
  nowMs: number;
  grossOf: (row: PlanRow) => number;
  fixerOf: (row: PlanRow) => ReactNode;
  onChoose: (load: LoadRow, to: FitRow, listed: readonly FitRow[]) => void;
  onOpen: (load: LoadRow) => void;
}

/** The plan on a phone: loads without a driver, then each truck's week by day. */
export function PlanList({ week, rows, shelf, nowMs, grossOf, fixerOf, onChoose, onOpen }: PlanListProps) {
  const [askedId, setAskedId] = useState<string | null>(null);
  return (
    <div className={classes.list}>
      {shelf.length === 0 ? null : (
        <>
          <GroupTitle name="Without a driver" count={shelf.length} />
          <ul className={classes.cards}>
            {shelf.map((load) => (
              <li key={load.id} className={classes.card} data-need={isSoon(load, nowMs) || undefined}>
                <LoadLine load={load} nowMs={nowMs} onOpen={onOpen} />
                {askedId === load.id ? (
                  <TruckOptions load={load} onChoose={(to, listed) => onChoose(load, to, listed)} />
                ) : (
                  <button type="button" className={classes.assign} onClick={() => setAskedId(load.id)}>
                    Who can make it
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <GroupTitle name="Trucks" count={rows.length} />
      <ul className={classes.cards}>
        {rows.map((row) => (
          <li key={row.driver.id} className={classes.card} data-bad={row.clashes.length > 0 || undefined}>
            <Link to={`/dispatcher/my-drivers/${row.driver.id}`} className={classes.who}>
              <Avatar name={nameOf(row.driver)} size={36} />
              <span className={classes.person}>
                <b>{row.partner === null ? nameOf(row.driver) : `${row.driver.name} + ${row.partner.name}`}</b>
                <span>{formatTruck(row)}</span>
              </span>
              <b className={classes.gross}>{grossOf(row) === 0 ? '–' : formatMoney(grossOf(row))}</b>
            </Link>
            {row.clashes.length === 0 ? null : (
              <p className={classes.clash}>
                <IconAlertTriangle size={16} stroke={1.9} aria-hidden="true" />
                Two loads at once
                {fixerOf(row)}
              </p>
            )}
            <RowDays row={row} week={week} nowMs={nowMs} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Entry {
  key: string;
  atMs: number;
  line: ReactNode;
}

/** A driver's week in order: loads, days off, and empty times between them. */
function RowDays({ row, week, nowMs, onOpen }: { row: PlanRow; week: PlanWeek; nowMs: number; onOpen: (load: LoadRow) => void }) {
  const entries: Entry[] = [
    ...row.bars.map(({ load, startMs }) => ({
      key: load.id,
      atMs: startMs,
      line: <LoadLine load={load} nowMs={nowMs} onOpen={onOpen} />,
    })),
    ...row.gaps.map(({ startMs, words }) => ({
      key: `gap ${startMs}`,
      atMs: startMs,
      line: <p className={classes.gap}>{words ?? 'Empty'}</p>,
    })),
    ...(row.off === null
      ? []
      : [
          {
            key: 'off',
            atMs: row.off.startMs,
            line: (
              <p className={classes.off}>
                <OffIcon status={row.off.status} />
                {row.off.words}
              </p>
            ),
          },
        ]),
  ].sort((a, b) => a.atMs - b.atMs);
  if (entries.length === 0) return <p className={classes.gap}>Nothing planned this week</p>;
  return (
    <ul className={classes.days}>
      {entries.map(({ key, atMs, line }) => (
        <li key={key}>
          <span className={classes.day}>{dayTitle(dayAt(Math.max(atMs, week.startMs), week.timeZone))}</span>
          {line}
        </li>
      ))}
    </ul>
  );
}

function LoadLine({ load, nowMs, onOpen }: { load: LoadRow; nowMs: number; onOpen: (load: LoadRow) => void }) {
  return (
    <button type="button" className={classes.load} data-family={statusFamily(load.status)} onClick={() => onOpen(load)}>
      <span className={classes.lane}>
        <Lane from={load.pickupCity} to={load.deliveryCity} />
      </span>
      <b className={classes.rate}>{formatMoney(shownGross(load))}</b>
      <span className={classes.under}>
        <StatusGlyph status={load.status} /> {load.loadNumber}, {formatStopWhen(load.pickupAt, load.pickupZone, nowMs)}
      </span>
      <span className={classes.miles}>{formatLaneMiles(shownLoadedMiles(load), load.deadheadMiles)}</span>
    </button>
  );
}
