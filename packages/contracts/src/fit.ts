import { ownDriverStatuses } from '@headhaul/domain/drivers/status';
import { usualRadiusMiles } from '@headhaul/domain/fit/read-empty-near';
import { fitActions, reasonKinds, verdicts } from '@headhaul/domain/fit/reasons';
import { z } from 'zod';
import { Equipment, LoadRequirement } from './equipment.ts';
import { endpoints } from './http/endpoint.ts';
import { Instant } from './http/field.ts';
import { StopInput } from './loads/input.ts';
import { LoadRow } from './loads/record.ts';

const FreightStop = StopInput.pick({
  kind: true,
  city: true,
  state: true,
  zip: true,
  schedule: true,
  day: true,
  time: true,
  endDay: true,
  endTime: true,
  handling: true,
});

/** A load that isn't saved yet, such as the draft in the form. */
export const Freight = z.strictObject({
  equipment: Equipment,
  lengthFt: z.int().min(0).max(1_000).nullable().default(null),
  weightLb: z.int().min(0).max(1_000_000).nullable().default(null),
  isTemperatureSet: z.boolean().default(false),
  isHazmat: z.boolean().default(false),
  requirements: z.array(LoadRequirement).max(10).default([]),
  stops: z.array(FreightStop).min(2).max(25),
  /** The saved load that the draft changes. It takes no time of its own driver. */
  exceptLoadId: z.uuid().nullable().default(null),
});
export type Freight = z.input<typeof Freight>;

export const FitReason = z.object({
  kind: z.enum(reasonKinds),
  words: z.string(),
  /** Minutes late, early or to spare. Null for reasons without minutes. */
  minutes: z.int().nullable(),
  /** For ON_LOAD: the load at the same time. Other reasons leave it out. */
  loadNumber: z.string().optional(),
});
export type FitReason = z.infer<typeof FitReason>;

const Miles = z.object({ miles: z.int(), source: z.enum(['ROAD', 'ESTIMATE']) });

/** The other load in the way: one at the same time, or the next one, to which the truck would come late. */
const FitConflict = z.object({
  loadNumber: z.string(),
  /** The end of its pickup window, and the start of its delivery window. Null when it has no day. */
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  timeZone: z.string(),
  /** When the truck would come to its late stop. Null for a load at the same time. */
  arriveAt: Instant.nullable(),
  /** From the delivery before to its late stop. */
  miles: z.int().nullable(),
  /** "In Jackson, MS Wed 17:30, pickup is 14:30 CST" */
  words: z.string(),
});

/** How one driver fits one load. */
const FitAnswer = z.object({
  verdict: z.enum(verdicts),
  /** The two lines of a row: the fact, and what it rests on. The second may be empty. */
  fact: z.string(),
  detail: z.string(),
  /** The same in the room of a bar of the planner: "20 h early", "33 mi deadhead". */
  brief: z.object({ fact: z.string(), detail: z.string() }),
  /** The ones that decide come first. */
  reasons: z.array(FitReason),
  conflict: FitConflict.nullable(),
  /** What would turn "not known" into an answer. */
  action: z.enum(fitActions).nullable(),
  /** Minutes to spare at the pickup, negative when late. */
  slackMinutes: z.int().nullable(),
  deadhead: Miles.nullable(),
  /** What the driver may still drive at the pickup. */
  driveMinutesLeft: z.int().nullable(),
  isAfterRest: z.boolean(),
  /** "empty in Dallas, TX", "Waco, TX at 20:00", or the trailer when the place isn't known. */
  from: z.string(),
  pickupAt: Instant.nullable(),
  deliveryAt: Instant.nullable(),
  /** When and where the truck is empty afterwards. */
  empty: z.object({ at: Instant, city: z.string(), state: z.string() }).nullable(),
});

export const FitRow = FitAnswer.extend({
  driverId: z.uuid(),
  name: z.string(),
  truckNumber: z.string().nullable(),
  teamPartnerId: z.uuid().nullable(),
  ownStatus: z.enum(ownDriverStatuses),
});
export type FitRow = z.infer<typeof FitRow>;

/** How many of each group. Those that need a look count as those that can. */
const FitCounts = z.object({ can: z.int(), notKnown: z.int(), cant: z.int() });

export const Fits = z.object({
  /** Those that can come first, then those that aren't known, then those that can't. Each group begins with the best. */
  rows: z.array(FitRow),
  counts: FitCounts,
  /** When nobody can, and that is known of all: the words that say so, and the drivers who would be the least late. */
  nobody: z.object({ words: z.string(), closestIds: z.array(z.uuid()) }).nullable(),
  assumptions: z.object({ milesPerHour: z.int(), liveDockMinutes: z.int(), dropDockMinutes: z.int() }),
});
export type Fits = z.infer<typeof Fits>;

const MapPoint = z.object({ lat: z.number(), lng: z.number() });

/** A booked load without a driver. */
export const OpenLoad = LoadRow.pick({
  id: true,
  loadNumber: true,
  brokerName: true,
  equipment: true,
  weightLb: true,
  pickupCity: true,
  pickupState: true,
  pickupAt: true,
  pickupEndsAt: true,
  pickupZone: true,
  deliveryCity: true,
  deliveryState: true,
  deliveryAt: true,
  deliveryZone: true,
  loadedMiles: true,
  deadheadMiles: true,
  grossCents: true,
}).extend({
  /** Its stops in order, without those whose place isn't known. */
  route: z.array(MapPoint),
});
export type OpenLoad = z.infer<typeof OpenLoad>;

