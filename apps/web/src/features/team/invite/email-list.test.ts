import { emailPattern } from '@headhaul/contracts/http/field';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addEmails, canInvite, splitAll, splitPasted, splitTyped, whatIsTooMuch, whatIsWrong } from './email-list.ts';

const word = fc.stringMatching(/^[a-z0-9._-]{1,12}$/);
const address = fc.tuple(word, word, fc.constantFrom('com', 'example', 'co')).map(([name, host, end]) => `${name}@${host}.${end}`);
const separator = fc.stringMatching(/^[ ,;\n\t]{1,3}$/);

describe('splitting', () => {
  it('never loses an address, whatever stands between them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(address, separator), { minLength: 1, maxLength: 60 }), (pairs) => {
        const emails = pairs.map(([email]) => email);
        expect(splitAll(pairs.flat().join(''))).toEqual(emails);
      }),
    );
  });

  it('gives the finished and the rest, and together they are everything', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(address, separator), { maxLength: 10 }), address, (pairs, last) => {
        const { finished, rest } = splitTyped(pairs.flat().join('') + last);
        expect([...finished, rest]).toEqual([...pairs.map(([email]) => email), last]);
      }),
    );
  });

  it.each([
    ['jo', { finished: [], rest: 'jo' }],
    ['jo@x.example ', { finished: ['jo@x.example'], rest: '' }],
    ['jo@x.example,an', { finished: ['jo@x.example'], rest: 'an' }],
    [' , ', { finished: [], rest: '' }],
  ])('%j while typing is %j', (text, expected) => {
    expect(splitTyped(text)).toEqual(expected);
  });

  it.each([
    ['Kim Lee <kim@x.example>; "Doe, Ann" <ann@y.example>', ['kim@x.example', 'Doe', 'ann@y.example']],
    ['Kim Lee <kim@x.example>', ['kim@x.example']],
    ['kim@x.example, Ann Doe <ann@y.example>\nBo <bo@z.example>', ['kim@x.example', 'ann@y.example', 'bo@z.example']],
    ['a@x.example b@y.example <c@z.example>', ['a@x.example', 'b@y.example', 'c@z.example']],
  ])('reads an address book’s lines as it pastes them: %s', (text, expected) => {
    expect(splitPasted(text)).toEqual(expected);
  });

  it('takes off what mail programs put around an address', () => {
    expect(splitAll('<ann@x.example>; "ben@x.example", (cy@x.example)')).toEqual(['ann@x.example', 'ben@x.example', 'cy@x.example']);
  });
});

describe('the list', () => {
  it('holds an address once, in whatever case it comes again', () => {
    fc.assert(
      fc.property(fc.array(address), fc.array(address), (before, added) => {
        const list = addEmails(addEmails([], before), [...added, ...added.map((email) => email.toUpperCase())]);
        const keys = list.map((email) => email.toLowerCase());
        expect(new Set(keys).size).toBe(keys.length);
        for (const email of [...before, ...added]) expect(keys).toContain(email.toLowerCase());
      }),
    );
  });

  it.each([
    ['ben', 'needs an @ and a domain, such as @company.com.'],
    ['@x.example', 'needs a name before the @.'],
    ['ben@', 'needs a domain after the @, such as company.com.'],
    ['ben@northline', 'needs an ending such as .com.'],
    ['ben@@x.example', 'has more than one @.'],
    [`${'b'.repeat(320)}@x.example`, 'is too long for an address.'],
    ['ben@x.example', null],
  ])('says what %s lacks', (email, sentence) => {
    expect(whatIsWrong(email)).toBe(sentence);
  });

  it('finds something wrong with exactly what the specification’s pattern refuses', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-c@. ]{0,10}$/), (text) => {
        expect(whatIsWrong(text) === null).toBe(emailPattern.test(text));
      }),
    );
  });

  it('can be sent with at least one address, all valid, at most fifty', () => {
    const fifty = Array.from({ length: 50 }, (_, index) => `person${index}@x.example`);
    expect(canInvite([])).toBe(false);
    expect(canInvite(['ann@x.example'])).toBe(true);
    expect(canInvite(['ann@x.example', 'ben@northline'])).toBe(false);
    expect(canInvite(fifty)).toBe(true);
    expect(canInvite([...fifty, 'one.more@x.example'])).toBe(false);
    expect(whatIsTooMuch([...fifty, 'one.more@x.example'])).toBe('At most 50 people at once. Remove 1 of them.');
  });
});
