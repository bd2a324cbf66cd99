import type { Driver } from '@headhaul/contracts/drivers';
import type { LoadFitRow, LoadFits } from '@headhaul/contracts/fit';
import { describe, expect, it } from 'vitest';
import { sampleDriver, sampleLoad, sampleLoadFit } from '../../../testing/office-samples.ts';
import { findEmptySoon, matchLoads } from './empty-soon.ts';

const now = Date.parse('2026-11-12T16:42:00Z');
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
const driver = (number: number, differs: Partial<Driver> = {}) => sampleDriver(number, { readyAt: at(1), ...differs });

describe('trucks that are empty within a day', () => {
  const found = (drivers: Driver[]) => findEmptySoon(drivers, now).drivers.map(({ id }) => id.at(-1));

  it('come soonest first', () => {
    expect(found([driver(3, { readyAt: at(6) }), driver(1, { readyAt: at(-3) }), driver(2, { readyAt: at(2) })])).toEqual(['1', '2', '3']);
  });

  it('are told by number when there are too many to list', () => {
    const many = Array.from({ length: 30 }, (_, index) => driver(index, { readyAt: at(index / 10) }));
    const { drivers, more } = findEmptySoon(many, now);
    expect([drivers.length, more]).toEqual([12, 18]);
  });

  it('are not those who have a load next, are at home, or are empty later', () => {
    const nextLoad = sampleLoad(24_830);
    expect(found([driver(1, { nextLoad }), driver(2, { status: 'HOME' }), driver(3, { readyAt: at(25) })])).toEqual([]);
  });
});

describe('the loads for them', () => {
  const fits = (...rows: LoadFitRow[][]): LoadFits => ({
    drivers: rows.map((some, index) => ({
      driverId: driver(index + 1).id,
      rows: some,
      counts: { can: some.length, notKnown: 0, cant: 0 },
    })),
    looked: 3,
    hasMore: false,
  });
  const matched = (answer: LoadFits | undefined) =>
    matchLoads([driver(1), driver(2)], answer).map(({ near }) => near?.load.loadNumber ?? null);
  const [near, farther] = [sampleLoadFit(24_830), sampleLoadFit(24_831, { deadhead: { miles: 80, source: 'ROAD' } })];

  it('no load is offered twice', () => {
    expect(matched(fits([near, farther], [near, farther]))).toEqual(['24830', '24831']);
    expect(matched(fits([near], [near]))).toEqual(['24830', null]);
  });

  it('only those that the driver can take, within 150 miles', () => {
    expect(matched(fits([{ ...near, verdict: 'LOOK' }], [{ ...farther, verdict: 'NOT_KNOWN' }]))).toEqual(['24830', null]);
    expect(matched(fits([{ ...near, verdict: 'CANT' }], [{ ...farther, deadhead: { miles: 151, source: 'ROAD' } }]))).toEqual([null, null]);
  });

  it('none while nobody answered', () => {
    expect(matched(undefined)).toEqual([null, null]);
  });
});
