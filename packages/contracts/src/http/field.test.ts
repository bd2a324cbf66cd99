import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Day, docketNumber, Instant, OptionalDocket, OptionalEmail, Phone } from './field.ts';

const number = fc.integer({ min: 1, max: 99_999_999 });
const prefix = fc.constantFrom(
  '',
  'MC',
  'mc',
  'MX',
  'FF',
  'MC-',
  'MC #',
  'MC#: ',
  'mc no. ',
  'MC Number ',
  'DOT ',
  'USDOT ',
  'US DOT# ',
  'U.S. DOT ',
);
const zeros = fc.nat({ max: 5 }).map((count) => '0'.repeat(count));

describe('docketNumber', () => {
  it('finds the same digits however they are written', () => {
    fc.assert(
      fc.property(number, prefix, zeros, fc.constantFrom('', ' ', '  '), fc.nat({ max: 7 }), (value, before, padding, space, cut) => {
        const digits = `${padding}${value}`;
        const split = `${digits.slice(0, cut)}-${digits.slice(cut)}`;
        for (const written of [digits, split]) expect(docketNumber.parse(`${space}${before}${written}${space}`)).toBe(String(value));
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives digits without leading zeros, or refuses; what it gives it leaves alone', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[MCXF0-9 -]{0,14}$/)), (text) => {
        const parsed = docketNumber.safeParse(text);
        if (!parsed.success) return;
        expect(parsed.data).toMatch(/^[1-9][0-9]{0,7}$/);
        expect(docketNumber.parse(parsed.data)).toBe(parsed.data);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['', '0', 'MC 000', '123456789', 'MC', '12a4', 'MCMC 5', '１２３'])('refuses %j', (text) => {
    expect(docketNumber.safeParse(text).success).toBe(false);
  });

  it('is none when the field is empty', () => {
    expect([undefined, null, '', '  ', 'MC 12'].map((value) => OptionalDocket.parse(value))).toEqual([null, null, null, null, '12']);
  });
});

describe('Phone', () => {
  it.each([
    ['(712) 555-0148', '+17125550148'],
    ['1 712 555 0148', '+17125550148'],
    ['712.555.0148', '+17125550148'],
    ['+44 20 7946 0958', '+442079460958'],
    ['', null],
    [null, null],
  ])('%j is kept as %j', (typed, kept) => {
    expect(Phone.parse(typed)).toBe(kept);
  });

  it.each(['555-0148', 'call me', '+0123456789', '+1'])('refuses %j', (typed) => {
    expect(Phone.safeParse(typed).success).toBe(false);
  });
});

describe('OptionalEmail', () => {
  it('is kept in small letters, and none when empty', () => {
    expect(['Ann@Blue.Example ', ' ', null].map((value) => OptionalEmail.parse(value))).toEqual(['ann@blue.example', null, null]);
    expect(OptionalEmail.safeParse('ann at blue').success).toBe(false);
  });
});

describe('Day and Instant', () => {
  it.each(['0000-01-01', '1899-12-31', '2200-01-01', '9999-12-31', '2026-02-30', '2026-1-1'])('refuse %s', (day) => {
    expect(Day.safeParse(day).success).toBe(false);
    expect(Instant.safeParse(`${day}T00:00:00Z`).success).toBe(false);
  });

  it('take the days trucks drive on', () => {
    expect(Day.parse('2026-11-15')).toBe('2026-11-15');
    expect(Instant.parse('2026-11-15T08:00:00-06:00')).toBe('2026-11-15T08:00:00-06:00');
  });
});
