import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeLabels } from './label-places.ts';
import { fitView, place } from './view.ts';

const size = { width: 268, height: 292 };

describe('the view', () => {
  it('holds every point, with room around', () => {
    const point = fc.tuple(fc.integer({ min: 0, max: 975 }), fc.integer({ min: 0, max: 610 }));
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), (points) => {
        const view = fitView(points, size, 34, 3);
        for (const { x, y } of points.map((each) => place(each, view))) {
          expect(x).toBeGreaterThanOrEqual(34 - 1e-6);
          expect(x).toBeLessThanOrEqual(size.width - 34 + 1e-6);
          expect(y).toBeGreaterThanOrEqual(34 - 1e-6);
          expect(y).toBeLessThanOrEqual(size.height - 34 + 1e-6);
        }
        expect(view.scale).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('puts one point in the middle', () => {
    expect(place([700, 300], fitView([[700, 300]], size, 34, 3))).toEqual({ x: 134, y: 146 });
  });
});

describe('labels', () => {
  const wish = (key: string, x: number, y: number) => ({ key, text: 'Milwaukee', x, y, reach: 6 });

  it('stand right of their marker when there is room', () => {
    expect(placeLabels([wish('a', 100, 100)], size)).toEqual([{ key: 'a', text: 'Milwaukee', x: 111, y: 100, anchor: 'start' }]);
  });

  it('turn to the left at the right edge', () => {
    expect(placeLabels([wish('a', 250, 100)], size)[0]?.anchor).toBe('end');
  });

  it('avoid each other, and are left out where there is no room', () => {
    const places = placeLabels([wish('a', 134, 140), wish('b', 134, 146)], size);
    expect(places).toHaveLength(2);
    expect(places[0]?.anchor).not.toBe(places[1]?.anchor);
    const crowd = Array.from({ length: 40 }, (_, index) => wish(String(index), 134, 146));
    expect(placeLabels(crowd, size).length).toBeLessThan(6);
  });
});
