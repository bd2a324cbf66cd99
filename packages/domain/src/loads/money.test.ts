import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DispatchFeeTerms } from '../drivers/pay.ts';
import { feeStatuses, feeTypeNames, feeTypes } from './fees.ts';
import {
  addFigures,
  type CountedLoad,
  cutCents,
  deadheadShareOf,
  dispatchFeeCents,
  dollars,
  factoringCents,
  factoringStatuses,
  figuresOf,
  grossCents,
  isFactored,
  loadedRpmOf,
  noFigures,
  rpm,
  rpmOf,
  suggestDriverPay,
  sumFees,
} from './money.ts';
import { loadStatuses, uncountedStatuses } from './status.ts';

const cents = fc.integer({ min: 0, max: 1_000_000_000 });
const fee = fc.record({
  type: fc.constantFrom(...feeTypeNames),
  status: fc.constantFrom(...feeStatuses),
  brokerAmountCents: cents,
  driverAmountCents: cents,
});
const load: fc.Arbitrary<CountedLoad> = fc.record({
  status: fc.constantFrom(...loadStatuses),
  statusBeforeProblem: fc.constantFrom(null, 'IN_TRANSIT' as const, 'TONU' as const),
  linehaulCents: cents,
  fuelSurchargeCents: cents,
  driverPayCents: cents,
  factoringStatus: fc.constantFrom(...factoringStatuses),
  factoringFeeBps: fc.integer({ min: 0, max: 2_000 }),
  loadedMiles: fc.integer({ min: 0, max: 20_000 }),
  deadheadMiles: fc.integer({ min: 0, max: 20_000 }),
  deletedAt: fc.constantFrom(null, null, null, '2026-11-15T12:00:00Z'),
  fees: fc.array(fee, { maxLength: 5 }),
});

/** The load of the ledger in the design. */
const drawn: CountedLoad = {
  status: 'IN_TRANSIT',
  statusBeforeProblem: null,
  linehaulCents: 235_000,
  fuelSurchargeCents: 0,
  driverPayCents: 55_250,
  factoringStatus: 'APPROVED',
  factoringFeeBps: 250,
  loadedMiles: 812,
  deadheadMiles: 38,
  deletedAt: null,
  fees: [
    { type: 'DETENTION', status: 'PENDING', brokerAmountCents: 7_500, driverAmountCents: 5_000 },
    { type: 'LUMPER', status: 'APPROVED', brokerAmountCents: 18_000, driverAmountCents: 18_000 },
  ],
};

describe('sumFees', () => {
  it('puts each fee that wasn’t denied into exactly one sum', () => {
    fc.assert(
      fc.property(fc.array(fee), (fees) => {
        const sums = sumFees(fees);
        const of = (kind: string, side: 'brokerAmountCents' | 'driverAmountCents') =>
          fees.filter(({ type, status }) => feeTypes[type].kind === kind && status !== 'DENIED').reduce((sum, one) => sum + one[side], 0);
        expect(sums).toEqual({
          billableCents: of('billable', 'brokerAmountCents'),
          driverCents: of('billable', 'driverAmountCents'),
          passThroughCents: of('pass-through', 'brokerAmountCents'),
          passThroughDriverCents: of('pass-through', 'driverAmountCents'),
          deductionCents: of('deduction', 'brokerAmountCents'),
          earlyPayCents: fees
            .filter(({ type, status }) => /^(FACTORING|QUICK_PAY)_FEE$/.test(type) && status !== 'DENIED')
            .reduce((sum, { brokerAmountCents }) => sum + brokerAmountCents, 0),
          costCents:
            of('billable', 'driverAmountCents') +
            of('deduction', 'brokerAmountCents') +
            of('pass-through', 'driverAmountCents') -
            of('pass-through', 'brokerAmountCents'),
        });
      }),
    );
  });

  it('leaves gross and cut alone for money that only passes through, and for an advance', () => {
    fc.assert(
      fc.property(load, cents, (any, amount) => {
        const lumper = { type: 'LUMPER' as const, status: 'PAID' as const, brokerAmountCents: amount, driverAmountCents: amount };
        expect(figuresOf([{ ...any, fees: [...any.fees, lumper] }])).toEqual(figuresOf([any]));
        const advance = { ...lumper, type: 'ADVANCE' as const };
        expect(figuresOf([{ ...any, fees: [...any.fees, advance] }])).toEqual(figuresOf([any]));
      }),
    );
  });
});

