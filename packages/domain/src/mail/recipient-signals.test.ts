import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuCost } from '../testing/cpu-cost.ts';
import { isWithin, looksAlike, nameOf, toUnicodeDomain } from './domain-likeness.ts';
import { type Recipient, recipientSignals } from './recipient-signals.ts';

const tql = { domain: 'tql.com', loads: 14 };
const lakeshore = { domain: 'lakeshorefreight.com', loads: 3 };

function signalsOf(address: string, other: Partial<Recipient> = {}) {
  return recipientSignals({
    address,
    from: 'contact',
    brokerName: 'TQL',
    brokerMc: '322572',
    knownDomains: [tql],
    companyDomains: [tql, lakeshore],
    freeMailDomains: new Set(['gmail.com', 'yahoo.com']),
    mark: { isBlocked: false, reason: null },
    ...other,
  });
}

describe('a recipient', () => {
  it('of a known domain is nothing to look at', () => {
    expect(signalsOf('carla@tql.com')).toEqual([]);
  });

  it('of a look-alike is named with what it looks like', () => {
    expect(signalsOf('carla@tq1.com')).toEqual([
      { kind: 'LOOK_ALIKE', text: 'tq1.com looks like tql.com, which you know from 14 loads.' },
      { kind: 'OTHER_DOMAIN', text: 'You know TQL by tql.com, not by tq1.com.' },
    ]);
  });

  it('of another alphabet is shown as it reads', () => {
    const [signal] = signalsOf('a@xn--tq-8kc.com', { knownDomains: [], companyDomains: [{ domain: 'aple.com', loads: 1 }] });
    expect(signal?.text ?? '').not.toContain('undefined');
    expect(toUnicodeDomain('xn--pple-43d.com')).toBe('аpple.com');
    expect(signalsOf('a@xn--pple-43d.com', { companyDomains: [{ domain: 'apple.com', loads: 1 }] })[0]).toEqual({
      kind: 'LOOK_ALIKE',
      text: 'xn--pple-43d.com (аpple.com) looks like apple.com, which you know from 1 load.',
    });
  });

  it('is read as the standard says, whatever the alphabet', () => {
    const letters = fc.constantFrom(...'abcxyz019-äöüßñłøаеорсіѕгпαβικνορτ漢字仮名日本語한국어');
    const label = fc.array(letters, { minLength: 1, maxLength: 20 }).map((drawn) => drawn.join(''));
    let read = 0;
    fc.assert(
      fc.property(label, (text) => {
        const ascii = new URL(`http://x${text.replaceAll('-', '')}.com`).hostname;
        if (!ascii.startsWith('xn--')) return;
        read += 1;
        // Encoding the decoded domain again must give the same text.
        expect(new URL(`http://${toUnicodeDomain(ascii)}`).hostname).toBe(ascii);
        expect(toUnicodeDomain(ascii)).not.toContain('xn--');
      }),
      { numRuns: 1_000 },
    );
    expect(read).toBeGreaterThan(500);
  });

  it('of a free mail service is said so, unless that is what the broker uses', () => {
    expect(signalsOf('tql.carla@gmail.com').map(({ kind }) => kind)).toEqual(['FREE_MAIL']);
    expect(signalsOf('x@gmail.com', { knownDomains: [{ domain: 'gmail.com', loads: 2 }] })).toEqual([]);
    expect(signalsOf('x@gmall.com', { knownDomains: [], companyDomains: [{ domain: 'gmail.com', loads: 2 }] })).toEqual([]);
  });

  it('of another broker’s domain is another domain and no look-alike', () => {
    expect(signalsOf('a@lakeshorefreight.com').map(({ kind }) => kind)).toEqual(['OTHER_DOMAIN']);
  });

  it('is looked at by where it was found and whose it is', () => {
    const signals = signalsOf('carla@tql.com', {
      from: 'comments',
      brokerMc: null,
      brokerName: null,
      mark: { isBlocked: true, reason: 'Never pays' },
    });
    expect(signals.map(({ text }) => text)).toEqual([
      'Your team has blocked this broker: Never pays.',
      'This address appears only in the comments of the posting, where anybody can write.',
      'The posting shows no MC number, so we can’t tell who this is.',
    ]);
  });

  it('is compared with ten thousand domains at the cost of each alone', () => {
    const costOf = (count: number) => {
      const companyDomains = Array.from({ length: count }, (_, index) => ({ domain: `broker${index * 7919}freight.com`, loads: 1 }));
      return cpuCost(() => signalsOf('a@lakeshorefreights.com', { companyDomains }));
    };
    // Twenty times as many domains cost about twenty times as much. Quadratic work would cost four hundred times as much.
    expect(costOf(10_000) / costOf(500)).toBeLessThan(90);
  });
});

