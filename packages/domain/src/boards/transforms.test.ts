import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateCodes } from '../equipment.ts';
import { cpuCost } from '../testing/cpu-cost.ts';
import { bounds } from './bounds.ts';
import { type TransformName, transformNames, transforms } from './transforms.ts';

const context = { today: '2026-11-17', index: 1, min: 1, max: 30, isThousands: true };
const apply = (name: TransformName, text: string) => (transforms[name] as (text: string, given: typeof context) => unknown)(text, context);

/** Texts that are nearly values: their parts in any order, with marks that nobody sees. */
const parts = [
  '$',
  '2',
  ',',
  '500',
  '.',
  '50',
  '/mi',
  ' ',
  '-',
  '–',
  'Milwaukee',
  'WI',
  '10/06',
  'Nov',
  '16',
  'k',
  ' lbs',
  ' ft',
  "'",
  '"',
  '(',
  ')',
  '|',
  'MC',
  '#',
  '@',
  'b.example',
  'mailto:',
  'tel:',
  '+1',
  '312',
  '555',
  '0148',
  'x12',
  '%0A',
  '%',
  '\u200f',
  '\u00a0',
  '\u0000',
  'today',
  'h',
  'm',
  'CS',
  'DTP',
  'est.',
  '~',
  '*',
  '9'.repeat(30),
  '💥',
  '\ud800',
];
const nearly = fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((list) => list.join(''));
const anyText = fc.oneof(nearly, fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 60 }));

const isWithin = (value: unknown, [lowest, highest]: readonly [number, number]) =>
  Number.isSafeInteger(value) && (value as number) >= lowest && (value as number) <= highest;
const isDay = (value: unknown) => typeof value === 'string' && new Date(`${value}T00:00:00Z`).toISOString().slice(0, 10) === value;

/** What each may return besides null. */
const isFine: Record<TransformName, (value: never) => boolean> = {
  text: (value: string) => value.length > 0 && value.length <= 2_000 && value === value.trim() && !/\p{Cc}/u.test(value),
  usd: ({ cents, currency }: { cents: number; currency: string }) => isWithin(cents, bounds.rateCents) && ['USD', 'CAD'].includes(currency),
  usdPerMile: ({ cents }: { cents: number }) => isWithin(cents, bounds.perMileCents),
  miles: (value: number) => isWithin(value, bounds.miles),
  pounds: (value: number) => isWithin(value, bounds.weightLb),
  feet: (value: number) => isWithin(value, bounds.lengthFt),
  cityState: ({ city, state, country }: { city: string | null; state: string; country: string }) =>
    (city === null || (city.length > 0 && city.length <= 60)) && (country === 'MX' || (stateCodes as readonly string[]).includes(state)),
  age: (value: number) => isWithin(value, bounds.ageMinutes),
  dateRange: ({ earliest, latest }: { earliest: string; latest: string }) => isDay(earliest) && isDay(latest) && earliest <= latest,
  phone: ({ e164 }: { e164: string }) => /^\+(?:1|52)\d{10}$/.test(e164),
  mailto: (value: string) => value.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(value),
  tel: ({ e164 }: { e164: string }) => /^\+(?:1|52)\d{10}$/.test(e164),
  intIn: (value: number) => isWithin(value, [1, 30]),
  pipe: (value: string) => value.length > 0 && value.length <= 200,
  mc: (value: string) => /^[1-9]\d{0,7}$/.test(value),
  creditScore: (value: number) => isWithin(value, bounds.creditScore),
  dtp: (value: number) => isWithin(value, bounds.daysToPay),
};

/** Texts that make a pattern with two ways to read them try both again and again. */
const hostile = ['9', '9,', '$', ' ', '-', '(', 'a', 'a ', 'A, ', '1h', 'a@', 'a.', '1/1 - ', 'x1', '\u200f', 'MC ', '|', '%', '\n', '💥'];

describe('the closed list of transforms', () => {
  it('is the one that board configurations may name', () => {
    expect(transformNames).toEqual(
      'text usd usdPerMile miles pounds feet cityState age dateRange phone mailto tel intIn pipe mc creditScore dtp'.split(' '),
    );
  });

  it.each(transformNames)('%s never throws, and returns a value within its bounds or null', (name) => {
    fc.assert(
      fc.property(anyText, (text) => {
        const value = apply(name, text);
        return value === null || isFine[name](value as never);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(transformNames)('%s gives the same for a text and for what it cleaned of it', (name) => {
    fc.assert(
      fc.property(nearly, (text) => {
        expect(apply(name, `\u200f ${text}\u00a0`)).toEqual(apply(name, text));
      }),
    );
  });

  it.each(transformNames)('%s costs no more than the length of its text', (name) => {
    const costOf = (length: number) =>
      cpuCost(() => {
        for (const part of hostile) apply(name, part.repeat(Math.ceil(length / part.length)).slice(0, length));
      });
    // A quadratic cost would be 100 times as high.
    expect(costOf(20_000) / costOf(2_000)).toBeLessThan(25);
    expect(costOf(190) / costOf(19)).toBeLessThan(40);
  });
});
