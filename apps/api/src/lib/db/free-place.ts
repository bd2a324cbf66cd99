/**
 * The first place from 1 to `most` that none of these rows has, or null. The database lets nobody take a place twice; the caller holds a lock,
 * so that of two who look at once the second waits instead of failing.
 */
export function findFreePlace(rows: readonly { place: number }[], most: number): number | null {
  const taken = new Set(rows.map(({ place }) => place));
  for (let place = 1; place <= most; place += 1) if (!taken.has(place)) return place;
  return null;
}
