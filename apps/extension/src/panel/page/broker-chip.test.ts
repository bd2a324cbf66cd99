import { expect, test } from 'vitest';
import { brief, nowMs } from '../testing/panel-world.ts';
import { describeBroker } from './broker-chip.ts';

const of = (change: Partial<typeof brief> = {}) => describeBroker({ brief: { ...brief, ...change }, atMs: nowMs - 180_000 });
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
  expect(describeBroker({ brief: null, atMs: nowMs })).toBeNull();
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
