import { dispatchFeeBases, dispatchFeeModels } from '@headhaul/domain/drivers/pay';
import { driverStatuses, ownDriverStatuses } from '@headhaul/domain/drivers/status';
import { z } from 'zod';
import { Equipment, StateCode } from './equipment.ts';
import { empty, endpoints, repeated } from './http/endpoint.ts';
import { Day, Flag, Instant, OptionalEmail, optionalText, Phone } from './http/field.ts';
import { Cents } from './loads/fees.ts';
import { PayTerms } from './loads/pay-terms.ts';
import { LoadStatus } from './loads/record.ts';

export const DriverStatus = z.enum(driverStatuses);
export const OwnDriverStatus = z.enum(ownDriverStatuses);
export const DutyStatus = z.enum(['OFF_DUTY', 'SLEEPER_BERTH', 'DRIVING', 'ON_DUTY']);
export const Employment = z.enum(['ACTIVE', 'INACTIVE']);
export const DriverType = z.enum(['COMPANY_DRIVER', 'LEASE', 'OWNER_OPERATOR']);
export const Endorsement = z.enum(['N', 'H', 'X', 'P', 'T']);

export const PayTermsInput = PayTerms.refine(({ model, rate }) => model !== 'PERCENTAGE' || rate <= 10_000, {
  path: ['rate'],
  message: 'At most 100 percent',
});

export const DispatchFeeTerms = z.object({
  model: z.enum(dispatchFeeModels),
  percentBps: z.int().min(0).max(10_000),
  amountCents: Cents,
  base: z.enum(dispatchFeeBases),
  minimumCents: Cents,
  appliesToTonu: z.boolean(),
});

const shape = {
  name: z.string(),
  familyName: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  language: z.string().nullable(),
  type: DriverType,
  employment: Employment,
  teamPartnerId: z.uuid().nullable(),
  homeCity: z.string().nullable(),
  homeState: z.string().nullable(),
  cdlNumber: z.string().nullable(),
  cdlState: z.string().nullable(),
  cdlClass: z.string().nullable(),
  cdlExpiresOn: Day.nullable(),
  endorsements: z.array(Endorsement),
  medicalExpiresOn: Day.nullable(),
  twicExpiresOn: Day.nullable(),
  gear: z.array(z.string()),
  pay: PayTerms.nullable(),
  dispatchFee: DispatchFeeTerms.nullable(),
  dispatcherId: z.uuid().nullable(),
  truckId: z.uuid().nullable(),
  trailerId: z.uuid().nullable(),
  preferredLanes: z.string().nullable(),
  avoidedStates: z.array(z.string()),
  minRpmCents: z.int().nullable(),
  maxWeightLb: z.int().nullable(),
  samsaraVehicleId: z.string().nullable(),
  samsaraDriverId: z.string().nullable(),
  datatruckId: z.string().nullable(),
  notes: z.string().nullable(),
};

/** A load as a driver's line shows it. */
export const LoadBrief = z.object({
  id: z.uuid(),
  loadNumber: z.string(),
  status: LoadStatus,
  pickupCity: z.string(),
  pickupState: z.string(),
  pickupAt: Instant,
  pickupZone: z.string(),
  deliveryCity: z.string(),
  deliveryState: z.string(),
  deliveryAt: Instant,
  deliveryEndsAt: Instant,
  deliveryZone: z.string(),
  problemReason: z.string().nullable(),
  grossCents: z.int(),
});
export type LoadBrief = z.infer<typeof LoadBrief>;

/** A line of the list and the top of the driver's page. */
export const Driver = z.object({
  id: z.uuid(),
  version: z.int(),
  ...shape,
  /** Computed from the driver's loads and `ownStatus`. */
  status: DriverStatus,
  /** As the office set it. */
  ownStatus: OwnDriverStatus,
  statusNote: z.string().nullable(),
  dutyStatus: DutyStatus.nullable(),
  /** When and where the truck is empty: after its last load, else as the office set it. Null if not known. */
  readyAt: Instant.nullable(),
  readyCity: z.string().nullable(),
  readyState: z.string().nullable(),
  readyZone: z.string().nullable(),
  readyLat: z.number().nullable(),
  readyLng: z.number().nullable(),
  truckNumber: z.string().nullable(),
  trailerNumber: z.string().nullable(),
  equipment: Equipment.nullable(),
  trailerLengthFt: z.int().nullable(),
  dispatcherName: z.string().nullable(),
  teamPartnerName: z.string().nullable(),
  currentLoad: LoadBrief.nullable(),
  nextLoad: LoadBrief.nullable(),
  weekGrossCents: z.int(),
  createdAt: Instant,
  deletedAt: Instant.nullable(),
});
export type Driver = z.infer<typeof Driver>;

