import type { LoadStatus } from '@headhaul/domain/loads/status';
import { estimateRoadMiles } from '@headhaul/domain/places/distance';
import { roadMiles } from '@headhaul/domain/roads/miles';
import { dayAt, timeAt, wallToInstant } from '@headhaul/domain/time/zoned-time';
import { roads } from '../../features/roads/network.ts';
import type { Chance } from './chance.ts';
import type { DemoBroker } from './office-data.ts';
import type { DemoPlace, PlannedLoad, PlannedStop } from './plan.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A driver with truck and trailer, with their IDs in the database. */
export interface Rig {
  driverId: string;
  truckId: string | null;
  trailerId: string | null;
  equipment: PlannedLoad['equipment'];
  dispatcherId: string;
  home: DemoPlace;
}

export interface Poster extends DemoBroker {
  id: string;
}

export interface Market {
  posters: Poster[];
  places: DemoPlace[];
  /** Where freight from a place usually goes. */
  lanes: Map<DemoPlace, DemoPlace[]>;
  chance: Chance;
  nowMs: number;
}

const facilities = [
  'Distribution Center',
  'Cold Storage',
  'Foods',
  'Paper Mill',
  'Supply',
  'Warehouse 4',
  'Packaging',
  'Crossdock',
  'Steel Service',
  'Home Goods',
];
const commodities = [
  'Paper rolls',
  'Canned goods',
  'Auto parts',
  'Beverages',
  'Retail freight',
  'Produce',
  'Packaging',
  'Building material',
  'Appliances',
  'Pet food',
];

/** The next full hour at which a dock is open, in the dock's time zone. */
function dockHour(afterMs: number, timeZone: string, from = 6, to = 18): number {
  const at = Math.ceil(afterMs / hourMs) * hourMs;
  const hour = Number(timeAt(at, timeZone).slice(0, 2));
  const day = dayAt(at, timeZone);
  if (hour < from) return Date.parse(wallToInstant(day, `${String(from).padStart(2, '0')}:00`, timeZone));
  if (hour <= to) return at;
  return Date.parse(wallToInstant(dayAt(at + dayMs, timeZone), `${String(from).padStart(2, '0')}:00`, timeZone));
}

const pointOf = ({ lat, lng }: DemoPlace) => ({ lat: lat ?? 0, lng: lng ?? 0 });
/** Thousands of loads run between the same few places. */
const measured = new Map<string, number>();

function milesBetween(a: DemoPlace, b: DemoPlace): number {
  const key = [a, b].map(({ city, state }) => `${city}, ${state}`).join(' to ');
  const known = measured.get(key);
  if (known !== undefined) return known;
  const miles = Math.round(roadMiles(roads, pointOf(a), pointOf(b)) ?? estimateRoadMiles([pointOf(a), pointOf(b)]));
  measured.set(key, miles);
  return miles;
}

/** Driving time at 54 mph, with 10 hours of rest after every 11 hours at the wheel. */
export function driveMs(miles: number): number {
  const hours = miles / 54;
  return (hours + Math.floor(hours / 11) * 10) * hourMs;
}

export function makeStop(place: DemoPlace, atMs: number, chance: Chance): PlannedStop {
  const isWindow = chance.once(3);
  return {
    place,
    atMs,
    ...(isWindow ? { endMs: atMs + 4 * hourMs } : {}),
    facility: `${place.city} ${chance.of(facilities)}`,
    reference: `PU${chance.below(900_000) + 100_000}`,
  };
}

export function describeBroker(poster: Poster) {
  const [first = '', last = ''] = poster.contact
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z ]/g, '')
    .split(' ');
  const domain = poster.name.toLowerCase().replace(/[^a-z]+/g, '');
  const contact = { name: poster.contact, email: `${first}.${last}@${domain}.example`, phone: `+1312555${poster.mc.slice(-4)}` };
  return { brokerId: poster.id, brokerName: poster.name, contact, termsDays: poster.termsDays };
}

