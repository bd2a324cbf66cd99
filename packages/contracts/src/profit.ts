import { missingFacts } from '@headhaul/domain/profit/facts';
import { z } from 'zod';
import { PayTermsInput } from './drivers.ts';
import { Equipment } from './equipment.ts';
import { endpoints, repeated } from './http/endpoint.ts';
import { Day } from './http/field.ts';
import { Cents } from './loads/fees.ts';
import { StopInput } from './loads/input.ts';
import { FactoringStatus } from './loads/record.ts';

const amount = (most: number, words: string) => z.int('Write it like 250 or 2.50').min(0, 'Not below zero').max(most, words).nullable();
const perMile = amount(100_000, 'At most $1,000');
const perDay = amount(10_000_000, 'At most $100,000');
const percent = (most: number, words: string) => z.int('Write it like 2.5').min(0, 'Not below zero').max(most, words).nullable();
const mpg = z.number('Write it like 6.5').min(1, 'From 1 to 40').max(40, 'From 1 to 40').nullable();

/** What a company counts its loads with. Null: nobody set it, so whatever depends on it isn't known. */
export const CompanyRates = z.object({
  floorPerMileCents: perMile,
  floorNetPerDayCents: perDay,
  targetPerMileCents: perMile,
  targetNetPerDayCents: perDay,
  /** How much over the target the first ask is, in hundredths of a percent. */
  askMarginBps: percent(10_000, 'At most 100 percent'),
  /** For brokers without a rate of their own. */
  detentionPerHourCents: amount(1_000_000, 'At most $10,000'),
  isFactored: z.boolean().nullable(),
  factoringFeeBps: percent(2_000, 'At most 20 percent'),
  /** Terms of a driver who has none of their own. */
  driverPay: PayTermsInput.nullable(),
  /** Of a truck that has no figures of its own. */
  mpgLoaded: mpg,
  mpgEmpty: mpg,
  fixedCostPerDayCents: perDay,
});
export type CompanyRates = z.infer<typeof CompanyRates>;

export const CompanyRatesInput = z
  .strictObject(CompanyRates.shape)
  .refine(({ isFactored, factoringFeeBps }) => isFactored === true || factoringFeeBps === null, {
    path: ['factoringFeeBps'],
    message: 'Only a company that factors has this fee',
  });

/** A stop of a load that isn't saved yet. Without a day nobody knows where its truck comes from. */
const DraftStop = StopInput.pick({
  kind: true,
  city: true,
  state: true,
  zip: true,
  schedule: true,
  time: true,
  endDay: true,
  endTime: true,
  handling: true,
}).extend({ day: StopInput.shape.day.nullable().default(null) });

/** A load as it is typed, or a posting with a driver who could take it. */
export const ProfitDraft = z.strictObject({
  /** The saved load that the draft changes: its status and its fees count. */
  loadId: z.uuid().nullable().default(null),
  stops: z.array(DraftStop).min(2).max(25),
  equipment: Equipment,
  linehaulCents: Cents.nullable(),
  fuelSurchargeCents: Cents.default(0),
  /** Null: by the driver's terms. */
  driverPayCents: Cents.nullable().default(null),
  factoringStatus: FactoringStatus.default('NOT_FACTORED'),
  /** Null: the company's. */
  factoringFeeBps: z.int().min(0).max(2_000).nullable().default(null),
  /** Null: measured. */
  loadedMiles: z.int().min(0).max(20_000).nullable().default(null),
  deadheadMiles: z.int().min(0).max(20_000).nullable().default(null),
  /** Null: the company's averages. */
  driverId: z.uuid().nullable().default(null),
  coDriverId: z.uuid().nullable().default(null),
  /** Null: the driver's own. */
  truckId: z.uuid().nullable().default(null),
});
export type ProfitDraft = z.input<typeof ProfitDraft>;

const LeftOut = z.enum(['TOLLS', 'FIXED_COST']);
const MissingFact = z.enum(missingFacts);

const LedgerRow = z.object({
  name: z.string(),
  note: z.string().nullable(),
  /** "−$61.25", or a dash when it isn't known. */
  amount: z.string(),
  isKnown: z.boolean(),
});

/** What a load brings after everything it costs. Null is not known, and `missing` says why. */
export const LoadProfit = z.object({
  isCounted: z.boolean(),
  grossCents: z.int().nullable(),
  /** Dollars a mile over all miles. */
  rpm: z.number().nullable(),
  /** Gross less driver pay, fees and factoring, as lists and details show it. */
  cutCents: z.int().nullable(),
  netCents: z.int().nullable(),
  netPerDayCents: z.int().nullable(),
  days: z.number().nullable(),
  /** What the net does not include, because it isn't known. */
  before: z.array(LeftOut),
  missing: z.array(MissingFact),
  /** Top to bottom. The last row is the net. */
  ledger: z.array(LedgerRow),
  scale: z.object({
    /** Linehaul and fuel surcharge. Null while there is no rate. */
    rateCents: z.int().nullable(),
    floorCents: z.int().nullable(),
    targetCents: z.int().nullable(),
    askCents: z.int().nullable(),
    verdict: z.object({ tone: z.enum(['under-floor', 'under-target', 'good', 'unknown']), text: z.string() }),
    /** How each mark was made. */
    note: z.string(),
  }),
  /** Whose figures these are: "Omar Haddad, truck 126", "Average of your vans". */
  basis: z.string(),
  /** "1.8 days with rest" */
  trip: z.string(),
  /** "Diesel: EIA, Midwest, Nov 9". Null when no price counts. */
  dieselSource: z.string().nullable(),
  /** The Monday of the week in which HERE gave the tolls. Null when the net includes none of HERE. */
  tollsWeek: z.iso.date().nullable(),
});
export type LoadProfit = z.infer<typeof LoadProfit>;

