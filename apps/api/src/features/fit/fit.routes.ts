import { fitEndpoints } from '@headhaul/contracts/fit';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { findEmptyNear } from './empty-near.service.ts';
import { findFits } from './fit.service.ts';
import { findLoadFits } from './load-fits.service.ts';

export function fitRoutes(app: App): void {
  implement(app, fitEndpoints, {
    findFits: signedIn(({ ctx, body }) => findFits(ctx, body)),
    findEmptyNear: signedIn(({ ctx, query }) => findEmptyNear(ctx, query)),
    findLoadFits: signedIn(({ ctx, body }) => findLoadFits(ctx, body.driverIds)),
  });
}
