import { roadEndpoints } from '@headhaul/contracts/roads';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { openMaps } from '../maps/maps.service.ts';
import { measureRoutes } from './measure.service.ts';

export function roadRoutes(app: App): void {
  const maps = openMaps(app.platform);

  implement(app, roadEndpoints, {
    measureRoutes: signedIn(async ({ ctx, body }) => ({ routes: await measureRoutes(ctx, maps, body.routes) })),
  });
}
