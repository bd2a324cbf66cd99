/** Lines of known heights, of which only those in sight are drawn. A hundred thousand of them are one array of places. */

/** Where each line begins, and at the end where the last one ends. */
export function placesOf(count: number, heightOf: (index: number) => number): Float64Array {
  const places = new Float64Array(count + 1);
  for (let index = 0; index < count; index++) places[index + 1] = (places[index] ?? 0) + heightOf(index);
  return places;
}

/** The line that holds this place; the first or the last for places beyond them. */
export function lineAt(places: Float64Array, px: number): number {
  let low = 0;
  let high = Math.max(places.length - 2, 0);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((places[middle] ?? 0) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface Range {
  from: number;
  /** The first that isn't drawn any more. */
  to: number;
}

/** The lines between two places, and some more above and below. */
export function rangeOf(places: Float64Array, topPx: number, bottomPx: number, above: number, below: number): Range {
  const count = places.length - 1;
  if (count === 0) return { from: 0, to: 0 };
  return { from: Math.max(lineAt(places, topPx) - above, 0), to: Math.min(lineAt(places, bottomPx) + 1 + below, count) };
}
