import type { BrokerBrief } from '@headhaul/contracts/boards/postings';
import type { KnownBroker } from '../messages.ts';

/** What stands on a row about its broker. Everything in it is known; of other brokers the row says nothing. */
export interface BrokerChip {
  /** The letter's tile. Empty without one. */
  letter: string;
  text: string;
  tone: 'good' | 'mid' | 'bad' | 'plain';
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

/** Null when nothing about this broker is known. */
export function describeBroker({ brief, atMs }: KnownBroker): BrokerChip | null {
  if (brief === null) return null;
  const { grade, mark, markReason, daysToPay } = brief;
  const days = daysToPay === null ? null : Math.round(daysToPay);
  const why = markReason === null ? '' : `: ${markReason}`;
  const pays = days === null ? '' : `pays in ${count(days, 'day')}`;
  const rated = [grade === null ? '' : `Broker ${grade}`, pays].filter((part) => part !== '').join(', ');
  const source = (nowMs: number) => sourceOf(brief, nowMs - atMs);
  if (mark === 'BLOCKED') {
    const label = `Broker blocked${why}`;
    const lines = (nowMs: number) => [label, ...(rated === '' ? [] : [rated]), ...source(nowMs)];
    return { letter: '', text: 'Blocked', tone: 'bad', label, lines };
  }
  const preferred = mark === 'PREFERRED' ? [`Preferred broker${why}`] : [];
  if (grade === null && days === null) {
    const [label] = preferred;
    if (label === undefined) return null;
    return { letter: '', text: 'Preferred', tone: 'good', label, lines: (nowMs) => [label, ...source(nowMs)] };
  }
  return {
    letter: grade ?? '',
    text: days === null ? '' : `${days} d`,
    tone: toneOf(grade),
    label: rated,
    lines: (nowMs) => [rated, ...preferred, ...source(nowMs)],
  };
}
