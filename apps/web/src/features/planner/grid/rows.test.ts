import type { Driver } from '@headhaul/contracts/drivers';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { describe, expect, it } from 'vitest';
import { sampleDriver, sampleLoad } from '../../../testing/office-samples.ts';
import { planWeek } from '../week.ts';
import { clashesOf, grossByDay, planRows, spanOf } from './rows.ts';

// Thursday 10:42 in Chicago.
const nowMs = Date.parse('2026-11-12T16:42:00Z');
const week = planWeek('2026-11-12', { startsOn: 'MONDAY', timeZone: 'America/Chicago' });
const marcus = sampleDriver(1);
const load = (number: number, differs: Partial<LoadRow> = {}) => sampleLoad(number, { driverId: marcus.id, ...differs });
const rolling = load(24_817, { status: 'IN_TRANSIT' });
const booked = load(24_826, {
  pickupAt: '2026-11-14T13:00:00Z',
  deliveryAt: '2026-11-15T18:00:00Z',
  pickupCity: 'Conley',
  deliveryCity: 'Toledo',
  deliveryState: 'OH',
});

function plan(loads: LoadRow[], drivers: Driver[] = [marcus]) {
  return planRows({ drivers, loads, week, nowMs });
}
const only = <T>(list: readonly T[]): T => {
  expect(list).toHaveLength(1);
  return list[0] as T;
};

describe('a bar', () => {
  it('lies on its true time', () => {
    const [bar] = only(plan([rolling])).bars;
    // Wednesday 08:00 in Chicago: two and a third days after Monday.
    expect((bar?.left ?? 0) * 7).toBeCloseTo(2 + 8 / 24, 6);
    expect(((bar?.left ?? 0) + (bar?.width ?? 0)) * 7).toBeCloseTo(3 + 17.5 / 24, 6);
  });

  it('of two drivers stands in both of their rows, and once in the row of a team', () => {
    const bea = sampleDriver(2, { name: 'Bea' });
    const both = { ...rolling, coDriverId: bea.id };
    expect(plan([both], [marcus, bea]).map(({ bars }) => bars.length)).toEqual([1, 1]);
    const team = [
      { ...marcus, teamPartnerId: bea.id },
      { ...bea, teamPartnerId: marcus.id },
    ];
    expect(plan([both], team).map(({ bars }) => bars.length)).toEqual([1]);
  });

  it('of a truck that is late goes on until now', () => {
    const late = load(1, { status: 'IN_TRANSIT', deliveryAt: '2026-11-12T12:00:00Z' });
    expect(spanOf(late, nowMs).endMs).toBe(nowMs);
  });

  it('of a load that is done ends now at the latest', () => {
    expect(spanOf(load(1, { status: 'DELIVERED' }), nowMs).endMs).toBe(nowMs);
  });

  it('of a load of another week is cut at the edge, or isn’t there', () => {
    const [bar] = only(plan([load(1, { pickupAt: '2026-11-08T12:00:00Z', deliveryAt: '2026-11-09T20:00:00Z', status: 'PAID' })])).bars;
    expect(bar).toMatchObject({ left: 0, isCutLeft: true, isCutRight: false });
    expect(only(plan([load(1, { pickupAt: '2026-11-01T12:00:00Z', deliveryAt: '2026-11-03T20:00:00Z', status: 'PAID' })])).bars).toEqual(
      [],
    );
  });
});

