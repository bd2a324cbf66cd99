import { describe, expect, it } from 'vitest';
import { agreedRate, shownGross, shownLoadedMiles, shownLoadedRpm, shownRpm } from './shown.ts';
import type { LoadStatus } from './status.ts';

const load = {
  status: 'BOOKED' as LoadStatus,
  statusBeforeProblem: null as LoadStatus | null,
  linehaulCents: 250_000,
  fuelSurchargeCents: 25_000,
  billableFeesCents: 5_000,
  grossCents: 280_000,
  loadedMiles: 700,
  deadheadMiles: 100,
};
const draft = { ...load, status: 'DRAFT' as const, grossCents: 0 };

describe('shownGross', () => {
  it.each([
    ['as it is counted', load, 280_000],
    ['what a draft would bring', draft, 280_000],
    ['nothing for a draft without a rate', { ...draft, linehaulCents: 0 }, null],
    ['0 for a load that brings nothing', { ...load, status: 'CANCELLED' as const, grossCents: 0 }, 0],
  ])('is %s', (_name, one, gross) => {
    expect(shownGross(one)).toBe(gross);
  });
});

describe('shownRpm', () => {
  it.each([
    ['all miles', load, 350, 400],
    ['a draft', draft, 350, 400],
    ['a draft without a rate', { ...draft, linehaulCents: 0 }, null, null],
    ['unknown loaded miles', { ...load, loadedMiles: 0 }, null, null],
    ['a canceled load, which brings nothing', { ...load, status: 'CANCELLED' as const, grossCents: 0 }, null, null],
    ['no miles', { ...load, loadedMiles: 0, deadheadMiles: 0 }, null, null],
    ['a TONU by its way to the pickup', { ...load, status: 'TONU' as const, loadedMiles: 0, grossCents: 20_000 }, 200, null],
  ])('%s', (_name, one, all, loaded) => {
    expect([shownRpm(one), shownLoadedRpm(one)]).toEqual([all, loaded]);
  });
});

it('knows that a truck that was not used has no loaded miles', () => {
  expect(shownLoadedMiles(load)).toBe(700);
  expect(shownLoadedMiles({ ...load, loadedMiles: 0 })).toBeNull();
  expect(shownLoadedMiles({ ...load, loadedMiles: 0, status: 'INVOICED', statusBeforeProblem: 'TONU' })).toBe(0);
});

it('agrees a rate with its surcharge, and none before the linehaul is known', () => {
  expect(agreedRate(load)).toBe(275_000);
  expect(agreedRate({ ...load, linehaulCents: 0 })).toBeNull();
});
