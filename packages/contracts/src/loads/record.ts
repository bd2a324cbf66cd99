import { factoringStatuses } from '@headhaul/domain/loads/money';
import { loadStatuses } from '@headhaul/domain/loads/status';
import { stopKinds, stopSchedules } from '@headhaul/domain/loads/stops';
import { milesSources } from '@headhaul/domain/roads/miles-source';
import { z } from 'zod';
import { LoadDocument } from '../documents.ts';
import { Equipment, LoadRequirement, LoadType, StateCode } from '../equipment.ts';
import { Day, Instant, WallTime } from '../http/field.ts';
import { LoadFee } from './fees.ts';
import { PayTerms } from './pay-terms.ts';
import { plainFields, plainRowFields } from './plain-fields.ts';

export const LoadStatus = z.enum(loadStatuses);
export const StopKind = z.enum(stopKinds);
export const StopSchedule = z.enum(stopSchedules);
export const StopStatus = z.enum(['PENDING', 'EN_ROUTE', 'ARRIVED', 'COMPLETED', 'SKIPPED']);
export const StopHandling = z.enum(['LIVE', 'DROP_AND_HOOK']);
export const ReferenceKind = z.enum(['PO', 'PU', 'BOL', 'PRO', 'DELIVERY', 'CUSTOMER']);
export const Urgency = z.enum(['LOW', 'NORMAL', 'HIGH', 'CRITICAL']);
export const NoteKind = z.enum(['DISPATCH', 'DRIVER', 'BILLING']);
export const FactoringStatus = z.enum(factoringStatuses);

/** Where the miles come from. The screen shows it. */
export const MilesSource = z.enum(milesSources);
export const LoadBoard = z.enum(['DAT', 'TRUCKSTOP', 'DIRECT', 'EMAIL', 'IMPORT', 'OTHER']);
export const EventSource = z.enum(['user', 'import', 'telegram', 'geofence', 'system']);

/** A stop's times are local to its place, as on the rate con. The instants follow from the place's time zone. */
export const Stop = z.object({
  id: z.uuid(),
  kind: StopKind,
  status: StopStatus,
  facility: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string(),
  state: StateCode,
  zip: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  timeZone: z.string(),
  schedule: StopSchedule,
  day: Day,
  time: WallTime.nullable(),
  endDay: Day.nullable(),
  endTime: WallTime.nullable(),
  startsAt: Instant,
  endsAt: Instant,
  arrivedAt: Instant.nullable(),
  departedAt: Instant.nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  reference: z.string().nullable(),
  sealNumber: z.string().nullable(),
  pieces: z.int().nullable(),
  weightLb: z.int().nullable(),
  handling: StopHandling,
  lumperNeeded: z.boolean(),
  instructions: z.string().nullable(),
});
export type Stop = z.infer<typeof Stop>;

export const LoadReference = z.object({ kind: ReferenceKind, value: z.string().trim().min(1).max(100) });

/** The day of a moment at some place, so it may be one day outside the years that people can type. */
const CountedDay = z.iso.date();

/** A line of the list. It is flat, because a database function writes it exactly as it is sent. */
export const LoadRow = z.object({
  id: z.uuid(),
  version: z.int(),
  loadNumber: z.string(),
  status: LoadStatus,
  statusBeforeProblem: LoadStatus.nullable(),
  statusChangedAt: Instant,
  problemReason: z.string().nullable(),
  urgency: Urgency,
  tags: z.array(z.string()),
  brokerId: z.uuid(),
  brokerName: z.string(),
  brokerMc: z.string().nullable(),
  brokerLoadNumber: z.string().nullable(),
  rc: z.string().nullable(),
  equipment: Equipment,
  ...plainRowFields,
  pickupCity: z.string(),
  pickupState: z.string(),
  pickupAt: Instant,
  pickupEndsAt: Instant,
  pickupHasTime: z.boolean(),
  pickupZone: z.string(),
  /** The days a load is counted on. Actual times come before appointments. `bookedDay` is in the company's time zone. */
  pickupDay: CountedDay,
  deliveryCity: z.string(),
  deliveryState: z.string(),
  deliveryAt: Instant,
  deliveryEndsAt: Instant,
  deliveryHasTime: z.boolean(),
  deliveryZone: z.string(),
  deliveryDay: CountedDay,
  bookedDay: CountedDay,
  stopCount: z.int(),
  /** When the truck arrived at the dock where it stands now. The detention clock starts here or at the appointment, if that is later. */
  dockArrivedAt: Instant.nullable(),
  driverId: z.uuid().nullable(),
  driverName: z.string().nullable(),
  driverPhone: z.string().nullable(),
  coDriverId: z.uuid().nullable(),
  truckNumber: z.string().nullable(),
  dispatcherId: z.uuid().nullable(),
  loadedMiles: z.int(),
  deadheadMiles: z.int(),
  linehaulCents: z.int(),
  fuelSurchargeCents: z.int(),
  /** Fees that the broker pays on top. */
  billableFeesCents: z.int(),
  /** As it is counted: 0 for a draft. `shownGross` in the domain is what a draft would bring. */
  grossCents: z.int(),
  hasRc: z.boolean(),
  hasBol: z.boolean(),
  hasPod: z.boolean(),
  invoicedAt: Instant.nullable(),
  /** Day the invoice is due by the payment terms. */
  dueOn: Day.nullable(),
  /** The office's time zone, in which invoice, due and payment days are counted. */
  companyZone: z.string(),
  paidAt: Instant.nullable(),
  createdAt: Instant,
  deletedAt: Instant.nullable(),
});
export type LoadRow = z.infer<typeof LoadRow>;

