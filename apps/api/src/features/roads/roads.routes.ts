import { roadEndpoints } from '@headhaul/contracts/roads';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { measureRoutes } from './measure.service.ts';

export function roadRoutes(app: App): void {
  implement(app, roadEndpoints, {
    measureRoutes: signedIn(({ ctx, body }) =>
      ctx.transaction(async (tx) => ({
        routes: await measureRoutes(
          tx,
          body.routes.map(({ stops }) => stops),
        ),
      })),
    ),
  });
}
