import { toPlane } from '@headhaul/domain/map/albers';
import { geoAlbers } from 'd3-geo';
import { expect, it } from 'vitest';
import { borderPath, countryCorners, landPath } from './us-map.ts';

/** How far the nearest corner of a border is from a place, on the plane of the atlas: one of its units is about three miles. */
function nearestCorner(lat: number, lng: number): number {
  const [x, y] = toPlane({ lat, lng });
  const corners = [...borderPath.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)];
  return Math.min(...corners.map(([, cornerX, cornerY]) => Math.hypot(Number(cornerX) - x, Number(cornerY) - y)));
}

it.each([
  ['the Four Corners', 36.999, -109.045],
  ['where Nebraska, Kansas and Missouri meet', 40.0, -95.308],
  ['where Georgia, Alabama and Tennessee meet', 34.985, -85.605],
  ['where Idaho, Nevada and Oregon meet', 41.998, -117.026],
])('puts %s where the atlas has it', (_, lat, lng) => {
  expect(nearestCorner(lat, lng)).toBeLessThan(1);
});

it('draws the lower 48 only', () => {
  expect(landPath.length).toBeGreaterThan(10_000);
  const [[left = 0, top = 0] = [], [right = 0, bottom = 0] = []] = countryCorners;
  expect((right - left) / (bottom - top)).toBeCloseTo(1.6, 1);
  const [anchorage] = toPlane({ lat: 61.2, lng: -149.9 });
  expect(anchorage).toBeLessThan(left);
});

it('projects like the atlas', () => {
  const albers = geoAlbers().scale(1_300).translate([487.5, 305]);
  for (const [lat, lng] of [
    [47.6, -122.3],
    [25.8, -80.2],
    [39.1, -94.6],
    [44.8, -68.8],
  ] as const) {
    const [x, y] = toPlane({ lat, lng });
    const [wantedX = 0, wantedY = 0] = albers([lng, lat]) ?? [];
    expect([x - wantedX, y - wantedY].map(Math.abs).every((off) => off < 0.001)).toBe(true);
  }
});
