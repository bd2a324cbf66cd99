import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineAt, rangeOf, rowOffsets } from './window-range.ts';

const heights = fc.array(fc.constantFrom(30, 40, 129, 138), { minLength: 1, maxLength: 200 });

describe('lines in sight', () => {
  it('every place belongs to the line that covers it', () => {
    fc.assert(
      fc.property(heights, fc.nat(200 * 138), (all, px) => {
        const offsets = rowOffsets(all.length, (index) => all[index] ?? 0);
        const index = lineAt(offsets, px);
        const total = offsets[all.length] ?? 0;
        if (px >= total) expect(index).toBe(all.length - 1);
        else expect((offsets[index] ?? 0) <= px && px < (offsets[index + 1] ?? 0)).toBe(true);
      }),
    );
  });

  it('no line that touches the window is left out, and few others are drawn', () => {
    fc.assert(
      fc.property(heights, fc.nat(20_000), fc.integer({ min: 1, max: 900 }), fc.nat(8), fc.nat(8), (all, topPx, heightPx, above, below) => {
        const offsets = rowOffsets(all.length, (index) => all[index] ?? 0);
        const { from, to } = rangeOf(offsets, topPx, topPx + heightPx, above, below);
        for (let index = 0; index < all.length; index++) {
          const touches = (offsets[index] ?? 0) < topPx + heightPx && (offsets[index + 1] ?? 0) > topPx;
          if (touches) expect(index >= from && index < to).toBe(true);
        }
        expect(to - from).toBeLessThanOrEqual(Math.ceil(heightPx / 30) + 2 + above + below);
      }),
    );
  });

  it('an empty list has none', () => {
    expect(
      rangeOf(
        rowOffsets(0, () => 40),
        0,
        900,
        1,
        6,
      ),
    ).toEqual({ from: 0, to: 0 });
  });
});
