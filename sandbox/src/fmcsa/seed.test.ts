import { describe, expect, it } from 'vitest';
import { authorityOf, bondDollars, stateAt } from './registrant.ts';
import { seedRegistrants } from './seed.ts';

const nowMs = Date.UTC(2026, 9, 29, 15);
const dayMs = 86_400_000;
const registrants = seedRegistrants(nowMs);

function stateOf(dot: string, atMs = nowMs) {
  const registrant = registrants.find((one) => one.dot === dot);
  if (!registrant) throw new Error(`no ${dot} in the seed`);
  return stateAt(registrant, atMs);
}

describe('seedRegistrants', () => {
  it('has every demo broker in good standing for years, with the numbers and the phone of the demo data', () => {
    const demo = registrants.slice(0, 15);
    expect(demo.map(({ docket }) => docket.number)).toEqual(
      '428816 905533 771204 286140 340918 118402 612877 550391 733019 467725 519460 684215 377908 802346 991120'.split(' '),
    );
    for (const { dot, docket } of demo) {
      const state = stateOf(dot);
      expect(dot).toBe(String(1_000_000 + Number(docket.number)));
      expect(state.phone).toBe(`312555${docket.number.slice(-4)}`);
      expect(bondDollars(state)).toBe(75_000);
      expect(authorityOf(state, 'broker')).toMatchObject({ status: 'Active', reason: 'GRANTED' });
      expect((authorityOf(state, 'broker')?.on ?? '') < '2020-01-01').toBe(true);
    }
  });

  it('gives every company a USDOT number of its own', () => {
    expect(new Set(registrants.map(({ dot }) => dot)).size).toBe(registrants.length);
  });

  it('counts dates back from the start', () => {
    expect(authorityOf(stateOf('2518440'), 'broker')).toMatchObject({ reason: 'REINSTATED', on: '2026-10-17' });
    expect(authorityOf(stateOf('3401771'), 'broker')).toMatchObject({ status: 'Inactive', on: '2026-08-27' });
    expect(stateOf('2415503').outOfService?.on).toBe('2026-10-09');
    expect(authorityOf(stateOf('4080021'), 'broker')?.on).toBe('2026-09-18');
    expect(stateOf('3077345').phone).toBe('9295550116');
    expect(bondDollars(stateOf('3622095'))).toBe(0);
  });
});

describe('stateAt', () => {
  it('shows the register as it was on an earlier day', () => {
    expect(stateOf('3077345', nowMs - 2 * dayMs).phone).toBe('5105550173');
    expect(authorityOf(stateOf('2518440', nowMs - 13 * dayMs), 'broker')?.status).toBe('Inactive');
    expect(bondDollars(stateOf('3622095', nowMs - 6 * dayMs))).toBe(75_000);
    expect(stateOf('2415503', nowMs - 21 * dayMs).outOfService).toBeNull();
    expect(authorityOf(stateOf('4080021', nowMs - 42 * dayMs), 'broker')).toBeUndefined();
  });
});
