import { stateNames } from '@headhaul/contracts/places';
import { cpuCost } from '@headhaul/domain/testing/cpu-cost';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findState, readAddressEnd, statesBeginningWith } from './address.ts';
import { cityId, nameKey, prefixKeys } from './place-key.ts';

const names = (address: string) => readAddressEnd(address).cities.map(({ name }) => name);

describe('nameKey', () => {
  it.each([
    ['St. Louis', 'saintlouis'],
    ['ST LOUIS', 'saintlouis'],
    ['Saint Louis', 'saintlouis'],
    ['Ft Worth', 'fortworth'],
    ['Mt. Vernon', 'mountvernon'],
    ['N Little Rock', 'northlittlerock'],
    ['N', 'n'],
    ['De Kalb', 'dekalb'],
    ['O’Fallon', 'ofallon'],
    ['Winston-Salem', 'winstonsalem'],
    ['Cañon City', 'canoncity'],
    ['Montréal', 'montreal'],
    ['%_\'"; --', ''],
  ])('%s is %s', (name, key) => {
    expect(nameKey(name)).toBe(key);
  });

  it('holds only small letters and digits, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(nameKey(text)).toMatch(/^[a-z0-9]*$/);
      }),
    );
  });
});

describe('prefixKeys', () => {
  it('reads a short form at the end both ways', () => {
    expect(prefixKeys('st')).toEqual(['saint', 'st']);
    expect(prefixKeys('bay st')).toEqual(['baysaint', 'bayst']);
    expect(prefixKeys('dal')).toEqual(['dal']);
    expect(prefixKeys('?')).toEqual([]);
  });
});

describe('findState', () => {
  it('knows each state by code and by name, in any case', () => {
    for (const [code, name] of Object.entries(stateNames)) {
      expect([findState(code), findState(code.toLowerCase()), findState(name.toUpperCase())]).toEqual([code, code, code]);
    }
  });

  it('lists what the typed letters may become', () => {
    expect(statesBeginningWith('new m')).toEqual(['NM']);
    expect(statesBeginningWith('tx')).toEqual(['TX']);
    expect(statesBeginningWith('')).toHaveLength(Object.keys(stateNames).length);
    expect(statesBeginningWith('zz')).toEqual([]);
  });
});

describe('readAddressEnd', () => {
  it.each([
    ['Dallas, TX', null, 'TX', ['Dallas']],
    ['Dallas TX 75201-1234', '75201', 'TX', ['Dallas']],
    ['dallas, texas, usa', null, 'TX', ['dallas']],
    ['75201', '75201', null, []],
    ['Charleston, West Virginia', null, 'WV', ['Charleston']],
    ['New York', null, null, ['New York', 'York']],
    ['New York, New York', null, 'NY', ['New York', 'York']],
    ['Washington DC', null, 'DC', ['Washington']],
    ['Toronto, ON M5V 2T6, Canada', null, 'ON', ['Toronto']],
    ['2140 Riverport Rd, Suite 300, Council Bluffs, IA 51501', '51501', 'IA', ['Council Bluffs', 'Bluffs']],
    ['880 Depot St Joplin MO', null, 'MO', ['Depot St Joplin', 'St Joplin', 'Joplin']],
  ])('%s', (address, zip, state, cities) => {
    expect(readAddressEnd(address)).toMatchObject({ zip, state });
    expect(names(address)).toEqual(cities);
  });

  it('takes a number at the front for a street, not for a ZIP', () => {
    expect(readAddressEnd('12345 Main St, Omaha, NE')).toMatchObject({ zip: null, state: 'NE', isBare: false });
  });

  it('says whether more than a city is named', () => {
    expect(readAddressEnd('Omaha, NE')).toMatchObject({ isBare: true, cities: [{ name: 'Omaha', hasMore: false }] });
    expect(readAddressEnd('1 Dock St, Omaha, NE')).toMatchObject({ isBare: false, cities: [{ name: 'Omaha', hasMore: true }] });
  });

  it('reads any city, state and ZIP back, however they are joined', () => {
    const city = fc.array(fc.constantFrom('Oak', 'Ridge', 'Saint', 'Falls', 'Grand', 'El'), { minLength: 1, maxLength: 3 });
    const joint = fc.constantFrom(', ', ' ', ',', ' , ');
    const state = fc.constantFrom(...Object.keys(stateNames));
    const zip = fc.option(fc.integer({ min: 0, max: 99_999 }).map((number) => String(number).padStart(5, '0')));
    fc.assert(
      fc.property(city, state, zip, joint, joint, fc.boolean(), (words, code, five, first, second, inUsa) => {
        const address = `${words.join(' ')}${first}${code}${five === null ? '' : `${second}${five}`}${inUsa ? ', USA' : ''}`;
        const end = readAddressEnd(address);
        expect(end).toMatchObject({ zip: five, state: code, isBare: true });
        expect(end.cities.map(({ name }) => cityId(name, code))).toContain(cityId(words.join(' '), code));
      }),
    );
  });

  it.each([
    ['spaces and commas between words', (length: number) => `x${', '.repeat(length / 2)}x`],
    ['commas between words', (length: number) => `x${','.repeat(length)}x`],
    ['commas before a state', (length: number) => `Omaha${','.repeat(length)}NE`],
    ['commas before a ZIP', (length: number) => `Omaha${','.repeat(length)}68102`],
    ['commas before a country', (length: number) => `Omaha, NE${','.repeat(length)}USA`],
    ['commas before a Canadian code', (length: number) => `Toronto, ON${','.repeat(length)}M5V 2T6`],
    ['spaces', (length: number) => `x${' '.repeat(length)}x`],
    ['other spaces', (length: number) => `x${'\u00a0\n'.repeat(length / 2)}x`],
    ['digits', (length: number) => `x ${'7'.repeat(length)}x`],
    ['numbers', (length: number) => `${'75201 '.repeat(length / 6)}x`],
    ['countries', (length: number) => `${'united states,'.repeat(length / 14)}x`],
  ])('costs in step with the length: %s', (_, write) => {
    const costOf = (length: number) => {
      const address = write(length);
      return cpuCost(() => readAddressEnd(address));
    };
    // Text 16 times as long takes about 16 times as long. Quadratic growth would take over 100 times as long.
    expect(costOf(16 * 600) / costOf(600)).toBeLessThan(50);
  });

  it('ends on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(readAddressEnd(text).cities.length).toBeLessThanOrEqual(5);
      }),
    );
  });
});
