import type { LoadFitRow } from '@headhaul/contracts/fit';
import type { LoadNet } from '@headhaul/contracts/profit';

export const loadSorts = [
  { key: 'near', title: 'Deadhead', says: 'fewest empty miles first' },
  { key: 'net', title: 'Net a day', says: 'best net a day first, after all costs' },
  { key: 'rate', title: 'Rate per mile', says: 'best rate per mile first, empty miles included' },
  { key: 'soon', title: 'Soonest', says: 'soonest pickup first' },
] as const;
export type LoadSort = (typeof loadSorts)[number]['key'];

/** Dollars for each mile, empty ones included. Null when no miles are known. */
export function ratePerMile({ load, deadhead }: LoadFitRow): number | null {
  const miles = load.loadedMiles + (deadhead?.miles ?? 0);
  return load.loadedMiles === 0 || deadhead === null ? null : load.grossCents / 100 / miles;
}

const groups: Record<LoadFitRow['verdict'], number> = { CAN: 0, LOOK: 0, NOT_KNOWN: 1, CANT: 2 };

/** Those that the driver can take stay first, whatever the order. The API's own order is the one by empty miles. */
export function sortLoads(rows: readonly LoadFitRow[], sort: LoadSort, nets: ReadonlyMap<string, LoadNet>): LoadFitRow[] {
  // A net may be below zero, so one that isn't known comes after all that are.
  const highestFirst = (value: number | null | undefined) => (value == null ? Number.MAX_VALUE : -value);
  const value = (row: LoadFitRow): number => {
    if (sort === 'near') return 0;
    if (sort === 'soon') return Date.parse(row.load.pickupAt);
    return highestFirst(sort === 'net' ? nets.get(row.load.id)?.netPerDayCents : ratePerMile(row));
  };
  return rows.toSorted((a, b) => groups[a.verdict] - groups[b.verdict] || value(a) - value(b));
}

/** The rows within the limit of empty miles, and how many are beyond it. A row whose empty miles aren't known stays. */
export function withinDeadhead(rows: readonly LoadFitRow[], mostMiles: number | null): { shown: LoadFitRow[]; beyond: number } {
  const shown = rows.filter(({ deadhead }) => mostMiles === null || deadhead === null || deadhead.miles <= mostMiles);
  return { shown, beyond: rows.length - shown.length };
}
