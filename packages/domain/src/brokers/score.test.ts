import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { badSteps, belowFrom, goodSteps, type History, randomHistory, today } from '../testing/broker-histories.ts';
import { figuresFrom, noCounts, type OwnHistory, ownHistory } from './figures.ts';
import { formatReason } from './reasons.ts';
import { type AuthorityFacts, type BrokerFacts, type BrokerScore, scoreBroker } from './score.ts';
import { ceilings, freshDays, goodPoints, grades, shareWeights, startPoints } from './score-weights.ts';

const histories = fc.integer().map((seed) => {
  const below = belowFrom(seed);
  return { below, history: randomHistory(below) };
});
const scoreOf = ({ loads, ...others }: History) => scoreBroker({ own: ownHistory(figuresFrom(loads), today), ...others }, today);
const sumOf = ({ reasons }: BrokerScore) => reasons.reduce((sum, { points }) => sum + points, 0);

const ownOf = (own: Partial<OwnHistory>): OwnHistory => ({
  ...noCounts,
  from: '2025-11-16',
  daysToPayMean: null,
  daysToPayMedian: null,
  overdueLoads: 0,
  overdueCents: 0,
  overdueDays: 0,
  ...own,
});
/** A broker who paid this many loads in full, this many of them late. */
const paying = (paidLoads: number, late: number, own: Partial<OwnHistory> = {}): OwnHistory =>
  ownOf({
    loads: paidLoads,
    settledLoads: paidLoads,
    paidLoads,
    cleanLoads: paidLoads - late,
    late,
    termsDays: paidLoads * 30,
    daysToPayMean: 24.2,
    daysToPayMedian: 24,
    ...own,
  });
const alone = (own: OwnHistory): BrokerFacts => ({ own, factor: null, authority: null, contact: null });
const active: AuthorityFacts = {
  status: 'ACTIVE',
  grantedOn: '2017-03-06',
  reinstatedOn: null,
  isBondOnFile: true,
  isInsuranceOnFile: null,
  isOutOfService: false,
  phoneChangedOn: null,
  addressChangedOn: null,
  checkedOn: today,
};

describe('scoreBroker', () => {
  it('is the sum of its reasons, from 0 to 100', () => {
    fc.assert(
      fc.property(histories, ({ history }) => {
        const { score, grade, reasons } = scoreOf(history);
        expect(sumOf({ score, grade, reasons })).toBeGreaterThanOrEqual(0);
        expect(sumOf({ score, grade, reasons })).toBeLessThanOrEqual(100);
        expect(reasons.every(({ points }) => Number.isInteger(points))).toBe(true);
        expect(reasons.map(formatReason)).not.toContain('');
        if (score === null) expect(grade).toBeNull();
        else expect(sumOf({ score, grade, reasons })).toBe(score);
      }),
    );
  });

  it.each(Object.entries(badSteps))('never rises by %s', (_name, step) => {
    fc.assert(
      fc.property(histories, ({ history, below }) => {
        expect(sumOf(scoreOf(step(history, below)))).toBeLessThanOrEqual(sumOf(scoreOf(history)));
      }),
    );
  });

  it.each(Object.entries(goodSteps))('never falls by %s', (_name, step) => {
    fc.assert(
      fc.property(histories, ({ history, below }) => {
        expect(sumOf(scoreOf(step(history, below)))).toBeGreaterThanOrEqual(sumOf(scoreOf(history)));
      }),
    );
  });

  it('has no letter with fewer than five paid loads, and says why anyway', () => {
    const { grade, score, reasons } = scoreBroker(alone(paying(4, 0)), today);
    expect([grade, score]).toEqual([null, null]);
    expect(reasons.map(formatReason)).toContain('Pays in 24 days, terms 30');
    expect(scoreBroker(alone(paying(5, 0)), today)).toMatchObject({ grade: 'B', score: 81 });
    expect(scoreBroker(alone(ownOf({})), today).reasons.map(({ kind }) => kind)).toEqual([
      'START',
      'PAYMENTS_UNKNOWN',
      'AUTHORITY_UNKNOWN',
      'FACTOR_UNKNOWN',
    ]);
  });

  it.each([
    ['pays on time', paying(61, 0), 'A'],
    ['pays one in six late', paying(60, 10), 'B'],
    ['pays two of three late', paying(60, 40, { late15: 12 }), 'C'],
    ['pays everything two weeks late', paying(60, 60), 'D'],
    ['pays everything a month late', paying(60, 60, { late15: 60, late30: 60 }), 'F'],
    ['pays on time, and short every third time', paying(60, 0, { cleanLoads: 40, shortPays: 20 }), 'C'],
  ])('a broker who %s', (_who, own, grade) => {
    expect(scoreBroker(alone(own), today).grade).toBe(grade);
  });

  it('fails a broker without authority and shows what that took away', () => {
    const facts: BrokerFacts = { ...alone(paying(61, 0)), authority: { ...active, status: 'REVOKED' } };
    const { grade, score, reasons } = scoreBroker(facts, today);
    expect([grade, score]).toEqual(['F', 0]);
    expect(reasons.find(({ kind }) => kind === 'AUTHORITY_REVOKED')).toMatchObject({ tone: 'BAD', points: -89 });
  });

  it('keeps to the lowest of several ceilings and lists all', () => {
    const facts: BrokerFacts = {
      own: paying(61, 0),
      factor: { status: 'DECLINED', limitCents: null, usedCents: null, asOf: '2026-11-15' },
      authority: { ...active, reinstatedOn: '2026-11-04' },
      contact: [{ kind: 'FREE_MAIL', seenOn: '2026-11-12' }],
    };
    const { score, reasons } = scoreBroker(facts, today);
    expect(score).toBe(ceilings.FACTOR_DECLINED);
    expect(
      reasons.filter(({ tone }) => tone === 'BAD').map((reason) => [formatReason(reason), reason.points, reason.since, reason.asOf]),
    ).toEqual([
      ['Factor declined', -73, null, '2026-11-15'],
      ['Authority reinstated 12 days ago', 0, '2026-11-04', today],
      ['Emails from a free mail address', 0, '2026-11-12', '2026-11-12'],
    ]);
  });

  it('a change in the record counts for its time only', () => {
    const reinstated = (reinstatedOn: string) =>
      scoreBroker({ ...alone(paying(61, 0)), authority: { ...active, reinstatedOn } }, today).grade;
    expect(reinstated('2026-05-21')).toBe('D');
    expect(reinstated('2026-05-20')).toBe('A');
  });
});