/** Edit distance with the whole table, as in textbooks. */
function editsBetween(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => Math.max(row, column)),
  );
  const cell = (row: number, column: number) => table[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1;
      const choices = [cell(row - 1, column) + 1, cell(row, column - 1) + 1, cell(row - 1, column - 1) + change];
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        choices.push(cell(row - 2, column - 2) + 1);
      (table[row] as number[])[column] = Math.min(...choices);
    }
  }
  return cell(a.length, b.length);
}

describe('edits between two names', () => {
  it('are as many as the whole table says', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });
    fc.assert(
      fc.property(name, name, fc.integer({ min: 1, max: 2 }), (a, b, max) => isWithin(a, b, max) === editsBetween(a, b) <= max),
      { numRuns: 3_000 },
    );
  });

  it('look at each letter a few times, however long the names are', () => {
    const looksAt = (length: number) => {
      let looks = 0;
      const counted = (word: string) =>
        new Proxy(Array.from(word), {
          get: (letters, key, receiver) => {
            if (key !== 'length') looks += 1;
            return Reflect.get(letters, key, receiver) as unknown;
          },
        });
      const same = 'a'.repeat(length - 3);
      expect(isWithin(counted(`${same}bcd`), counted(`${same}efg`), 2)).toBe(false);
      return looks;
    };
    expect(looksAt(60)).toBeLessThan(60 * 5 * 6);
    expect(looksAt(240) / looksAt(60)).toBeLessThan(4.5);
  });

  it('are not counted for a name that no domain can have', () => {
    const same = 'a'.repeat(60);
    expect(looksAlike(nameOf(`${same}bcd.com`), nameOf(`${same}bce.com`))).toBe(true);
    expect(looksAlike(nameOf(`${same}bbcd.com`), nameOf(`${same}bbce.com`))).toBe(false);
  });
});

describe('look-alikes', () => {
  it.each([
    ['tq1.com', 'tql.com'],
    ['tql.net', 'tql.com'],
    ['tql-logistics.com', 'tql.com'],
    ['t-ql.com', 'tql.com'],
    ['chrobinsom.com', 'chrobinson.com'],
    ['chrobnison.com', 'chrobinson.com'],
    ['chrobinson.co', 'chrobinson.com'],
    ['echo-freight.com', 'echo.com'],
    ['cоyote.com', 'coyote.com'],
    ['coyotelogistics.com', 'coyote.com'],
    ['rnolo.com', 'molo.com'],
    ['landstarmail.com', 'landstar.com'],
    ['mail.chrobins0n.com', 'chrobinson.com'],
  ])('%s of %s', (domain, known) => {
    expect(looksAlike(nameOf(domain), nameOf(known))).toBe(true);
  });

  it.each([
    ['tql.com', 'tql.com'],
    ['mail.tql.com', 'tql.com'],
    ['xpo.com', 'tql.com'],
    ['atlas.com', 'landstar.com'],
    ['abf.net', 'abc.com'],
    ['echo.com', 'arrive.com'],
  ])('%s is none of %s', (domain, known) => {
    expect(looksAlike(nameOf(domain), nameOf(known))).toBe(false);
  });
});
