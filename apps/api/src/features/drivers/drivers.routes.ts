import { driverEndpoints } from '@headhaul/contracts/drivers';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { listDrivers } from './driver-list.service.ts';
import { archiveDriver, changeDriverStatus, createDriver, getDriver, restoreDriver, updateDriver } from './drivers.service.ts';

export function driverRoutes(app: App): void {
  implement(app, driverEndpoints, {
    listDrivers: signedIn(({ ctx, query }) => listDrivers(ctx, query)),
    getDriver: signedIn(({ ctx, params }) => getDriver(ctx, params.id)),
    createDriver: signedIn(({ ctx, body }) => createDriver(ctx, body)),
    updateDriver: signedIn(({ ctx, params, query, body }) => updateDriver(ctx, params.id, query.version, body)),
    deleteDriver: signedIn(({ ctx, params }) => archiveDriver(ctx, params.id)),
    restoreDriver: signedIn(({ ctx, params }) => restoreDriver(ctx, params.id)),
    changeDriverStatus: signedIn(({ ctx, params, body }) => changeDriverStatus(ctx, params.id, body)),
  });
}
