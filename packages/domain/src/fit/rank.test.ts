import { describe, expect, it } from 'vitest';
import { estimateRoadMiles } from '../places/distance.ts';
import { usualAssumptions } from './assumptions.ts';
import type { FitLoad, FitTruck } from './facts.ts';
import { fitOf } from './fit.ts';
import { formatFit } from './format-reason.ts';
import { byEmptyMiles, formatNobody, rankFits } from './rank.ts';
import { at, loadFrom, nowMs, stopAt, truckIn } from './testing/samples.ts';

const fleet: [string, FitTruck][] = [
  ['Joan', { ...truckIn('Houston'), equipment: 'FLATBED' }],
  ['Marcus', truckIn('Chicago')],
  ['Carla', { ...truckIn('Tulsa'), where: null }],
  ['Jesse', { ...truckIn('Fort Worth'), avoidedStates: ['GA'] }],
  ['Wayne', truckIn('Dallas')],
  ['Nate', truckIn('Denver')],
  ['Luis', truckIn('Shreveport')],
  ['Bob', truckIn('Boise')],
];

function rank(load: FitLoad) {
  return rankFits(
    fleet.map(([name, truck]) => ({
      name,
      fit: fitOf(
        truck,
        load,
        { loads: [], measure: (a, b) => ({ miles: estimateRoadMiles([a, b]), source: 'ROAD' }) },
        usualAssumptions,
        nowMs,
      ),
    })),
  );
}

const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

describe('the order of the trucks', () => {
  it('those that can by time to spare, then those that need a look, then not known, then can’t by how late', () => {
    const ranked = rank(loadFrom('Fort Worth', 'tue 08:00', 'Atlanta', 'wed 20:00'));
    expect(names(ranked.can)).toEqual(['Wayne', 'Luis', 'Jesse']);
    expect(names(ranked.notKnown)).toEqual(['Carla']);
    expect(names(ranked.cant)).toEqual(['Nate', 'Marcus', 'Bob', 'Joan']);
    expect(ranked.closest).toEqual([]);
  });

  it('when nobody can, the three that come closest', () => {
    const ranked = rank(loadFrom('Memphis', 'mon 13:42', 'Atlanta', 'wed 20:00'));
    expect(names(ranked.can)).toEqual([]);
    expect(ranked.closest.map(({ name, fit }) => `${name}: ${formatFit(fit, { nowMs, companyZone: 'America/Chicago' }).fact}`)).toEqual([
      'Luis: At pickup today 16:48, 3 h 6 min late',
      'Wayne: At pickup today 20:22, 6 h 40 min late',
      'Jesse: At pickup today 21:00, 7 h 18 min late',
    ]);
    expect(formatNobody({ closesMs: at('tue 08:00'), timeZone: 'America/Chicago' }, nowMs)).toBe('Nobody can make Tue 08:00');
  });

  it('more empty miles break a tie', () => {
    const rows = [90, 30, null].map((miles) => ({
      fit: { verdict: 'CAN' as const, slackMinutes: 60, deadhead: miles === null ? null : { miles, source: 'ROAD' as const } },
    }));
    const ranked = rankFits(rows as never);
    expect(ranked.can).toEqual([rows[1], rows[0], rows[2]]);
  });

  it('a stop with a window closes at its end', () => {
    expect(stopAt('PICKUP', 'Dallas', 'tue 08:00', 'tue 12:00')).toMatchObject({ schedule: 'FCFS', closesMs: at('tue 12:00') });
  });
});

it('of many loads for one truck, the one with the fewest empty miles comes first, however much time another leaves', () => {
  const rows = [loadFrom('Houston', 'sat 08:00', 'Atlanta', 'sun 20:00'), loadFrom('Fort Worth', 'wed 08:00', 'Atlanta', 'fri 20:00')].map(
    (load) => ({
      name: load.stops[0]?.city ?? '',
      fit: fitOf(
        truckIn('Dallas'),
        load,
        { loads: [], measure: (a, b) => ({ miles: estimateRoadMiles([a, b]), source: 'ROAD' }) },
        usualAssumptions,
        nowMs,
      ),
    }),
  );
  expect(names(rankFits(rows, byEmptyMiles).can)).toEqual(['Fort Worth', 'Houston']);
  expect(names(rankFits(rows).can)).toEqual(['Houston', 'Fort Worth']);
});
