import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeOf, laneOut, overlapsOf, sharedMs } from './spans.ts';

const span = (startMs: number, endMs: number) => ({ startMs, endMs });
const anySpan = fc
  .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 40 }))
  .map(([start, length]) => span(start, start + length));
const anySpans = fc.array(anySpan, { maxLength: 25 });

describe('lanes', () => {
  it('one that stands alone has the whole row, two that overlap half of it', () => {
    expect(laneOut([span(0, 10), span(20, 30), span(25, 40)]).map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
  });

  it('nothing in one lane overlaps, and all lanes of a place are as many', () => {
    fc.assert(
      fc.property(anySpans, (spans) => {
        const placed = laneOut(spans);
        expect(placed).toHaveLength(spans.length);
        for (const { first, second } of overlapsOf(placed)) {
          expect(first.lane).not.toBe(second.lane);
          expect(first.lanes).toBe(second.lanes);
        }
        for (const { lane, lanes } of placed) expect(lane).toBeLessThan(lanes);
      }),
    );
  });

  it('takes no more lanes than overlap at one moment', () => {
    fc.assert(
      fc.property(anySpans, (spans) => {
        const most = Math.max(
          0,
          ...spans.map(({ startMs }) => spans.filter((one) => one.startMs <= startMs && startMs < one.endMs).length),
        );
        expect(Math.max(0, ...laneOut(spans).map(({ lanes }) => lanes))).toBe(most);
      }),
    );
  });
});

describe('what is free', () => {
  it('is what nothing takes', () => {
    expect(freeOf(span(0, 100), [span(10, 20), span(15, 30), span(90, 120)])).toEqual([span(0, 10), span(30, 90)]);
    expect(freeOf(span(0, 100), [span(-5, 105)])).toEqual([]);
  });

  it('together with what is taken fills the stretch, and overlaps none of it', () => {
    fc.assert(
      fc.property(anySpans, (taken) => {
        const within = span(30, 150);
        const free = freeOf(within, taken);
        for (let ms = 30; ms < 150; ms += 1) {
          const isTaken = taken.some(({ startMs, endMs }) => startMs <= ms && ms < endMs);
          const isFree = free.some(({ startMs, endMs }) => startMs <= ms && ms < endMs);
          expect(isFree).toBe(!isTaken);
        }
      }),
    );
  });
});

it('overlaps are pairs with the time they share', () => {
  const [a, b, c] = [span(0, 20), span(7, 30), span(30, 40)];
  expect(overlapsOf([c, b, a])).toEqual([{ first: a, second: b, sharedMs: 13 }]);
  expect(sharedMs(b, c)).toBe(0);
});