describe('gross, factoring and cut', () => {
  it('are those of the drawn ledger', () => {
    expect(figuresOf([drawn])).toEqual({
      loads: 1,
      tonuLoads: 0,
      grossCents: 242_500,
      loadedGrossCents: 242_500,
      loadedMiles: 812,
      deadheadMiles: 38,
      driverPayCents: 60_250,
      cutCents: 176_187,
      loadsWithoutPay: 0,
      loadsWithoutFactorFee: 0,
      loadsWithoutMiles: 0,
    });
    expect(factoringCents({ grossCents: 242_500, factoringStatus: 'APPROVED', factoringFeeBps: 250, earlyPayCents: 0 })).toBe(6_063);
  });

  it('count nothing for what was never agreed, was given up or lies in the bin', () => {
    expect(figuresOf([{ ...drawn, deletedAt: '2026-11-15T12:00:00Z' }])).toEqual(noFigures);
    fc.assert(
      fc.property(load, fc.constantFrom(...uncountedStatuses), (any, status) => {
        expect(figuresOf([{ ...any, status }])).toEqual(noFigures);
        expect(grossCents({ ...any, status, billableFeesCents: 100 })).toBe(0);
        expect(cutCents({ status, grossCents: 5, driverPayCents: 4, feeCostCents: 3, factoringCents: 2 })).toBe(0);
      }),
    );
  });

  it('take an invoice that is paid early into account once: by the entered fee, else by the percentage', () => {
    const entered = { type: 'FACTORING_FEE' as const, status: 'PAID' as const, brokerAmountCents: 5_500, driverAmountCents: 0 };
    // $2,425 − $602.50 for the driver − $55. The percentage would have taken $60.63 besides.
    expect(figuresOf([{ ...drawn, fees: [...drawn.fees, entered] }]).cutCents).toBe(176_750);
    const quick = { ...entered, type: 'QUICK_PAY_FEE' as const };
    expect(figuresOf([{ ...drawn, fees: [...drawn.fees, quick] }]).cutCents).toBe(176_750);
    const denied = { ...entered, status: 'DENIED' as const };
    expect(figuresOf([{ ...drawn, fees: [...drawn.fees, denied] }]).cutCents).toBe(176_187);
  });

  it('round the factor’s share to the nearest cent, a half up', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 2_000 }), (gross, bps) => {
        const fee = factoringCents({ grossCents: gross, factoringStatus: 'FUNDED', factoringFeeBps: bps, earlyPayCents: 0 });
        // Integers in ten-thousandths of a cent, so that the check itself does not round.
        const off = BigInt(fee) * 10_000n - BigInt(gross) * BigInt(bps);
        expect(off > -5_000n && off <= 5_000n).toBe(true);
      }),
    );
    expect(factoringCents({ grossCents: 100_000, factoringStatus: 'DECLINED', factoringFeeBps: 250, earlyPayCents: 0 })).toBe(0);
    expect(factoringStatuses.filter(isFactored)).toEqual(['PENDING', 'SUBMITTED', 'APPROVED', 'FUNDED']);
  });
});

describe('figuresOf', () => {
  it('is kept exact by adding what changes: under any edits the running sum equals the count from nothing', () => {
    const edit = fc.record({ index: fc.nat(), to: fc.option(load) });
    fc.assert(
      fc.property(fc.array(load, { maxLength: 8 }), fc.array(edit, { maxLength: 20 }), (start, edits) => {
        const loads: (CountedLoad | null)[] = [...start];
        let running = figuresOf(start);
        const minus = (figures: typeof running) =>
          Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, -value])) as unknown as typeof running;
        for (const { index, to } of edits) {
          const place = index % (loads.length + 1);
          const before = loads[place] ?? null;
          if (before) running = addFigures(running, minus(figuresOf([before])));
          if (to) running = addFigures(running, figuresOf([to]));
          loads[place] = to;
          const all = loads.filter((one) => one !== null);
          expect(addFigures(running, noFigures)).toEqual(figuresOf(all));
          expect(running.grossCents).toBe(all.reduce((sum, one) => sum + figuresOf([one]).grossCents, 0));
        }
      }),
    );
  });

  it('says how many loads have no pay, and how many no factor fee', () => {
    const open = { ...drawn, driverPayCents: 0, factoringFeeBps: null };
    const early = { type: 'QUICK_PAY_FEE' as const, status: 'PAID' as const, brokerAmountCents: 5_500, driverAmountCents: 0 };
    const gapsOf = (...loads: CountedLoad[]) => {
      const { loadsWithoutPay, loadsWithoutFactorFee } = figuresOf(loads);
      return [loadsWithoutPay, loadsWithoutFactorFee];
    };
    expect(gapsOf(drawn, open, { ...open, driverPayCents: 1 })).toEqual([1, 2]);
    expect(gapsOf({ ...open, fees: [early] })).toEqual([1, 0]);
    expect(gapsOf({ ...open, fees: [{ ...early, status: 'DENIED' }] })).toEqual([1, 1]);
    // A saved 0 is a percentage, and a load that isn't factored needs none.
    expect(gapsOf({ ...open, factoringFeeBps: 0 }, { ...open, factoringStatus: 'NOT_FACTORED' })).toEqual([2, 0]);
    expect(gapsOf({ ...open, status: 'CANCELLED' }, { ...open, deletedAt: '2026-11-15T12:00:00Z' })).toEqual([0, 0]);
  });

  it('says how many loads have no loaded miles, of which a TONU needs none', () => {
    const unknown = { ...drawn, loadedMiles: 0 };
    const invoiced = { ...unknown, status: 'INVOICED' as const, statusBeforeProblem: 'TONU' as const };
    expect(figuresOf([drawn, unknown, { ...unknown, status: 'TONU' }, invoiced]).loadsWithoutMiles).toBe(1);
    expect(figuresOf([{ ...unknown, status: 'DRAFT' }]).loadsWithoutMiles).toBe(0);
  });

  it('leaves TONU out of loaded RPM, also once it is invoiced', () => {
    const tonu = { ...drawn, linehaulCents: 25_000, fees: [], loadedMiles: 0, deadheadMiles: 62 };
    for (const after of [
      { ...tonu, status: 'TONU' as const },
      { ...tonu, status: 'INVOICED' as const, statusBeforeProblem: 'TONU' as const },
    ]) {
      const figures = figuresOf([drawn, after]);
      expect(figures.tonuLoads).toBe(1);
      expect(loadedRpmOf(figures)).toBeCloseTo(2_425 / 812);
      expect(rpmOf(figures)).toBeCloseTo((2_425 + 250) / (812 + 38 + 62));
      expect(deadheadShareOf(figures)).toBeCloseTo(100 / 912);
    }
  });

  it('has no ratio without miles', () => {
    expect(rpmOf(noFigures)).toBeNull();
    expect(loadedRpmOf(noFigures)).toBeNull();
    expect(deadheadShareOf(noFigures)).toBeNull();
    expect(rpm(235_000, 850)).toBeCloseTo(2.7647);
  });
});

