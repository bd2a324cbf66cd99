import { loadStatsEndpoints } from '@headhaul/contracts/loads/stats';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { getLoadStats, getLoadStatsByDrivers, getTopBrokers, getTopLanes } from './load-stats.service.ts';

export function loadStatsRoutes(app: App): void {
  implement(app, loadStatsEndpoints, {
    getLoadStats: signedIn(({ ctx, query }) => getLoadStats(ctx, query)),
    getLoadStatsByDrivers: signedIn(({ ctx, query }) => getLoadStatsByDrivers(ctx, query)),
    getTopLanes: signedIn(({ ctx, query }) => getTopLanes(ctx, query)),
    getTopBrokers: signedIn(({ ctx, query }) => getTopBrokers(ctx, query)),
  });
}
