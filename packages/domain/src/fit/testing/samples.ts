import { restedClocks } from '../../hours/clocks.ts';
import { seventyHourRules } from '../../hours/rules.ts';
import type { Point } from '../../places/distance.ts';
import { addDays, wallToInstant } from '../../time/zoned-time.ts';
import type { FitLoad, FitStop, FitTruck, PlannedLoad, Whereabouts } from '../facts.ts';

/** Cities for examples, with the state, the time zone and the middle of the city. */
export const cities = {
  Atlanta: ['GA', 'America/New_York', 33.749, -84.388],
  Boise: ['ID', 'America/Boise', 43.615, -116.202],
  Chicago: ['IL', 'America/Chicago', 41.878, -87.63],
  Conley: ['GA', 'America/New_York', 33.645, -84.325],
  Dallas: ['TX', 'America/Chicago', 32.777, -96.797],
  Denver: ['CO', 'America/Denver', 39.739, -104.99],
  'Fort Worth': ['TX', 'America/Chicago', 32.755, -97.331],
  Houston: ['TX', 'America/Chicago', 29.76, -95.37],
  Jackson: ['MS', 'America/Chicago', 32.299, -90.185],
  Longview: ['TX', 'America/Chicago', 32.501, -94.74],
  Memphis: ['TN', 'America/Chicago', 35.15, -90.049],
  Monroe: ['LA', 'America/Chicago', 32.509, -92.119],
  Nashville: ['TN', 'America/Chicago', 36.163, -86.782],
  'New York': ['NY', 'America/New_York', 40.713, -74.006],
  Sherman: ['TX', 'America/Chicago', 33.636, -96.609],
  Shreveport: ['LA', 'America/Chicago', 32.525, -93.75],
  'St. Louis': ['MO', 'America/Chicago', 38.627, -90.199],
  Tulsa: ['OK', 'America/Chicago', 36.154, -95.993],
  Waco: ['TX', 'America/Chicago', 31.549, -97.147],
} as const satisfies Record<string, readonly [state: string, timeZone: string, lat: number, lng: number]>;
export type City = keyof typeof cities;

/** Monday, Nov 16, 2026, 10:42 in Chicago. */
export const nowMs = Date.parse('2026-11-16T16:42:00Z');
const monday = '2026-11-16';
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** "tue 08:00" of this week, in Chicago or where a city is. */
export function at(words: string, timeZone = 'America/Chicago'): number {
  const [day = '', time = ''] = words.split(' ');
  return Date.parse(wallToInstant(addDays(monday, days.indexOf(day)), time, timeZone));
}

export function pointOf(city: City): Point {
  const [, , lat, lng] = cities[city];
  return { lat, lng };
}

export function placeOf(city: City) {
  const [state, timeZone] = cities[city];
  return { city, state, timeZone, point: pointOf(city) };
}

/** A stop with an appointment, or with a window when `until` is given. */
export function stopAt(kind: FitStop['kind'], city: City, when: string, until: string = when): FitStop {
  const place = placeOf(city);
  return {
    ...place,
    kind,
    schedule: until === when ? 'APPOINTMENT' : 'FCFS',
    opensMs: at(when, place.timeZone),
    closesMs: at(until, place.timeZone),
    hasTime: true,
    handling: 'LIVE',
    arrivedMs: null,
    isDone: false,
  };
}

export function plannedLoad(loadNumber: string, stops: FitStop[], status: PlannedLoad['status'] = 'BOOKED'): PlannedLoad {
  return { id: loadNumber, loadNumber, status, stops };
}

/** A van load 24835 without a driver. */
export function loadFrom(from: City, pickup: string, to: City, delivery: string): FitLoad {
  return {
    ...plannedLoad('24835', [stopAt('PICKUP', from, pickup), stopAt('DELIVERY', to, delivery)]),
    equipment: 'DRY_VAN',
    lengthFt: 53,
    weightLb: 38_400,
    isTemperatureSet: false,
    isHazmat: false,
    requirements: [],
  };
}

export function seenIn(city: City, atMs: number = nowMs, source: Whereabouts['source'] = 'POSITION'): Whereabouts {
  return { source, atMs, point: pointOf(city), city, state: cities[city][0] };
}

/** A van of 53 ft that is empty in a city now, with a rested driver of whom all is known. */
export function truckIn(city: City): FitTruck {
  return {
    employment: 'ACTIVE',
    ownStatus: 'READY',
    offUntilMs: null,
    equipment: 'DRY_VAN',
    trailerLengthFt: 53,
    maxWeightLb: 44_000,
    endorsements: [],
    cdlExpiresOn: '2028-05-01',
    medicalExpiresOn: '2027-05-01',
    twicExpiresOn: null,
    gear: [],
    avoidedStates: [],
    where: seenIn(city),
    hours: { atMs: nowMs, clocks: restedClocks(seventyHourRules, seventyHourRules.maxCycleMinutes), offSinceMs: null },
    partner: null,
    home: null,
  };
}
