import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { belowFrom, randomHistory, today } from '../testing/broker-histories.ts';
import { figuresFrom, ownHistory } from './figures.ts';
import { type Reason, splitReason } from './reasons.ts';
import { scoreBroker } from './score.ts';
import { describeScore, listRisks, shownReasons } from './score-summary.ts';

const dates = { since: null, asOf: today };
const payments = (days: number): Reason => ({
  kind: 'PAYMENTS',
  tone: 'GOOD',
  points: 20,
  ...dates,
  numbers: { days, termsDays: 30, late: 3, paid: 61 },
});
const shortPays = (short: number): Reason => ({
  kind: 'SHORT_PAYS',
  tone: short === 0 ? 'GOOD' : 'BAD',
  points: short === 0 ? 9 : -4,
  ...dates,
  numbers: { short, paid: 61, cents: short * 17_000 },
});
const overdue: Reason = { kind: 'OVERDUE', tone: 'BAD', points: -1, ...dates, numbers: { loads: 2, cents: 612_000, days: 4 } };
const revoked: Reason = { kind: 'AUTHORITY_REVOKED', tone: 'BAD', points: -88, ...dates, numbers: {} };
const phoneChanged = (daysAgo: number): Reason => ({ kind: 'PHONE_CHANGED', tone: 'BAD', points: 0, ...dates, numbers: { daysAgo } });
const unasked: Reason = { kind: 'FACTOR_UNKNOWN', tone: 'UNKNOWN', points: 0, since: null, asOf: null, numbers: {} };

describe('describeScore', () => {
  it.each([
    [[payments(22), shortPays(0)], 'Pays on time'],
    [[payments(33), shortPays(0)], 'Pays a little late'],
    [[payments(41), shortPays(0)], 'Pays 11 days late'],
    [[payments(22), shortPays(2)], 'Pays on time, but short'],
    [[payments(22), revoked], 'Authority revoked'],
  ])('is the broker in a few words, case %#', (reasons, words) => {
    expect(describeScore({ grade: 'B', reasons })).toBe(words);
  });

  it('names what is missing without a letter', () => {
    expect(describeScore({ grade: null, reasons: [payments(22)] })).toBe('Not enough loads yet');
  });
});

describe('splitReason', () => {
  it.each([
    [payments(22), '8 days before terms', '58 of 61 on time'],
    [payments(30.2), 'Pays on terms', '58 of 61 on time'],
    [payments(31), '1 day after terms', '58 of 61 on time'],
    [shortPays(0), 'No short pays', '61 loads'],
    [shortPays(2), '2 short pays', '$340, 61 loads'],
    [overdue, '$6,120 past due', '2 loads, oldest 4 days'],
    [unasked, 'Factor not asked', null],
    [phoneChanged(1), 'Phone changed 1 day ago', null],
  ])('says what it is and the numbers behind it, case %#', (reason, fact, detail) => {
    expect(splitReason(reason)).toEqual({ fact, detail });
  });
});

describe('shownReasons', () => {
  it('shows everything bad before anything good, and lists the good ones first', () => {
    const many = [payments(22), shortPays(2), overdue, revoked, phoneChanged(3), unasked];
    expect(shownReasons(many, 5).map(({ kind }) => kind)).toEqual([
      'PAYMENTS',
      'AUTHORITY_REVOKED',
      'SHORT_PAYS',
      'OVERDUE',
      'PHONE_CHANGED',
    ]);
    expect(shownReasons([unasked, payments(22)], 5).map(({ kind }) => kind)).toEqual(['PAYMENTS', 'FACTOR_UNKNOWN']);
  });

  it('never leaves out a risk', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { loads, ...others } = randomHistory(belowFrom(seed));
        const { reasons } = scoreBroker({ own: ownHistory(figuresFrom(loads), today), ...others }, today);
        const bad = reasons.filter(({ tone }) => tone === 'BAD');
        const shown = shownReasons(reasons, 5);
        expect(shown.filter(({ tone }) => tone === 'BAD')).toHaveLength(Math.min(bad.length, 5));
        expect(shown.some(({ kind }) => kind === 'START')).toBe(false);
        expect(listRisks(reasons).every((risk) => bad.includes(risk))).toBe(true);
      }),
    );
  });
});

describe('listRisks', () => {
  it('are the worst first, and a changed phone for 30 days', () => {
    expect(listRisks([payments(22), phoneChanged(1), overdue, revoked]).map(({ kind }) => kind)).toEqual([
      'AUTHORITY_REVOKED',
      'PHONE_CHANGED',
    ]);
    expect(listRisks([phoneChanged(30), overdue])).toEqual([]);
  });
});
