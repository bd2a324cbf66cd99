import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokerNameKey, createDirectory, type Listed, legalForms, type Match, matchBroker, matchedBy, mostAlike } from './match.ts';

interface Entry extends Listed {
  id: number;
}

/** Few numbers and names, so that many entries share one. */
const parts = {
  mc: fc.option(fc.constantFrom('1', '2', '3', '4'), { nil: null }),
  dot: fc.option(fc.constantFrom('11', '12', '13'), { nil: null }),
  nameKey: fc.constantFrom('', 'ACME', 'LAKESHORE', 'KESTREL'),
};
const lists = fc.array(fc.record(parts), { maxLength: 8 }).map((entries) => entries.map((entry, id): Entry => ({ ...entry, id })));

/** The rule in the words of the documentation, by looking at everything. */
function byLooking(broker: Entry, rows: readonly Entry[], brokers: readonly Entry[]): Match<Entry> {
  for (const by of ['MC', 'DOT'] as const) {
    const numbered = rows.filter((row) => matchedBy(broker, row) === by);
    if (numbered.length > 0) return { kind: 'FOUND', by, rows: numbered };
  }
  const isOfOthers = (row: Entry) => brokers.some((other) => ['MC', 'DOT'].includes(matchedBy(other, row) ?? ''));
  const named = rows.filter((row) => matchedBy(broker, row) === 'NAME' && !isOfOthers(row));
  if (named.length === 0) return { kind: 'NONE' };
  const others = brokers.filter((other) => other.id !== broker.id && named.some((row) => matchedBy(other, row) === 'NAME'));
  return named.length === 1 && others.length === 0 ? { kind: 'FOUND', by: 'NAME', rows: named } : { kind: 'AMBIGUOUS' };
}

