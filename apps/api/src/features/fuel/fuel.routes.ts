import { fuelEndpoints } from '@headhaul/contracts/fuel';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { listNewestPrices } from './diesel.service.ts';

export function fuelRoutes(app: App): void {
  implement(app, fuelEndpoints, {
    getDieselPrices: signedIn(({ ctx }) => listNewestPrices(ctx.platform.db.global)),
  });
}
