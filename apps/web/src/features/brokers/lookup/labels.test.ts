import { silentRecord } from '@headhaul/domain/testing/silent-record';
import { describe, expect, it } from 'vitest';
import {
  authorityFact,
  bondFact,
  formatLookupsLeft,
  formatRegisteredCity,
  formatSource,
  insuranceFact,
  phoneFact,
  readRegisterNumber,
} from './labels.public.ts';

const now = Date.parse('2026-11-16T16:42:00Z');
const zone = 'America/Chicago';
const lookups = { current: 12, max: 300, isUnlimited: false };

describe('readRegisterNumber', () => {
  it.each([
    ['MC 428816', { mc: '428816' }],
    ['mc#0428816', { mc: '428816' }],
    ['428816', { mc: '428816' }],
    ['USDOT 2411907', { dot: '2411907' }],
    ['US DOT 2411907', { dot: '2411907' }],
    ['dot#2411907', { dot: '2411907' }],
    ['Lakeshore', null],
    ['', null],
    ['MC 123456789', null],
  ])('reads “%s”', (text, number) => {
    expect(readRegisterNumber(text)).toEqual(number);
  });
});

describe('a fact of the register', () => {
  it('is not known where FMCSA does not say, and never a zero', () => {
    const facts = [
      authorityFact(silentRecord),
      bondFact(silentRecord),
      insuranceFact(silentRecord),
      phoneFact('+13125550121', silentRecord),
    ];
    expect(facts.map(({ tone }) => tone)).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN']);
  });

  it.each([
    [{ authorityStatus: 'ACTIVE', authorityGrantedOn: '2017-03-06' }, 'GOOD', 'Broker authority active', 'since Mar 2017'],
    [{ authorityStatus: 'REVOKED', authoritySince: '2026-09-14' }, 'BAD', 'Broker authority revoked', 'since Sep 14, 2026'],
    [{ authorityStatus: 'NONE' }, 'BAD', 'No broker authority', 'a carrier or another business'],
    [{ authorityStatus: 'ACTIVE', isOutOfService: true, outOfServiceSince: '2026-10-28' }, 'BAD', 'Out of service', 'since Oct 28, 2026'],
  ] as const)('tells the authority, case %#', (record, tone, fact, detail) => {
    expect(authorityFact({ ...silentRecord, ...record })).toMatchObject({ tone, fact, detail });
  });

  it.each([
    [{ isBondOnFile: true, bondCents: 7_500_000, bondSince: '2017-03-06' }, 'GOOD', 'Bond', '$75,000 on file since Mar 2017'],
    [{ isBondOnFile: false, bondCents: 0, bondCanceledOn: '2026-11-12' }, 'BAD', 'No bond on file', 'canceled Nov 12, 2026'],
  ] as const)('tells the bond, case %#', (record, tone, fact, detail) => {
    expect(bondFact({ ...silentRecord, ...record })).toMatchObject({ tone, fact, detail });
  });

  it('compares the phone, and does not call a missing insurance bad', () => {
    const record = { ...silentRecord, phone: '+13125550121', liabilityCents: 0 };
    expect(phoneFact('+13125550121', record)).toMatchObject({ tone: 'GOOD', fact: 'Phone matches FMCSA' });
    expect(phoneFact('+13125550199', record)).toMatchObject({ tone: 'LOOK', detail: 'FMCSA has (312) 555-0121' });
    expect(phoneFact(null, record)).toMatchObject({ tone: 'NONE', fact: 'Phone at FMCSA' });
    expect(insuranceFact(record)).toMatchObject({ tone: 'NONE', detail: 'none on file, brokers need none' });
  });
});

it('every answer is labeled with its source and age', () => {
  const checked = { checkedAt: '2026-11-16T14:42:00Z', openDataAsOf: '2026-11-12T10:00:00Z' };
  expect(formatSource({ ...checked, source: 'QCMOBILE' }, now, zone)).toBe('FMCSA, looked up 2 h ago');
  expect(formatSource({ ...checked, source: 'OPEN_DATA' }, now, zone)).toBe('FMCSA open data of Nov 12, looked up 2 h ago');
  expect(formatSource({ ...checked, checkedAt: '2026-11-16T16:41:50Z', source: 'QCMOBILE' }, now, zone)).toBe('FMCSA, looked up just now');
});

it('a city is not shouted', () => {
  const address = { street: null, city: 'NORTH PLATTE', state: 'NE', zip: null };
  expect(formatRegisteredCity({ ...silentRecord, address })).toBe('North Platte, NE');
  expect(formatRegisteredCity(silentRecord)).toBeNull();
});

it.each([
  [null, '288 of 300 lookups left today.'],
  ['RECENT', 'FMCSA was asked in the last 24 hours, so this used no lookup. 288 of 300 lookups left today.'],
  ['UNAVAILABLE', 'FMCSA isn’t answering now. This is its last answer, and it used no lookup. 288 of 300 lookups left today.'],
] as const)('an answer that is kept because %s says what it cost', (keptBecause, words) => {
  expect(formatLookupsLeft({ lookups, keptBecause })).toBe(words);
});
