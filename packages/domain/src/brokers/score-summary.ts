import { lateAfterDays } from './figures.ts';
import { formatReason, type Reason } from './reasons.ts';
import type { BrokerScore } from './score.ts';
import { ceilings, riskCeiling, riskPhoneDays } from './score-weights.ts';

function ceilingOf({ kind }: Reason): number | undefined {
  return (ceilings as Partial<Record<string, number>>)[kind];
}

/** The reasons that people must see before they book, the worst first. */
export function listRisks(reasons: readonly Reason[]): Reason[] {
  return reasons
    .filter((reason) => {
      if (reason.tone !== 'BAD') return false;
      if (reason.kind === 'PHONE_CHANGED') return reason.numbers.daysAgo < riskPhoneDays;
      return (ceilingOf(reason) ?? 100) <= riskCeiling;
    })
    .sort((a, b) => (ceilingOf(a) ?? 0) - (ceilingOf(b) ?? 0));
}

const toneOrder = ['GOOD', 'BAD', 'UNKNOWN'] as const;
const importance = { BAD: 0, GOOD: 1, UNKNOWN: 2 } as const;

/** The few reasons that a card has room for: everything bad first, then what adds most. They are listed good ones first. */
export function shownReasons(reasons: readonly Reason[], most: number): Reason[] {
  return reasons
    .filter(({ kind }) => kind !== 'START')
    .sort((a, b) => importance[a.tone] - importance[b.tone] || Math.abs(b.points) - Math.abs(a.points))
    .slice(0, most)
    .sort((a, b) => toneOrder.indexOf(a.tone) - toneOrder.indexOf(b.tone));
}

function isKind<K extends Reason['kind']>(kind: K) {
  return (reason: Reason): reason is Extract<Reason, { kind: K }> => reason.kind === kind;
}

/** The broker in a few words: "Pays on time", "Authority revoked", "Not enough loads yet". */
export function describeScore({ grade, reasons }: Pick<BrokerScore, 'grade' | 'reasons'>): string {
  if (grade === null) return 'Not enough loads yet';
  const cut = reasons.find((reason) => ceilingOf(reason) !== undefined && reason.points < 0);
  if (cut) return formatReason(cut);
  const payments = reasons.find(isKind('PAYMENTS'));
  if (!payments) return 'Not enough loads yet';
  const daysLate = Math.round(payments.numbers.days - payments.numbers.termsDays);
  if (daysLate > lateAfterDays.late) return `Pays ${daysLate} days late`;
  const isShort = (reasons.find(isKind('SHORT_PAYS'))?.numbers.short ?? 0) > 0;
  if (isShort) return daysLate > 0 ? 'Pays a little late and short' : 'Pays on time, but short';
  return daysLate > 0 ? 'Pays a little late' : 'Pays on time';
}
