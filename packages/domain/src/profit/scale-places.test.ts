import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scalePlaces } from './scale-places.ts';

const scale = (rateCents: number | null, floorCents: number | null, targetCents: number | null, askCents: number | null) =>
  scalePlaces({ rateCents, floorCents, targetCents, askCents });

describe('scalePlaces', () => {
  it('is a straight ruler, as drawn', () => {
    const { marks, ownAt, amberFrom, greenFrom } = scale(114_000, 89_900, 107_300, 121_000);
    expect(marks.map(({ name, at }) => [name, Math.round(at)])).toEqual([
      ['Floor', 20],
      ['Target', 55],
      ['Ask', 82],
    ]);
    expect(Math.round(ownAt ?? 0)).toBe(68);
    expect([Math.round(amberFrom), Math.round(greenFrom)]).toEqual([20, 55]);
  });

  it('keeps a rate far outside on the scale, and draws none without a rate or a mark', () => {
    expect(scale(1_000_000, 89_900, 107_300, 121_000).ownAt).toBe(99);
    expect(scale(1, 89_900, 107_300, 121_000).ownAt).toBe(1);
    expect(scale(null, 89_900, 107_300, null).ownAt).toBeNull();
    expect(scale(114_000, null, null, null)).toMatchObject({ marks: [], ownAt: null });
  });

  it('has one mark in the middle, and green from the floor on without a target', () => {
    const { marks, amberFrom, greenFrom } = scale(100_000, 90_000, null, null);
    expect(marks).toMatchObject([{ name: 'Floor', at: 50 }]);
    expect([amberFrom, greenFrom]).toEqual([50, 50]);
  });

  it('always has its labels in order, apart and on the card', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(cents, { minLength: 3, maxLength: 3 }), cents, (some, rate) => {
        const [floor = 0, target = 0, ask = 0] = some.toSorted((a, b) => a - b);
        const labels = scale(rate, floor, target, ask).marks.map(({ labelAt }) => labelAt);
        for (const [index, at] of labels.entries()) {
          expect(at).toBeGreaterThanOrEqual(8.9);
          expect(at).toBeLessThanOrEqual(91.1);
          if (index > 0) expect(at - (labels[index - 1] ?? 0)).toBeGreaterThanOrEqual(20.9);
        }
      }),
    );
  });
});
