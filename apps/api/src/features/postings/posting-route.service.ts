import type { PostingRoute } from '@headhaul/contracts/boards/postings';
import type { Point } from '@headhaul/domain/places/distance';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { readDrivers } from '../drivers/driver-facts.service.ts';
import { findPlaces, type PlaceText } from '../places/places.service.ts';
import { drawWays } from '../roads/measure.service.ts';

interface RouteAsked {
  origin: PlaceText;
  destination: PlaceText;
  driverId: string | null;
}

const toPoint = ({ lat, lng }: Point): Point => ({ lat, lng });

/** Where the driver's truck is empty. Null if nobody knows. */
async function findTruck({ platform, actor: { companyId } }: Ctx, driverId: string): Promise<Point | null> {
  const [driver] = await readDrivers({ companyId, read: (read) => platform.db.readAsTenant(companyId, read) }, { id: driverId });
  if (driver === undefined) throw new AppError('not_found');
  const { readyLat: lat, readyLng: lng } = driver;
  return lat === null || lng === null ? null : { lat, lng };
}

/** The way of a posting, and the driver's way to its pickup. */
export async function findPostingRoute(ctx: Ctx, { origin, destination, driverId }: RouteAsked): Promise<{ route: PostingRoute | null }> {
  const truck = driverId === null ? null : await findTruck(ctx, driverId);
  const [pickup, delivery] = await ctx.transaction((tx) => findPlaces(tx.db, [origin, destination]));
  if (!pickup || !delivery) return { route: null };
  const [loaded, deadhead] = await drawWays([[pickup, delivery], ...(truck === null ? [] : [[truck, pickup] as const])]);
  return {
    route: {
      pickup: toPoint(pickup),
      delivery: toPoint(delivery),
      truck,
      loadedLine: loaded?.line ?? '',
      deadheadLine: deadhead?.line ?? null,
      isByRoad: loaded?.isByRoad === true && deadhead?.isByRoad !== false,
    },
  };
}
