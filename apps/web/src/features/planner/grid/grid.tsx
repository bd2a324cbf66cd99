import type { LoadRow } from '@headhaul/contracts/loads/record';
import { dayAt, timeAt } from '@headhaul/domain/time/zoned-time';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { PointerEvent, ReactNode, RefObject } from 'react';
import { formatMoneyShort } from '../../../shared/format/money.ts';
import { dayTitle, type PlanWeek, placeInWeek } from '../week.ts';
import classes from './grid.module.css';
import { PlanRowLine, type RowFit } from './row-line.tsx';
import type { PlanRow } from './rows.ts';
import type { LoadDrag } from './use-load-drag.ts';

export const rowPx = 53;
/** Shorter lists are rendered whole, which is faster than virtualizing them. */
const virtualFrom = 60;

interface PlanGridProps {
  scroller: RefObject<HTMLElement | null>;
  week: PlanWeek;
  rows: readonly PlanRow[];
  nowMs: number;
  grossByDay: ReadonlyMap<string, number>;
  grossOf: (row: PlanRow) => number;
  savingIds: ReadonlySet<string>;
  drag: LoadDrag | null;
  /** How the dragged load fits a row. */
  rowFitOf: (row: PlanRow) => RowFit | null;
  fixerOf: (row: PlanRow) => ReactNode;
  onOpen: (load: LoadRow) => void;
  onGrab: (event: PointerEvent<HTMLElement>, load: LoadRow) => void;
  onLift: (load: LoadRow) => void;
}

/** The plan as a grid: one row for each truck, one column for each day. */
export function PlanGrid(props: PlanGridProps) {
  const { scroller, week, rows, nowMs, grossByDay, grossOf, savingIds, drag, rowFitOf, fixerOf, onOpen, onGrab, onLift } = props;
  const isLong = rows.length > virtualFrom;
  const virtual = useVirtualizer({
    count: isLong ? rows.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const first = isLong ? (items[0]?.index ?? 0) : 0;
  const last = isLong ? (items.at(-1)?.index ?? -1) : rows.length - 1;
  const isNowInView = nowMs >= week.startMs && nowMs < week.endMs;
  const nowSpot = { left: `${(placeInWeek(week, nowMs) * 100).toFixed(3)}%` };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A scrolling area must be reachable by keyboard.
    <section ref={scroller} className={classes.scroll} tabIndex={0} aria-label="Week of the trucks">
      <div className={classes.canvas}>
        <div className={classes.head}>
          <div className={classes.corner}>
            <span>Driver</span>
            {drag === null ? <span>Week gross</span> : null}
          </div>
          {week.days.map((day) => {
            const isToday = isNowInView && day === dayAt(nowMs, week.timeZone);
            const gross = grossByDay.get(day) ?? 0;
            return (
              <div key={day} className={classes.day} data-today={isToday || undefined}>
                <span>{isToday ? `Today, ${dayTitle(day)}` : dayTitle(day)}</span>
                <span className={classes.gross} title="Gross of the loads that pick up this day">
                  {gross === 0 ? '' : formatMoneyShort(gross)}
                </span>
              </div>
            );
          })}
          {isNowInView ? (
            <div className={classes.flags} aria-hidden="true">
              <span className={classes.flag} style={nowSpot}>
                {timeAt(nowMs, week.timeZone)}
              </span>
            </div>
          ) : null}
        </div>
        <div className={classes.body}>
          <div className={classes.lines} aria-hidden="true">
            {week.days.slice(1).map((day, index) => (
              <span key={day} className={classes.dayLine} style={{ left: `${((index + 1) / 7) * 100}%` }} />
            ))}
            {isNowInView ? <span className={classes.now} style={nowSpot} /> : null}
          </div>
          <ol className={classes.rows} style={{ paddingTop: first * rowPx, paddingBottom: Math.max(rows.length - 1 - last, 0) * rowPx }}>
            {rows.slice(first, last + 1).map((row) => (
              <PlanRowLine
                key={row.driver.id}
                row={row}
                grossCents={grossOf(row)}
                savingIds={savingIds}
                draggedId={drag?.load.id ?? null}
                rowFit={rowFitOf(row)}
                isOver={drag?.over?.kind === 'row' && drag.over.driverId === row.driver.id}
                fixer={fixerOf(row)}
                onOpen={onOpen}
                onGrab={onGrab}
                onLift={onLift}
              />
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
