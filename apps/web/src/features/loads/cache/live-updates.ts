import { ProblemError } from '@headhaul/contracts/http/call';
import type { LiveEvent } from '@headhaul/contracts/live-events';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { api } from '../../../shared/api/api.ts';
import { callSignedIn } from '../../../shared/session/signed-in-call.ts';
import { type CacheDispatch, cachedRow, dropDeleted, dropFromCache, hasCachedLoads, takeOver } from './cached-loads.ts';
import { noteEditing } from './editing-presence.ts';
import { isOwnEcho } from './local-echo.ts';

/** Above this many loads, fetching the list again is cheaper than fetching each load. */
const oneByOneLimit = 20;
/** Counts, totals and figures are refreshed at most this often in a busy office. */
const settleMs = 1_000;

/** Brings teammates' changes into the open lists. A few changed loads are fetched one by one, so that nothing else on screen moves. */
export function followLoads(dispatch: CacheDispatch, userId: string): { hear: (event: LiveEvent) => boolean; stop: () => void } {
  let settling: ReturnType<typeof setTimeout> | undefined;
  let isAllStale = false;

  const finish = (isAll: boolean) => {
    isAllStale ||= isAll;
    settling ??= setTimeout(() => {
      dispatch(api.util.invalidateTags(['LoadCounts', 'Drivers', 'Stats', ...(isAllStale ? (['Loads', 'Load'] as const) : [])]));
      settling = undefined;
      isAllStale = false;
    }, settleMs);
  };

  const hear = (event: LiveEvent): boolean => {
    if (event.type === 'load.editing') {
      if (event.userId !== userId) noteEditing(event);
      return true;
    }
    if (event.type !== 'loads.changed') return false;
    const ids = event.ids?.filter((id) => event.byUserId !== userId || !isOwnEcho(id)) ?? null;
    if (ids?.length === 0) return true;
    const isFew = ids !== null && ids.length <= oneByOneLimit;
    finish(!isFew);
    if (isFew && dispatch(hasCachedLoads())) for (const id of ids) void refreshLoad(dispatch, id);
    return true;
  };

  return { hear, stop: () => clearTimeout(settling) };
}

/** Fetches one load and updates it everywhere on screen. A failure shows no message, because no person asked for this call. */
export async function refreshLoad(dispatch: CacheDispatch, id: string): Promise<void> {
  try {
    const load = await callSignedIn(loadEndpoints.getLoad, { params: { id } });
    dispatch(takeOver(load));
    dispatch(api.util.invalidateTags([{ type: 'Load', id: `history ${id}` }]));
  } catch (failure) {
    if (!(failure instanceof ProblemError && failure.problem.status === 404)) return;
    const row = dispatch(cachedRow(id));
    dispatch(row === null ? dropFromCache(id) : dropDeleted(row));
  }
}