/** The net of one load in a list. */
export const LoadNet = z.object({
  loadId: z.uuid(),
  netCents: z.int().nullable(),
  netPerDayCents: z.int().nullable(),
  before: z.array(LeftOut),
  missing: z.array(MissingFact),
});
export type LoadNet = z.infer<typeof LoadNet>;

export const maxNetsAsked = 50;
/** Loads of a period that are looked at, the newest first. */
export const maxLoadsCounted = 2_000;

/** Sums over loads whose net is known. */
const NetSum = z.object({
  /** Null when no load has a known net. */
  netCents: z.int().nullable(),
  /** Days of all these trips. 0 when none is known. */
  days: z.number(),
  /** Null when the days of no trip are known. */
  netPerDayCents: z.int().nullable(),
  /** How many loads are in the sum, and how many more have no net, because a fact is missing. */
  loads: z.int(),
  unknownLoads: z.int(),
});
export type NetSum = z.infer<typeof NetSum>;

const NetLane = NetSum.extend({
  originCity: z.string(),
  originState: z.string(),
  destinationCity: z.string(),
  destinationState: z.string(),
});
export type NetLane = z.infer<typeof NetLane>;

export const NetFigures = z.object({
  from: z.string(),
  to: z.string(),
  /** The first days of the weeks, oldest first. */
  weeks: z.array(z.string()),
  total: NetSum,
  /** By net, the highest first. `truckId` is null for loads without a truck. */
  trucks: z.array(
    NetSum.extend({
      truckId: z.uuid().nullable(),
      number: z.string().nullable(),
      /** In the order of `weeks`. Null for a week without a load whose net is known. */
      weekCents: z.array(z.int().nullable()),
    }),
  ),
  /** By net a day. Lanes with fewer than two loads of known net say too little and are left out. */
  bestLanes: z.array(NetLane),
  worstLanes: z.array(NetLane),
  /** What some of these nets don't include, because it isn't known. */
  before: z.array(LeftOut),
  /** What is missing most often where the net isn't known, the most frequent first. */
  missing: z.array(z.object({ fact: MissingFact, loads: z.int() })),
  /** The period has more loads than were looked at. */
  isCut: z.boolean(),
});
export type NetFigures = z.infer<typeof NetFigures>;

export const profitEndpoints = endpoints({
  getRates: { method: 'GET', path: '/companies/myCompany/rates', summary: 'What the company counts its loads with', reply: CompanyRates },
  updateRates: {
    method: 'PUT',
    path: '/companies/myCompany/rates',
    summary: 'Change what the company counts its loads with',
    body: CompanyRatesInput,
    reply: CompanyRates,
  },
  findProfit: {
    method: 'POST',
    path: '/profits',
    summary: 'What a load that isn’t saved yet would bring',
    idempotency: 'none',
    isQuestion: true,
    cost: 3,
    body: ProfitDraft,
    reply: LoadProfit,
  },
  getLoadProfit: {
    method: 'GET',
    path: '/loads/{id}/profit',
    summary: 'What a load brings after everything it costs',
    params: z.object({ id: z.uuid() }),
    cost: 3,
    reply: LoadProfit,
  },
  findNets: {
    method: 'POST',
    path: '/profits/nets',
    summary: 'The net of several loads',
    idempotency: 'none',
    isQuestion: true,
    body: z.strictObject({
      loadIds: z.array(z.uuid()).min(1).max(maxNetsAsked),
      /** As if this driver took those of the loads that have no driver. */
      driverId: z.uuid().nullable().default(null),
    }),
    cost: ({ body }: { body: { loadIds: unknown[] } }) => 2 + body.loadIds.length / 5,
    /** In the order of the ids. Loads that aren't the company's, or are in the trash, are left out. */
    reply: z.object({ nets: z.array(LoadNet) }),
  },
  getNetFigures: {
    method: 'GET',
    path: '/profits/figures',
    summary: 'Net by truck and week, and the best and worst lanes',
    // Up to 2,000 loads are computed one by one.
    cost: 20,
    query: z.object({ from: Day, to: Day, driverId: repeated(z.uuid()).optional(), dispatcherId: repeated(z.uuid()).optional() }),
    reply: NetFigures,
  },
});
