import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  approvalStatuses,
  combineAnswers,
  describeDoubt,
  type FactorAnswer,
  type FactorIdentity,
  factorDoubt,
  freeCents,
  isOtherFactor,
  readApprovalStatus,
  toFactorFacts,
} from './approvals.ts';

const cents = fc.option(fc.integer({ min: 0, max: 5_000_000 }), { nil: null });
const answer = fc.record({
  status: fc.constantFrom(...approvalStatuses),
  limitCents: cents,
  usedCents: cents,
  source: fc.constantFrom('LIST' as const, 'CHECK' as const),
  asOf: fc.constantFrom('2026-11-10', '2026-11-12', '2026-11-16'),
});
const answers = fc.array(answer, { maxLength: 5 });
const listed = (given: Partial<FactorAnswer> = {}): FactorAnswer => ({
  status: 'APPROVED',
  limitCents: 2_500_000,
  usedCents: 942_000,
  source: 'LIST',
  asOf: '2026-11-12',
  ...given,
});

describe('combineAnswers', () => {
  it('is what the newest answer says, in any order', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const standing = combineAnswers(given);
        const turned = combineAnswers([...given].reverse());
        expect(turned?.status).toBe(standing?.status);
        if (standing === null) return void expect(given).toEqual([]);
        expect(given.every(({ asOf }) => asOf <= standing.asOf)).toBe(true);
        const newest = given.filter(({ asOf, source }) => asOf === standing.asOf && source === standing.source);
        expect(newest.map(({ status }) => status)).toContain(standing.status);
        // Of two rows that contradict each other on one day, the one that asks for more care counts.
        if (newest.some(({ status }) => status === 'DECLINED')) expect(standing.status).toBe('DECLINED');
      }),
      { numRuns: 2_000 },
    );
  });

  it('never makes up a limit', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const standing = combineAnswers(given);
        if (standing === null || standing.limitCents === null) {
          expect([standing?.usedCents ?? null, standing?.limitAsOf ?? null]).toEqual([null, null]);
        } else {
          const { limitCents, usedCents, limitAsOf: asOf } = standing;
          expect(given).toContainEqual(expect.objectContaining({ limitCents, usedCents, asOf }));
        }
      }),
    );
  });

  it('keeps the limit of the list, with its own day, when a check without a limit is newer', () => {
    const check = listed({ limitCents: null, usedCents: null, source: 'CHECK', asOf: '2026-11-16' });
    expect(combineAnswers([listed(), check])).toEqual({
      ...listed({ source: 'CHECK', asOf: '2026-11-16' }),
      limitAsOf: '2026-11-12',
    });
    expect(combineAnswers([listed(), { ...check, status: 'DECLINED' }])).toMatchObject({ status: 'DECLINED', limitCents: null });
  });
});

describe('isOtherFactor', () => {
  const ridgeway = { factoringType: 'OTHER', name: 'Ridgeway', factoringId: 'A-1' } as const;
  it.each<[string, Partial<FactorIdentity>, boolean]>([
    ['the same', {}, false],
    ['another spelling', { name: ' RIDGEWAY, Inc.' }, false],
    ['another name', { name: 'RTS' }, true],
    ['a name without Latin letters', { name: '货运' }, true],
    ['another kind', { factoringType: 'OTR' }, true],
    ['none', { factoringType: null }, true],
    ['another account', { factoringId: 'A-2' }, true],
    ['an account that is left out', { factoringId: null }, true],
  ])('%s', (_name, change, isOther) => expect(isOtherFactor(ridgeway, { ...ridgeway, ...change })).toBe(isOther));

  it('is not a first account number', () => {
    expect(isOtherFactor({ ...ridgeway, factoringId: null }, ridgeway)).toBe(false);
    expect(isOtherFactor({ ...ridgeway, name: '货运' }, { ...ridgeway, name: '物流' })).toBe(true);
  });
});

describe('factorDoubt', () => {
  it('asks for every declined broker, and for an approved one exactly above what is free', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 0, max: 6_000_000 }), (given, gross) => {
        const standing = combineAnswers(given);
        const doubt = factorDoubt(standing, gross);
        if (standing === null) return void expect(doubt).toBeNull();
        if (standing.status === 'DECLINED') return void expect(doubt).toBe('DECLINED');
        const free = freeCents(standing);
        expect(doubt).toBe(free !== null && gross > free ? 'OVER_LIMIT' : null);
        // More money never takes a doubt away.
        if (doubt !== null) expect(factorDoubt(standing, gross + 1)).toBe(doubt);
      }),
    );
  });

  it('says who, about whom, how much and how old', () => {
    const names = { factorName: 'Ridgeway', brokerName: 'Quickturn Freight', grossCents: 1_600_000 };
    const declined = combineAnswers([listed({ status: 'DECLINED' })]);
    const approved = combineAnswers([listed()]);
    if (declined === null || approved === null) throw new Error('an answer was lost');
    expect(describeDoubt('DECLINED', declined, names)).toBe('Ridgeway declined Quickturn Freight on Nov 12, 2026.');
    expect(describeDoubt('OVER_LIMIT', approved, { ...names, factorName: null })).toBe(
      'This load pays $16,000. Your factor has $15,580 of $25,000 left for Quickturn Freight (Nov 12, 2026).',
    );
  });
});

describe('toFactorFacts', () => {
  it('is unknown while nobody has answered', () => {
    expect(toFactorFacts(null)).toBeNull();
    expect(toFactorFacts(combineAnswers([listed({ status: 'LIMITED' })]))).toEqual({
      status: 'LIMITED',
      limitCents: 2_500_000,
      usedCents: 942_000,
      asOf: '2026-11-12',
    });
  });
});

describe('readApprovalStatus', () => {
  it.each([
    ['Approved', 'APPROVED'],
    [' approved ', 'APPROVED'],
    ['Call Credit', 'LIMITED'],
    ['Not Approved', 'DECLINED'],
    ['NO BUY', 'DECLINED'],
    ['no-buy', 'DECLINED'],
    ['Credit Hold', 'DECLINED'],
  ])('%s', (text, status) => expect(readApprovalStatus(text)).toBe(status));

  it.each(['', 'maybe', 'approved?? no', '??'])('does not guess “%s”', (text) => expect(readApprovalStatus(text)).toBeUndefined());
});
