import { z } from 'zod';
import { Equipment, LoadRequirement, LoadType, StateCode } from '../equipment.ts';
import { Day, OptionalDocket, OptionalEmail, optionalText, Phone, WallTime } from '../http/field.ts';
import { Cents } from './fees.ts';
import { plainInputs } from './plain-fields.ts';
import { FactoringStatus, LoadBoard, LoadReference, LoadStatus, StopHandling, StopKind, StopSchedule, Urgency } from './record.ts';

/** Narrower than `Day`, so that the calendar has the stop's moments in every time zone. */
const StopDay = Day.refine((day) => day >= '1990' && day < '2100', 'Check the year');

export const StopInput = z.strictObject({
  /** The ID of an existing stop; null for a new one. */
  id: z.uuid().nullable().default(null),
  kind: StopKind,
  facility: optionalText(200),
  address: optionalText(300),
  city: z.string().trim().min(1, 'Enter a city').max(100),
  state: StateCode,
  zip: optionalText(10),
  schedule: StopSchedule.default('APPOINTMENT'),
  day: StopDay,
  time: WallTime.nullable().default(null),
  endDay: StopDay.nullable().default(null),
  endTime: WallTime.nullable().default(null),
  contactName: optionalText(200),
  contactPhone: Phone,
  reference: optionalText(100),
  sealNumber: optionalText(100),
  pieces: z.int().min(0).max(1_000_000).nullable().default(null),
  weightLb: z.int().min(0).max(500_000).nullable().default(null),
  handling: StopHandling.default('LIVE'),
  lumperNeeded: z.boolean().default(false),
  instructions: optionalText(2000),
});
export type StopInput = z.input<typeof StopInput>;

/**
 * The person was told that the driver can't make the load, or that it isn't known, and wants it so. The API checks the fit itself and
 * writes what it finds into the history. A typed reason is needed only when the trailer is of the wrong kind.
 */
const Anyway = z
  .strictObject({
    reason: optionalText(200),
    /** The kinds of reasons that the person was told. The API asks again when another one decides. Left out: whatever it finds. */
    seen: z.array(z.string().max(40)).max(40).optional(),
    /** The driver's loads at the same time that the person was told of, by number. The API asks about any other. Left out: about all. */
    seenLoads: z.array(z.string().max(40)).max(1_000).optional(),
  })
  .optional();

/**
 * What the load form sends. Fees, notes, documents, status and stop times have their own calls, so that
 * two people rarely change the same thing.
 */
