import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPolyline, writePolyline } from './polyline.ts';

const degrees = (max: number) => fc.integer({ min: -max * 10_000, max: max * 10_000 }).map((value) => value / 10_000);

it('gives back the line that was written, anywhere on Earth', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ lat: degrees(90), lng: degrees(180) })), (points) => {
      expect(readPolyline(writePolyline(points))).toEqual(points);
    }),
  );
});

it('reads any text without an error', () => {
  fc.assert(fc.property(fc.string(), (text) => void readPolyline(text)));
});
