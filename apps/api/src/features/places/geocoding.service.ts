import { Coordinates } from '@headhaul/contracts/places';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { createAnswerCache } from '../../lib/net/providers/answer-cache.ts';
import type { Platform } from '../../lib/platform.ts';
import type { GoogleGeocoder, LocatedAddress } from './google-geocoder.ts';
import { findAddress, findPlace, findTimeZoneNear, type TablePlace } from './places.service.ts';

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
  const cache = createAnswerCache(platform.redis, 'google_geocoding', Coordinates.nullable());
  const question = normalise(address);
  const kept = await cache.recall(question);
  if (kept) return kept.value;
  const answer = await google.locate(actor.companyId, address);
  if (answer.kind === 'unavailable') {
    const { because, reason } = answer;
    // A company without turns left, and a service that is resting, were logged when it began.
    if (because !== 'LIMIT' && because !== 'RESTING') platform.log.warn({ because, reason }, 'Google did not locate an address');
    return null;
  }
  const coordinates = answer.value && (await withTimeZone(platform, answer.value));
  await cache.keep(question, coordinates, coordinates ? knownSeconds : unknownSeconds);
  return coordinates;
}

/** One question for all spellings that differ by case, spaces and commas. */
function normalise(address: string): string {
  return address
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s,]+/g, ' ')
    .trim();
}

async function withTimeZone({ db }: Platform, located: LocatedAddress): Promise<Coordinates | null> {
  const place = await findPlace(db.global, located);
  const timeZone = place?.timeZone ?? (await findTimeZoneNear(db.global, located));
  return timeZone === null ? null : { ...located, timeZone, source: 'GOOGLE' };
}
