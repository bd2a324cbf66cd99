import type { Driver } from '@headhaul/contracts/drivers';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import type { Point } from '@headhaul/domain/places/distance';
import { byMiles, fitOf } from '../../loads/assign/load-fit.public.ts';
import { likelyHome } from '../home-place.public.ts';
import { needsLoad } from '../labels.ts';

/** Coordinates by place, such as "Omaha, NE". */
export type CityPoints = Readonly<Record<string, Point | null>>;

/** A booked load that a truck could take, and the miles to its pickup. */
export interface NearLoad {
  load: LoadRow;
  miles: number;
}

export interface EmptyMatch {
  driver: Driver;
  near: NearLoad | null;
}

const dayMs = 24 * 3_600_000;
/** In miles. A load further away does not count as near. */
const nearMiles = 150;

export function pickupKey({ pickupCity, pickupState }: LoadRow): string {
  return `${pickupCity}, ${pickupState}`;
}

/** Booked loads that this truck could take after its current ones, nearest first. Without a known place, home is the start. */
export function loadsNear(driver: Driver, loads: readonly LoadRow[], points: CityPoints, nowMs: number): NearLoad[] {
  const { readyLat, readyLng, readyAt, equipment } = driver;
  const home = likelyHome(driver);
  const at = readyLat !== null && readyLng !== null ? { lat: readyLat, lng: readyLng } : home === null ? null : (points[home] ?? null);
  if (at === null) return [];
  const truck = {
    equipment,
    at,
    atMs: Math.max(readyAt === null ? nowMs : Date.parse(readyAt), nowMs),
  };
  return loads
    .flatMap((load) => {
      const fit = fitOf(truck, { ...load, pickup: points[pickupKey(load)] ?? null });
      return fit.isFit && fit.miles !== null ? [{ load, miles: fit.miles }] : [];
    })
    .sort(byMiles);
}

/** A longer list is hard to act on and slow to match. */
const shownMatches = 12;

export interface EmptySoon {
  matches: EmptyMatch[];
  /** How many more trucks are empty by then. */
  more: number;
}

/** Trucks that are empty within a day, soonest first, each with the nearest load that no earlier truck was given. */
export function matchEmpty(drivers: readonly Driver[], loads: readonly LoadRow[], points: CityPoints, nowMs: number): EmptySoon {
  const taken = new Set<string>();
  const soon = drivers
    .filter((driver) => needsLoad(driver) && driver.currentLoad?.status !== 'PROBLEM' && emptyAt(driver, nowMs) <= nowMs + dayMs)
    .sort((a, b) => emptyAt(a, nowMs) - emptyAt(b, nowMs));
  const matches = soon.slice(0, shownMatches).map((driver) => {
    const near = loadsNear(driver, loads, points, nowMs).find(({ load, miles }) => !taken.has(load.id) && miles <= nearMiles) ?? null;
    if (near !== null) taken.add(near.load.id);
    return { driver, near };
  });
  return { matches, more: soon.length - matches.length };
}

/** Without a time, a ready driver counts as empty now, and any other as not empty soon. */
function emptyAt({ readyAt, status }: Driver, nowMs: number): number {
  if (readyAt !== null) return Date.parse(readyAt);
  return status === 'READY' ? nowMs : Number.POSITIVE_INFINITY;
}
