import { Coordinates } from '@headhaul/contracts/places';
import { sha256 } from '../../lib/auth/crypto.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import type { Platform } from '../../lib/platform.ts';
import type { GoogleGeocoder, LocatedAddress } from './google-geocoder.ts';
import { findAddress, findPlace, findTimeZoneNear, type TablePlace } from './places.service.ts';

const Remembered = Coordinates.nullable();
/** Known addresses are kept as long as Google allows. Unknown ones only for a day, because a new address may appear. */
const knownSeconds = 30 * 24 * 60 * 60;
const unknownSeconds = 24 * 60 * 60;

/**
 * Our own table answers for a plain city or ZIP. For a street we ask Google, if there is a key. If Google is down or doesn't know
 * it, the table's city or ZIP is used instead. The answer says which source it came from.
 */
export async function getCoordinates(ctx: Ctx, google: GoogleGeocoder | undefined, address: string): Promise<Coordinates> {
  const { place, isWhole } = await findAddress(ctx.platform.db.global, address);
  if (place && (isWhole || !google)) return fromTable(place);
  const located = google ? await askGoogle(ctx, google, address) : null;
  if (located) return located;
  if (place) return fromTable(place);
  throw new AppError('not_found', { detail: 'We could not find that place. Write it as Omaha, NE or as a ZIP.' });
}

function fromTable({ lat, lng, city, state, zip, timeZone, precision, label }: TablePlace): Coordinates {
  return { lat, lng, city, state, zip, timeZone, source: 'TABLE', precision, label };
}

async function askGoogle({ platform, actor }: Ctx, google: GoogleGeocoder, address: string): Promise<Coordinates | null> {
  const key = cacheKey(address);
  const remembered = await recall(platform, key);
  if (remembered !== undefined) return remembered;
  if (google.isResting()) return null;
  let located: LocatedAddress | null;
  try {
    await platform.limits.take('geocoding', actor.companyId);
    located = await google.locate(address);
  } catch (error) {
    // The company has used up its geocoding limit for this hour.
    if (error instanceof AppError) return null;
    platform.metrics.geocodings.inc({ outcome: 'failed' });
    platform.log.warn({ reason: (error as Error).message }, 'Google did not locate an address');
    return null;
  }
  platform.metrics.geocodings.inc({ outcome: located ? 'found' : 'unknown' });
  const coordinates = located && (await withTimeZone(platform, located));
  // If Redis is down, the next request asks Google again.
  await platform.redis.set(key, JSON.stringify(coordinates), 'EX', coordinates ? knownSeconds : unknownSeconds).catch(() => {});
  return coordinates;
}

/** One entry for all spellings that differ by case, spaces and commas. Hashed, so that Redis holds no readable list of addresses. */
function cacheKey(address: string): string {
  const normalised = address
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s,]+/g, ' ')
    .trim();
  return `geocode:1:${sha256(normalised).toString('base64url')}`;
}

/** Undefined if nothing is cached, or if it can't be read. */
function recall({ redis }: Platform, key: string): Promise<Coordinates | null | undefined> {
  return redis
    .get(key)
    .then((text) => (text === null ? undefined : Remembered.parse(JSON.parse(text))))
    .catch(() => undefined);
}

async function withTimeZone({ db }: Platform, located: LocatedAddress): Promise<Coordinates | null> {
  const place = await findPlace(db.global, located);
  const timeZone = place?.timeZone ?? (await findTimeZoneNear(db.global, located));
  return timeZone === null ? null : { ...located, timeZone, source: 'GOOGLE' };
}