/** A factor on the rate: 5 % higher in early July, 5 % lower at New Year, and rising by 6 % over the last 270 days. */
function seasonOf(atMs: number, nowMs: number): number {
  const day = (atMs / dayMs) % 365.25;
  return 1 + 0.05 * Math.sin(((day - 90) / 365.25) * 2 * Math.PI) - (0.06 * (nowMs - atMs)) / (270 * dayMs);
}

/** A place with given lanes uses only those. Every other place gets two random targets, 250 to 1,200 road miles away. */
export function makeLanes(
  places: readonly DemoPlace[],
  given: readonly [DemoPlace, DemoPlace][],
  chance: Chance,
): Map<DemoPlace, DemoPlace[]> {
  const lanes = new Map<DemoPlace, DemoPlace[]>();
  for (const place of places) {
    const fixed = given.filter(([from]) => from === place).map(([, to]) => to);
    const others = places.filter((other) => milesBetween(place, other) > 250 && milesBetween(place, other) < 1_200);
    lanes.set(place, fixed.length > 0 ? fixed : [chance.of(others), chance.of(others)]);
  }
  return lanes;
}

/** Months of work of one driver: load after load, each from about where the last one ended, with nights, waiting and home time. */
export function drivePast(rig: Rig, market: Market, fromMs: number, untilMs: number): Omit<PlannedLoad, 'number'>[] {
  const { chance, places, lanes } = market;
  const loads: Omit<PlannedLoad, 'number'>[] = [];
  let here = rig.home;
  let freeMs = fromMs + chance.between(0, 4 * dayMs);
  while (freeMs < untilMs) {
    const near = places.filter((place) => place !== here && milesBetween(here, place) < 330);
    const origin = near.length > 0 && chance.once(2) ? chance.of(near) : here;
    const longest = chance.once(6) ? 3_000 : 1_250;
    const isFit = (place: DemoPlace) => place !== origin && milesBetween(origin, place) > 180 && milesBetween(origin, place) < longest;
    const usual = lanes.get(origin);
    const target = chance.of(usual && !chance.once(4) ? usual : places.filter(isFit));
    const load = haul(rig, market, origin, target, here, freeMs);
    const leftMs = load.walk.at(-1)?.to === 'TONU' || load.walk.at(-1)?.to === 'CANCELLED' ? load.pickup.atMs + 6 * hourMs : endOf(load);
    if (leftMs > untilMs) break;
    loads.push(load);
    if (leftMs !== load.pickup.atMs + 6 * hourMs) here = target;
    const isHomeward = chance.once(6);
    if (isHomeward) here = rig.home;
    freeMs = leftMs + (isHomeward ? chance.between(2.5, 4.5) * dayMs : chance.between(10, 58) * hourMs);
  }
  return loads;
}

function endOf(load: Omit<PlannedLoad, 'number'>): number {
  return load.walk.find(({ to }) => to === 'DELIVERED')?.atMs ?? load.delivery.atMs;
}

