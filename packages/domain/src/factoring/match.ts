/** How a company is known to us or to a factor. Numbers are digits without leading zeros; null is not known. */
export interface Listed {
  mc: string | null;
  dot: string | null;
  /** By `brokerNameKey`. */
  nameKey: string;
}

export type MatchedBy = 'MC' | 'DOT' | 'NAME';

/** Words at the end of a name that say how a company is registered. The same broker is written with and without them. */
export const legalForms = ['LLC', 'INC', 'CO', 'CORP', 'LTD', 'LP', 'LLP', 'INCORPORATED', 'CORPORATION', 'COMPANY', 'LIMITED'] as const;
const isLegalForm = (word: string | undefined) => (legalForms as readonly (string | undefined)[]).includes(word);

/**
 * A name without case, accents, punctuation and legal form: "Lakeshore Freight, L.L.C." and "LAKESHORE FREIGHT" have the same key. The
 * database has the same rule as `broker_name_key`, and a test compares the two.
 */
export function brokerNameKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/[.'’]|[\u0300-\u036f]/g, '')
    .replaceAll('&', ' AND ')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toUpperCase()
    .split(' ');
  while (words.length > 1 && isLegalForm(words.at(-1))) words.pop();
  return words.join(' ');
}

/**
 * By what two entries are the same company. A number that both have decides, the MC number before the USDOT number: if it differs, they
 * are two companies, whatever they are named.
 */
export function matchedBy(one: Listed, other: Listed): MatchedBy | undefined {
  if (one.mc !== null && other.mc !== null) return one.mc === other.mc ? 'MC' : undefined;
  if (one.dot !== null && other.dot !== null) return one.dot === other.dot ? 'DOT' : undefined;
  return one.nameKey !== '' && one.nameKey === other.nameKey ? 'NAME' : undefined;
}

/** Entries that can be found by number and name without looking at all of them. */
export interface Directory<T extends Listed> {
  add(entry: T): void;
  /** The entries that are the same company by this. */
  find(wanted: Listed, by: MatchedBy): T[];
  /** How many entries have the same number or name, without comparing them. */
  count(wanted: Listed, by: MatchedBy): number;
}

export function createDirectory<T extends Listed>(entries: Iterable<T> = []): Directory<T> {
  const kept = { MC: new Map<string, T[]>(), DOT: new Map<string, T[]>(), NAME: new Map<string, T[]>() };
  const keyOf = ({ mc, dot, nameKey }: Listed, by: MatchedBy) => (by === 'MC' ? mc : by === 'DOT' ? dot : nameKey);
  const add = (entry: T) => {
    for (const by of ['MC', 'DOT', 'NAME'] as const) {
      const key = keyOf(entry, by);
      if (key === null || key === '') continue;
      const same = kept[by].get(key);
      if (same) same.push(entry);
      else kept[by].set(key, [entry]);
    }
  };
  for (const entry of entries) add(entry);
  const alike = (wanted: Listed, by: MatchedBy) => kept[by].get(keyOf(wanted, by) ?? '') ?? [];
  return {
    add,
    find: (wanted, by) => alike(wanted, by).filter((entry) => matchedBy(wanted, entry) === by),
    count: (wanted, by) => alike(wanted, by).length,
  };
}

export type Match<R> = { kind: 'FOUND'; by: MatchedBy; rows: R[] } | { kind: 'AMBIGUOUS' } | { kind: 'NONE' };

/** No true list has so many rows with one number or name, and no company so many such brokers. Comparing thousands would take seconds. */
export const mostAlike = 20;

/**
 * The rows of a factor's list that are about this broker: those with its MC number, else those with its USDOT number, else the one with
 * its name. A name decides only if nobody else can be meant: one row has it, one of the company's brokers has it, and no other broker has
 * the row's numbers. Otherwise the row is left to nobody, as are rows of a number or name that more than `mostAlike` rows or brokers have.
 */
export function matchBroker<B extends Listed, R extends Listed>(broker: B, rows: Directory<R>, brokers: Directory<B>): Match<R> {
  for (const by of ['MC', 'DOT'] as const) {
    if (rows.count(broker, by) > mostAlike) return { kind: 'AMBIGUOUS' };
    const numbered = rows.find(broker, by);
    if (numbered.length > 0) return { kind: 'FOUND', by, rows: numbered };
  }
  if (rows.count(broker, 'NAME') > mostAlike) return { kind: 'AMBIGUOUS' };
  const named = rows.find(broker, 'NAME').filter((row) => !hasNumberOf(row, brokers));
  const [row] = named;
  if (row === undefined) return { kind: 'NONE' };
  const isRare = brokers.count(row, 'NAME') <= mostAlike;
  const isSure = isRare && named.length === 1 && brokers.find(row, 'NAME').every((other) => other === broker);
  return isSure ? { kind: 'FOUND', by: 'NAME', rows: named } : { kind: 'AMBIGUOUS' };
}

/** Whether one of the brokers has the row's number. If too many have it to compare them, one of them counts as having it. */
function hasNumberOf<B extends Listed>(row: Listed, brokers: Directory<B>): boolean {
  return (['MC', 'DOT'] as const).some((by) => brokers.count(row, by) > mostAlike || brokers.find(row, by).length > 0);
}
