import type { PostingFacts } from '@headhaul/contracts/boards/postings';
import type { BrokerLookup, CheckedRecord } from '@headhaul/contracts/fmcsa';
import { describeChange } from '@headhaul/domain/brokers/authority';
import { formatReason } from '@headhaul/domain/brokers/reasons';
import { approvalLabels, factorDoubt, formatApprovalDay, freeCents } from '@headhaul/domain/factoring/approvals';
import { formatMoney } from '@headhaul/domain/format-money';
import { findLookAlike, type LookAlike } from '@headhaul/domain/mail/look-alike-part';
import { formatAgo } from '../../mail/format-ago.ts';

/** One fact about the broker. `tone` unknown: nobody has told us. */
export interface BrokerLine {
  text: string;
  tone: 'good' | 'bad' | 'plain' | 'unknown';
}

const line = (tone: BrokerLine['tone'], text: string): BrokerLine => ({ tone, text });
const unknown = (text: string) => line('unknown', text);
const count = (number: number, word: string) => `${number.toLocaleString('en-US')} ${word}${number === 1 ? '' : 's'}`;
const dayMs = 86_400_000;
/** Older changes are no news. */
const changeDays = 180;
const shownChanges = 3;
/** The record's days are in UTC. */
const registerZone = 'UTC';

function formatYears(since: string, nowMs: number): string {
  const days = Math.floor((nowMs - Date.parse(since)) / dayMs);
  if (days < 60) return count(Math.max(days, 0), 'day');
  return days < 730 ? count(Math.floor(days / 30), 'month') : count(Math.floor(days / 365), 'year');
}

function authorityLine({ record }: CheckedRecord, nowMs: number): BrokerLine {
  const { authorityStatus: status, authoritySince: since, authorityGrantedOn: granted } = record;
  if (status === null) return unknown('Authority not known');
  if (status !== 'ACTIVE') {
    const words = { INACTIVE: 'Authority inactive', REVOKED: 'Authority revoked', NONE: 'No broker authority' }[status];
    return line('bad', since === null ? words : `${words} since ${formatApprovalDay(since)}`);
  }
  const from = granted ?? since;
  return line('good', from === null ? 'Authority active, age not known' : `Authority active, ${formatYears(from, nowMs)} old`);
}

function bondLine({ record: { isBondOnFile, bondCents, bondCanceledOn } }: CheckedRecord): BrokerLine {
  if (isBondOnFile === null) return unknown('Bond not known');
  if (!isBondOnFile) return line('bad', bondCanceledOn === null ? 'No bond on file' : `Bond canceled ${formatApprovalDay(bondCanceledOn)}`);
  return line('good', bondCents === null ? 'Bond on file' : `Bond on file, ${formatMoney(bondCents)}`);
}

function changeLines({ changes }: CheckedRecord, nowMs: number): BrokerLine[] {
  return changes
    .filter(({ on, noticedAt }) => nowMs - Date.parse(on ?? noticedAt) < changeDays * dayMs)
    .slice(0, shownChanges)
    .map((change) => line('bad', describeChange(change, registerZone, nowMs)));
}

/** What FMCSA publishes about the broker. */
export function authorityLines(checked: CheckedRecord | null, nowMs: number): BrokerLine[] {
  if (checked === null) return [unknown('Authority, bond and age not looked up')];
  const isOut = checked.record.isOutOfService === true;
  return [
    ...(isOut ? [line('bad', 'Out of service')] : []),
    authorityLine(checked, nowMs),
    bondLine(checked),
    ...changeLines(checked, nowMs),
  ];
}

/** "FMCSA, checked 12 min ago" */
export function authoritySource(checked: CheckedRecord | null, lookup: BrokerLookup | null, nowMs: number): string {
  if (checked === null) {
    if (lookup?.outcome === 'NOT_FOUND') return 'FMCSA has no broker with this MC number';
    return lookup?.outcome === 'UNAVAILABLE' ? 'FMCSA doesn’t answer now' : '';
  }
  const source = checked.source === 'QCMOBILE' ? 'FMCSA' : 'FMCSA open data';
  const kept = lookup?.keptBecause === 'UNAVAILABLE' ? '. FMCSA doesn’t answer now' : '';
  const isCounted = lookup !== null && lookup.keptBecause === null && !lookup.lookups.isUnlimited;
  const counted = isCounted ? `. Lookup ${lookup.lookups.current} of ${lookup.lookups.max} today` : '';
  return `${source}, checked ${formatAgo(Date.parse(checked.checkedAt), nowMs)}${kept}${counted}`;
}

export interface FactorView {
  line: BrokerLine;
  source: string;
  /** How much of its limit is used. Null while one of both isn't known. */
  use: { usedCents: number; limitCents: number } | null;
  /** Why this load may not be bought. */
  doubt: string | null;
}

