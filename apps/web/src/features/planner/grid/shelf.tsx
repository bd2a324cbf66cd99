import type { LoadRow } from '@headhaul/contracts/loads/record';
import { Popover } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import type { PointerEvent } from 'react';
import { Link } from 'react-router';
import { formatMiles } from '../../../shared/format/distance.ts';
import { formatMoney, formatRpmMoney, rpmOf } from '../../../shared/format/money.ts';
import { formatStopWhen } from '../../../shared/format/stop-time.ts';
import { Keycap } from '../../../shared/keyboard/keycap.tsx';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import type { NearRow } from '../fit.ts';
import options from '../truck-options.module.css';
import { TruckOptions } from '../truck-options.tsx';
import { Spoken } from './bar.tsx';
import classes from './shelf.module.css';

/** A load without a driver that picks up within this time is marked as urgent. */
const soonMs = 6 * 3_600_000;

interface PlanShelfProps {
  loads: readonly LoadRow[];
  /** How many more loads wait in other weeks. */
  others: number;
  nowMs: number;
  draggedId: string | null;
  isOver: boolean;
  /** The load for which the nearest trucks are shown. */
  askedId: string | null;
  nearest: (load: LoadRow) => NearRow[];
  onAsk: (load: LoadRow | null) => void;
  onChoose: (load: LoadRow, option: NearRow) => void;
  onOpen: (load: LoadRow) => void;
  onGrab: (event: PointerEvent<HTMLElement>, load: LoadRow) => void;
}

/** Booked loads of this week without a driver, soonest pickup first. */
export function PlanShelf({ loads, others, draggedId, isOver, ...rest }: PlanShelfProps) {
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
        {loads.length === 0 ? null : (
          <span className={classes.hint}>
            Drag onto a truck, or press <Keycap>a</Keycap> for the three nearest
          </span>
        )}
      </div>
      {loads.length === 0 ? null : (
        <ul className={classes.cards}>
          {loads.map((load) => (
            <li key={load.id}>
              <ShelfCard load={load} isDragged={draggedId === load.id} {...rest} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type ShelfCardProps = Omit<PlanShelfProps, 'loads' | 'others' | 'draggedId' | 'isOver'> & { load: LoadRow; isDragged: boolean };

export function isSoon(load: LoadRow, nowMs: number): boolean {
  return Date.parse(load.pickupEndsAt) - nowMs <= soonMs;
}

function ShelfCard({ load, isDragged, nowMs, askedId, nearest, onAsk, onChoose, onOpen, onGrab }: ShelfCardProps) {
  const isAsked = askedId === load.id;
  return (
    <Popover
      opened={isAsked}
      onChange={(isOpen) => {
        if (!isOpen) onAsk(null);
      }}
      position="top-start"
      offset={6}
      width={320}
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.card}
          data-load={load.id}
          data-need={isSoon(load, nowMs) || undefined}
          data-dragged={isDragged || undefined}
          onClick={() => onOpen(load)}
          onPointerDown={(event) => onGrab(event, load)}
          onKeyDown={(event) => {
            if (event.key !== 'a' || event.metaKey || event.ctrlKey || event.altKey) return;
            event.preventDefault();
            onAsk(load);
          }}
        >
          <IconGripVertical size={15} stroke={2} aria-hidden="true" className={classes.grip} />
          <b className={classes.lane}>
            <Lane from={load.pickupCity} to={load.deliveryCity} />
          </b>
          <span className={classes.when}>{formatStopWhen(load.pickupAt, load.pickupZone, nowMs)}</span>
          <b className={classes.rate}>{formatMoney(load.grossCents)}</b>
          <span>{formatMiles(load.loadedMiles)}</span>
          <span className={classes.rpm}>{formatRpmMoney(rpmOf(load.grossCents, load.loadedMiles + load.deadheadMiles))}</span>
          <Spoken load={load} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={options.box}>
        <p className={options.title}>
          Nearest trucks for <b>{load.loadNumber}</b>
        </p>
        {isAsked ? <TruckOptions load={load} options={nearest(load)} onChoose={(option) => onChoose(load, option)} isFocused /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}