describe('empty time', () => {
  it('is told between two loads in hours and place, and after the last with its time', () => {
    const words = only(plan([rolling, booked])).gaps.map((gap) => gap.words);
    expect(words).toEqual(['38 h empty, Conley GA', 'Empty Sun 13:00 EST, Toledo OH']);
    expect(only(plan([rolling])).gaps.map((gap) => gap.words)).toEqual(['Empty today 18:30 EST, Conley GA']);
  });

  it('begins now, never before', () => {
    const [gap] = only(plan([load(1, { status: 'DELIVERED', pickupAt: '2026-11-09T12:00:00Z', deliveryAt: '2026-11-10T12:00:00Z' })])).gaps;
    expect(gap?.startMs).toBe(nowMs);
    expect(gap?.words).toBe('Empty now, Conley GA');
  });

  it('of a week that is over is nobody’s concern', () => {
    const before = planWeek('2026-11-05', { startsOn: 'MONDAY', timeZone: 'America/Chicago' });
    expect(only(planRows({ drivers: [marcus], loads: [], week: before, nowMs })).gaps).toEqual([]);
  });

  it('knows the place also from a load that is out of sight', () => {
    const next = planWeek('2026-11-17', { startsOn: 'MONDAY', timeZone: 'America/Chicago' });
    const currentLoad = { ...rolling, grossCents: 1 };
    const later = load(2, { pickupAt: '2026-11-18T13:00:00Z', deliveryAt: '2026-11-19T18:00:00Z' });
    const row = only(planRows({ drivers: [sampleDriver(1, { status: 'ON_LOAD', currentLoad })], loads: [later], week: next, nowMs }));
    expect(row.gaps[0]?.words).toBe('55 h empty, Conley GA');
  });

  it('after a problem waits on it', () => {
    const problem = load(1, { status: 'PROBLEM', deliveryAt: '2026-11-12T12:00:00Z' });
    expect(only(plan([problem])).gaps[0]?.words).toBe('Waits on the problem, Conley GA');
  });
});

describe('who is off', () => {
  const home = { ownStatus: 'HOME' as const, status: 'HOME' as const, homeCity: 'Newark' };

  it('is off until the day the office gave, and empty after it', () => {
    const row = only(plan([], [sampleDriver(1, { ...home, readyAt: '2026-11-13T18:00:00Z', readyCity: 'Newark', readyState: 'NJ' })]));
    expect(row.off).toMatchObject({ startMs: week.startMs, endMs: Date.parse('2026-11-13T18:00:00Z'), words: 'Home, Newark' });
    expect(row.gaps).toHaveLength(1);
  });

  it('is off since the last load', () => {
    const hauled = load(1, { status: 'DELIVERED', pickupAt: '2026-11-09T12:00:00Z', deliveryAt: '2026-11-10T12:00:00Z' });
    const shop = sampleDriver(1, { ownStatus: 'IN_SHOP', status: 'IN_SHOP', statusNote: 'brakes', readyCity: 'Houston' });
    expect(only(plan([hauled], [shop])).off).toMatchObject({
      startMs: Date.parse('2026-11-10T12:00:00Z'),
      endMs: week.endMs,
      words: 'In shop, Houston: brakes',
    });
  });
});

describe('two loads at once', () => {
  const first = load(1, { pickupAt: '2026-11-13T14:00:00Z', deliveryAt: '2026-11-14T13:00:00Z' });
  const second = load(2, { pickupAt: '2026-11-14T00:00:00Z', deliveryAt: '2026-11-15T00:00:00Z' });

  it('are told with the hours they share; the row tells nothing of empty time', () => {
    const row = only(plan([first, second]));
    expect(row.clashes).toEqual([{ first, second, sharedMs: 13 * 3_600_000 }]);
    expect(row.bars.map(({ isClash, lanes }) => [isClash, lanes])).toEqual([
      [true, 2],
      [true, 2],
    ]);
    expect(row.gaps).toEqual([]);
  });

  it('are none when one can be picked up after the other is delivered', () => {
    expect(clashesOf([first, { ...second, pickupEndsAt: '2026-11-14T13:00:00Z' }])).toEqual([]);
  });

  it('are none when one of them is done or was not used', () => {
    expect(clashesOf([{ ...first, status: 'TONU' }, second])).toEqual([]);
    expect(clashesOf([{ ...first, status: 'DELIVERED' }, second])).toEqual([]);
  });
});

it('a team has one row with the loads of both', () => {
  const rosa = sampleDriver(2, { teamPartnerId: marcus.id });
  const team = [{ ...marcus, teamPartnerId: rosa.id }, rosa];
  const row = only(
    plan([rolling, load(2, { driverId: rosa.id, pickupAt: '2026-11-14T13:00:00Z', deliveryAt: '2026-11-15T18:00:00Z' })], team),
  );
  expect([row.partner?.id, row.bars.length]).toEqual([rosa.id, 2]);
});

it('the gross of a day counts a load of two drivers once', () => {
  const bea = sampleDriver(2, { name: 'Bea' });
  const both = { ...rolling, coDriverId: bea.id };
  expect([...grossByDay(plan([both], [marcus, bea]), [booked])]).toEqual([
    ['2026-11-11', both.grossCents],
    ['2026-11-14', booked.grossCents],
  ]);
});