describe('the weights', () => {
  it('keep every score from 0 to 100', () => {
    const all = Object.values(shareWeights);
    const best = all.reduce((sum, weight) => sum + weight.best, 0) + Object.values(goodPoints).reduce((sum, points) => sum + points, 0);
    expect(startPoints + best).toBe(100);
    expect(startPoints - all.reduce((sum, weight) => sum + weight.worst, 0)).toBe(0);
  });

  it('are shown in docs/brokers.md as they are in the code', () => {
    const page = readFileSync(new URL('../../../../docs/brokers.md', import.meta.url), 'utf8');
    const rows = page
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim().replaceAll('`', '')),
      );
    const shown = (kind: string) => rows.find(([name]) => name === kind);
    for (const [kind, { best, worst, badWeighs, unsure }] of Object.entries(shareWeights))
      expect(shown(kind)?.slice(2), kind).toEqual([`+${best}`, `−${worst}`, String(badWeighs), String(unsure)]);
    for (const [kind, points] of Object.entries(goodPoints)) expect(shown(kind)?.at(-1), kind).toBe(`+${points}`);
    for (const [kind, atMost] of Object.entries(ceilings)) {
      const days = kind in freshDays ? String(freshDays[kind as keyof typeof freshDays]) : '';
      expect(shown(kind)?.slice(2), kind).toEqual([String(atMost), days]);
    }
    for (const [grade, atLeast] of grades) expect(shown(grade), grade).toEqual([grade, String(atLeast)]);
    expect(rows).toHaveLength([shareWeights, goodPoints, ceilings, grades].reduce((sum, part) => sum + Object.keys(part).length, 0));
  });
});

describe('formatReason', () => {
  const own = paying(14, 1, {
    cleanLoads: 12,
    shortPays: 2,
    shortPaidCents: 34_000,
    detentionAsked: 4,
    detentionPaid: 3,
    canceled: 1,
    tonuPaid: 1,
    tonuUnpaid: 1,
    overdueLoads: 2,
    overdueCents: 612_050,
    overdueDays: 4,
    daysToPayMean: 31.2,
  });
  const textsOf = (facts: BrokerFacts) => scoreBroker(facts, today).reasons.map(formatReason);

  it('says each fact of one’s own loads with its numbers', () => {
    expect(textsOf(alone(own))).toEqual([
      'Starting score',
      'Pays in 31 days, terms 30',
      'Detention paid on 3 of 4',
      'Short paid 2 of 14, $340',
      '1 of 15 loads canceled with a driver',
      'TONU paid on 1 of 2',
      '$6,120.50 past due, 2 loads, oldest 4 days',
      'Authority not looked up',
      'Factor not asked',
    ]);
    expect(textsOf(alone(paying(1, 0, { daysToPayMean: 1 }))).slice(1, 5)).toEqual([
      'Pays in 1 day, terms 30',
      'No short pays, 1 load',
      'No cancellations, 1 load',
      'Nothing past due',
    ]);
  });

  it('says what others state', () => {
    const factor = { status: 'APPROVED', limitCents: 2_500_000, usedCents: 942_000, asOf: today } as const;
    const authority = {
      ...active,
      grantedOn: '2026-10-17',
      phoneChangedOn: today,
      addressChangedOn: '2026-11-15',
      isInsuranceOnFile: false,
    };
    const texts = textsOf({ own: ownOf({}), factor, authority, contact: [] });
    expect(texts).toEqual([
      'Starting score',
      'Authority active since Oct 2026',
      'Bond on file',
      'Factor approved, $9,420 of $25,000 used',
      'Authority granted 30 days ago',
      'No insurance on file',
      'Phone changed today',
      'Address changed 1 day ago',
      'No payments with dates yet',
    ]);
    const texted = (said: Partial<typeof factor>) => textsOf({ ...alone(ownOf({})), factor: { ...factor, ...said } });
    expect(texted({ usedCents: 2_500_000 } as never)).toContain('Factor limit used up, $25,000 of $25,000');
    expect(texted({ usedCents: null } as never)).toContain('Factor approved, limit $25,000');
    expect(texted({ limitCents: null } as never)).toContain('Factor approved');
  });
});
