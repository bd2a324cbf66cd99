import { placeEndpoints } from '@headhaul/contracts/places';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { getCoordinates } from './geocoding.service.ts';
import { createGoogleGeocoder } from './google-geocoder.ts';
import { locatePlaces, searchPlaces } from './places.service.ts';

export function placeRoutes(app: App): void {
  const google = createGoogleGeocoder(app.platform);

  implement(app, placeEndpoints, {
    getCoordinates: signedIn(({ ctx, query }) => getCoordinates(ctx, google, query.address)),
    locatePlaces: signedIn(async ({ ctx, body }) => ({ points: await locatePlaces(ctx.platform.db.global, body.addresses) })),
    searchPlaces: signedIn(async ({ ctx, query }) => ({
      places: await searchPlaces(ctx.platform.db.global, query.search, query.limit),
    })),
  });
}
