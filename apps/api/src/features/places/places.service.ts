import { type LocatedPoint, type Place, placeLabel } from '@headhaul/contracts/places';
import { isWithin } from '@headhaul/domain/mail/domain-likeness';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { createBreather } from '../../lib/breathe.ts';
import type { DB } from '../../lib/db/generated.ts';
import { type AddressEnd, findState, readAddressEnd, statesBeginningWith } from './address.ts';
import { cityId, nameKey, prefixKeys } from './place-key.ts';

/** What a stop or an address says about its place. Any part may be missing. */
export interface PlaceText {
  city?: string | null | undefined;
  state?: string | null | undefined;
  zip?: string | null | undefined;
}

export interface TablePlace extends Place {
  precision: 'ZIP' | 'CITY';
  label: string;
}

const columns = sql`id, city, state, zip, county, lat, lng, time_zone as "timeZone"`;
/** Sorts after every character that a key contains, so the range `key` to `key~` holds everything that begins with `key`. */
const afterAllSigns = '~';

interface Ranked extends Place {
  rank: number;
  weight: number;
}

/** Cities and ZIPs that begin with the typed text. The city with exactly that name comes first, then the larger ones. */
export async function searchPlaces(db: Kysely<DB>, typed: string, limit: number): Promise<Place[]> {
  const zip = /^\d{1,5}$|(?<=[\s,])\d{5}$/.exec(typed.replace(/-\d{0,4}$/, ''))?.[0];
  const parts = zip === undefined ? cityParts(typed, limit) : [zipsBeginningWith(zip, limit)];
  if (parts.length === 0) return [];
  const { rows } = await sql<Ranked>`${sql.join(parts, sql` union all `)}`.execute(db);
  rows.sort((a, b) => a.rank - b.rank || b.weight - a.weight || (a.id < b.id ? -1 : 1));
  // A city found by its exact name is found again among those that begin with it.
  return rows.filter((row, index) => rows.findIndex(({ id }) => id === row.id) === index).slice(0, limit);
}

function cityParts(typed: string, limit: number): RawBuilder<unknown>[] {
  const [name = '', ...rest] = typed.split(',');
  if (rest.length > 0) {
    const key = nameKey(name);
    return key === '' ? [] : [citiesBeginningWith(`${key},`, limit, 0, statesBeginningWith(rest.join(' ')))];
  }
  const city = splitCity(typed);
  return [
    // "Dallas TX", written without a comma.
    ...(city.state === undefined ? [] : [citiesBeginningWith(cityId(city.name, city.state), limit, 0)]),
    ...prefixKeys(typed).flatMap((key) => [citiesBeginningWith(`${key},`, limit, 1), citiesBeginningWith(key, limit, 2)]),
  ];
}

/** Each part is a separate query, so that the planner chooses for its own prefix: by key if few rows match, by weight if thousands do. */
function citiesBeginningWith(key: string, limit: number, rank: number, states?: string[]): RawBuilder<unknown> {
  const inStates = states ? sql`and state = any(${states})` : sql``;
  return sql`(select ${rank}::int as rank, weight, ${columns} from places
    where id >= ${key} and id < ${key + afterAllSigns} and zip is null ${inStates} order by weight desc, id limit ${limit})`;
}

function zipsBeginningWith(digits: string, limit: number, rank = 0): RawBuilder<unknown> {
  return sql`(select ${rank}::int as rank, weight, ${columns} from places
    where id >= ${digits} and id < ${digits + afterAllSigns} order by id limit ${limit})`;
}

/** Cities that are compared with a name that nobody knows: the largest that begin with the same two letters. */
const mostCompared = 500;

/** The place that the first of these readings names exactly: a ZIP, a city with its state, or the largest city of that name. */
export async function findNamedPlace(db: Kysely<DB>, readings: readonly string[]): Promise<{ place: Place; reading: number } | null> {
  const parts = readings.flatMap((typed, index) => {
    if (/^\d{5}$/.test(typed)) return [zipsBeginningWith(typed, 1, index)];
    const { name, state } = splitCity(typed);
    // "Dallas TX" is first tried as a name of its own.
    const whole = typed.includes(',') ? [] : [nameKey(typed)];
    const keys = [...whole.map((key) => `${key},`), ...(state === undefined ? [] : [cityId(name, state)])];
    return keys.filter((key) => !key.startsWith(',')).map((key) => citiesBeginningWith(key, 1, index));
  });
  if (parts.length === 0) return null;
  const { rows } = await sql<Ranked>`${sql.join(parts, sql` union all `)}`.execute(db);
  const [found] = rows.sort((a, b) => a.rank - b.rank || b.weight - a.weight);
  return found === undefined ? null : { place: found, reading: found.rank };
}

/** "Dallas, TX" for "Dalas": a place that begins with what was typed, or else the largest that is written with one or two other letters. */
export async function suggestPlace(db: Kysely<DB>, typed: string): Promise<string | null> {
  const [longer] = await searchPlaces(db, typed, 1);
  if (longer !== undefined) return placeLabel(longer);
  const { name, state } = splitCity(typed);
  const key = nameKey(name);
  if (key.length < 4) return null;
  const part = citiesBeginningWith(key.slice(0, 2), mostCompared, 0, state === undefined ? undefined : [state]);
  const { rows } = await sql<Ranked>`${part}`.execute(db);
  const within = (edits: number) => rows.find(({ id }) => isWithin(id.slice(0, id.indexOf(',')), key, edits));
  const found = within(1) ?? (key.length > 5 ? within(2) : undefined);
  return found === undefined ? null : placeLabel(found);
}

