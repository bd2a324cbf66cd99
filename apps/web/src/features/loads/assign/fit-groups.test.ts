import type { FitRow } from '@headhaul/contracts/fit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleFit, sampleFits } from '../../../testing/office-samples.ts';
import { formatAction } from '../../fit/fit-action.public.ts';
import { formatDriveLeft, groupFits } from './fit-groups.ts';

const fleet = (can: number, notKnown: number, cant: number) => {
  const some = (count: number, from: number, verdict: FitRow['verdict']) =>
    Array.from({ length: count }, (_, at) => sampleFit(from + at, { verdict, name: `${verdict} ${at}` }));
  return sampleFits([...some(can, 100, 'CAN'), ...some(notKnown, 200, 'NOT_KNOWN'), ...some(cant, 300, 'CANT')]);
};
const shownOf = (can: number, notKnown: number, cant: number) =>
  groupFits(fleet(can, notKnown, cant), '').map(({ key, shown, rows }) => [key, shown, rows.length]);

describe('the groups of the menu', () => {
  it('has ten rows, those that can first, and some of each group', () => {
    expect(shownOf(3, 2, 10)).toEqual([
      ['can', 3, 3],
      ['notKnown', 2, 2],
      ['cant', 5, 10],
    ]);
    expect(shownOf(40, 40, 40)).toEqual([
      ['can', 4, 40],
      ['notKnown', 3, 40],
      ['cant', 3, 40],
    ]);
    expect(shownOf(0, 0, 2)).toEqual([['cant', 2, 2]]);
  });

  it('never shows more than ten, and never hides a driver while there is room', () => {
    const count = fc.nat({ max: 30 });
    fc.assert(
      fc.property(count, count, count, (...counts) => {
        const groups = groupFits(fleet(...counts), '');
        const shown = groups.reduce((sum, group) => sum + group.shown, 0);
        expect(shown).toBe(Math.min(counts[0] + counts[1] + counts[2], 10));
        expect(groups.every((group) => group.shown >= Math.min(group.rows.length, 3))).toBe(true);
      }),
    );
  });

  it('lists the closest misses under the words that nobody can, and each driver once', () => {
    const { rows } = fleet(0, 0, 5);
    const closestIds = rows.slice(0, 3).map(({ driverId }) => driverId);
    const groups = groupFits(sampleFits(rows, { words: 'Nobody can make Tue 08:00', closestIds }), '');
    expect(groups.map(({ title, rows: some }) => [title, some.length])).toEqual([
      ['Nobody can make Tue 08:00', 3],
      ['Can’t', 2],
    ]);
  });

  it('finds a driver by name and by truck', () => {
    const fits = sampleFits([sampleFit(1, { name: 'Tiana Okafor', truckNumber: '123' }), sampleFit(2)]);
    expect(groupFits(fits, ' okaf').flatMap(({ rows }) => rows.map(({ name }) => name))).toEqual(['Tiana Okafor']);
    expect(groupFits(fits, '105').flatMap(({ rows }) => rows.map(({ name }) => name))).toEqual(['Wayne Kowalczyk']);
    expect(groupFits(fits, 'nobody')).toEqual([]);
  });
});

it('says what is left to drive only when it is known', () => {
  expect(formatDriveLeft(sampleFit(1))).toBe('10:20 after rest');
  expect(formatDriveLeft(sampleFit(1, { driveMinutesLeft: 185, isAfterRest: false }))).toBe('3:05');
  expect(formatDriveLeft(sampleFit(1, { driveMinutesLeft: null }))).toBeNull();
});

it('names what would make it known', () => {
  expect(formatAction(sampleFit(1, { action: 'ASK_DRIVER' }))).toBe('Ask Wayne');
  expect(formatAction(sampleFit(1, { action: 'SET_LOCATION' }))).toBe('Set location');
  expect(formatAction(sampleFit(1, { action: 'SET_TIME' }))).toBeNull();
});
