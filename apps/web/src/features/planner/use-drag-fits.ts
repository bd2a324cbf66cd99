import type { FitRow } from '@headhaul/contracts/fit';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { fitApi } from '../fit/fit.api.ts';

/** How every driver fits the load that is being dragged. */
export interface DragFits {
  status: 'waiting' | 'failed' | 'ready';
  /** Best first. Empty until it is ready. */
  rows: readonly FitRow[];
}

const none: readonly FitRow[] = [];

/** Null while nothing is dragged. One request serves the whole drag. It began when the load was pressed or got the focus. */
export function useDragFits(load: LoadRow | null): DragFits | null {
  const { currentData, isError } = fitApi.useFindFitsQuery({ body: { loadId: load?.id ?? '' } }, { skip: load === null });
  if (load === null) return null;
  if (currentData !== undefined) return { status: 'ready', rows: currentData.rows };
  return { status: isError ? 'failed' : 'waiting', rows: none };
}

/** Asks for the fits of a load that will probably be dragged. */
export function usePrefetchFits(): (load: LoadRow) => void {
  const prefetch = fitApi.usePrefetch('findFits', { ifOlderThan: 10 });
  return ({ id }) => prefetch({ body: { loadId: id } });
}

/** The fits of a load at the moment of a drop: those of the drag, or those that are still on their way. Empty when there is no answer. */
export function useFitsAtDrop(): (load: LoadRow) => Promise<readonly FitRow[]> {
  const [findFits] = fitApi.useLazyFindFitsQuery();
  return async ({ id }) => (await findFits({ body: { loadId: id } }, true)).data?.rows ?? none;
}
