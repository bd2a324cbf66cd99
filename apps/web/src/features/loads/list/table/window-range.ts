/** Lines of known heights, of which only the visible ones are drawn. The positions of 100,000 lines are one array. */

/** The position where each line begins, and at the end the position where the last line ends. */
export function rowOffsets(count: number, heightOf: (index: number) => number): Float64Array {
  const offsets = new Float64Array(count + 1);
  for (let index = 0; index < count; index++) offsets[index + 1] = (offsets[index] ?? 0) + heightOf(index);
  return offsets;
}

/** The line at this position. A position outside the list gives the first or the last line. */
export function lineAt(offsets: Float64Array, px: number): number {
  let low = 0;
  let high = Math.max(offsets.length - 2, 0);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface Range {
  from: number;
  /** The first line after the range. */
  to: number;
}

/** The lines between two places, and some more above and below. */
export function rangeOf(offsets: Float64Array, topPx: number, bottomPx: number, above: number, below: number): Range {
  const count = offsets.length - 1;
  if (count === 0) return { from: 0, to: 0 };
  return { from: Math.max(lineAt(offsets, topPx) - above, 0), to: Math.min(lineAt(offsets, bottomPx) + 1 + below, count) };
}
