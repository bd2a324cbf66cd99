import { ownDriverStatuses } from '@headhaul/domain/drivers/status';
import { fitActions, reasonKinds, verdicts } from '@headhaul/domain/fit/reasons';
import { z } from 'zod';
import { Equipment, LoadRequirement } from './equipment.ts';
import { endpoints } from './http/endpoint.ts';
import { Instant } from './http/field.ts';
import { StopInput } from './loads/input.ts';

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
});

export const FitRow = z.object({
  driverId: z.uuid(),
  name: z.string(),
  truckNumber: z.string().nullable(),
  teamPartnerId: z.uuid().nullable(),
  ownStatus: z.enum(ownDriverStatuses),
  verdict: z.enum(verdicts),
  /** The two lines of a row: the fact, and what it rests on. The second may be empty. */
  fact: z.string(),
  detail: z.string(),
  /** The ones that decide come first. */
  reasons: z.array(FitReason),
  /** What would turn "not known" into an answer. */
  action: z.enum(fitActions).nullable(),
  /** Minutes to spare at the pickup, negative when late. */
  slackMinutes: z.int().nullable(),
  deadhead: z.object({ miles: z.int(), source: z.enum(['ROAD', 'ESTIMATE']) }).nullable(),
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
export type FitRow = z.infer<typeof FitRow>;

export const Fits = z.object({
  /** Those that can come first, then those that aren't known, then those that can't. Each group begins with the best. */
  rows: z.array(FitRow),
  /** How many of each group. Those that need a look count as those that can. */
  counts: z.object({ can: z.int(), notKnown: z.int(), cant: z.int() }),
  /** When nobody can, and that is known of all: the words that say so, and the drivers who would be the least late. */
  nobody: z.object({ words: z.string(), closestIds: z.array(z.uuid()) }).nullable(),
  assumptions: z.object({ milesPerHour: z.int(), liveDockMinutes: z.int(), dropDockMinutes: z.int() }),
});
export type Fits = z.infer<typeof Fits>;

export const fitEndpoints = endpoints({
  findFits: {
    method: 'POST',
    path: '/fits',
    summary: 'Which drivers can take a load, with reasons, best first',
    idempotency: 'none',
    // A large fleet with long plans takes seconds of computing, so a company gets one at a time.
    cost: 20,
    body: z.union([z.strictObject({ loadId: z.uuid() }), z.strictObject({ freight: Freight })]),
    reply: Fits,
  },
});
