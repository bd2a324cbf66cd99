import type { BrokerFactor, Factoring, FactorList, FactorStanding } from '@headhaul/contracts/factoring';
import { approvalLabels, factorDoubt, freeCents } from '@headhaul/domain/factoring/approvals';
import { daysBetween } from '@headhaul/domain/time/zoned-time';
import { formatMoney } from '../../shared/format/money.ts';
import { formatDay } from '../../shared/time/format-time.ts';

const whole = new Intl.NumberFormat('en-US');

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`;
}

export type StandingTone = 'good' | 'need' | 'bad' | 'unknown';

/** An answer that is older is shown in amber: a factor may have changed its mind since. */
const oldDays = 30;

export function isOld(asOf: string, today: string): boolean {
  return daysBetween(asOf, today) > oldDays;
}

/** "Nov 12" */
export function formatAsOf(asOf: string, now: number): string {
  return formatDay(`${asOf}T12:00:00Z`, now, 'UTC');
}

/** The factor's name, or who else answers. */
export function factorName(factor: { name: string | null }): string {
  return factor.name ?? 'Your factor';
}

/** What the factor says, in a few words: "Approved, $15,580 left". `grossCents` is the load that is looked at, if one is. */
export function describeStanding(
  { factor, standing, isAmbiguous, check }: BrokerFactor,
  grossCents: number | null,
): { words: string; tone: StandingTone } {
  const name = factorName(factor ?? { name: null });
  if (standing === null) {
    if (isAmbiguous) return { words: `${name} lists this name, but another company can be meant`, tone: 'unknown' };
    if (check?.state === 'UNKNOWN') return { words: `${name} does not know this broker`, tone: 'unknown' };
    return { words: `${name} not asked`, tone: 'unknown' };
  }
  if (standing.status === 'DECLINED') return { words: `Declined by ${name}`, tone: 'bad' };
  const left = formatLeft(standing);
  const isOver = factorDoubt(standing, grossCents ?? 0) === 'OVER_LIMIT';
  if (isOver) return { words: `Over the limit at ${name}${left}`, tone: 'bad' };
  if (standing.status === 'LIMITED') return { words: `${name} wants a call first${left}`, tone: 'need' };
  return { words: `Approved by ${name}${left}`, tone: 'good' };
}

/** One or two words for a list of brokers: "Declined", "Call first", "$15,580 left". */
export function describeBriefly(standing: Pick<FactorStanding, 'status' | 'limitCents' | 'usedCents'>): {
  words: string;
  tone: StandingTone;
} {
  if (standing.status === 'DECLINED') return { words: approvalLabels.DECLINED, tone: 'bad' };
  const free = freeCents(standing);
  if (free === 0) return { words: 'Limit used up', tone: 'bad' };
  if (standing.status === 'LIMITED') return { words: approvalLabels.LIMITED, tone: 'need' };
  return { words: free === null ? approvalLabels.APPROVED : `${formatMoney(free)} left`, tone: 'good' };
}

/** "Ridgeway’s list of 412 brokers and its answers about 3 brokers will no longer be used." Null if the factor has said nothing yet. */
export function describeEnd({ name, list, answers }: Pick<Factoring, 'name' | 'list' | 'answers'>): string | null {
  const parts = [
    ...(list === null ? [] : [`list of ${countOf(list.rows, 'broker')}`]),
    ...(answers === 0 ? [] : [`${answers === 1 ? 'answer' : 'answers'} about ${countOf(answers, 'broker')}`]),
  ];
  return parts.length === 0 ? null : `${factorName({ name })}’s ${parts.join(' and its ')} will no longer be used.`;
}

function formatLeft(standing: FactorStanding): string {
  const free = freeCents(standing);
  return free === null ? '' : `, ${formatMoney(free)} left`;
}

/** "1,204 brokers: 1,100 approved, 80 call first, 24 declined" */
export function describeList({
  rows,
  approved,
  limited,
  declined,
}: Pick<FactorList, 'rows' | 'approved' | 'limited' | 'declined'>): string {
  const parts = [
    ...(approved === 0 ? [] : [`${whole.format(approved)} approved`]),
    ...(limited === 0 ? [] : [`${whole.format(limited)} call first`]),
    ...(declined === 0 ? [] : [`${whole.format(declined)} declined`]),
  ];
  return `${countOf(rows, 'broker')}: ${parts.join(', ')}`;
}

/** "$15,580 free. Enough for 6 loads at your average." */
export function describeRoom(standing: FactorStanding, averageCents: number | null): string {
  const free = freeCents(standing) ?? 0;
  if (standing.usedCents === null) return 'How much of it is used is not known.';
  if (free === 0) return 'The limit is used up.';
  const loads = averageCents === null || averageCents <= 0 ? null : Math.floor(free / averageCents);
  const enough =
    loads === null ? '' : loads === 0 ? ' Less than your average load.' : ` Enough for ${countOf(loads, 'load')} at your average.`;
  return `${formatMoney(free)} free.${enough}`;
}
