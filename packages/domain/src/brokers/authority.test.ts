import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { silentRecord } from '../testing/silent-record.ts';
import {
  type AuthorityChange,
  type AuthorityRecord,
  authorityChanges,
  authorityStatuses,
  describeChange,
  listHistory,
  type NoticedChange,
} from './authority.ts';

const zone = 'America/Chicago';
const nowMs = Date.parse('2026-11-17T18:00:00Z');

const silverline: AuthorityRecord = {
  ...silentRecord,
  mc: '874410',
  legalName: 'SILVERLINE FREIGHT SOLUTIONS INC',
  authorityStatus: 'ACTIVE',
  authoritySince: '2026-11-05',
  authorityGrantedOn: '2015-11-17',
  authorityReinstatedOn: '2026-11-05',
  isBondOnFile: true,
  bondCents: 7_500_000,
  bondSince: '2026-11-04',
  isOutOfService: false,
  address: { street: '4050 AIRPORT FWY', city: 'FORT WORTH', state: 'TX', zip: '76117' },
  phone: '+18175550144',
  officers: ['NADIA CORTEZ'],
};

const noticed = (change: Partial<NoticedChange>): NoticedChange => ({
  kind: 'PHONE',
  on: null,
  before: null,
  after: null,
  noticedAt: '2026-11-16T15:00:00Z',
  lastSeenAt: '2026-11-15T15:00:00Z',
  ...change,
});
const kindsAndDays = (changes: AuthorityChange[]) => changes.map(({ kind, on }) => [kind, on]);

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const text = maybe(fc.string());
const anyRecord: fc.Arbitrary<AuthorityRecord> = fc.record({
  dot: fc.constant('2518440'),
  mc: text,
  legalName: text,
  dbaName: text,
  authorityStatus: maybe(fc.constantFrom(...authorityStatuses)),
  authoritySince: maybe(day),
  authorityGrantedOn: maybe(day),
  authorityReinstatedOn: maybe(day),
  authorityEvents: maybe(fc.array(fc.record({ on: day, isActive: fc.boolean() }))),
  isBondOnFile: maybe(fc.boolean()),
  bondCents: maybe(fc.nat()),
  bondSince: maybe(day),
  bondCanceledOn: maybe(day),
  liabilityCents: maybe(fc.nat()),
  isOutOfService: maybe(fc.boolean()),
  outOfServiceSince: maybe(day),
  address: maybe(fc.record({ street: text, city: text, state: text, zip: text })),
  phone: text,
  officers: maybe(fc.array(fc.string())),
});

describe('authorityChanges', () => {
  it('tells on the first look what the register dates', () => {
    expect(kindsAndDays(authorityChanges(null, silverline))).toEqual([
      ['AUTHORITY_GRANTED', '2015-11-17'],
      ['AUTHORITY_REINSTATED', '2026-11-05'],
      ['BOND_FILED', '2026-11-04'],
    ]);
  });

  it.each<[string, Partial<AuthorityRecord>, [string, string | null][]]>([
    ['a new phone', { phone: '+19295550116' }, [['PHONE', null]]],
    ['a revoked authority', { authorityStatus: 'REVOKED', authoritySince: '2026-11-16' }, [['AUTHORITY_REVOKED', '2026-11-16']]],
    ['a lost authority without a date', { authorityStatus: 'INACTIVE', authoritySince: null }, [['AUTHORITY_INACTIVE', null]]],
    ['a canceled bond', { isBondOnFile: false, bondCents: 0, bondCanceledOn: '2026-11-15' }, [['BOND_CANCELED', '2026-11-15']]],
    ['a smaller bond', { bondCents: 1_000_000 }, [['BOND_AMOUNT', null]]],
    ['an order out of service', { isOutOfService: true, outOfServiceSince: '2026-11-14' }, [['OUT_OF_SERVICE', '2026-11-14']]],
    [
      'a new name and officer',
      { legalName: 'SILVERLINE LLC', officers: ['A B'] },
      [
        ['LEGAL_NAME', null],
        ['OFFICERS', null],
      ],
    ],
    ['a source that says nothing now', { phone: null, officers: null, isBondOnFile: null, authorityStatus: null }, []],
  ])('finds %s', (_name, now, expected) => {
    expect(kindsAndDays(authorityChanges(silverline, { ...silverline, ...now }))).toEqual(expected);
  });

  it('keeps the values before and after', () => {
    const moved = { ...silverline, address: { street: '8 THE GREEN', city: 'DOVER', state: 'DE', zip: '19901' } };
    expect(authorityChanges(silverline, moved)).toEqual([
      { kind: 'ADDRESS', on: null, before: '4050 AIRPORT FWY, FORT WORTH, TX 76117', after: '8 THE GREEN, DOVER, DE 19901' },
    ]);
  });

  it('finds nothing between equal records, nothing that either record does not say, and no day that is in neither', () => {
    fc.assert(
      fc.property(anyRecord, anyRecord, (before, after) => {
        expect(authorityChanges(after, after)).toEqual([]);
        expect(authorityChanges(before, silentRecord)).toEqual([]);
        expect(authorityChanges(silentRecord, after).every(({ on }) => on !== null)).toBe(true);
        const days = Object.values(after);
        for (const { on } of authorityChanges(before, after)) expect(on === null || days.includes(on)).toBe(true);
        const kinds = authorityChanges(before, after).map(({ kind }) => kind);
        expect(new Set(kinds).size).toBe(kinds.length);
      }),
    );
  });
});

describe('describeChange', () => {
  it.each<[Partial<NoticedChange>, string]>([
    [{ kind: 'AUTHORITY_REINSTATED', on: '2026-11-05' }, 'Authority reinstated 12 days ago'],
    [{ kind: 'PHONE' }, 'Phone changed yesterday'],
    [{ kind: 'OUT_OF_SERVICE', on: '2026-11-17' }, 'Placed out of service today'],
    [{ kind: 'AUTHORITY_GRANTED', on: '2012-03-04' }, 'Authority granted on Mar 4, 2012'],
    [{ kind: 'BOND_CANCELED', on: '2026-12-03' }, 'Bond canceled on Dec 3, 2026'],
    [{ kind: 'PHONE', lastSeenAt: '2026-10-03T12:00:00Z' }, 'Phone changed between Oct 3, 2026 and Nov 16, 2026'],
  ])('%j', (change, words) => {
    expect(describeChange(noticed(change), zone, nowMs)).toBe(words);
  });

  it('has words for every change of any two records', () => {
    fc.assert(
      fc.property(anyRecord, anyRecord, (before, after) => {
        for (const change of authorityChanges(before, after)) {
          expect(describeChange(noticed(change), zone, nowMs)).toMatch(/^[A-Z].+ (today|yesterday|ago|\d{4})$/);
        }
      }),
    );
  });
});

describe('listHistory', () => {
  it('is in order of days, and shows a change once when its date became known later', () => {
    const changes = [
      noticed({ kind: 'AUTHORITY_REVOKED', noticedAt: '2026-11-10T15:00:00Z' }),
      noticed({ kind: 'AUTHORITY_REVOKED', on: '2026-11-09', noticedAt: '2026-11-12T15:00:00Z' }),
      noticed({ kind: 'PHONE' }),
      noticed({ kind: 'AUTHORITY_GRANTED', on: '2012-03-04' }),
    ];
    expect(kindsAndDays(listHistory(changes, zone))).toEqual([
      ['PHONE', null],
      ['AUTHORITY_REVOKED', '2026-11-09'],
      ['AUTHORITY_GRANTED', '2012-03-04'],
    ]);
  });
});
