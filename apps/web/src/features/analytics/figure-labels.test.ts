import { type LoadFigures, noFigures } from '@headhaul/domain/loads/money';
import { addDays } from '@headhaul/domain/time/zoned-time';
import { describe, expect, it } from 'vitest';
import { atMostShort, whyAtMost } from '../../shared/format/known-miles.ts';
import { changeOf, formatCount, isOver, type Metric, metricLabel, metrics, sparkOf } from './figure-labels.ts';

function figures(grossDollars: number, loadedMiles: number, deadheadMiles: number, more: Partial<LoadFigures> = {}): LoadFigures {
  return { ...noFigures, grossCents: grossDollars * 100, loadedGrossCents: grossDollars * 100, loadedMiles, deadheadMiles, ...more };
}

const metric = (key: Metric['key']) => metrics.find((one) => one.key === key) as Metric;
const over = { isRunning: false, beforeLabel: '4 weeks before' };

describe('a change', () => {
  it('of gross is a share of what was before, with the old value in words', () => {
    expect(changeOf(metric('gross'), figures(153_100, 1, 0), figures(147_060, 1, 0), over)).toEqual({
      amount: '4.1%',
      direction: 'up',
      tone: 'good',
      isEarly: false,
      before: '$147,060 in the 4 weeks before',
    });
  });

  it('of RPM is the difference of the two figures that can be read', () => {
    // 2.6149 and 2.5251 are shown as 2.61 and 2.53.
    expect(changeOf(metric('rpm'), figures(26_149, 10_000, 0), figures(25_251, 10_000, 0), over).amount).toBe('$0.08');
  });

  it('of deadhead is good when it falls', () => {
    const change = changeOf(metric('deadhead'), figures(1, 919, 81), figures(1, 907, 93), over);
    expect(change).toMatchObject({ amount: '1.2 pts', direction: 'down', tone: 'good', before: '9.3% in the 4 weeks before' });
    expect(changeOf(metric('deadhead'), figures(1, 907, 93), figures(1, 919, 81), over).tone).toBe('bad');
  });

  it('is none where nothing changed or there was nothing', () => {
    expect(changeOf(metric('rpm'), figures(10, 10, 0), figures(10, 10, 0), over).amount).toBeNull();
    expect(changeOf(metric('rpm'), figures(10, 10, 0), noFigures, over)).toMatchObject({
      amount: null,
      before: 'Nothing in the 4 weeks before',
    });
    expect(changeOf(metric('gross'), figures(10, 10, 0), noFigures, over)).toMatchObject({
      amount: null,
      before: '$0 in the 4 weeks before',
    });
  });

  it('of a sum is no bad news while the period runs; of a rate it is', () => {
    const running = { isRunning: true, beforeLabel: 'week before' };
    const [now, before] = [figures(10_000, 5_000, 500), figures(30_000, 10_000, 500)];
    expect(changeOf(metric('gross'), now, before, running)).toMatchObject({
      amount: '66.7%',
      isEarly: true,
      tone: 'plain',
      direction: 'down',
    });
    expect(changeOf(metric('rpm'), now, before, running).tone).toBe('bad');
    expect(changeOf(metric('gross'), before, now, running)).toMatchObject({ amount: '200.0%', tone: 'good' });
  });
});

describe('the line behind a figure', () => {
  const weeks = Array.from({ length: 12 }, (_, index) => ({ start: addDays('2026-08-24', index * 7), ...figures(index, 1, 0) }));

  it('has the last eight weeks that are over, those before the period first', () => {
    expect(sparkOf(metric('gross'), weeks, '2026-10-19', '2026-11-12')).toEqual({
      points: [300, 400, 500, 600, 700, 800, 900, 1000],
      before: 5,
    });
  });

  it('leaves out weeks that have no such figure', () => {
    const withGap = weeks.with(9, { ...noFigures, start: '2026-10-26' });
    expect(sparkOf(metric('rpm'), withGap, '2026-10-19', '2026-11-12').points).toHaveLength(7);
  });

  it('keeps its last point for now, also while the only week runs', () => {
    expect(sparkOf(metric('gross'), weeks, '2026-11-09', '2026-11-12').before).toBe(7);
    expect(sparkOf(metric('gross'), [], '2026-11-09', '2026-11-12')).toEqual({ points: [], before: 0 });
  });
});

it('a week is over when its seventh day is', () => {
  expect([isOver('2026-11-09', '2026-11-15'), isOver('2026-11-09', '2026-11-16')]).toEqual([false, true]);
});

it.each([
  [{ loads: 68, tonuLoads: 2 }, '68 loads, 2 TONU left out of loaded RPM'],
  [{ loads: 1, tonuLoads: 0 }, '1 load'],
  [{ loads: 5, loadsWithoutMiles: 1 }, '5 loads, 1 load without loaded miles'],
  [{ loads: 1_204, tonuLoads: 0 }, '1,204 loads'],
])('%j reads %s', (counts, words) => {
  expect(formatCount({ ...noFigures, ...counts })).toBe(words);
});

it('marks ratios of miles while the loaded miles of some loads aren’t known', () => {
  const labels = (more: Partial<LoadFigures>) => metrics.map((one) => metricLabel(one, figures(1_000, 400, 40, more)));
  expect(labels({})).toEqual(['Gross', 'RPM, all miles', 'RPM, loaded miles', 'Deadhead']);
  expect(labels({ loadsWithoutMiles: 2 })).toEqual([
    'Gross',
    'RPM, all miles (at most)',
    'RPM, loaded miles (at most)',
    'Deadhead (at most)',
  ]);
  const open = { ...noFigures, loadsWithoutMiles: 2 };
  expect([atMostShort('2.41', open), atMostShort('–', open), atMostShort('2.41', noFigures)]).toEqual(['≤ 2.41', '–', '2.41']);
  expect([whyAtMost(open), whyAtMost(noFigures)]).toEqual(['At most: 2 loads without loaded miles', undefined]);
});
