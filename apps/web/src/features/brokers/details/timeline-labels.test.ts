import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LabelWish, mostLabels, placeLabels } from './timeline-labels.ts';

const wish = (at: number, tone: LabelWish['tone'], label: string, isEndOfLapse = false): LabelWish => ({ at, tone, label, isEndOfLapse });
/** The marks of the drawing, on a line of 708 px. */
const drawn = [
  wish(0, 'GOOD', 'Granted'),
  wish(0.4, 'BAD', 'Bond lapsed 23 days, restored'),
  wish(0.44, 'GOOD', 'Restored', true),
  wish(0.74, 'LOOK', 'Address changed'),
  wish(1, 'GOOD', 'Active'),
];

describe('placeLabels', () => {
  it('puts what is bad and today below, the rest above, and no words at the end of a lapse', () => {
    expect(placeLabels(drawn, 708).map(({ index, row }) => [index, row])).toEqual([
      [0, 'above'],
      [1, 'below'],
      [3, 'above'],
      [4, 'below'],
    ]);
  });

  it('keeps the words inside the line', () => {
    for (const { leftPx, widthPx } of placeLabels(drawn, 708)) {
      expect(leftPx).toBeGreaterThanOrEqual(0);
      expect(leftPx + widthPx).toBeLessThanOrEqual(708);
    }
  });

  it('names the beginning, today and what is bad before anything else', () => {
    const changes = Array.from({ length: 12 }, (_, index) => wish(0.05 + index * 0.075, index === 5 ? 'BAD' : 'LOOK', 'Phone changed'));
    const labeled = placeLabels([wish(0, 'GOOD', 'Granted'), ...changes, wish(1, 'GOOD', 'Active')], 1_400).map(({ index }) => index);
    expect(labeled).toHaveLength(mostLabels);
    expect(labeled).toEqual(expect.arrayContaining([0, 6, 13]));
  });

  it('never covers one label with another, however many marks and however narrow the line', () => {
    const wishes = fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        tone: fc.constantFrom('GOOD' as const, 'LOOK' as const, 'BAD' as const),
        label: fc.string({ maxLength: 40 }),
        isEndOfLapse: fc.boolean(),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(wishes, fc.integer({ min: 100, max: 1_600 }), (marks, lineWidthPx) => {
        const sorted = marks.toSorted((a, b) => a.at - b.at);
        const placed = placeLabels(sorted, lineWidthPx);
        expect(placed.length).toBeLessThanOrEqual(mostLabels);
        for (const row of ['above', 'below'] as const) {
          const inRow = placed.filter((label) => label.row === row).sort((a, b) => a.leftPx - b.leftPx);
          for (const [index, label] of inRow.slice(1).entries()) {
            const before = inRow[index];
            expect(label.leftPx).toBeGreaterThan((before?.leftPx ?? 0) + (before?.widthPx ?? 0));
          }
        }
      }),
    );
  });
});