export const LoadFitRow = FitAnswer.extend({ load: OpenLoad });
export type LoadFitRow = z.infer<typeof LoadFitRow>;

export const DriverLoadFits = z.object({
  driverId: z.uuid(),
  /** Those that the driver can take come first, then those that aren't known, then those that the driver can't take. Best first. */
  rows: z.array(LoadFitRow),
  counts: FitCounts,
});
export type DriverLoadFits = z.infer<typeof DriverLoadFits>;

export const LoadFits = z.object({
  /** In the order in which they were asked for. */
  drivers: z.array(DriverLoadFits),
  /** How many open loads were looked at: those with the soonest pickup. With `hasMore`, the company has more. */
  looked: z.int(),
  hasMore: z.boolean(),
});
export type LoadFits = z.infer<typeof LoadFits>;

export const maxLoadFitDrivers = 12;

/** When and where a truck is without a load. */
export const EmptyTime = z.object({
  /** From when on. Null when nobody can say. */
  at: Instant.nullable(),
  isNow: z.boolean(),
  /** Since when, for a truck that is empty now. Null when nobody said. */
  since: Instant.nullable(),
  timeZone: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  point: MapPoint.nullable(),
  /** The load after which it is empty. Null when it is empty now. */
  afterLoadNumber: z.string().nullable(),
  /** What the driver may still drive then. */
  driveMinutesLeft: z.int().nullable(),
});

export const EmptyRow = z.object({
  driverId: z.uuid(),
  name: z.string(),
  truckNumber: z.string().nullable(),
  phone: z.string().nullable(),
  equipment: Equipment.nullable(),
  trailerLengthFt: z.int().nullable(),
  /** LOOK when the truck has a next load. */
  verdict: z.enum(verdicts),
  /** What is missing, the most important first, and what would tell it. */
  unknown: z.array(FitReason),
  action: z.enum(fitActions).nullable(),
  /** From where the truck is empty to the place. */
  miles: Miles.nullable(),
  /** For a truck just outside: miles over the radius and minutes after the time, 0 when inside. */
  overMiles: z.int(),
  overMinutes: z.int(),
  empty: EmptyTime,
  next: z.object({ id: z.uuid(), loadNumber: z.string(), city: z.string(), pickupAt: Instant.nullable(), timeZone: z.string() }).nullable(),
});
export type EmptyRow = z.infer<typeof EmptyRow>;

/** A larger ring than this covers half of the country. */
export const maxEmptyRadiusMiles = 1_000;
export const minEmptyRadiusMiles = 5;
/** How many trucks of a group are sent. */
export const maxEmptyRows = 100;

export const EmptyNear = z.object({
  /** Null when nobody knows the place. Then there are no rows. */
  place: z.object({ label: z.string(), ...MapPoint.shape, timeZone: z.string() }).nullable(),
  /** For a place that isn't known: one that is written alike. */
  suggestion: z.string().nullable(),
  /** Words of the place that were left out to find it. */
  ignored: z.array(z.string()),
  by: Instant,
  /** The nearest first. */
  matches: z.array(EmptyRow),
  notKnown: z.array(EmptyRow),
  /** At most three: within twice the radius, or up to two hours later. */
  justOutside: z.array(EmptyRow),
  /** When nothing matches: the nearest truck with the right trailer, wherever and whenever. */
  nearest: EmptyRow.nullable(),
  counts: z.object({ matches: z.int(), notKnown: z.int() }),
});
export type EmptyNear = z.infer<typeof EmptyNear>;

export const fitEndpoints = endpoints({
  findFits: {
    method: 'POST',
    path: '/fits',
    summary: 'Which drivers can take a load, with reasons, best first',
    idempotency: 'none',
    isQuestion: true,
    // A large fleet with long plans takes seconds of computing. It gets one at a time, and pays the rest when its facts are known.
    cost: 20,
    body: z.union([z.strictObject({ loadId: z.uuid() }), z.strictObject({ freight: Freight })]),
    reply: Fits,
  },
  findLoadFits: {
    method: 'POST',
    path: '/fits/loads',
    summary: 'Which open loads a driver can take, with reasons, best first; for up to twelve drivers at once',
    idempotency: 'none',
    isQuestion: true,
    body: z.strictObject({ driverIds: z.array(z.uuid()).min(1).max(maxLoadFitDrivers) }),
    // Each driver is checked against up to sixty loads. Like `findFits`, a company gets one at a time.
    cost: ({ body }: { body: { driverIds: string[] } }) => 8 + 2 * body.driverIds.length,
    reply: LoadFits,
  },
  findEmptyNear: {
    // By GET, unlike the others: it is a search by a few plain values, which an address can hold.
    method: 'GET',
    path: '/fits/empty',
    summary: 'Which trucks are empty near a city or a ZIP by a time, the nearest first',
    isCompressed: true,
    query: z.object({
      /** A city, a city with its state, or a ZIP. */
      place: z.string().trim().min(1, 'Enter a city or a ZIP').max(60),
      radiusMiles: z.coerce.number().int().min(minEmptyRadiusMiles).max(maxEmptyRadiusMiles).default(usualRadiusMiles),
      /** Without it, any. */
      equipment: Equipment.optional(),
      /** Without it, a day from now. */
      by: Instant.optional(),
    }),
    // As with `findFits`, the plans of the whole fleet are computed.
    cost: 10,
    reply: EmptyNear,
  },
});
