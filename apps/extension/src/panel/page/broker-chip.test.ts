import { expect, test } from 'vitest';
import { brief, nowMs } from '../testing/panel-world.ts';
import { describeBroker } from './broker-chip.ts';

const of = (change: Partial<typeof brief> = {}) => describeBroker({ brief: { ...brief, ...change }, isNew: false, atMs: nowMs - 180_000 });
const shown = (change: Partial<typeof brief>) => {
  const chip = of(change);
  return chip && [chip.letter, chip.text, chip.tone, chip.label];
};

test('a row says what is known of its broker, and nothing of others', () => {
  expect(shown({})).toEqual(['A', '24 d', 'good', 'Broker A, pays in 24 days']);
  expect(shown({ grade: 'C', daysToPay: 1 })).toEqual(['C', '1 d', 'mid', 'Broker C, pays in 1 day']);
  expect(shown({ grade: 'F', daysToPay: null })).toEqual(['F', '', 'bad', 'Broker F']);
  expect(shown({ grade: null })).toEqual(['', '24 d', 'plain', 'pays in 24 days']);
  expect(shown({ grade: null, daysToPay: null })).toBeNull();
  expect(describeBroker({ brief: null, isNew: false, atMs: nowMs })).toBeNull();
});

test('a mark beats the letter, with its reason', () => {
  expect(shown({ mark: 'BLOCKED', markReason: 'Short pay, Aug' })).toEqual(['', 'Blocked', 'bad', 'Broker blocked: Short pay, Aug']);
  expect(shown({ mark: 'PREFERRED', grade: null, daysToPay: null })).toEqual(['', 'Preferred', 'good', 'Preferred broker']);
  expect(of({ mark: 'PREFERRED', markReason: 'Fast' })?.lines(nowMs)).toContain('Preferred broker: Fast');
});

test('whoever points at it reads where it comes from and how old it is', () => {
  expect(of()?.lines(nowMs)).toEqual(['Broker A, pays in 24 days', 'From your 14 paid loads in 12 months, checked 3 min ago']);
  expect(of({ matchedBy: 'NAME' })?.lines(nowMs)).toContain('Found by name, not by MC number');
});

test('what is to be checked is counted on the row and listed for whoever points at it', () => {
  const risk = { tone: 'BAD' as const, points: -10, since: null, asOf: null };
  const risks: typeof brief.risks = [
    { ...risk, kind: 'BOND_MISSING', numbers: {} },
    { ...risk, kind: 'PHONE_CHANGED', numbers: { daysAgo: 3 } },
  ];
  expect(of({ risks })).toMatchObject({ letter: 'A', text: '24 d', risks: 2, label: 'Broker A, pays in 24 days, 2 things to check' });
  expect(of({ risks })?.lines(nowMs).slice(0, 4)).toEqual([
    'Broker A, pays in 24 days',
    '2 things to check:',
    'No bond on file',
    'Phone changed 3 days ago',
  ]);
  expect(of({ risks: risks.slice(1), grade: null, daysToPay: null })).toMatchObject({ text: 'Check', risks: 1, label: '1 thing to check' });
});

test('a broker whom the company has never dealt with is new, with the age of that answer', () => {
  const chip = describeBroker({ brief: null, isNew: true, atMs: nowMs - 180_000 });
  expect(chip).toMatchObject({ letter: '', text: 'New', tone: 'plain', label: 'New broker, not in your broker list' });
  expect(chip?.lines(nowMs)).toEqual(['New broker, not in your broker list', 'Checked 3 min ago']);
});
