import { type EmptyNear, type EmptyRow, type fitEndpoints, maxEmptyRows } from '@headhaul/contracts/fit';
import { type Place, placeLabel } from '@headhaul/contracts/places';
import { usualAssumptions } from '@headhaul/domain/fit/assumptions';
import { countEmpties, type Empty, emptyLegs, findEmpty } from '@headhaul/domain/fit/empties';
import { type EmptyMatch, emptyNear, type SearchedTruck } from '@headhaul/domain/fit/empty-near';
import { type FormatContext, formatReason } from '@headhaul/domain/fit/format-reason';
import { placeReadings, usualAheadMs } from '@headhaul/domain/fit/read-empty-near';
import { actionFor } from '@headhaul/domain/fit/reasons';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { createBreather } from '../../lib/breathe.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { DB } from '../../lib/db/generated.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { findNamedPlace, suggestPlace } from '../places/places.service.ts';
import { type Leg, measureLegs } from '../roads/legs.service.ts';
import { type LoadsAround, readLoadsAround } from './fit-loads.ts';
import { type FitDriver, readCompanyZone, readFitDrivers } from './fit-trucks.ts';

type Asked = z.output<typeof fitEndpoints.findEmptyNear.query>;

/** Of the booked loads, those before the time decide where the truck is empty, and the one after it is the next load. */
const sides = { before: 8, after: 1 };
/** No name of a city has more words. */
const mostReadings = 6;

/** Who is empty near a place by a time. The facts are read in one transaction and the plans computed after it, without a connection. */
export async function findEmptyNear(ctx: Ctx, asked: Asked): Promise<EmptyNear> {
  const nowMs = Date.now();
  const byMs = asked.by === undefined ? nowMs + usualAheadMs : Date.parse(asked.by);
  const nothing = { by: new Date(byMs).toISOString(), matches: [], notKnown: [], justOutside: [], nearest: null };
  const { place, suggestion, ignored } = await locate(ctx.platform.db.global, asked.place);
  if (place === null) return { ...nothing, place, suggestion, ignored, counts: { matches: 0, notKnown: 0 } };
  const facts = await ctx.transaction((tx) => readFacts(tx, nowMs, byMs));
  const context = { nowMs, companyZone: facts.companyZone };
  const { lat, lng } = place;
  const trucks = await findEmpties(facts, nowMs);
  const measure = await measureLegs(
    trucks.flatMap(({ empties }) => empties.flatMap(({ point }) => point ?? [])).map((from) => ({ from, to: { lat, lng } })),
  );
  const search = { point: { lat, lng }, radiusMiles: asked.radiusMiles, equipment: asked.equipment ?? null, byMs };
  const found = emptyNear(trucks, search, measure);
  const toRows = (matches: readonly EmptyMatch<SearchedDriver>[]) => matches.slice(0, maxEmptyRows).map((match) => toRow(match, context));
  return {
    ...nothing,
    place: { label: placeLabel(place), lat, lng, timeZone: place.timeZone },
    suggestion,
    ignored,
    matches: toRows(found.matches),
    notKnown: toRows(found.notKnown),
    justOutside: toRows(found.justOutside),
    nearest: found.matches.length > 0 || found.nearest === null ? null : toRow(found.nearest, context),
    counts: { matches: found.matches.length, notKnown: found.notKnown.length },
  };
}

/** The place as it is written, or without its last words: "dallas asap". */
async function locate(db: Kysely<DB>, typed: string): Promise<{ place: Place | null; suggestion: string | null; ignored: string[] }> {
  const readings = placeReadings({ place: typed.replace(/\s+/g, ' '), ignored: [] }).slice(-mostReadings);
  const named = await findNamedPlace(
    db,
    readings.map(({ place }) => place),
  );
  if (named !== null) return { place: named.place, suggestion: null, ignored: readings[named.reading]?.ignored ?? [] };
  const [whole = { place: typed }, first = whole] = [readings[0], readings.at(-1)];
  const suggestion = (await suggestPlace(db, whole.place)) ?? (await suggestPlace(db, first.place));
  return { place: null, suggestion, ignored: [] };
}

