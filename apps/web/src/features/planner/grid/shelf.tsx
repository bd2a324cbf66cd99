import type { LoadRow } from '@headhaul/contracts/loads/record';
import { shownGross, shownLoadedMiles, shownRpm } from '@headhaul/domain/loads/shown';
import { IconGripVertical } from '@tabler/icons-react';
import { type PointerEvent, useRef } from 'react';
import { Link } from 'react-router';
import { formatMiles } from '../../../shared/format/distance.ts';
import { formatMoney, formatRpmMoney } from '../../../shared/format/money.ts';
import { formatStopWhen } from '../../../shared/format/stop-time.ts';
import { Keycap } from '../../../shared/keyboard/keycap.tsx';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import { NetPerDay } from '../../profit/net-per-day.public.tsx';
import { isLiftKey, Spoken } from './bar.tsx';
import classes from './shelf.module.css';

/** A load without a driver that picks up within this time is marked as urgent. */
const soonMs = 6 * 3_600_000;
/** A card that is focused for so long may be lifted. Tab passes faster. */
const dwellMs = 250;

interface PlanShelfProps {
  loads: readonly LoadRow[];
  /** How many more loads wait in other weeks. */
  others: number;
  nowMs: number;
  /** The load that is being dragged, lifted or checked after a drop. */
  draggedId: string | null;
  isDragging: boolean;
  isOver: boolean;
  onOpen: (load: LoadRow) => void;
  onGrab: (event: PointerEvent<HTMLElement>, load: LoadRow) => void;
  onLift: (load: LoadRow) => void;
  /** The load will probably be dragged. */
  onNear: (load: LoadRow) => void;
}

/** Booked loads of this week without a driver, soonest pickup first. */
export function PlanShelf({ loads, others, draggedId, isDragging, isOver, ...rest }: PlanShelfProps) {
  const listIds = loads.map(({ id }) => id);
  const gross = loads.reduce((sum, { grossCents }) => sum + grossCents, 0);
  return (
    <section className={classes.shelf} aria-label="Without a driver" data-plan-shelf="" data-over={isOver || undefined}>
      <div className={classes.head}>
        <h2>Without a driver</h2>
        <span>
          {loads.length === 0
            ? 'Every load of this week has one'
            : `${loads.length === 1 ? '1 load' : `${loads.length} loads`}, ${formatMoney(gross)}`}
        </span>
        {others > 0 ? (
          <Link to="/dispatcher/my-loads?nodriver=1" className={classes.more}>
            {others} in other weeks
          </Link>
        ) : null}
        {isDragging ? (
          <span className={classes.hint}>Drop on a truck. Esc puts it back</span>
        ) : loads.length === 0 ? null : (
          <span className={classes.hint}>
            Drag onto a truck, or press <Keycap>a</Keycap> and walk with <Keycap>↑</Keycap> <Keycap>↓</Keycap>
          </span>
        )}
      </div>
      {loads.length === 0 ? null : (
        <ul className={classes.cards}>
          {loads.map((load) => (
            <li key={load.id}>
              <ShelfCard load={load} listIds={listIds} isDragged={draggedId === load.id} {...rest} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type ShelfCardProps = Pick<PlanShelfProps, 'nowMs' | 'onOpen' | 'onGrab' | 'onLift' | 'onNear'> & {
  load: LoadRow;
  listIds: readonly string[];
  isDragged: boolean;
};

export function isSoon(load: LoadRow, nowMs: number): boolean {
  return Date.parse(load.pickupEndsAt) - nowMs <= soonMs;
}

function ShelfCard({ load, listIds, isDragged, nowMs, onOpen, onGrab, onLift, onNear }: ShelfCardProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (
    <button
      type="button"
      className={classes.card}
      data-load={load.id}
      data-need={isSoon(load, nowMs) || undefined}
      data-dragged={isDragged || undefined}
      onClick={() => onOpen(load)}
      onPointerDown={(event) => onGrab(event, load)}
      onFocus={() => {
        timer.current = setTimeout(() => onNear(load), dwellMs);
      }}
      onBlur={() => clearTimeout(timer.current)}
      onKeyDown={(event) => {
        if (!isLiftKey(event)) return;
        event.preventDefault();
        onLift(load);
      }}
    >
      <IconGripVertical size={15} stroke={2} aria-hidden="true" className={classes.grip} />
      <b className={classes.lane}>
        <Lane from={load.pickupCity} to={load.deliveryCity} />
      </b>
      <span className={classes.when}>{formatStopWhen(load.pickupAt, load.pickupZone, nowMs)}</span>
      <b className={classes.rate}>{formatMoney(shownGross(load))}</b>
      <span>{formatMiles(shownLoadedMiles(load))}</span>
      <span className={classes.rpm}>{formatRpmMoney(shownRpm(load))}</span>
      <span className={classes.net}>
        <NetPerDay loadId={load.id} listIds={listIds} />
      </span>
      {isDragged ? (
        <span className={classes.lifted} aria-hidden="true">
          {load.loadNumber}
        </span>
      ) : null}
      <Spoken load={load} />
    </button>
  );
}
