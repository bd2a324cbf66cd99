import type { FitRow } from '@headhaul/contracts/fit';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { type PointerEvent, type RefObject, useEffect, useState } from 'react';
import type { AnchorBox } from '../loads/assign/use-assign.public.tsx';
import { formatFitTip } from './grid/drag-ghost.tsx';
import { fitSpot } from './grid/fit-spot.ts';
import { rowPx } from './grid/grid.tsx';
import { nameOf, type RowFit } from './grid/row-line.tsx';
import type { PlanRow } from './grid/rows.ts';
import { useCarryKeys } from './grid/use-carry-keys.ts';
import { ghostPlace, type LoadDrag, useLoadDrag } from './grid/use-load-drag.ts';
import { type DragFits, useDragFits, usePrefetchFits } from './use-drag-fits.ts';
import type { PlanWeek } from './week.ts';

interface Plan {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly PlanRow[];
  week: PlanWeek;
  nowMs: number;
  /** Null is the shelf. */
  onDrop: (load: LoadRow, driverId: string | null, at: AnchorBox) => void;
}

/** Moving a load by pointer or by keyboard, with the fit of every row. */
export function useMoveLoad({ scroller, rows, week, nowMs, onDrop }: Plan) {
  const near = usePrefetchFits();
  const [carry, setCarry] = useState<{ load: LoadRow; driverId: string | null } | null>(null);
  const pointer = useLoadDrag(scroller, (load, target, { x, y }) =>
    onDrop(load, target.kind === 'row' ? target.driverId : null, { left: x, top: y, width: 0, height: 0 }),
  );
  const load = pointer.drag?.load ?? carry?.load ?? null;
  const fits = useDragFits(load);
  const ids = orderOf(rows, fits);
  const overId = carry === null ? null : carry.driverId !== null && ids.includes(carry.driverId) ? carry.driverId : (ids[0] ?? null);
  const rowElement = (driverId: string) => scroller.current?.querySelector<HTMLElement>(`[data-plan-row="${driverId}"]`) ?? null;

  useCarryKeys(carry !== null, {
    overId,
    ids,
    onWalk: (driverId) => setCarry(carry && { ...carry, driverId }),
    onDrop: (driverId) => {
      setCarry(null);
      const { left = 0, top = 0, height = 0 } = rowElement(driverId)?.getBoundingClientRect() ?? {};
      if (carry !== null) onDrop(carry.load, driverId, { left: left + 24, top, width: 0, height });
    },
    onPutBack: () => setCarry(null),
  });

  const overIndex = rows.findIndex(({ driver }) => driver.id === overId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Runs when the load gets to another row.
  useEffect(() => {
    if (overId === null || overIndex < 0) return;
    const place = () => {
      const row = rowElement(overId);
      row?.scrollIntoView?.({ block: 'nearest' });
      const box = row?.getBoundingClientRect();
      if (box) pointer.ghost.current?.style.setProperty('transform', ghostPlace(box.left + box.width / 2, box.top + 22));
    };
    // In a long list the row may not be drawn yet.
    if (rowElement(overId) === null && scroller.current) scroller.current.scrollTop = overIndex * rowPx;
    place();
    const frame = requestAnimationFrame(place);
    return () => cancelAnimationFrame(frame);
  }, [overId, overIndex]);

  const drag: LoadDrag | null =
    pointer.drag ??
    (carry === null ? null : { load: carry.load, over: overId === null ? null : { kind: 'row', driverId: overId }, x: 0, y: 0 });
  const overRow = drag?.over?.kind === 'row' ? rows[rows.findIndex(({ driver }) => isOver(drag, driver.id))] : undefined;

  return {
    drag,
    ghost: pointer.ghost,
    fits: fits && { status: fits.status, counts: countVerdicts(rows, fits) },
    overFit: overRow === undefined || fits === null ? null : fitOfRow(overRow, fits),
    rowFitOf: (row: PlanRow): RowFit | null => (load === null || fits === null ? null : describeRow(row, load, fits, week, nowMs)),
    /** For screen readers, while the keys move the load. */
    spoken: carry === null || fits === null ? '' : describeCarry(rows[overIndex], fits, ids),
    near,
    grab: (event: PointerEvent<HTMLElement>, grabbed: LoadRow) => {
      if (event.button === 0) near(grabbed);
      pointer.start(event, grabbed);
    },
    lift: (lifted: LoadRow) => setCarry({ load: lifted, driverId: null }),
  };
}

function isOver({ over }: LoadDrag, driverId: string): boolean {
  return over?.kind === 'row' && over.driverId === driverId;
}

function fitOfRow({ driver }: PlanRow, { rows }: DragFits): FitRow | null {
  return rows.find(({ driverId }) => driverId === driver.id) ?? null;
}

/** The drivers of the shown rows, best first. Until the fits are known, as they are shown. */
function orderOf(rows: readonly PlanRow[], fits: DragFits | null): string[] {
  const shown = rows.map(({ driver }) => driver.id);
  const ranked = (fits?.rows ?? []).map(({ driverId }) => driverId).filter((id) => shown.includes(id));
  return [...ranked, ...shown.filter((id) => !ranked.includes(id))];
}

function countVerdicts(rows: readonly PlanRow[], fits: DragFits): Record<FitRow['verdict'], number> {
  const counts = { CAN: 0, LOOK: 0, NOT_KNOWN: 0, CANT: 0 };
  for (const row of rows) {
    const fit = fitOfRow(row, fits);
    if (fit !== null) counts[fit.verdict] += 1;
  }
  return counts;
}

function describeRow(row: PlanRow, load: LoadRow, fits: DragFits, week: PlanWeek, nowMs: number): RowFit {
  const isOwn = row.driver.id === load.driverId;
  const taken = row.bars.filter((bar) => bar.load.id !== load.id);
  return { fit: fitOfRow(row, fits), isWaiting: fits.status === 'waiting', spot: isOwn ? null : fitSpot(load, taken, week, nowMs) };
}

/** "Wayne Kowalczyk, 1 of 10. Can make it: at pickup 20 h early" */
function describeCarry(row: PlanRow | undefined, fits: DragFits, ids: readonly string[]): string {
  if (row === undefined) return 'No truck to drop it on';
  const fit = fitOfRow(row, fits);
  const place = `${nameOf(row.driver)}, ${ids.indexOf(row.driver.id) + 1} of ${ids.length}`;
  return fit === null ? place : `${place}. ${formatFitTip(fit)}`;
}
