import type { LoadRow } from '@headhaul/contracts/loads/record';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { type Attention, documentStates } from '@headhaul/domain/loads/attention';
import { formatLoadField } from '@headhaul/domain/loads/fields';
import { shownGross, shownRpm } from '@headhaul/domain/loads/shown';
import { IconUserPlus } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { formatAge } from '../../../../shared/format/duration.ts';
import { formatMoney, formatRpm } from '../../../../shared/format/money.ts';
import { formatStopClock, formatStopDay, formatStopMoment } from '../../../../shared/format/stop-time.ts';
import type { ColumnKey } from './columns.ts';
import { DocumentsTiles, type DocumentTile } from './documents-tiles.tsx';
import classes from './table.module.css';

export interface CellActions {
  assign: (row: LoadRow, anchor: HTMLElement) => void;
}

interface CellProps {
  column: ColumnKey;
  row: LoadRow;
  now: number;
  attention: Attention;
  actions: CellActions;
}

/** The content of a chosen column. It is bare text with at most one line under it, because a row is drawn hundreds of times a minute. */
export function cellContent({ column, row, now, actions }: CellProps): ReactNode {
  switch (column) {
    case 'pickup':
      return <StopCell at={row.pickupAt} hasTime={row.pickupHasTime} zone={row.pickupZone} now={now} />;
    case 'delivery':
      return <StopCell at={row.deliveryAt} hasTime={row.deliveryHasTime} zone={row.deliveryZone} now={now} />;
    case 'driver':
      return <DriverCell row={row} onAssign={actions.assign} />;
    case 'broker':
      return (
        <>
          {row.brokerName}
          {row.brokerMc === null ? null : <Second words={`MC ${row.brokerMc}`} />}
        </>
      );
    case 'equipment':
      return (
        <>
          {equipmentLabels[row.equipment]}
          {row.weightLb === null ? null : <Second words={`${row.weightLb.toLocaleString('en-US')} lb`} />}
        </>
      );
    case 'rc':
      return (
        <>
          {row.rc ?? '–'}
          {row.brokerLoadNumber === null ? null : <Second words={row.brokerLoadNumber} />}
        </>
      );
    case 'tags':
      return row.tags.join(', ');
    case 'rate':
      return formatMoney(shownGross(row));
    case 'rpm':
      return formatRpm(shownRpm(row));
    case 'documents':
      return <DocumentsTiles documents={documentTiles(row)} hint="title" />;
    case 'age':
      return formatAge(row.createdAt, now);
    default:
      return formatLoadField(column, row[column]) ?? '–';
  }
}

interface SecondProps {
  words: string;
  tone?: 'need' | 'bad' | 'editing' | undefined;
  title?: string | undefined;
}

/**
 * The second line of a cell: the reason or the context. It starts with its own line break, so that a cell is one run of text without
 * boxes.
 */
export function Second({ words, tone, title }: SecondProps) {
  return (
    <span className={classes.second} data-tone={tone} title={title}>
      {`\n${words}`}
    </span>
  );
}

/** The full text of a cell, for its tooltip. */
export function cellTitle(column: ColumnKey, row: LoadRow): string | undefined {
  switch (column) {
    case 'pickup':
      return stopTitle(row.pickupAt, row.pickupHasTime, row.pickupZone);
    case 'delivery':
      return stopTitle(row.deliveryAt, row.deliveryHasTime, row.deliveryZone);
    case 'broker':
      return row.brokerName;
    case 'age':
      return formatStopMoment(row.createdAt, row.pickupZone);
    case 'tags':
      return row.tags.join(', ');
    default:
      return undefined;
  }
}

function stopTitle(at: string, hasTime: boolean, zone: string): string {
  const moment = formatStopMoment(at, zone);
  return hasTime ? moment : `${moment.split(',')[0]}, any time`;
}

/** The next stop, by status. In any other status a load isn't late for a stop. */
const stopAhead: Partial<Record<LoadRow['status'], 'pickup' | 'delivery'>> = {
  BOOKED: 'pickup',
  DISPATCHED: 'pickup',
  IN_TRANSIT: 'delivery',
};

/** Which stop the load is late for: its date turns red. */
export function lateStop({ status }: LoadRow, { tone }: Attention): 'pickup' | 'delivery' | null {
  return tone === 'bad' ? (stopAhead[status] ?? null) : null;
}

function StopCell({ at, hasTime, zone, now }: { at: string; hasTime: boolean; zone: string; now: number }) {
  return (
    <>
      {formatStopDay(at, zone, now)}
      <Second words={hasTime ? formatStopClock(at, zone) : 'Any time'} />
    </>
  );
}

function DriverCell({ row, onAssign }: { row: LoadRow; onAssign: CellActions['assign'] }) {
  if (row.driverId !== null) {
    return (
      <>
        {row.driverName}
        {row.truckNumber === null ? null : <Second words={`Truck ${row.truckNumber}`} />}
      </>
    );
  }
  if (row.status !== 'BOOKED' && row.status !== 'DRAFT') return '–';
  const assign = (event: MouseEvent<HTMLButtonElement>) => {
    event.stopPropagation();
    onAssign(row, event.currentTarget);
  };
  return (
    <button
      type="button"
      className={classes.assign}
      aria-haspopup="dialog"
      aria-label={`Assign a driver to ${row.loadNumber}`}
      onClick={assign}
    >
      <IconUserPlus size={16} stroke={1.75} aria-hidden="true" />
      Assign
    </button>
  );
}

const tileNotes: Record<DocumentTile['state'], string> = { have: 'On file', waiting: 'Missing', missing: 'Not here yet' };

function documentTiles(row: LoadRow): DocumentTile[] {
  const { rc, bol, pod } = documentStates(row);
  return [
    { kind: 'RATE_CONFIRMATION', state: rc, note: tileNotes[rc] },
    { kind: 'BOL', state: bol, note: tileNotes[bol] },
    { kind: 'POD', state: pod, note: tileNotes[pod] },
  ];
}
