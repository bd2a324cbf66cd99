import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateRoadMiles, greatCircleMiles, type Point } from './distance.ts';

const chicago: Point = { lat: 41.8781, lng: -87.6298 };
const dallas: Point = { lat: 32.7767, lng: -96.797 };
const losAngeles: Point = { lat: 34.0522, lng: -118.2437 };
const halfWayRoundMiles = Math.PI * 3_958.7613;

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('greatCircleMiles', () => {
  it('knows Chicago to Dallas and to Los Angeles', () => {
    expect(greatCircleMiles(chicago, dallas)).toBeCloseTo(804.6, 0);
    expect(greatCircleMiles(chicago, losAngeles)).toBeCloseTo(1_742.3, 0);
  });

  it('counts a degree of latitude as 69 miles', () => {
    expect(greatCircleMiles({ lat: 40, lng: -95 }, { lat: 41, lng: -95 })).toBeCloseTo(69.09, 1);
  });

  it('is never negative, longer than half way round or not a number', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const miles = greatCircleMiles(a, b);
        expect(miles).toBeGreaterThanOrEqual(0);
        expect(miles).toBeLessThanOrEqual(halfWayRoundMiles + 1e-6);
      }),
    );
  });

  it('is the same both ways and nothing to itself', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(greatCircleMiles(a, b)).toBeCloseTo(greatCircleMiles(b, a), 6);
        expect(greatCircleMiles(a, a)).toBe(0);
      }),
    );
  });

  it('is never shorter by a detour', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        // Near opposite ends of the Earth, rounding can be off by a foot or two.
        expect(greatCircleMiles(a, c)).toBeLessThanOrEqual(greatCircleMiles(a, b) + greatCircleMiles(b, c) + 1e-3);
      }),
    );
  });

  it('crosses the date line the short way', () => {
    expect(greatCircleMiles({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 })).toBeCloseTo(69.09, 1);
  });
});

describe('estimateRoadMiles', () => {
  it('is the straight line × 1.2 in whole miles', () => {
    expect(estimateRoadMiles([chicago, dallas])).toBe(Math.round(greatCircleMiles(chicago, dallas) * 1.2));
  });

  it('is 0 for no point and for one', () => {
    expect([estimateRoadMiles([]), estimateRoadMiles([chicago])]).toEqual([0, 0]);
  });

  it('adds up its legs, and is the same backwards', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 8 }), (points) => {
        const miles = estimateRoadMiles(points);
        const legs = points.slice(1).map((to, index) => estimateRoadMiles([points[index] ?? to, to]));
        expect(Number.isInteger(miles)).toBe(true);
        // Each leg was rounded by itself.
        expect(Math.abs(miles - legs.reduce((sum, leg) => sum + leg, 0))).toBeLessThanOrEqual(points.length / 2 + 1);
        expect(Math.abs(miles - estimateRoadMiles(points.toReversed()))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is not changed by waiting at a stop', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 6 }), (points) => {
        expect(estimateRoadMiles(points.flatMap((one) => [one, one]))).toBe(estimateRoadMiles(points));
      }),
    );
  });
});