/** The state after the comma, or as the last word. */
function splitCity(typed: string): { name: string; state: string | undefined } {
  const [name = '', ...rest] = typed.split(',');
  if (rest.length > 0) return { name, state: findState(rest.join(' ')) };
  const [, before = '', last = ''] = /^(.+)\s(\S+)$/.exec(typed) ?? [];
  const state = findState(last);
  return state === undefined ? { name: typed, state } : { name: before, state };
}

/** The place of a stop: its ZIP if that lies in the stated state, otherwise the center of its city. */
export async function findPlace(db: Kysely<DB>, words: PlaceText): Promise<Place | null> {
  const [found] = await findPlaces(db, [words]);
  return found ?? null;
}

/** The same for thousands of stops in one query. The answers are in the order of the list. */
export async function findPlaces(db: Kysely<DB>, list: readonly PlaceText[]): Promise<(Place | null)[]> {
  const asked = list.map(({ city, state, zip }) => {
    const code = state ? findState(state) : undefined;
    const zipId = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(zip ?? '')?.[1];
    return { code, zipId, id: city && code ? cityId(city, code) : undefined };
  });
  const rows = await loadPlaces(
    db,
    asked.flatMap(({ zipId, id }) => [zipId, id]),
  );
  return asked.map(({ code, zipId, id }) => choose(rows.get(zipId ?? ''), rows.get(id ?? ''), code)?.row ?? null);
}

async function loadPlaces(db: Kysely<DB>, ids: readonly (string | undefined)[]): Promise<Map<string, Place>> {
  const wanted = [...new Set(ids)].filter((id) => id !== undefined);
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Place>`select ${columns} from places where id = any(${wanted})`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A ZIP in another state is a typing mistake. The city is then more reliable. */
function choose(
  zip: Place | undefined,
  city: Place | undefined,
  state: string | null | undefined,
): { row: Place; precision: 'ZIP' | 'CITY' } | null {
  if (zip && (!state || zip.state === state)) return { row: zip, precision: 'ZIP' };
  return city ? { row: city, precision: 'CITY' } : null;
}

/** What the table knows about an address, and whether the address says nothing more exact than that. */
export async function findAddress(db: Kysely<DB>, address: string): Promise<{ place: TablePlace | null; isWhole: boolean }> {
  const end = readAddressEnd(address);
  const { zip, state, cities } = end;
  if (zip === null && state === null) return { place: present(await findOnlyCity(db, cities[0]), 'CITY'), isWhole: true };
  return chooseAmong(end, await loadPlaces(db, placeIds(end)));
}

/** The coordinates of many addresses, in one query. A city without a state is not located, because that takes a query for each. */
export async function locatePlaces(db: Kysely<DB>, addresses: readonly string[]): Promise<(LocatedPoint | null)[]> {
  const breathe = createBreather();
  const ends: AddressEnd[] = [];
  for (const address of addresses) {
    ends.push(readAddressEnd(address));
    await breathe();
  }
  const rows = await loadPlaces(db, ends.flatMap(placeIds));
  const points: (LocatedPoint | null)[] = [];
  for (const end of ends) {
    const { place } = chooseAmong(end, rows);
    points.push(place && { lat: place.lat, lng: place.lng, timeZone: place.timeZone });
    await breathe();
  }
  return points;
}

/** The ids in the table that an address may mean. */
function placeIds({ zip, state, cities }: AddressEnd): (string | undefined)[] {
  return [zip ?? undefined, ...cities.map(({ name }) => (state === null ? undefined : cityId(name, state)))];
}

function chooseAmong(end: AddressEnd, rows: ReadonlyMap<string, Place>): { place: TablePlace | null; isWhole: boolean } {
  const { zip, state, cities } = end;
  const zipRow = rows.get(zip ?? '');
  const named = cities.find(({ name }) => (state === null ? nameKey(name) === nameKey(zipRow?.city ?? '') : rows.has(cityId(name, state))));
  const found = choose(zipRow, named && state !== null ? rows.get(cityId(named.name, state)) : undefined, state);
  return { place: present(found?.row, found?.precision ?? 'CITY'), isWhole: named ? !named.hasMore : end.isBare };
}

/** Without a state, a name is located only if a single city has it. */
async function findOnlyCity(db: Kysely<DB>, words: { name: string; hasMore: boolean } | undefined): Promise<Place | undefined> {
  if (!words || words.hasMore || nameKey(words.name) === '') return undefined;
  const { rows } = await sql<Place>`${citiesBeginningWith(`${nameKey(words.name)},`, 2, 0)}`.execute(db);
  return rows.length === 1 ? rows[0] : undefined;
}

function present(row: Place | undefined, precision: 'ZIP' | 'CITY'): TablePlace | null {
  return row ? { ...row, precision, label: placeLabel(row) } : null;
}

/** The time zone of a point without a known ZIP or city: that of the nearest city. */
export async function findTimeZoneNear(db: Kysely<DB>, { lat, lng }: { lat: number; lng: number }): Promise<string | null> {
  const { rows } = await sql<{ timeZone: string }>`
    select time_zone as "timeZone" from places where zip is null and lat between ${lat - 2} and ${lat + 2} and lng between ${lng - 3} and ${lng + 3}
    order by (lat - ${lat}) ^ 2 + ((lng - ${lng}) * cos(radians(${lat}))) ^ 2 limit 1`.execute(db);
  return rows[0]?.timeZone ?? null;
}
