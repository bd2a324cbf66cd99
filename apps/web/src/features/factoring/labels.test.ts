import type { BrokerFactor, FactorStanding } from '@headhaul/contracts/factoring';
import { describe, expect, it } from 'vitest';
import { describeBriefly, describeList, describeRoom, describeStanding, isOld } from './labels.ts';

const standing: FactorStanding = {
  status: 'APPROVED',
  limitCents: 2_500_000,
  usedCents: 942_000,
  source: 'LIST',
  asOf: '2026-11-12',
  limitAsOf: '2026-11-12',
};
const factor = (given: Partial<FactorStanding> | null, more: Partial<BrokerFactor> = {}): BrokerFactor => ({
  factor: { name: 'Ridgeway', email: null, canCheck: false },
  standing: given === null ? null : { ...standing, ...given },
  matchedBy: 'MC',
  isAmbiguous: false,
  check: null,
  ...more,
});

describe('describeStanding', () => {
  it.each<[string, BrokerFactor, number | null, string, string]>([
    ['approved', factor({}), null, 'Approved by Ridgeway, $15,580 left', 'good'],
    ['approved without a limit', factor({ limitCents: null, usedCents: null }), 9_900_000, 'Approved by Ridgeway', 'good'],
    ['over the limit', factor({}), 1_558_001, 'Over the limit at Ridgeway, $15,580 left', 'bad'],
    ['call first', factor({ status: 'LIMITED', limitCents: null }), null, 'Ridgeway wants a call first', 'need'],
    ['declined', factor({ status: 'DECLINED' }), null, 'Declined by Ridgeway', 'bad'],
    ['not asked', factor(null), null, 'Ridgeway not asked', 'unknown'],
    ['ambiguous', factor(null, { isAmbiguous: true }), null, 'Ridgeway lists this name, but another company can be meant', 'unknown'],
    [
      'unknown to the factor',
      factor(null, { check: { state: 'UNKNOWN', askedAt: '2026-11-12T10:00:00Z', answeredAt: null } }),
      null,
      'Ridgeway does not know this broker',
      'unknown',
    ],
  ])('%s', (_name, given, gross, words, tone) => expect(describeStanding(given, gross)).toEqual({ words, tone }));
});

describe('describeRoom', () => {
  it.each([
    [{}, 240_000, '$15,580 free. Enough for 6 loads at your average.'],
    [{}, null, '$15,580 free.'],
    [{}, 2_000_000, '$15,580 free. Less than your average load.'],
    [{ usedCents: null }, 240_000, 'How much of it is used is not known.'],
    [{ usedCents: 2_600_000 }, 240_000, 'The limit is used up.'],
  ])('%j', (given, average, words) => expect(describeRoom({ ...standing, ...given }, average)).toBe(words));
});

describe('describeBriefly', () => {
  it.each([
    [{}, '$15,580 left', 'good'],
    [{ limitCents: null }, 'Approved', 'good'],
    [{ usedCents: 2_500_000 }, 'Limit used up', 'bad'],
    [{ status: 'LIMITED' }, 'Call first', 'need'],
    [{ status: 'DECLINED' }, 'Declined', 'bad'],
  ] as const)('%j', (given, words, tone) => expect(describeBriefly({ ...standing, ...given })).toEqual({ words, tone }));
});

it('a list says how many of each', () => {
  expect(describeList({ rows: 1_204, approved: 1_100, limited: 80, declined: 24 })).toBe(
    '1,204 brokers: 1,100 approved, 80 call first, 24 declined',
  );
  expect(describeList({ rows: 1, approved: 1, limited: 0, declined: 0 })).toBe('1 broker: 1 approved');
});

it('an answer is old after 30 days', () => {
  expect([isOld('2026-10-18', '2026-11-17'), isOld('2026-10-17', '2026-11-17')]).toEqual([false, true]);
});
