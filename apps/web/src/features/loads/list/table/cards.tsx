import type { LoadRow } from '@headhaul/contracts/loads/record';
import { type Attention, attentionOf } from '@headhaul/domain/loads/attention';
import { shownGross, shownLoadedMiles, shownRpm } from '@headhaul/domain/loads/shown';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { memo, useCallback, useEffect, useState } from 'react';
import { formatMiles } from '../../../../shared/format/distance.ts';
import { formatMoney, formatRpmMoney } from '../../../../shared/format/money.ts';
import { formatStopClock, formatStopDay } from '../../../../shared/format/stop-time.ts';
import { CardSkeleton } from '../../../../shared/list/list-states/list-skeleton.tsx';
import { GroupTitle } from '../../../../shared/list/rows/group-row.tsx';
import { Lane } from '../../../../shared/list/rows/two-line.tsx';
import { LoadStatusPill } from '../../status/load-status-pill.public.tsx';
import classes from './cards.module.css';
import { isGroup, isLoad, type ListLine } from './groups.ts';
import type { LoadRowActions } from './row.tsx';
import { useWindow } from './use-window.ts';

const cardHeightPx = 129;
/** The height with the 44 px foot of a load that needs attention. */
const needCardHeightPx = 138;
const titleHeightPx = 40;
const drawnAhead = 6;
const aheadCards = 30;

interface LoadCardsProps {
  lines: readonly ListLine[] | null;
  now: number;
  saving: ReadonlySet<string>;
  editors: ReadonlyMap<string, { name: string }>;
  actions: LoadRowActions;
  /** When the latest data arrived. */
  asOf: string | null;
  onNearEnd: () => void;
}

/** The list on a phone. The page scrolls, so the cards measure their position on it. */
export default function LoadCards({ lines, now, saving, editors, actions, asOf, onNearEnd }: LoadCardsProps) {
  const [place, setPlace] = useState<{ scroller: HTMLElement; topPx: number } | null>(null);
  const all = lines ?? [];
  const minute = Math.floor(now / 60_000);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Which loads need attention changes with the minute.
  const heightOf = useCallback((index: number) => cardHeight(lines?.[index], Date.now()), [lines, minute]);
  const viewport = useWindow({
    count: all.length,
    heightOf,
    scroller: place?.scroller ?? null,
    marginPx: place?.topPx ?? 0,
    ahead: drawnAhead,
  });
  const isNearEnd = viewport.to >= all.length - aheadCards;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Runs again when loads have arrived and the end is still near.
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, all.length, asOf]);

  const findPlace = useCallback((element: HTMLElement | null) => {
    const scroller = element?.closest('main');
    if (!element || !scroller) return;
    const topPx = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    setPlace({ scroller, topPx });
  }, []);

  if (lines === null) return <CardSkeleton />;
  return (
    <div ref={findPlace} className={classes.cards} style={{ height: viewport.totalPx }}>
      <ul style={{ transform: `translateY(${viewport.beforePx}px)` }}>
        {all.slice(viewport.from, viewport.to).map((line, at) => {
          if (isLoad(line)) {
            return (
              <li key={line.id} aria-setsize={all.length} aria-posinset={viewport.from + at + 1}>
                <LoadCard row={line} now={now} isSaving={saving.has(line.id)} editorName={editors.get(line.id)?.name} actions={actions} />
              </li>
            );
          }
          if (line.kind === 'waiting') return <li key={line.key} className={classes.waiting} aria-hidden="true" />;
          return (
            <li key={line.key} className={classes.title}>
              <GroupTitle name={line.name} count={line.count} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function cardHeight(line: ListLine | undefined, now: number): number {
  if (isGroup(line)) return titleHeightPx;
  return line !== undefined && isLoad(line) && attentionOf(line, now).group === 'NEEDS_ATTENTION' ? needCardHeightPx : cardHeightPx;
}

interface LoadCardProps {
  row: LoadRow;
  now: number;
  isSaving: boolean;
  editorName: string | undefined;
  actions: LoadRowActions;
}

const LoadCard = memo(function LoadCard({ row, now, isSaving, editorName, actions }: LoadCardProps) {
  const attention = attentionOf(row, now);
  const isNeeded = attention.group === 'NEEDS_ATTENTION';
  return (
    <article className={classes.card} data-need={isNeeded ? attention.tone : undefined}>
      <div className={classes.body}>
        <div className={classes.top}>
          <LoadStatusPill
            status={row.status}
            isSaving={isSaving}
            aria-haspopup="menu"
            onClick={(event) => actions.openStatus(row, event.currentTarget)}
          />
          <span className={classes.number}>{row.loadNumber}</span>
          <b>{formatMoney(shownGross(row))}</b>
        </div>
        <button type="button" className={classes.lane} onClick={() => actions.open(row)}>
          <Lane from={`${row.pickupCity}, ${row.pickupState}`} to={`${row.deliveryCity}, ${row.deliveryState}`} />
        </button>
        <div className={classes.line}>
          <span>{editorName === undefined ? formatNextStop(row, now) : `${editorName} is editing`}</span>
          <span>{formatMilesText(row)}</span>
        </div>
      </div>
      <div className={classes.foot}>
        <span data-tone={attention.tone === 'plain' ? undefined : attention.tone}>{attention.words}</span>
        <Driver row={row} attention={attention} actions={actions} />
      </div>
    </article>
  );
});

function Driver({ row, attention, actions }: { row: LoadRow; attention: Attention; actions: LoadRowActions }) {
  if (row.driverId === null && (row.status === 'BOOKED' || row.status === 'DRAFT')) {
    return (
      <button
        type="button"
        className={classes.assign}
        data-tone={attention.group === 'NEEDS_ATTENTION' ? 'need' : undefined}
        onClick={(event) => actions.assign(row, event.currentTarget)}
      >
        Assign driver
      </button>
    );
  }
  return <span>{formatDriver(row)}</span>;
}

const beforePickup: readonly LoadStatus[] = ['DRAFT', 'BOOKED', 'DISPATCHED', 'AT_PICKUP'];

/** "Delivery today 18:00 EST" */
function formatNextStop(row: LoadRow, now: number): string {
  const isPickup = beforePickup.includes(row.status);
  const [at, hasTime, zone] = isPickup
    ? [row.pickupAt, row.pickupHasTime, row.pickupZone]
    : [row.deliveryAt, row.deliveryHasTime, row.deliveryZone];
  const day = formatStopDay(at, zone, now).replace('Today', 'today');
  return `${isPickup ? 'Pickup' : 'Delivery'} ${day}${hasTime ? ` ${formatStopClock(at, zone)}` : ''}`;
}

/** "812 mi · $2.76" */
function formatMilesText(row: LoadRow): string {
  return `${formatMiles(shownLoadedMiles(row))} · ${formatRpmMoney(shownRpm(row))}`;
}

/** "Marcus B. · 114" */
function formatDriver({ driverName, truckNumber }: LoadRow): string {
  if (driverName === null) return '';
  const [first = '', ...others] = driverName.split(' ');
  const initial = others.at(-1)?.[0];
  const name = initial === undefined ? first : `${first} ${initial}.`;
  return truckNumber === null ? name : `${name} · ${truckNumber}`;
}