export const LoadInput = z
  .strictObject({
    /** Empty: a new load gets the company's next number. */
    loadNumber: z
      .string()
      .trim()
      .max(40)
      .nullable()
      .default(null)
      .transform((value) => (value === '' ? null : value)),
    /** A draft may have no rate, a booked load must have one. Only for a new load. */
    asDraft: z.boolean().default(false),
    brokerId: z.uuid().nullable().default(null),
    brokerName: optionalText(200),
    brokerMc: OptionalDocket,
    brokerContactName: optionalText(200),
    brokerContactEmail: OptionalEmail,
    brokerContactPhone: Phone,
    brokerContactExt: optionalText(20),
    brokerLoadNumber: optionalText(60),
    rc: optionalText(60),
    references: z.array(LoadReference).max(20).default([]),
    board: LoadBoard.default('DIRECT'),
    boardFingerprint: optionalText(200),
    urgency: Urgency.default('NORMAL'),
    tags: z.array(z.string().trim().min(1).max(40)).max(20).default([]),
    stops: z.array(StopInput).min(2, 'A load has a pickup and a delivery').max(25),
    equipment: Equipment.default('DRY_VAN'),
    loadType: LoadType.default('FTL'),
    ...plainInputs,
    requirements: z.array(LoadRequirement).max(10).default([]),
    linehaulCents: Cents,
    fuelSurchargeCents: Cents.default(0),
    /** Null: computed from the driver's pay terms. */
    driverPayCents: Cents.nullable().default(null),
    factoringStatus: FactoringStatus.default('NOT_FACTORED'),
    /** Null: the company's percentage. */
    factoringFeeBps: z.int().min(0).max(2_000).nullable().default(null),
    paymentTermsDays: z.int().min(0).max(180).default(30),
    /** Null or 0: measured from the stops. A TONU has none. */
    loadedMiles: z.int().min(0).max(20_000).nullable().default(null),
    /** 0: not known. */
    deadheadMiles: z.int().min(0).max(20_000).default(0),
    driverId: z.uuid().nullable().default(null),
    coDriverId: z.uuid().nullable().default(null),
    /** Null: a driver who is new to the load brings their own truck and trailer. */
    truckId: z.uuid().nullable().default(null),
    trailerId: z.uuid().nullable().default(null),
    /** The sender knows that the driver is on another load at that time. */
    confirmDoubleBooking: z.boolean().default(false),
    /** The sender knows that the factor declined the broker or has too little of its limit left. */
    confirmFactor: z.boolean().default(false),
    /** Without it, a driver who can't make the load, or of whom it isn't known, answers `confirmation_needed`. A draft doesn't ask. */
    anyway: Anyway,
    /** Null: the load's dispatcher stays, or the person who saves it becomes the dispatcher. */
    dispatcherId: z.uuid().nullable().default(null),
  })
  .refine(({ brokerId, brokerName, brokerMc }) => brokerId !== null || brokerName !== null || brokerMc !== null, {
    path: ['brokerName'],
    message: 'Name the broker or give the MC number',
  })
  .refine(({ stops }) => stops[0]?.kind === 'PICKUP', { path: ['stops', 0, 'kind'], message: 'The first stop is a pickup' })
  .refine(({ stops }) => stops.at(-1)?.kind === 'DELIVERY', { path: ['stops'], message: 'The last stop is a delivery' })
  .refine(({ asDraft, linehaulCents }) => asDraft || linehaulCents > 0, { path: ['linehaulCents'], message: 'Enter the rate' })
  .refine(({ temperatureMinF: min, temperatureMaxF: max }) => min === null || max === null || min <= max, {
    path: ['temperatureMaxF'],
    message: 'The upper temperature is below the lower one',
  });
export type LoadInput = z.input<typeof LoadInput>;

export type LoadValues = z.output<typeof LoadInput>;

export const StatusInput = z.strictObject({
  newStatus: LoadStatus,
  /** Required for PROBLEM. */
  reason: z.string().trim().max(500).default(''),
  /** For PAID: the amount received. Default: gross plus lumper. */
  paidAmountCents: Cents.nullable().default(null),
  /** The sender knows that the driver is on another active load. */
  confirmDoubleBooking: z.boolean().default(false),
  /** For a load that becomes booked: the sender knows what the factor says against its broker. */
  confirmFactor: z.boolean().default(false),
  /** For a draft or a cancelled load that becomes booked with a driver. */
  anyway: Anyway,
});
export type StatusInput = z.input<typeof StatusInput>;

export const TonuInput = z.strictObject({
  newRc: z.string().trim().max(60).nullable().default(null),
  newRate: Cents.refine((cents) => cents > 0, 'Enter the TONU amount'),
});

export const AssignmentInput = z.strictObject({
  driverId: z.uuid().nullable(),
  coDriverId: z.uuid().nullable().default(null),
  /** Left out: a new driver's own truck and trailer, or those that the load has. */
  truckId: z.uuid().nullable().optional(),
  trailerId: z.uuid().nullable().optional(),
  deadheadMiles: z.int().min(0).max(20_000).optional(),
  confirmDoubleBooking: z.boolean().default(false),
  /** The driver whom the person saw on the load. `version_stale` if somebody gave it to another one since. Left out: not checked. */
  seenDriverId: z.uuid().nullable().optional(),
  anyway: Anyway,
});
export type AssignmentInput = z.input<typeof AssignmentInput>;
