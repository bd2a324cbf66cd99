import type { BrokerBrief } from '@headhaul/contracts/boards/postings';
import { formatReason } from '@headhaul/domain/brokers/reasons';
import type { KnownBroker } from '../messages.ts';

/** What stands on a row about its broker. Everything in it is known; of other brokers the row says nothing. */
export interface BrokerChip {
  /** The letter's tile. Empty without one. */
  letter: string;
  text: string;
  tone: 'good' | 'mid' | 'bad' | 'plain';
  /** How many things there are to check before booking. */
  risks: number;
  /** "2 things to check". Empty without any. */
  note: string;
  /** What a screen reader says. */
  label: string;
  /** Where it comes from and how old it is, for whoever points at the row. */
  lines(nowMs: number): string[];
}

const toneOf = (grade: BrokerBrief['grade']): BrokerChip['tone'] =>
  grade === null ? 'plain' : grade === 'A' || grade === 'B' ? 'good' : grade === 'C' ? 'mid' : 'bad';

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;

function formatAge(ageMs: number): string {
  const minutes = Math.floor(ageMs / 60_000);
  return minutes < 1 ? 'just now' : `${minutes} min ago`;
}

function sourceOf({ paidLoads, matchedBy }: BrokerBrief, ageMs: number): string[] {
  const source = paidLoads === 0 ? 'From your broker list' : `From your ${count(paidLoads, 'paid load')} in 12 months`;
  return [`${source}, checked ${formatAge(ageMs)}`, ...(matchedBy === 'NAME' ? ['Found by name, not by MC number'] : [])];
}

/** Why the row steps back, in the few words that stand on it. */
export function describeBlock({ brief }: Pick<KnownBroker, 'brief'>): string | null {
  if (brief?.mark !== 'BLOCKED') return null;
  return brief.markReason === null ? 'Blocked by your team' : `Blocked: ${brief.markReason}`;
}

/** Null when nothing about this broker is known. */
export function describeBroker({ brief, isNew, atMs }: Pick<KnownBroker, 'brief' | 'isNew' | 'atMs'>): BrokerChip | null {
  if (brief === null) return isNew ? newBroker(atMs) : null;
  const { grade, mark, markReason, daysToPay, risks } = brief;
  const days = daysToPay === null ? null : Math.round(daysToPay);
  const why = markReason === null ? '' : `: ${markReason}`;
  const pays = days === null ? '' : `pays in ${count(days, 'day')}`;
  const rated = [grade === null ? '' : `Broker ${grade}`, pays].filter((part) => part !== '').join(', ');
  const source = (nowMs: number) => sourceOf(brief, nowMs - atMs);
  if (mark === 'BLOCKED') {
    const label = `Broker blocked${why}`;
    const lines = (nowMs: number) => [label, ...(rated === '' ? [] : [rated]), ...risks.map(formatReason), ...source(nowMs)];
    return { letter: '', text: 'Blocked', tone: 'bad', risks: 0, note: '', label, lines };
  }
  const preferred = mark === 'PREFERRED' ? [`Preferred broker${why}`] : [];
  const toCheck = risks.length === 0 ? '' : `${count(risks.length, 'thing')} to check`;
  const said = [rated, ...(rated === '' ? preferred : []), toCheck].filter((part) => part !== '');
  if (said.length === 0) return null;
  const isRated = grade !== null || days !== null;
  const words = days === null ? '' : `${days} d`;
  return {
    letter: grade ?? '',
    text: isRated ? words : toCheck === '' ? 'Preferred' : 'Check',
    tone: isRated ? toneOf(grade) : toCheck === '' ? 'good' : 'plain',
    risks: risks.length,
    note: toCheck,
    label: said.join(', '),
    lines: (nowMs) => [
      ...(rated === '' ? [] : [rated]),
      ...preferred,
      ...(toCheck === '' ? [] : [`${toCheck}:`, ...risks.map(formatReason)]),
      ...source(nowMs),
    ],
  };
}

function newBroker(atMs: number): BrokerChip {
  const label = 'New broker, not in your broker list';
  return {
    letter: '',
    text: 'New',
    tone: 'plain',
    risks: 0,
    note: '',
    label,
    lines: (nowMs) => [label, `Checked ${formatAge(nowMs - atMs)}`],
  };
}
