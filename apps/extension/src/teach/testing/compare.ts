/** What became of the rows that a taught configuration has read. */
export interface Tally {
  rows: number;
  complete: number;
  /** "weight of KEY: 47, truly 47000" */
  wrong: string[];
  /** By field: rows whose value the page shows and the reader doesn't know. */
  unknown: Record<string, number>;
}

export const emptyTally = (): Tally => ({ rows: 0, complete: 0, wrong: [], unknown: {} });

const isNothing = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.values(value).every(isNothing));

/** Compares a row with its truth. Unknown is allowed, wrong is not. `unreadable`: the page's text says too little. */
export function tallyRow(
  tally: Tally,
  key: string,
  read: Readonly<Record<string, unknown>> | null,
  truth: Readonly<Record<string, unknown>>,
  { needed, unreadable }: { needed: readonly string[]; unreadable: readonly string[] },
): void {
  tally.rows += 1;
  let isComplete = read !== null;
  for (const [field, value] of Object.entries(truth)) {
    const found = read?.[field] ?? null;
    if (!isNothing(found) && JSON.stringify(found) !== JSON.stringify(value))
      tally.wrong.push(`${field} of ${key}: ${JSON.stringify(found)}, truly ${JSON.stringify(value)}`);
    if (!isNothing(found) || isNothing(value) || unreadable.includes(field)) continue;
    tally.unknown[field] = (tally.unknown[field] ?? 0) + 1;
    if (needed.includes(field)) isComplete = false;
  }
  if (isComplete) tally.complete += 1;
}

export function describeTally(name: string, clicks: number, { rows, complete, wrong, unknown }: Tally): string {
  return `${name}: ${clicks} clicks, ${rows} rows, ${complete} complete, ${wrong.length} wrong, unknown ${JSON.stringify(unknown)}`;
}