describe('suggestDriverPay', () => {
  const facts = { linehaulCents: 235_000, fuelSurchargeCents: 7_500, loadedMiles: 812, deadheadMiles: 38 };

  it.each([
    ['PER_MILE', 65, 55_250],
    ['PER_LOAD', 50_000, 50_000],
    ['PERCENTAGE', 2_500, 60_625],
    ['HOURLY', 3_000, null],
    ['WEEKLY', 150_000, null],
  ] as const)('%s at %i is %s', (model, rate, pay) => {
    expect(suggestDriverPay({ model, rate }, facts)).toBe(pay);
  });

  it('has nothing to say without terms', () => {
    expect(suggestDriverPay(null, facts)).toBeNull();
  });
});

describe('dispatchFeeCents', () => {
  const terms: DispatchFeeTerms = {
    model: 'PERCENT',
    percentBps: 500,
    amountCents: 15_000,
    base: 'LINEHAUL',
    minimumCents: 0,
    appliesToTonu: false,
  };
  const facts = { status: 'DELIVERED' as const, linehaulCents: 235_000, grossCents: 242_500, factoringCents: 6_063 };

  it.each([
    ['LINEHAUL', 11_750],
    ['GROSS_EX_LUMPER', 12_125],
    ['NET_AFTER_FACTORING', 11_822],
  ] as const)('5 % of %s is %i', (base, fee) => {
    expect(dispatchFeeCents({ ...terms, base }, facts)).toBe(fee);
  });

  it('keeps to its minimum, its flat amounts and its word about TONU', () => {
    expect(dispatchFeeCents({ ...terms, minimumCents: 20_000 }, facts)).toBe(20_000);
    expect(dispatchFeeCents({ ...terms, model: 'FLAT_PER_LOAD' }, facts)).toBe(15_000);
    expect(dispatchFeeCents({ ...terms, model: 'FLAT_PER_TRUCK_WEEK' }, facts)).toBe(0);
    expect(dispatchFeeCents({ ...terms, model: 'NONE' }, facts)).toBe(0);
    expect(dispatchFeeCents(null, facts)).toBe(0);
    expect(dispatchFeeCents(terms, { ...facts, status: 'TONU' })).toBe(0);
    expect(dispatchFeeCents(terms, { ...facts, status: 'PAID', statusBeforeProblem: 'TONU' })).toBe(0);
    expect(dispatchFeeCents({ ...terms, appliesToTonu: true }, { ...facts, status: 'TONU' })).toBe(11_750);
    expect(dispatchFeeCents({ ...terms, minimumCents: 20_000 }, { ...facts, status: 'CANCELLED' })).toBe(0);
  });
});

describe('dollars', () => {
  it.each([
    ['$1,240.50', 124_050],
    ['1240', 124_000],
    ['1,240', 124_000],
    [' $ 0.5 ', 50],
    ['1240.5000', 124_050],
    ['1,240,000.05', 124_000_005],
    ['', null],
    ['12,40', null],
    ['1.234', null],
    ['-5', null],
    ['$', null],
    ['12 40', null],
    ['9999999999999', null],
  ])('%j is %s', (text, amount) => {
    expect(dollars(text)).toBe(amount);
  });

  it('reads back every amount it is shown', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const shown = (amount / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
        expect(dollars(shown)).toBe(amount);
        expect(dollars(shown.replace(/[$,]/g, ''))).toBe(amount);
      }),
    );
  });
});
