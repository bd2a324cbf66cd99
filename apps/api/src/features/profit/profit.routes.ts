import { profitEndpoints } from '@headhaul/contracts/profit';
import { signedIn, teamOwner } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { createTollFinder } from '../fuel/tolls.service.ts';
import { getNetFigures } from './net-figures.service.ts';
import { findNets, findProfit, getLoadProfit } from './profit.service.ts';
import { getRates, updateRates } from './rates.service.ts';

export function profitRoutes(app: App): void {
  const tolls = createTollFinder(app.platform);

  implement(app, profitEndpoints, {
    getRates: signedIn(({ ctx }) => getRates(ctx)),
    updateRates: teamOwner(({ ctx, body }) => updateRates(ctx, body)),
    findProfit: signedIn(({ ctx, body }) => findProfit(ctx, tolls, body)),
    getLoadProfit: signedIn(({ ctx, params }) => getLoadProfit(ctx, tolls, params.id)),
    findNets: signedIn(({ ctx, body }) => findNets(ctx, body)),
    getNetFigures: signedIn(({ ctx, query }) => getNetFigures(ctx, query)),
  });
}
