import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PayTerms, payModels } from '../drivers/pay.ts';
import { type CutFacts, isPayByTerms, loadCut, payToSave } from './cut.ts';
import { feeStatuses, feeTypeNames } from './fees.ts';
import { factoringStatuses, figuresOf, isFactored } from './money.ts';
import type { LoadStatus } from './status.ts';

const load: CutFacts = {
  status: 'DELIVERED',
  statusBeforeProblem: null,
  linehaulCents: 250_000,
  fuelSurchargeCents: 0,
  driverPayCents: 50_000,
  loadedMiles: 780,
  deadheadMiles: 20,
  payTerms: { model: 'PER_MILE', rate: 65 },
  factoringStatus: 'FUNDED',
  factoringFeeBps: 250,
  companyFeeBps: 300,
  fees: [],
};

describe('loadCut', () => {
  it.each<[string, Partial<CutFacts>, number | null]>([
    ['what was saved counts', {}, 250_000 - 50_000 - 6_250],
    ['a saved percentage of 0 is no fee', { factoringFeeBps: 0 }, 200_000],
    ['the company’s percentage where none was saved', { factoringFeeBps: null }, 250_000 - 50_000 - 7_500],
    ['no percentage at all', { factoringFeeBps: null, companyFeeBps: null }, null],
    ['no percentage of a load that isn’t factored', { factoringStatus: 'DECLINED', factoringFeeBps: null, companyFeeBps: null }, 200_000],
    ['terms where no pay was saved', { driverPayCents: 0, factoringFeeBps: 0 }, 250_000 - 52_000],
    ['no terms', { driverPayCents: 0, payTerms: null }, null],
    ['pay by the week', { driverPayCents: 0, payTerms: { model: 'WEEKLY', rate: 150_000 } }, null],
    ['pay by miles that nobody knows', { driverPayCents: 0, loadedMiles: 0 }, null],
    ['a TONU by its empty miles', { status: 'TONU', driverPayCents: 0, loadedMiles: 0, factoringFeeBps: 0 }, 250_000 - 1_300],
    ['a draft, as if it were booked', { status: 'DRAFT' }, 250_000 - 50_000 - 6_250],
    ['a draft without a rate', { status: 'DRAFT', linehaulCents: 0 }, null],
    ['a load that counts as zero', { status: 'CANCELLED', driverPayCents: 0, payTerms: null }, 0],
  ])('%s', (_name, change, cut) => {
    expect(loadCut({ ...load, ...change }).cutCents).toBe(cut);
  });

  it('is the cut of the figures for a load whose pay and percentage were saved', () => {
    const cents = fc.integer({ min: 0, max: 500_000 });
    const fee = fc.record({
      type: fc.constantFrom(...feeTypeNames),
      status: fc.constantFrom(...feeStatuses),
      brokerAmountCents: cents,
      driverAmountCents: cents,
    });
    const saved = fc.record({
      linehaulCents: cents.map((value) => value + 1),
      fuelSurchargeCents: cents,
      driverPayCents: cents.map((value) => value + 1),
      factoringStatus: fc.constantFrom(...factoringStatuses),
      factoringFeeBps: fc.integer({ min: 0, max: 2_000 }),
      companyFeeBps: fc.option(fc.integer({ min: 0, max: 2_000 })),
      payTerms: fc.option(fc.record({ model: fc.constantFrom(...payModels), rate: cents })),
      fees: fc.array(fee, { maxLength: 5 }),
    });
    fc.assert(
      fc.property(saved, (change) => {
        const one = { ...load, ...change };
        const { cutCents, driverPayCents, factoringFeeBps } = loadCut(one);
        expect(cutCents).toBe(figuresOf([{ ...one, deletedAt: null }]).cutCents);
        expect(driverPayCents).toBe(one.driverPayCents);
        expect(factoringFeeBps).toBe(isFactored(one.factoringStatus) ? one.factoringFeeBps : null);
      }),
    );
  });
});

describe('payToSave', () => {
  const unknown = { ...load, loadedMiles: 0, deadheadMiles: 40, fuelSurchargeCents: 20_000 };
  const byMile: PayTerms = { model: 'PER_MILE', rate: 65 };
  const byShare: PayTerms = { model: 'PERCENTAGE', rate: 2_500 };
  it.each<[string, PayTerms | null, Partial<typeof load>, number]>([
    ['all miles', byMile, { loadedMiles: 780 }, 820 * 65],
    ['not the deadhead alone', byMile, {}, 0],
    ['the way to the pickup of a truck that was not used', byMile, { status: 'TONU' }, 40 * 65],
    ['the same when it is invoiced', byMile, { status: 'INVOICED', statusBeforeProblem: 'TONU' }, 40 * 65],
    ['a share of linehaul and surcharge', byShare, {}, 67_500],
    ['not a share of the surcharge alone', byShare, { linehaulCents: 0 }, 0],
    ['a sum for each load', { model: 'PER_LOAD', rate: 60_000 }, { linehaulCents: 0 }, 60_000],
    ['nothing without terms', null, {}, 0],
  ])('%s', (_name, terms, change, pay) => {
    expect(payToSave(terms, { ...unknown, ...change })).toBe(pay);
  });

  it('is what the cut counts while nothing was saved', () => {
    const some = fc.constantFrom(0, 40, 780);
    const facts = fc.record({
      status: fc.constantFrom<LoadStatus>('BOOKED', 'TONU'),
      linehaulCents: some,
      fuelSurchargeCents: some,
      loadedMiles: some,
      deadheadMiles: some,
      payTerms: fc.option(fc.record({ model: fc.constantFrom(...payModels), rate: some })),
    });
    fc.assert(
      fc.property(facts, (change) => {
        const one = { ...load, ...change, driverPayCents: 0 };
        expect(payToSave(one.payTerms, one)).toBe(loadCut(one).driverPayCents ?? 0);
        expect(isPayByTerms({ ...one, driverPayCents: payToSave(one.payTerms, one) })).toBe(true);
      }),
    );
  });

  it('takes pay for the deadhead alone, as earlier loads had it, for pay that nobody typed', () => {
    expect(isPayByTerms({ ...unknown, payTerms: byMile, driverPayCents: 2_600 })).toBe(true);
    expect(isPayByTerms({ ...unknown, payTerms: byMile, driverPayCents: 2_601 })).toBe(false);
  });
});
