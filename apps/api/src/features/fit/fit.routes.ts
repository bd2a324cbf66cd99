import { fitEndpoints } from '@headhaul/contracts/fit';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { findFits } from './fit.service.ts';

export function fitRoutes(app: App): void {
  implement(app, fitEndpoints, { findFits: signedIn(({ ctx, body }) => findFits(ctx, body)) });
}
