import { type LocatedPoint, type Place, placeLabel } from '@headhaul/contracts/places';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { createBreather } from '../../lib/breathe.ts';
import type { DB } from '../../lib/db/generated.ts';
import { type AddressEnd, findState, readAddressEnd, statesBeginningWith } from './address.ts';
import { cityId, nameKey, prefixKeys } from './place-key.ts';

/** What a stop or an address knows of its place; anything may be missing. */
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
/** Greater than every sign that a key holds, so that `key` to `key~` is all that begins with `key`. */
const afterAllSigns = '~';

interface Ranked extends Place {
  rank: number;
  weight: number;
}

/** Cities and ZIPs that begin with what was typed: the city of just that name first, then the larger. */
export async function searchPlaces(db: Kysely<DB>, typed: string, limit: number): Promise<Place[]> {
  const zip = /^\d{1,5}$|(?<=[\s,])\d{5}$/.exec(typed.replace(/-\d{0,4}$/, ''))?.[0];
  const parts = zip === undefined ? cityParts(typed, limit) : [zipsBeginningWith(zip, limit)];
  if (parts.length === 0) return [];
  const { rows } = await sql<Ranked>`${sql.join(parts, sql` union all `)}`.execute(db);
  rows.sort((a, b) => a.rank - b.rank || b.weight - a.weight || (a.id < b.id ? -1 : 1));
  // A city found by its exact name is found among those that begin with it once more.
  return rows.filter((row, index) => rows.findIndex(({ id }) => id === row.id) === index).slice(0, limit);
}

function cityParts(typed: string, limit: number): RawBuilder<unknown>[] {
  const [name = '', ...rest] = typed.split(',');
  if (rest.length > 0) {
    const key = nameKey(name);
    return key === '' ? [] : [citiesBeginningWith(`${key},`, limit, 0, statesBeginningWith(rest.join(' ')))];
  }
  const [, before = '', last = ''] = /^(.+)\s(\S+)$/.exec(typed) ?? [];
  const state = findState(last);
  return [
    // "Dallas TX", written without the comma.
    ...(state === undefined ? [] : [citiesBeginningWith(cityId(before, state), limit, 0)]),
    ...prefixKeys(typed).flatMap((key) => [citiesBeginningWith(`${key},`, limit, 1), citiesBeginningWith(key, limit, 2)]),
  ];
}

/** Each part on its own, so that the planner chooses by its own letters: few by the key, thousands by weight. */
function citiesBeginningWith(key: string, limit: number, rank: number, states?: string[]): RawBuilder<unknown> {
  const inStates = states ? sql`and state = any(${states})` : sql``;
  return sql`(select ${rank}::int as rank, weight, ${columns} from places
    where id >= ${key} and id < ${key + afterAllSigns} and zip is null ${inStates} order by weight desc, id limit ${limit})`;
}

function zipsBeginningWith(digits: string, limit: number): RawBuilder<unknown> {
  return sql`(select 0 as rank, weight, ${columns} from places
    where id >= ${digits} and id < ${digits + afterAllSigns} order by id limit ${limit})`;
}

/** Where a stop lies: its ZIP if that is in the state it names, else the middle of its city. */
export async function findPlace(db: Kysely<DB>, words: PlaceText): Promise<Place | null> {
  const [found] = await findPlaces(db, [words]);
  return found ?? null;
}

/** The same for thousands at once, by one query; the answers stand in the order of the questions. */
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

/** A ZIP of another state is a slip of the pen; the city then says more. */
function choose(
  zip: Place | undefined,
  city: Place | undefined,
  state: string | null | undefined,
): { row: Place; precision: 'ZIP' | 'CITY' } | null {
  if (zip && (!state || zip.state === state)) return { row: zip, precision: 'ZIP' };
  return city ? { row: city, precision: 'CITY' } : null;
}

/** What the table knows of a whole address, and whether it names nothing more exact than that. */
export async function findAddress(db: Kysely<DB>, address: string): Promise<{ place: TablePlace | null; isWhole: boolean }> {
  const end = readAddressEnd(address);
  const { zip, state, cities } = end;
  if (zip === null && state === null) return { place: present(await findOnlyCity(db, cities[0]), 'CITY'), isWhole: true };
  return chooseAmong(end, await loadPlaces(db, placeIds(end)));
}

/** Where many addresses lie, by one query. A city without its state is no place here: which one is meant takes a look at each. */
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

/** The rows of the table that an address may mean. */
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

/** Without a state only a name that one city has says where it is. */
async function findOnlyCity(db: Kysely<DB>, words: { name: string; hasMore: boolean } | undefined): Promise<Place | undefined> {
  if (!words || words.hasMore || nameKey(words.name) === '') return undefined;
  const { rows } = await sql<Place>`${citiesBeginningWith(`${nameKey(words.name)},`, 2, 0)}`.execute(db);
  return rows.length === 1 ? rows[0] : undefined;
}

function present(row: Place | undefined, precision: 'ZIP' | 'CITY'): TablePlace | null {
  return row ? { ...row, precision, label: placeLabel(row) } : null;
}

/** The clock at a point that has neither a known ZIP nor a known city: that of the nearest city. */
export async function findTimeZoneNear(db: Kysely<DB>, { lat, lng }: { lat: number; lng: number }): Promise<string | null> {
  const { rows } = await sql<{ timeZone: string }>`
    select time_zone as "timeZone" from places where zip is null and lat between ${lat - 2} and ${lat + 2} and lng between ${lng - 3} and ${lng + 3}
    order by (lat - ${lat}) ^ 2 + ((lng - ${lng}) * cos(radians(${lat}))) ^ 2 limit 1`.execute(db);
  return rows[0]?.timeZone ?? null;
}