export const LoadNote = z.object({
  id: z.uuid(),
  kind: NoteKind,
  body: z.string(),
  authorName: z.string(),
  createdAt: Instant,
});
export type LoadNote = z.infer<typeof LoadNote>;

const Agreed = z.object({ linehaulCents: z.int(), fuelSurchargeCents: z.int(), rc: z.string().nullable(), loadedMiles: z.int() });

/** The whole load, as the details page and the edit form know it. */
export const Load = LoadRow.extend({
  brokerContactName: z.string().nullable(),
  brokerContactEmail: z.string().nullable(),
  brokerContactPhone: z.string().nullable(),
  brokerContactExt: z.string().nullable(),
  references: z.array(LoadReference),
  board: LoadBoard,
  boardFingerprint: z.string().nullable(),
  stops: z.array(Stop),
  loadType: LoadType,
  ...plainFields,
  requirements: z.array(LoadRequirement),
  /** As it was saved. 0: nothing was saved. */
  driverPayCents: z.int(),
  /**
   * How the driver is paid: by the terms of the day when the pay was saved, else by those of today, the company's if the driver has none.
   * Null without a driver. Pay that differs from these terms was typed.
   */
  payTerms: PayTerms.nullable(),
  /** The pay that the cut counts: the saved pay, else by the driver's or the company's terms. Null: not known. */
  countedPayCents: z.int().nullable(),
  /** Gross less pay, fees and factoring. Null while the pay or the factor's percentage isn't known. */
  cutCents: z.int().nullable(),
  fees: z.array(LoadFee),
  factoringStatus: FactoringStatus,
  /** As it was saved. Null: nothing was saved. */
  factoringFeeBps: z.int().nullable(),
  /** The percentage that the cut counts: the saved one, also 0, else the company's. Null: not known, or the load isn't factored. */
  countedFeeBps: z.int().nullable(),
  paymentTermsDays: z.int(),
  paidAmountCents: z.int().nullable(),
  /**
   * Set when money changed after booking: what was agreed before the first revision. For a TONU it is what the TONU
   * replaced, with the value before as `first`.
   */
  original: Agreed.extend({ first: Agreed.nullable().optional() }).nullable(),
  milesSource: MilesSource,
  coDriverName: z.string().nullable(),
  truckId: z.uuid().nullable(),
  trailerId: z.uuid().nullable(),
  trailerNumber: z.string().nullable(),
  dispatcherName: z.string().nullable(),
  createdByName: z.string().nullable(),
  documents: z.array(LoadDocument),
  notes: z.array(LoadNote),
  updatedAt: Instant,
  /** Until when the last status change can be undone; null when it can't. */
  undoUntil: Instant.nullable(),
});
export type Load = z.infer<typeof Load>;

/** A line of a load's history: what changed, who changed it and by which way. */
export const LoadEvent = z.object({
  id: z.uuid(),
  at: Instant,
  kind: z.enum([
    'created',
    'status',
    'undone',
    'edited',
    'assigned',
    'fee.added',
    'fee.changed',
    'fee.removed',
    'stop.times',
    'document.added',
    'document.removed',
    'note.added',
    'note.removed',
    'deleted',
    'restored',
    'factor.confirmed',
  ]),
  source: EventSource,
  actorName: z.string().nullable(),
  /** Changed fields as the user knows them: [{field, from, to}]; for a status also the reason. */
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  reason: z.string().nullable(),
});
export type LoadEvent = z.infer<typeof LoadEvent>;