describe('matchBroker', () => {
  it('equals the rule by looking at all rows and brokers', () => {
    fc.assert(
      fc.property(lists, lists, (rows, brokers) => {
        for (const broker of brokers) {
          expect(matchBroker(broker, createDirectory(rows), createDirectory(brokers))).toEqual(byLooking(broker, rows, brokers));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('needs only the rows that share something with the broker, and the brokers that share something with those', () => {
    fc.assert(
      fc.property(lists, lists, (rows, brokers) => {
        const shares = (one: Listed, other: Listed) =>
          (one.mc !== null && one.mc === other.mc) || (one.dot !== null && one.dot === other.dot) || one.nameKey === other.nameKey;
        for (const broker of brokers) {
          const near = rows.filter((row) => shares(row, broker));
          const rivals = brokers.filter((other) => other === broker || near.some((row) => shares(other, row)));
          const whole = matchBroker(broker, createDirectory(rows), createDirectory(brokers));
          expect(matchBroker(broker, createDirectory(near), createDirectory(rivals))).toEqual(whole);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves a name or number that too many rows have to nobody, without comparing them', () => {
    const broker: Listed = { mc: null, dot: '5', nameKey: 'X' };
    const rows = Array.from({ length: mostAlike + 1 }, (_, index) => ({ mc: String(index + 1), dot: '5', nameKey: 'Y' }));
    expect(matchBroker(broker, createDirectory(rows), createDirectory([broker]))).toEqual({ kind: 'AMBIGUOUS' });
    const few = rows.slice(0, mostAlike);
    expect(matchBroker(broker, createDirectory(few), createDirectory([broker]))).toMatchObject({ kind: 'FOUND', by: 'DOT' });
    // A number decides before a name that many have.
    const branches = rows.map(({ mc }) => ({ mc, dot: null, nameKey: 'X' }));
    expect(matchBroker({ ...broker, mc: '3' }, createDirectory(branches), createDirectory([broker]))).toMatchObject({
      kind: 'FOUND',
      by: 'MC',
    });
    expect(matchBroker(broker, createDirectory(branches), createDirectory([broker]))).toEqual({ kind: 'AMBIGUOUS' });
  });

  it('leaves a row to nobody whose name or USDOT number too many brokers have, without comparing them', () => {
    const row: Listed = { mc: '1', dot: '5', nameKey: 'X' };
    const broker: Listed = { mc: null, dot: null, nameKey: 'X' };
    // None of them can be meant, because each has another MC number.
    const others = Array.from({ length: mostAlike }, (_, index) => ({ mc: String(index + 2), dot: null, nameKey: 'X' }));
    const match = (brokers: readonly Listed[]) => matchBroker(broker, createDirectory([row]), createDirectory([broker, ...brokers]));
    expect(match(others)).toEqual({ kind: 'AMBIGUOUS' });
    expect(match(others.slice(1))).toMatchObject({ kind: 'FOUND', by: 'NAME' });
    const branches = Array.from({ length: mostAlike + 1 }, (_, index) => ({ mc: String(index + 2), dot: '5', nameKey: 'Y' }));
    expect(match(branches)).toEqual({ kind: 'NONE' });
    expect(match(branches.slice(1))).toMatchObject({ kind: 'FOUND', by: 'NAME' });
  });

  it('gives a row by name to one broker at most, and never against a number', () => {
    fc.assert(
      fc.property(lists, lists, (rows, brokers) => {
        const [listed, known] = [createDirectory(rows), createDirectory(brokers)];
        const taken = new Map<number, number>();
        for (const broker of brokers) {
          const match = matchBroker(broker, listed, known);
          if (match.kind !== 'FOUND') continue;
          for (const row of match.rows) {
            if (row.mc !== null && broker.mc !== null) expect(row.mc).toBe(broker.mc);
            else if (row.dot !== null && broker.dot !== null) expect(row.dot).toBe(broker.dot);
            if (match.by !== 'NAME') continue;
            expect(taken.has(row.id)).toBe(false);
            taken.set(row.id, broker.id);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same in any order of rows and brokers', () => {
    fc.assert(
      fc.property(lists, lists, (rows, brokers) => {
        const turned = { rows: createDirectory([...rows].reverse()), brokers: createDirectory([...brokers].reverse()) };
        for (const broker of brokers) {
          const match = matchBroker(broker, createDirectory(rows), createDirectory(brokers));
          const again = matchBroker(broker, turned.rows, turned.brokers);
          const sorted = again.kind === 'FOUND' ? { ...again, rows: [...again.rows].reverse() } : again;
          expect(sorted).toEqual(match);
        }
      }),
    );
  });

  const row = (nameKey: string, mc: string | null = null, dot: string | null = null): Entry => ({ id: 0, nameKey, mc, dot });
  it.each<[string, Entry, Entry[], Entry[], string]>([
    ['the MC number before another name', row('ACME', '7'), [row('OLD NAME', '7')], [], 'MC'],
    ['the USDOT number where one has no MC', row('ACME', '7', '9'), [row('OTHER', null, '9')], [], 'DOT'],
    ['not the USDOT number against the MC number', row('ACME', '7', '9'), [row('ACME', '8', '9')], [], 'NONE'],
    ['the name where numbers are missing', row('ACME', '7'), [row('ACME')], [], 'NAME'],
    ['not the name of two rows', row('ACME'), [row('ACME', '7'), row('ACME', '8')], [], 'AMBIGUOUS'],
    ['not the name of two brokers', row('ACME', '7'), [row('ACME')], [row('ACME', '8')], 'AMBIGUOUS'],
    ['not a row whose number another broker has', row('ACME'), [row('ACME', '7')], [row('ACME WEST', '7')], 'NONE'],
  ])('takes %s', (_name, broker, rows, others, expected) => {
    const match = matchBroker(broker, createDirectory(rows), createDirectory([broker, ...others]));
    expect(match.kind === 'FOUND' ? match.by : match.kind).toBe(expected);
  });
});

describe('brokerNameKey', () => {
  it.each([
    ['Lakeshore Freight, L.L.C.', 'LAKESHORE FREIGHT'],
    ['LAKESHORE  FREIGHT LLC', 'LAKESHORE FREIGHT'],
    ['Harbor & Plains Logistics Inc', 'HARBOR AND PLAINS LOGISTICS'],
    ['Peña’s Trucking Co., Inc.', 'PENAS TRUCKING'],
    ['LLC', 'LLC'],
    ['', ''],
    ['货运', ''],
  ])('of %s', (name, key) => expect(brokerNameKey(name)).toBe(key));

  it('ignores case, blanks and one more legal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constantFrom(...legalForms), (name, form) => {
        const key = brokerNameKey(name);
        expect(brokerNameKey(`  ${key.toLowerCase()}  `)).toBe(key);
        if (key !== '') expect(brokerNameKey(`${name} ${form}`)).toBe(key);
      }),
    );
  });
});
