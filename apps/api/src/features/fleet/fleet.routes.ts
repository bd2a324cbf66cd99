import { fleetEndpoints } from '@headhaul/contracts/fleet';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { createTrailer, createTruck, deleteTrailer, deleteTruck, listFleet, updateTrailer, updateTruck } from './fleet.service.ts';

export function fleetRoutes(app: App): void {
  implement(app, fleetEndpoints, {
    listFleet: signedIn(({ ctx }) => listFleet(ctx)),
    createTruck: signedIn(({ ctx, body }) => createTruck(ctx, body)),
    updateTruck: signedIn(({ ctx, params, body }) => updateTruck(ctx, params.id, body)),
    deleteTruck: signedIn(({ ctx, params }) => deleteTruck(ctx, params.id)),
    createTrailer: signedIn(({ ctx, body }) => createTrailer(ctx, body)),
    updateTrailer: signedIn(({ ctx, params, body }) => updateTrailer(ctx, params.id, body)),
    deleteTrailer: signedIn(({ ctx, params }) => deleteTrailer(ctx, params.id)),
  });
}
