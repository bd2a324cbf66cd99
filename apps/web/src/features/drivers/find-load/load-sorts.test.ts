import type { LoadNet } from '@headhaul/contracts/profit';
import { describe, expect, it } from 'vitest';
import { sampleLoadFit } from '../../../testing/office-samples.ts';
import { ratePerMile, sortLoads, withinDeadhead } from './load-sorts.ts';

const near = sampleLoadFit(1, { deadhead: { miles: 10, source: 'ROAD' } });
const rich = sampleLoadFit(2, { deadhead: { miles: 100, source: 'ROAD' } }, { grossCents: 900_000, pickupAt: '2026-11-15T12:00:00Z' });
const soon = sampleLoadFit(3, { deadhead: { miles: 200, source: 'ROAD' } }, { pickupAt: '2026-11-10T12:00:00Z' });
const cant = sampleLoadFit(4, { verdict: 'CANT' }, { grossCents: 9_000_000, pickupAt: '2026-11-09T12:00:00Z' });
const unknown = sampleLoadFit(5, { verdict: 'NOT_KNOWN', deadhead: null });
const none = new Map<string, LoadNet>();
const rows = [near, rich, soon, unknown, cant];
const numbers = (some: typeof rows) => some.map(({ load }) => load.loadNumber);

describe('the order of the loads', () => {
  it('keeps those that can’t be made last, whatever they pay', () => {
    expect(numbers(sortLoads(rows, 'near', none))).toEqual(['1', '2', '3', '5', '4']);
    expect(numbers(sortLoads(rows, 'rate', none))).toEqual(['2', '1', '3', '5', '4']);
    expect(numbers(sortLoads(rows, 'soon', none))).toEqual(['3', '1', '2', '5', '4']);
  });

  it('by net a day has a loss before a net that isn’t known', () => {
    const net = ({ load }: typeof near, netPerDayCents: number | null): [string, LoadNet] => [
      load.id,
      { loadId: load.id, netCents: netPerDayCents, netPerDayCents, before: [], missing: [] },
    ];
    const nets = new Map([net(near, null), net(rich, -4_000), net(soon, 61_000), net(cant, 99_000)]);
    expect(numbers(sortLoads(rows, 'net', nets))).toEqual(['3', '2', '1', '5', '4']);
  });

  it('knows no rate without miles', () => {
    expect(ratePerMile(unknown)).toBeNull();
    expect(ratePerMile(sampleLoadFit(6, {}, { loadedMiles: 0 }))).toBeNull();
  });
});

it('a limit of empty miles hides what is farther, and never what isn’t known', () => {
  expect(withinDeadhead(rows, 150)).toEqual({ shown: [near, rich, unknown, cant], beyond: 1 });
  expect(withinDeadhead(rows, null)).toEqual({ shown: rows, beyond: 0 });
});
