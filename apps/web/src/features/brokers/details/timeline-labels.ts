import type { TimelineMark } from '@headhaul/domain/brokers/timeline';

/** A mark on the line, from 0 at its beginning to 1 today. */
export interface LabelWish extends Pick<TimelineMark, 'tone' | 'label' | 'isEndOfLapse'> {
  at: number;
}

export interface PlacedLabel {
  index: number;
  row: 'above' | 'below';
  leftPx: number;
  widthPx: number;
}

/** With more words the line can't be read. The other marks tell their words on hover. */
export const mostLabels = 6;
const charPx = 6.6;
const leastPx = 64;
const gapPx = 10;

function widthOf({ label }: LabelWish): number {
  return Math.max(label.length * charPx, leastPx);
}

const rank = { BAD: 0, LOOK: 1, GOOD: 2 } as const;

/** The first and the last mark first, then what is bad, each kind from the newest. */
function orderOf(wishes: readonly LabelWish[]): number[] {
  const last = wishes.length - 1;
  const isEnd = (index: number) => index === 0 || index === last;
  const toneOf = (index: number) => rank[wishes[index]?.tone ?? 'GOOD'];
  return wishes
    .map((_, index) => index)
    .filter((index) => !wishes[index]?.isEndOfLapse)
    .sort((a, b) => Number(isEnd(b)) - Number(isEnd(a)) || toneOf(a) - toneOf(b) || b - a);
}

/** Where labels have room beside the line, without covering each other. The last mark is today. What is bad and today stand below. */
export function placeLabels(wishes: readonly LabelWish[], lineWidthPx: number): PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  for (const index of orderOf(wishes)) {
    const wish = wishes[index];
    if (wish === undefined || placed.length === mostLabels) break;
    const widthPx = Math.min(widthOf(wish), lineWidthPx);
    const leftPx = Math.min(Math.max(wish.at * lineWidthPx - widthPx / 2, 0), lineWidthPx - widthPx);
    const isFree = (row: PlacedLabel['row']) =>
      placed.every(
        (other) => other.row !== row || leftPx + widthPx + gapPx <= other.leftPx || other.leftPx + other.widthPx + gapPx <= leftPx,
      );
    const isBelow = wish.tone === 'BAD' || index === wishes.length - 1;
    const row = (isBelow ? (['below', 'above'] as const) : (['above', 'below'] as const)).find(isFree);
    if (row !== undefined) placed.push({ index, row, leftPx, widthPx });
  }
  return placed.sort((a, b) => a.index - b.index);
}
