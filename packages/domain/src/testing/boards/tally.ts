/** Fields that a dispatcher misses. A row is complete when all of them that the page shows were read. */
export const neededFields = ['origin', 'destination', 'pickup', 'rateTotal', 'tripMiles', 'equipment', 'weight', 'company'] as const;

/** What became of the rows that a taught configuration has read. */
export interface Tally {
  rows: number;
  complete: number;
  /** Rows that lack nothing but a weight of which the page doesn't say whether it is in thousands. They are not complete. */
  bareWeights: number;
  /** "weight of KEY: 47, truly 47000" */
  wrong: string[];
  /** By field: rows whose value the page shows and the reader doesn't know. */
  unknown: Record<string, number>;
}

export const emptyTally = (): Tally => ({ rows: 0, complete: 0, bareWeights: 0, wrong: [], unknown: {} });

/** Null, and what holds nothing else. */
export const isNothing = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.values(value).every(isNothing));

/** Compares a row with its truth, field by field. Unknown is allowed, wrong is not. */
export function tallyRow(
  tally: Tally,
  key: string,
  read: Readonly<Record<string, unknown>> | null,
  truth: Readonly<Record<string, unknown>>,
  { hasBareWeight }: { hasBareWeight: boolean },
): void {
  tally.rows += 1;
  const missed: string[] = [];
  for (const [field, value] of Object.entries(truth)) {
    const found = read?.[field] ?? null;
    if (!isNothing(found) && JSON.stringify(found) !== JSON.stringify(value))
      tally.wrong.push(`${field} of ${key}: ${JSON.stringify(found)}, truly ${JSON.stringify(value)}`);
    if (!isNothing(found) || isNothing(value)) continue;
    tally.unknown[field] = (tally.unknown[field] ?? 0) + 1;
    if (neededFields.some((needed) => needed === field)) missed.push(field);
  }
  const lacksWeight = hasBareWeight && isNothing(read?.weight ?? null);
  if (read === null || missed.some((field) => field !== 'weight')) return;
  if (lacksWeight) tally.bareWeights += 1;
  else if (missed.length === 0) tally.complete += 1;
}

export function describeTally(name: string, clicks: number, { rows, complete, bareWeights, wrong, unknown }: Tally): string {
  const share = rows === 0 ? 0 : Math.floor((complete * 10_000) / rows) / 100;
  const counted = `${rows} rows, ${complete} complete (${share}%), ${bareWeights} with a bare weight, ${wrong.length} wrong`;
  return `${name}: ${clicks} clicks, ${counted}, unknown ${JSON.stringify(unknown)}`;
}