export const DriverInput = z.strictObject({
  name: z.string().trim().min(1, 'Enter a first name').max(100),
  familyName: z.string().trim().max(100).default(''),
  phone: Phone,
  email: OptionalEmail,
  language: optionalText(40),
  type: DriverType.default('COMPANY_DRIVER'),
  employment: Employment.default('ACTIVE'),
  teamPartnerId: z.uuid().nullable().default(null),
  homeCity: optionalText(100),
  homeState: StateCode.nullable().default(null),
  cdlNumber: optionalText(40),
  cdlState: StateCode.nullable().default(null),
  cdlClass: z.enum(['A', 'B', 'C']).nullable().default(null),
  cdlExpiresOn: Day.nullable().default(null),
  endorsements: z.array(Endorsement).max(5).default([]),
  medicalExpiresOn: Day.nullable().default(null),
  twicExpiresOn: Day.nullable().default(null),
  gear: z.array(z.string().trim().min(1).max(40)).max(30).default([]),
  pay: PayTermsInput.nullable().default(null),
  dispatchFee: DispatchFeeTerms.nullable().default(null),
  dispatcherId: z.uuid().nullable().default(null),
  truckId: z.uuid().nullable().default(null),
  trailerId: z.uuid().nullable().default(null),
  /** A number that is not in the fleet yet adds the truck or trailer. Ignored if there is an ID. */
  truckNumber: optionalText(20),
  trailerNumber: optionalText(20),
  /**
   * Changes the trailer if it is new or already this driver's. Any other trailer keeps its equipment.
   * Without a trailer this describes the truck.
   */
  equipment: Equipment.nullable().default(null),
  trailerLengthFt: z.int().min(1).max(200).nullable().default(null),
  preferredLanes: optionalText(500),
  avoidedStates: z.array(StateCode).max(StateCode.options.length).default([]),
  minRpmCents: z.int().min(0).max(10_000).nullable().default(null),
  maxWeightLb: z.int().min(0).max(500_000).nullable().default(null),
  samsaraVehicleId: optionalText(60),
  samsaraDriverId: optionalText(60),
  datatruckId: optionalText(60),
  notes: optionalText(4000),
});
export type DriverInput = z.input<typeof DriverInput>;
export type DriverValues = z.output<typeof DriverInput>;

export const DriverPage = z.object({ drivers: z.array(Driver), nextCursor: z.string().nullable() });
export type DriverPage = z.infer<typeof DriverPage>;

export const DriverCounts = z.object({
  all: z.int(),
  onLoad: z.int(),
  ready: z.int(),
  planned: z.int(),
  off: z.int(),
  inactive: z.int(),
  archived: z.int(),
});

const DriverParams = z.object({ id: z.uuid() });

export const driverEndpoints = endpoints({
  listDrivers: {
    method: 'GET',
    path: '/v2/drivers/all',
    summary: 'Drivers with what they do now and when they are empty, soonest first',
    isCompressed: true,
    cost: 5,
    query: z.object({
      search: z.string().trim().max(100).optional(),
      status: repeated(DriverStatus).optional(),
      dispatcherId: repeated(z.uuid()).optional(),
      employment: Employment.optional(),
      /** Archived drivers instead of the others. */
      deleted: Flag.optional(),
      sort: z.enum(['EMPTY', 'NAME']).default('EMPTY'),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(200),
    }),
    reply: DriverPage.extend({ counts: DriverCounts }),
  },
  getDriver: { method: 'GET', path: '/v2/drivers/by-id/{id}', summary: 'One driver', params: DriverParams, reply: Driver },
  createDriver: { method: 'POST', path: '/drivers', summary: 'Add a driver', body: DriverInput, cost: 2, reply: Driver },
  updateDriver: {
    method: 'PUT',
    path: '/drivers/{id}',
    summary: 'Change a driver; 412 when somebody else did meanwhile',
    cost: 2,
    params: DriverParams,
    query: z.object({ version: z.coerce.number().int().min(1) }),
    body: DriverInput,
    reply: Driver,
  },
  deleteDriver: { method: 'DELETE', path: '/drivers/{id}', summary: 'Archive a driver', params: DriverParams, cost: 2, reply: empty },
  restoreDriver: {
    method: 'POST',
    path: '/drivers/{id}/restore',
    summary: 'Take a driver out of the archive',
    cost: 2,
    params: DriverParams,
    reply: Driver,
  },
  changeDriverStatus: {
    method: 'PUT',
    path: '/drivers/{id}/status',
    summary: 'Ready, home, rest, in shop or not ready; and when and where the truck is empty',
    cost: 2,
    params: DriverParams,
    body: z.strictObject({
      newStatus: OwnDriverStatus,
      note: z.string().trim().max(200).default(''),
      readyAt: Instant.nullable().default(null),
      readyCity: optionalText(100),
      readyState: StateCode.nullable().default(null),
    }),
    reply: Driver,
  },
});