function haul(
  rig: Rig,
  { posters, chance, nowMs }: Market,
  origin: DemoPlace,
  target: DemoPlace,
  here: DemoPlace,
  freeMs: number,
): Omit<PlannedLoad, 'number'> {
  const poster = chance.of(posters.filter(({ mark }) => mark?.mark !== 'BLOCKED' || chance.once(8)));
  const loadedMiles = milesBetween(origin, target);
  const deadheadMiles = origin === here ? 4 + chance.below(42) : milesBetween(here, origin);
  const pickupMs = dockHour(freeMs + driveMs(deadheadMiles) + chance.between(1, 9) * hourMs, origin.timeZone);
  const deliveryMs = dockHour(pickupMs + 2 * hourMs + driveMs(loadedMiles) + chance.between(1, 5) * hourMs, target.timeZone, 5, 20);
  const bookedMs = pickupMs - chance.between(14, 46) * hourMs;
  const rpm = Math.min(Math.max((2.56 + 80 / loadedMiles) * poster.rate * seasonOf(pickupMs, nowMs) * chance.between(0.93, 1.15), 2), 3.2);
  const linehaulCents = Math.round((loadedMiles * rpm) / 25) * 2_500;
  const load = {
    ...describeBroker(poster),
    crew: { driverId: rig.driverId, truckId: rig.truckId, trailerId: rig.trailerId },
    dispatcherId: rig.dispatcherId,
    equipment: rig.equipment,
    pickup: makeStop(origin, pickupMs, chance),
    delivery: makeStop(target, deliveryMs, chance),
    loadedMiles,
    deadheadMiles,
    linehaulCents,
    bookedMs,
    rc: `RC-${10_000 + chance.below(89_999)}`,
    commodity: chance.of(commodities),
    weightLb: 9_000 + chance.below(34_000),
    board: chance.of(['DAT', 'DAT', 'TRUCKSTOP', 'DIRECT', 'EMAIL'] as const),
    ...(chance.once(3) ? { factoringBps: 250 } : {}),
  };
  const dispatchedMs = bookedMs + chance.between(0.5, 4) * hourMs;
  if (chance.once(45))
    return {
      ...load,
      walk: [
        { to: 'DISPATCHED', atMs: dispatchedMs },
        { to: 'TONU', atMs: pickupMs + hourMs },
      ],
      tonuCents: 25_000,
    };
  if (chance.once(50))
    return { ...load, walk: [{ to: 'CANCELLED', atMs: pickupMs - 6 * hourMs, reason: 'Broker gave it to another truck' }] };
  const arrivedMs = pickupMs - chance.between(-0.3, 0.8) * hourMs;
  const waitedMs = chance.once(9) ? chance.between(3.2, 5) * hourMs : chance.between(0.7, 1.9) * hourMs;
  const reachedMs = Math.max(deliveryMs + chance.between(-1.2, 0.4) * hourMs, arrivedMs + waitedMs + driveMs(loadedMiles));
  const deliveredMs = reachedMs + chance.between(0.6, 2) * hourMs;
  const walk: { to: LoadStatus; atMs: number }[] = [
    { to: 'DISPATCHED', atMs: dispatchedMs },
    { to: 'AT_PICKUP', atMs: arrivedMs },
    { to: 'IN_TRANSIT', atMs: arrivedMs + waitedMs },
    { to: 'AT_DELIVERY', atMs: reachedMs },
    { to: 'DELIVERED', atMs: deliveredMs },
  ];
  const invoicedMs = dockHour(deliveredMs + chance.between(4, 30) * hourMs, 'America/Chicago', 9, 16);
  const usualMs = invoicedMs + (poster.paysInDays + chance.between(-4, 5)) * dayMs;
  // Five of six payments that are overdue came in within the last 40 hours, so that the demo desk is not full of overdue invoices.
  const isLate = usualMs > nowMs && invoicedMs + poster.termsDays * dayMs < nowMs;
  const paidMs = isLate && !chance.once(6) ? nowMs - chance.between(2, 40) * hourMs : usualMs;
  if (invoicedMs < nowMs) walk.push({ to: 'INVOICED', atMs: invoicedMs });
  if (paidMs < nowMs) walk.push({ to: 'PAID', atMs: paidMs });
  const fees: NonNullable<PlannedLoad['fees']> = [];
  const settled = paidMs < nowMs ? 'PAID' : 'APPROVED';
  const hoursOver = Math.floor((waitedMs / hourMs - 2) * 4) / 4;
  if (hoursOver > 0) {
    const status = poster.mark?.mark === 'BLOCKED' || chance.once(3) ? 'DENIED' : settled;
    fees.push({
      type: 'DETENTION',
      brokerAmountCents: hoursOver * 5_000,
      driverAmountCents: hoursOver * 2_500,
      status,
      reason: `${hoursOver} h at pickup`,
      atMs: arrivedMs + waitedMs,
    });
  }
  if (chance.once(11))
    fees.push({ type: 'LUMPER', brokerAmountCents: 18_000, driverAmountCents: 18_000, status: settled, reason: '', atMs: deliveredMs });
  // Loads delivered more than 56 days ago have no documents.
  const hasDocuments = nowMs - deliveredMs < 56 * dayMs;
  return {
    ...load,
    walk,
    fees,
    ...(hasDocuments ? { documents: ['RATE_CONFIRMATION', 'BOL', ...(invoicedMs < nowMs ? (['POD'] as const) : [])] } : {}),
  };
}
