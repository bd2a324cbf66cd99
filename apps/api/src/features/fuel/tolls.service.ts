import type { Equipment } from '@headhaul/domain/equipment';
import type { Point } from '@headhaul/domain/places/distance';
import type { Tolls } from '@headhaul/domain/profit/facts';
import { truckClassOf } from '@headhaul/domain/roads/truck-class';
import type { Kysely } from 'kysely';
import type { DB } from '../../lib/db/generated.ts';
import type { ApiPlatform } from '../../lib/platform.ts';
import { findKeptMapRoutes, isOfEarlierWeek, type MapRoute, openMaps } from '../maps/maps.service.ts';

/** The way of a load. For the tolls of the deadhead too, the first stop is where the truck stands. */
export interface TollWay {
  stops: readonly Point[];
  equipment: Equipment | null;
}

export interface TollFinder {
  /**
   * The tolls of a way for its truck. Null means "tolls not included": there is no key, HERE does not answer or can't say, or the truck is
   * not known. Call it outside of a transaction, because it may wait some seconds for HERE.
   */
  findTolls(companyId: string, way: TollWay): Promise<Tolls | null>;
}

export function createTollFinder(platform: ApiPlatform): TollFinder {
  const maps = openMaps(platform);
  return {
    async findTolls(companyId, { stops, equipment }) {
      const truck = truckClassOf(equipment);
      if (truck === null) return null;
      const [asked] = await maps.routes(companyId, [{ stops, truck }]);
      return toTolls(asked?.route ?? null);
    },
  };
}

/** The same from what is kept, for many ways at once. HERE is not asked, so it may be called inside of a transaction. */
export async function findKeptTolls(db: Kysely<DB>, ways: readonly TollWay[]): Promise<(Tolls | null)[]> {
  const trucks = ways.map(({ equipment }) => truckClassOf(equipment));
  const routes = await findKeptMapRoutes(
    db,
    // A way without a truck is looked up too, which keeps the order, and its answer is not used.
    ways.map(({ stops }, index) => ({ stops, truck: trucks[index] ?? 'TRACTOR_TRAILER' })),
  );
  return routes.map((route, index) => (trucks[index] === null ? null : toTolls(route)));
}

/** Google's are for cars, so it has none to give. */
function toTolls(route: MapRoute | null): Tolls | null {
  if (route?.source !== 'HERE' || route.tollsCents === null) return null;
  return { cents: route.tollsCents, source: 'HERE', week: route.week, isOlder: isOfEarlierWeek(route) };
}
