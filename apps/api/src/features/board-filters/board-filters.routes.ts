import { boardFilterEndpoints } from '@headhaul/contracts/boards/filters';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { getActiveFilters } from './active-filters.service.ts';
import { createFilter, deleteFilter, updateFilter } from './board-filters.service.ts';
import { chooseFilter, getFilterChoice } from './choice.service.ts';
import { listFilters } from './filter-list.service.ts';

/** The team's filters are the owner's to change; the services check it, because the same endpoints serve everybody's own filters. */
export function boardFilterRoutes(app: App): void {
  implement(app, boardFilterEndpoints, {
    listBoardFilters: signedIn(({ ctx }) => listFilters(ctx)),
    getActiveBoardFilters: signedIn(({ ctx, query }) => getActiveFilters(ctx, query.since ?? null)),
    getBoardFilterChoice: signedIn(({ ctx }) => getFilterChoice(ctx)),
    chooseBoardFilter: signedIn(({ ctx, body }) => chooseFilter(ctx, body)),
    createBoardFilter: signedIn(({ ctx, body }) => createFilter(ctx, body)),
    updateBoardFilter: signedIn(({ ctx, params, body }) => updateFilter(ctx, params.id, body)),
    deleteBoardFilter: signedIn(({ ctx, params }) => deleteFilter(ctx, params.id)),
  });
}
