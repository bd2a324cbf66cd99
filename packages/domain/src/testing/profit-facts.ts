import fc from 'fast-check';
import { dispatchFeeBases, dispatchFeeModels, payModels } from '../drivers/pay.ts';
import { feeStatuses, feeTypeNames } from '../loads/fees.ts';
import type { LoadStatus } from '../loads/status.ts';
import type { ProfitFacts } from '../profit/facts.ts';

/** A load of which everything is known: 420 loaded and 9 empty miles for $1,140. */
export const knownFacts: ProfitFacts = {
  status: 'BOOKED',
  statusBeforeProblem: null,
  linehaulCents: 114_000,
  fuelSurchargeCents: 0,
  fees: [],
  loaded: { miles: 420, source: 'PROVIDER' },
  deadhead: { miles: 9, source: 'PROVIDER' },
  mpgLoaded: { value: 6.5, source: 'TRUCK' },
  mpgEmpty: { value: 6.5, source: 'TRUCK' },
  diesel: { tenthsPerGallon: 3_710, region: 'MIDWEST', week: '2026-11-09' },
  tolls: { cents: 0, source: 'HERE', week: '2026-11-09', isOlder: false },
  fixedCostPerDay: { value: 12_100, source: 'TRUCK' },
  truckPaidBy: 'COMPANY',
  agreedPayCents: null,
  driver: { terms: { model: 'PER_MILE', rate: 65 }, source: 'DRIVER' },
  coDriver: null,
  factoring: { isFactored: true, feeBps: 250 },
  dispatchFee: null,
  days: 1.1,
};

const cents = fc.integer({ min: 0, max: 1_000_000 });
const miles = fc.integer({ min: 0, max: 4_000 });
const hundredths = (min: number, max: number) => fc.integer({ min, max }).map((value) => value / 100);
const figure = (values: fc.Arbitrary<number>) => fc.record({ value: values, source: fc.constant('TRUCK' as const) });
const mpg = figure(hundredths(400, 1_200));

const terms = fc
  .record({ model: fc.constantFrom(...payModels), rate: fc.integer({ min: 0, max: 200_000 }) })
  .map(({ model, rate }) => ({ model, rate: model === 'PERCENTAGE' ? rate % 4_000 : model === 'PER_MILE' ? rate % 150 : rate }));
const person = fc.record({ terms, source: fc.constantFrom('DRIVER' as const, 'COMPANY' as const) });

export const fee = fc.record({
  type: fc.constantFrom(...feeTypeNames),
  status: fc.constantFrom(...feeStatuses),
  brokerAmountCents: cents,
  driverAmountCents: cents,
});

const dispatchFee = fc.record({
  model: fc.constantFrom(...dispatchFeeModels),
  percentBps: fc.integer({ min: 0, max: 1_500 }),
  amountCents: fc.integer({ min: 0, max: 50_000 }),
  base: fc.constantFrom(...dispatchFeeBases),
  minimumCents: fc.constantFrom(0, 0, 10_000),
  appliesToTonu: fc.boolean(),
});

const countedStatus: fc.Arbitrary<LoadStatus> = fc.constantFrom('BOOKED', 'DISPATCHED', 'DELIVERED', 'INVOICED', 'PAID', 'TONU');

/** Loads that count, with every fact known, apart from pay by the hour. Hauled loads have miles. */
export const anyKnownFacts: fc.Arbitrary<ProfitFacts> = fc.record({
  status: countedStatus,
  statusBeforeProblem: fc.constantFrom(null, null, 'TONU' as const),
  linehaulCents: cents,
  fuelSurchargeCents: fc.oneof(fc.constant(0), cents),
  fees: fc.array(fee, { maxLength: 4 }),
  loaded: fc.record({ miles: miles.map((value) => value + 1), source: fc.constant('PROVIDER' as const) }),
  deadhead: fc.record({ miles, source: fc.constant('PROVIDER' as const) }),
  mpgLoaded: mpg,
  mpgEmpty: mpg,
  diesel: fc.record({
    tenthsPerGallon: fc.integer({ min: 1_000, max: 9_999 }),
    region: fc.constant('MIDWEST' as const),
    week: fc.constant('2026-11-09'),
  }),
  tolls: fc.record({ cents, source: fc.constant('HERE' as const), week: fc.constant('2026-11-09'), isOlder: fc.boolean() }),
  fixedCostPerDay: figure(fc.integer({ min: 0, max: 50_000 })),
  truckPaidBy: fc.constantFrom('COMPANY' as const, 'COMPANY' as const, 'DRIVER' as const),
  agreedPayCents: fc.option(cents),
  driver: person,
  coDriver: fc.option(person),
  factoring: fc.record({ isFactored: fc.boolean(), feeBps: fc.integer({ min: 0, max: 600 }) }),
  dispatchFee: fc.option(dispatchFee),
  days: fc.integer({ min: 1, max: 100 }).map((tenths) => tenths / 10),
});

/** Facts of which everything is known, and the same with some of them missing. */
export const factsBeforeAndAfter: fc.Arbitrary<{ known: ProfitFacts; partly: ProfitFacts }> = fc
  .tuple(
    anyKnownFacts,
    fc.subarray([
      'linehaulCents',
      'loaded',
      'deadhead',
      'mpgLoaded',
      'mpgEmpty',
      'diesel',
      'tolls',
      'fixedCostPerDay',
      'factoring',
      'days',
    ] as const satisfies (keyof ProfitFacts)[]),
    fc.boolean(),
  )
  .map(([known, missing, hasTerms]) => ({
    known,
    partly: {
      ...known,
      ...Object.fromEntries(missing.map((key) => [key, null])),
      ...(hasTerms ? {} : { driver: { ...known.driver, terms: null } }),
    },
  }));

/** Anything may be missing. */
export const anyFacts: fc.Arbitrary<ProfitFacts> = factsBeforeAndAfter.map(({ partly }) => partly);
