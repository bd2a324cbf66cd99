import { AuthorityRecord } from '@headhaul/contracts/fmcsa';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProviderRefusal } from '../../lib/net/providers/provider.ts';
import { mergeRecord } from './merge-record.ts';
import { readRows } from './open-data.ts';
import { Digits, Dollars, PublishedDay, PublishedPhone, Text, ThousandsOfDollars } from './published-values.ts';
import { readCompanies } from './qcmobile.ts';

const headers = new Headers({ 'last-modified': 'Tue, 17 Nov 2026 08:00:00 GMT' });
const answer = (body: unknown, status = 200) => ({ status, headers, body });
const carrier = { dotNumber: 1_428_816, legalName: 'LAKESHORE FREIGHT LLC', brokerAuthorityStatus: 'A', bondInsuranceOnFile: '75' };

describe('values as published', () => {
  it.each<[unknown, string | null]>([
    ['2026-10-29', '2026-10-29'],
    ['2026-10-29T00:00:00.000', '2026-10-29'],
    ['20261029', '2026-10-29'],
    [20_261_029, '2026-10-29'],
    ['10/29/2026', '2026-10-29'],
    ['2026-02-30', null],
    ['00000000', null],
    ['', null],
    [null, null],
    [{}, null],
  ])('%j is the day %j', (value, day) => {
    expect(PublishedDay.parse(value)).toBe(day);
  });

  it('are read in every type that occurs', () => {
    expect(['75', 75, '0', '', 'u', null, undefined, -1].map((value) => ThousandsOfDollars.parse(value))).toEqual([
      7_500_000,
      7_500_000,
      0,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(Dollars.parse('75000')).toBe(7_500_000);
    expect(['0428816', 428_816, 'MC428816', '000', '123456789', 1.5].map((value) => Digits.parse(value))).toEqual([
      '428816',
      '428816',
      null,
      null,
      null,
      null,
    ]);
    expect(['3125558816', '(312) 555-8816', 13_125_558_816, '0000000000', '555'].map((value) => PublishedPhone.parse(value))).toEqual([
      '+13125558816',
      '+13125558816',
      '+13125558816',
      null,
      null,
    ]);
    expect(Text.parse('  A\u0000B\n ')).toBe('A B');
  });
});

describe('an answer of QCMobile', () => {
  it.each([
    ['a list', [{ carrier }]],
    ['one company', { carrier }],
    ['a list written as an object', { 0: { carrier } }],
  ])('is read as %s', (_name, content) => {
    expect(readCompanies(answer({ content }))).toMatchObject([{ dot: '1428816', authorityStatus: 'ACTIVE', bondCents: 7_500_000 }]);
  });

  it('without a company has none', () => {
    expect(readCompanies(answer({ content: null }))).toEqual([]);
    expect(readCompanies(answer({ content: [] }))).toEqual([]);
  });

  it('about a wrong key is a refusal, with the status of an unknown company', () => {
    expect(() => readCompanies(answer({ content: 'Webkey not found' }, 404))).toThrow(ProviderRefusal);
    expect(() => readCompanies(answer({ content: 'Must provide Webkey' }, 404))).toThrow(ProviderRefusal);
  });

  it.each([
    ['a page for people', null],
    ['no content', {}],
    ['a text', { content: 'Not Found' }],
    ['an empty object', { content: {} }],
    ['a company without a number', { content: { carrier: { legalName: 'X' } } }],
    ['something else', { content: [{ bus: 1 }] }],
  ])('that is %s is no answer', (_name, body) => {
    expect(() => readCompanies(answer(body))).toThrow(Error);
  });
});

describe('any JSON at all', () => {
  const anyJson = fc.oneof(
    fc.jsonValue(),
    fc.jsonValue().map((content) => ({ content })),
    fc.dictionary(fc.constantFrom(...Object.keys(carrier), 'oosDate', 'phyCity', 'dbaName'), fc.jsonValue()).map((odd) => ({
      content: [{ carrier: { ...carrier, ...odd } }],
    })),
  );

  it('is either refused or becomes a record that the contract and the database accept', () => {
    fc.assert(
      fc.property(anyJson, (body) => {
        let companies: ReturnType<typeof readCompanies> = [];
        try {
          companies = readCompanies(answer(body));
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
        for (const company of companies) {
          const record = AuthorityRecord.parse(mergeRecord(company, {}, undefined));
          expect(JSON.stringify(record)).not.toMatch(/\\u0000|\\ud[89a-f]/);
          // Nothing that the answer does not contain.
          expect(JSON.stringify(body)).toContain(record.dot);
          expect([record.phone, record.officers, record.authoritySince, record.bondSince]).toEqual([null, null, null, null]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is no list of rows unless every row names a company', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        try {
          for (const row of readRows(answer(body)).value) expect('dot_number' in row || 'usdot_number' in row).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
    expect(() => readRows({ status: 200, headers: new Headers(), body: [] })).toThrow('no age');
    expect(readRows(answer([])).value).toEqual([]);
  });
});
