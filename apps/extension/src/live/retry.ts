/** Doubles with each failure in a row. The random half keeps a whole office from coming back at the same moment. */
export function pauseAfterMs(failuresInRow: number, { first, longest }: { first: number; longest: number }, random: number): number {
  const ceiling = Math.min(first * 2 ** Math.max(failuresInRow - 1, 0), longest);
  return ceiling / 2 + (ceiling / 2) * random;
}
