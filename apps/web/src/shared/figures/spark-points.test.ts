import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sparkPoints } from './spark-points.ts';

it('keeps every point inside its box and in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 30 }), (values) => {
      const places = sparkPoints(values, 88, 30);
      expect(places).toHaveLength(values.length);
      for (const [index, { x, y }] of places.entries()) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(88);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(30);
        expect(x).toBeGreaterThan(places[index - 1]?.x ?? -1);
      }
    }),
  );
});

it('draws more higher, and no change through the middle', () => {
  const [low, high] = sparkPoints([1, 2], 88, 30);
  expect(high?.y).toBeLessThan(low?.y ?? 0);
  expect(sparkPoints([5, 5, 5], 88, 30).map(({ y }) => y)).toEqual([15, 15, 15]);
});