/** What the factor says, its limit and the day of it. `grossCents`: what this load pays. */
export function factorView({ factor }: PostingFacts, grossCents: number | null): FactorView {
  const { hasFactor, factorName, standing, isAmbiguous } = factor;
  const name = factorName ?? 'Your factor';
  const nothing = { source: '', use: null, doubt: null };
  if (!hasFactor) return { ...nothing, line: unknown('No factor set for your company') };
  if (standing === null) {
    const text = isAmbiguous
      ? `${name} lists this name, but more than one broker can be meant`
      : `${name} has not said anything about this broker`;
    return { ...nothing, line: unknown(text) };
  }
  const { status, limitCents, usedCents, asOf, limitAsOf, source } = standing;
  // How much is used isn't 0 while nobody has said it.
  const left = usedCents === null ? null : freeCents(standing);
  const limit =
    limitCents === null
      ? 'no limit given'
      : left === null
        ? `limit ${formatMoney(limitCents)}, used not known`
        : `${formatMoney(left)} of ${formatMoney(limitCents)} left`;
  const from = source === 'LIST' ? 'its list' : 'its answer';
  const ofLimit = limitAsOf !== null && limitAsOf !== asOf ? `, limit of ${formatApprovalDay(limitAsOf)}` : '';
  return {
    line: line(status === 'APPROVED' ? 'good' : 'bad', `${name}: ${approvalLabels[status].toLowerCase()}, ${limit}`),
    source: `By ${from} of ${formatApprovalDay(asOf)}${ofLimit}`,
    use: limitCents === null || usedCents === null ? null : { limitCents, usedCents },
    doubt:
      left !== null && grossCents !== null && factorDoubt(standing, grossCents) === 'OVER_LIMIT'
        ? `This load pays ${formatMoney(grossCents)}, more than the ${formatMoney(left)} left`
        : null,
  };
}

/** The company's own loads with this broker. */
export function historyLines({ broker }: PostingFacts): BrokerLine[] {
  if (broker === null) return [unknown('No loads with this broker yet')];
  const { loads, daysToPayMedian: days, paidLoads, shortPays, detentionAsked: asked, detentionPaid: paid } = broker.history;
  const terms = broker.paymentTermsDays;
  return [
    loads === 0 ? unknown('No loads in 12 months') : line('plain', `${count(loads, 'load')} in 12 months`),
    days === null
      ? unknown('Days to pay not known')
      : line(
          days > terms + 5 ? 'bad' : 'good',
          `Pays in ${count(Math.round(days), 'day')}, terms ${terms}, ${count(paidLoads, 'paid load')}`,
        ),
    ...(shortPays === 0 ? [] : [line('bad', `Short paid ${shortPays} of ${paidLoads}`)]),
    asked === 0 ? unknown('Detention never settled') : line(paid === 0 ? 'bad' : 'plain', `Detention paid on ${paid} of ${asked}`),
  ];
}

const answers = { REPLIED: 'replied', DECLINED: 'declined' };

/** "Ann wrote 2 h ago: Milwaukee, WI to Conley, GA, replied" */
export function mailLines({ mails }: PostingFacts, nowMs: number): BrokerLine[] {
  if (mails.length === 0) return [unknown('No emails in 60 days')];
  return mails.map(({ userName, createdAt, sentAt, lane, answer, state }) => {
    const wrote = `${userName.split(' ')[0]} wrote ${formatAgo(Date.parse(sentAt ?? createdAt), nowMs)}`;
    const came = state === 'FAILED' ? 'not sent' : answer === null ? '' : answers[answer];
    return line('plain', `${wrote}${lane === null ? '' : `: ${lane}`}${came === '' ? '' : `, ${came}`}`);
  });
}

/** What the posting shows of its contact. */
export interface PostedContact {
  phones: readonly string[];
  emails: readonly string[];
}

/** A posted address whose domain imitates one that the broker is known by. */
export function findImitation({ broker }: PostingFacts, { emails }: PostedContact): LookAlike | null {
  const domains = broker?.domains ?? [];
  return emails.map((address) => findLookAlike(address, domains)).find((found) => found !== null) ?? null;
}

/** What to look at before booking: the broker's risks, and what this posting does differently from what is known. */
export function riskLines(facts: PostingFacts, checked: CheckedRecord | null, { phones }: PostedContact): string[] {
  const known = [facts.broker?.phone ?? null, checked?.record.phone ?? null].filter((phone) => phone !== null);
  const isOther = phones.length > 0 && known.length > 0 && !phones.some((phone) => known.includes(phone));
  return [
    ...(facts.matchedBy === 'NAME' ? ['Found by name only. Anybody can post under a name: check the MC number'] : []),
    ...(facts.broker?.risks.map(formatReason) ?? []),
    ...(isOther ? ['The posting’s phone is not the one on file'] : []),
  ];
}

/** A record this young is not asked for again. */
export const recordFreshMs = dayMs;
