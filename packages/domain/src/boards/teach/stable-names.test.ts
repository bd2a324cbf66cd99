import { describe, expect, it } from 'vitest';
import { isMadeUp, isNamingAttribute, isStableName, wordsOf } from './stable-names.ts';

describe('a name that stays', () => {
  it.each([
    'origin',
    'load-origin-cell',
    'originCityState',
    'pickup-dates',
    'load-dho-cell',
    'cs-dtp',
    'rowgroup',
    'table-viewport',
    'brokerMC',
  ])('is %s', (name) => expect(isStableName(name)).toBe(true));

  it.each([
    'css-1maqsxd',
    'css-abcdef',
    'sc-bdVaJa',
    'mat-input-2',
    'cdk-describedby-message-421',
    'ng-tns-c548-7',
    'kXzQwBn',
    'c548',
    'xkcdvbn',
    ':r1:',
    'radix-:r7:',
    '3f6a1c0e-58b2-4d7a-9a41-0c5de7f1b201',
    'Milwaukee, WI',
    '$2,500',
    '',
    'a'.repeat(60),
    'constructor"]',
    '\u202eorigin',
  ])('is not %j', (name) => expect(isStableName(name)).toBe(false));
});

describe('an attribute that names things', () => {
  it.each(['role', 'itemprop', 'data-test', 'data-field', 'data-col', 'data-name'])('is %s', (name) =>
    expect(isNamingAttribute(name)).toBe(true),
  );
  it.each([
    'class',
    'style',
    'id',
    'data-v-7ba5bd90',
    '_ngcontent-fds-c548',
    'data-state',
    'data-index',
    'data-row-index',
    'onclick',
    'data-hh',
    '__proto__',
  ])('is not %s', (name) => expect(isNamingAttribute(name)).toBe(false));
});

it('words come from camel case, signs and heads of tables', () => {
  expect(wordsOf('originCityState')).toEqual(['origin', 'city', 'state']);
  expect(wordsOf('Ref. No.')).toEqual(['ref', 'no']);
  expect(wordsOf('load-dho-cell')).toEqual(['load', 'dho', 'cell']);
});

it('what frameworks make up is known by its beginning', () => {
  expect(['ember431', 'radix-12', ':r1:'].map(isMadeUp)).toEqual([true, true, true]);
  expect(['row-Qx7mTb2K', '3f6a1c0e'].map(isMadeUp)).toEqual([false, false]);
});
