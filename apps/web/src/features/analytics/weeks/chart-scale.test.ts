import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barAxis, labelledIndexes, lineAxis, tickMoney } from './chart-scale.ts';

describe('the bars’ axis', () => {
  it.each([
    [43_000, 60_000],
    [0, 4_000],
    [900, 1_200],
    [1_250_000, 2_000_000],
  ])('for up to $%i ends at $%i', (highest, top) => {
    expect(barAxis([highest])).toMatchObject({ bottom: 0, top });
  });

  it('holds every bar and leaves room for the line', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50_000_000 }), { maxLength: 60 }), (values) => {
        const { top, ticks } = barAxis(values);
        expect(Math.max(0, ...values)).toBeLessThanOrEqual(top * 0.781);
        expect(ticks).toHaveLength(5);
        expect(ticks[0]).toBe(0);
      }),
    );
  });
});

describe('the line’s axis', () => {
  it('keeps the line over the bars with round figures', () => {
    const bars = [31_000, 34_000, 29_000, 35_000, 37_000, 43_000, 30_000];
    const line = [2.38, 2.44, 2.31, 2.47, 2.52, 2.66, 2.62];
    expect(lineAxis(line, bars, 60_000)).toEqual({ bottom: 1.7, top: 2.7, ticks: [1.7, 1.95, 2.2, 2.45, 2.7] });
  });

  it('holds every point, and stays over the bars unless it starts at zero', () => {
    const week = fc.record({
      bar: fc.integer({ min: 0, max: 60_000 }),
      line: fc.option(fc.double({ min: 0.2, max: 9, noNaN: true })),
    });
    fc.assert(
      fc.property(fc.array(week, { minLength: 1, maxLength: 60 }), (weeks) => {
        const [bars, line] = [weeks.map(({ bar }) => bar), weeks.map(({ line: value }) => value)];
        const barTop = barAxis(bars).top;
        const { bottom, top } = lineAxis(line, bars, barTop);
        expect(bottom).toBeGreaterThanOrEqual(0);
        for (const [index, value] of line.entries()) {
          if (value === null) continue;
          expect(value).toBeLessThanOrEqual(top + 1e-6);
          expect(value).toBeGreaterThanOrEqual(bottom - 1e-6);
          if (bottom > 0) expect((value - bottom) / (top - bottom)).toBeGreaterThan((bars[index] ?? 0) / barTop);
        }
      }),
    );
  });

  it('stands without a line', () => {
    expect(lineAxis([null, null], [0, 0], 4_000).ticks).toEqual([0, 1, 2, 3, 4]);
  });
});

it('names the last week and as many before it as have room', () => {
  expect([...labelledIndexes(12, 48, 44)]).toHaveLength(12);
  expect([...labelledIndexes(12, 20, 44)]).toEqual([2, 5, 8, 11]);
});

it.each([
  [0, '0'],
  [500, '$500'],
  [7_500, '$7.5k'],
  [60_000, '$60k'],
  [1_500_000, '$1.5M'],
])('%i is written %s', (dollars, words) => {
  expect(tickMoney(dollars)).toBe(words);
});
