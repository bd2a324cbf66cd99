import { expect, test } from 'vitest';
import { measureWaits, type RowSpan } from './board-rows.ts';

const span = (shownMs: number, saidMs: number | null, goneMs: number | null): RowSpan => ({ shownMs, saidMs, goneMs });

test('a row waits until it says something', () => {
  expect(measureWaits([span(100, 130, null), span(200, 700, 900)], 1_000)).toEqual({ shown: 2, waitsMs: [30, 500], late: 0, left: 0 });
});

test('one that says something too late, or never, is late', () => {
  const spans = [span(0, 501, null), span(0, null, 501), span(0, null, null)];
  expect(measureWaits(spans, 501)).toEqual({ shown: 3, waitsMs: [501], late: 3, left: 0 });
});

test('one that was shown for a moment, or has time left, is not', () => {
  expect(measureWaits([span(0, null, 500), span(600, null, null)], 1_000)).toEqual({ shown: 2, waitsMs: [], late: 0, left: 2 });
});
