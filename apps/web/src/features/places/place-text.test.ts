import { stateCodes } from '@headhaul/domain/equipment';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPlace, writePlace } from './place-text.public.ts';

it.each([
  ['Tulsa, OK', 'Tulsa', 'OK'],
  ['tulsa ok', 'tulsa', 'OK'],
  ['Salt Lake City, Utah', 'Salt Lake City', 'UT'],
  ['Tulsa, OK 74101', 'Tulsa', 'OK'],
  ['Tulsa', 'Tulsa', null],
  ['Tulsa, Mars', 'Tulsa', null],
  ['  ', null, null],
])('%s is read as %s in %s', (text, city, state) => {
  expect(readPlace(text)).toEqual({ city, state });
});

it('reads back what it writes', () => {
  const city = fc.stringMatching(/^[A-Z][a-z]{1,9}( [A-Z][a-z]{1,9})?$/);
  fc.assert(
    fc.property(city, fc.constantFrom(...stateCodes), (name, state) => {
      expect(readPlace(writePlace(name, state))).toEqual({ city: name, state });
    }),
  );
});
