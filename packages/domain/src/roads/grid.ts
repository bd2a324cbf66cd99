/** What may touch a square of the map, by the square. */
export type Grid<T> = Map<number, T[]>;

/** A quarter of a degree is about 17 miles to the north and 12 to 16 miles to the east. */
const squaresPerDegree = 4;
const columns = 360 * squaresPerDegree;

export function rowOf(lat: number): number {
  return Math.floor((lat + 90) * squaresPerDegree);
}

export function columnOf(lng: number): number {
  return Math.floor((lng + 180) * squaresPerDegree);
}

export function squareAt(row: number, column: number): number {
  return row * columns + column;
}
