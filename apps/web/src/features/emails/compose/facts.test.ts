import { expect, it } from 'vitest';
import { sampleCheck } from '../../../testing/mail-samples.ts';
import { composeNotes, formatEarlier, formatLeaves, offerOf, readMoney, readRecipient, recipientError } from './facts.ts';

const now = Date.parse('2026-11-15T16:02:30Z');
const earlier = {
  emailId: '0190b000-0000-7000-8000-000000000001',
  userId: 'ann',
  userName: 'Ann',
  at: '2026-11-15T16:00:00Z',
  to: 'carla@lakeshore.example',
  state: 'SENT' as const,
  offerCents: 245_000,
  postedCents: null,
};

it.each([
  ['2,450', 245_000],
  ['$2450.5', 245_050],
  ['', null],
  ['a lot', undefined],
  ['-5', undefined],
])('%s is %s', (text, cents) => {
  expect(readMoney(text)).toBe(cents);
});

it.each([
  ['carla@lakeshore.com', 'carla@lakeshore.com', null],
  ['Carla Diaz <carla@lakeshore.com>', 'carla@lakeshore.com', 'Carla Diaz'],
  ['"Diaz, Carla" <carla@lakeshore.com> ', 'carla@lakeshore.com', 'Diaz, Carla'],
  ['<carla@lakeshore.com>', 'carla@lakeshore.com', null],
  ['Carla <carla', 'Carla <carla', null],
])('%s goes to %s', (text, address, name) => {
  expect(readRecipient(text)).toEqual({ address, name });
});

it.each([
  ['', 'Enter a recipient.'],
  ['carla', 'An address, like name@broker.com'],
  ['carla@x', 'An address, like name@broker.com'],
  ['a@b.test, c@d.test', 'One address. Others can be in the template’s Cc.'],
  ['carla@lakeshore.com', undefined],
])('of %s it says %s', (to, error) => {
  expect(recipientError(to)).toBe(error);
});

it('tells who wrote already, when, and what changed since', () => {
  expect(formatEarlier(earlier, 'me', 255_000, now)).toBe('Already mailed 2 min ago by Ann, asked $2,450. You ask $100 more now.');
  expect(formatEarlier({ ...earlier, userId: 'me' }, 'me', 245_000, now)).toBe(
    'Already mailed 2 min ago by you, asked $2,450. You ask the same now.',
  );
  expect(formatEarlier({ ...earlier, offerCents: null }, 'me', 1, now)).toBe('Already mailed 2 min ago by Ann.');
});

it('gives reasons as sentences, what stops it first', () => {
  const check = sampleCheck({
    blockedReason: 'The subject needs a rate.',
    earlier: [earlier],
    missing: ['RATE', 'MC'],
    signals: [{ kind: 'FREE_MAIL', text: 'gmail.com is a free mail service.' }],
    recentToBroker: 5,
  });
  expect(composeNotes(check, 'me', null, now).map(({ words }) => words)).toEqual([
    'The subject needs a rate.',
    'gmail.com is a free mail service.',
    'Already mailed 2 min ago by Ann, asked $2,450.',
    'Missing: rate, MC number.',
    'This broker got 5 of your mails in the last ten minutes. A call may do more.',
  ]);
});

it('says when it leaves', () => {
  expect(formatLeaves(sampleCheck(), now, 'America/Chicago')).toMatch(/^You can undo for 10 seconds/);
  expect(formatLeaves(sampleCheck({ leavesAt: null }), now, 'America/Chicago')).toMatch(/^Reconnect/);
  expect(formatLeaves(sampleCheck({ leavesAt: '2026-11-15T18:00:00Z' }), now, 'America/Chicago')).toMatch(
    /^Others wait before it: it leaves today/,
  );
});

it('starts with the load’s rate and surcharge, and with none while the load has no rate', () => {
  expect(offerOf({ linehaulCents: 250_000, fuelSurchargeCents: 25_000 })).toBe('$2,750');
  expect(offerOf({ linehaulCents: 0, fuelSurchargeCents: 25_000 })).toBe('');
});
