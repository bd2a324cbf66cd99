import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payModels } from '../drivers/pay.ts';
import { type CutFacts, loadCut } from './cut.ts';
import { feeStatuses, feeTypeNames } from './fees.ts';
import { factoringStatuses, figuresOf, isFactored } from './money.ts';

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