interface Facts {
  drivers: FitDriver[];
  loadsAround: LoadsAround;
  companyZone: string;
}

async function readFacts(tx: TenantTx, nowMs: number, byMs: number): Promise<Facts> {
  const companyZone = await readCompanyZone(tx);
  return { drivers: await readFitDrivers(tx, nowMs), loadsAround: await readLoadsAround(tx, [byMs], null, sides), companyZone };
}

type SearchedDriver = SearchedTruck & { driver: FitDriver };

/** A truck with many loads is planned once for each of them, so others get their turn after each plan and not only after each truck. */
async function findEmpties({ drivers, loadsAround }: Facts, nowMs: number): Promise<SearchedDriver[]> {
  const breathe = createBreather();
  const legs: Leg[] = [];
  for (const { id, truck } of drivers) {
    legs.push(...emptyLegs(truck, loadsAround(id, 0), usualAssumptions, nowMs));
    await breathe();
  }
  const measure = await measureLegs(legs);
  const searched: SearchedDriver[] = [];
  for (const driver of drivers) {
    const { employment, equipment } = driver.truck;
    const loads = loadsAround(driver.id, 0);
    const empties: Empty[] = [];
    for (let index = 0; index < countEmpties(loads); index += 1) {
      empties.push(findEmpty(driver.truck, { loads, measure }, index, usualAssumptions, nowMs));
      await breathe();
    }
    searched.push({ driver, employment, equipment, empties });
  }
  return searched;
}

function toRow(
  { truck, empty, roadMiles, verdict, unknown, overMiles, overMinutes }: EmptyMatch<SearchedDriver>,
  context: FormatContext,
): EmptyRow {
  const { id, name, truckNumber, phone, truck: facts } = truck.driver;
  const [missing] = unknown;
  return {
    driverId: id,
    name,
    truckNumber,
    phone,
    equipment: facts.equipment,
    trailerLengthFt: facts.trailerLengthFt,
    verdict,
    unknown: unknown.map((reason) => ({ kind: reason.kind, words: formatReason(reason, context), minutes: null })),
    action: missing === undefined ? null : actionFor(missing),
    miles: roadMiles && { miles: Math.round(roadMiles.miles), source: roadMiles.source },
    overMiles,
    overMinutes,
    empty: toEmptyTime(truck.driver, empty, context),
    next: empty.next && {
      id: empty.next.id,
      loadNumber: empty.next.loadNumber,
      city: empty.next.stops[0]?.city ?? '',
      pickupAt: toInstant(empty.next.stops[0]?.opensMs ?? null),
      timeZone: empty.next.stops[0]?.timeZone ?? context.companyZone,
    },
  };
}

function toEmptyTime(
  { truck }: FitDriver,
  empty: EmptyMatch<SearchedDriver>['empty'],
  { nowMs, companyZone }: FormatContext,
): EmptyRow['empty'] {
  const { atMs, city, state, timeZone, point, afterLoadNumber, driveMinutesLeft } = empty;
  const isNow = afterLoadNumber === null && atMs !== null && atMs <= nowMs;
  // The last drop says when the truck was left empty. What the office entered says it only if it named a time.
  const sinceMs = truck.where?.source === 'LAST_DROP' ? truck.where.atMs : truck.offUntilMs;
  return {
    at: toInstant(atMs),
    isNow,
    since: isNow && sinceMs !== null && sinceMs <= nowMs ? toInstant(sinceMs) : null,
    timeZone: timeZone ?? companyZone,
    city,
    state,
    point,
    afterLoadNumber,
    driveMinutesLeft: driveMinutesLeft === null ? null : Math.floor(driveMinutesLeft),
  };
}

function toInstant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
