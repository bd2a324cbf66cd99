import { type WeekRule, weekOf } from '@headhaul/domain/time/weeks';
import { addDays } from '@headhaul/domain/time/zoned-time';

/** The days that a list is filtered by: a preset that moves with the calendar, or a first and a last day, each of which may be open. */
export const datePresets = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  yesterday: 'Yesterday',
  'this-week': 'This week',
  'next-week': 'Next week',
  'last-week': 'Last week',
  'this-month': 'This month',
  'last-month': 'Last month',
} as const;
export type DatePreset = keyof typeof datePresets;

export type DaySpan = DatePreset | { from: string | null; to: string | null };

export interface DayRange {
  from?: string;
  to?: string;
}

function isPreset(text: string): text is DatePreset {
  return Object.hasOwn(datePresets, text);
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

function readDay(text: string | undefined): string | null {
  return text !== undefined && dayPattern.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** "this-week", "2026-11-01..2026-11-15", "2026-11-01.." */
export function readSpan(text: string | null): DaySpan | null {
  if (text === null) return null;
  if (isPreset(text)) return text;
  const [first, last] = text.split('..');
  const [from, to] = [readDay(first), readDay(last)];
  return from === null && to === null ? null : { from, to };
}

export function writeSpan(span: DaySpan): string {
  return typeof span === 'string' ? span : `${span.from ?? ''}..${span.to ?? ''}`;
}

function monthOf(day: string, offset: number): DayRange {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + offset, 1)).toISOString().slice(0, 10);
  const last = new Date(Date.UTC(year, month + offset, 0)).toISOString().slice(0, 10);
  return { from: first, to: last };
}

/** The first and last day of a span. Weeks start on the office's first day of the week. */
export function daysOf(span: DaySpan, today: string, startsOn: WeekRule['startsOn']): DayRange {
  if (typeof span !== 'string') {
    return { ...(span.from === null ? {} : { from: span.from }), ...(span.to === null ? {} : { to: span.to }) };
  }
  switch (span) {
    case 'today':
      return { from: today, to: today };
    case 'tomorrow':
      return { from: addDays(today, 1), to: addDays(today, 1) };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'this-week':
      return weekOf(today, startsOn);
    case 'next-week':
      return weekOf(addDays(today, 7), startsOn);
    case 'last-week':
      return weekOf(addDays(today, -7), startsOn);
    case 'this-month':
      return monthOf(today, 0);
    case 'last-month':
      return monthOf(today, -1);
  }
}

function shortDay(day: string, today: string): string {
  const [year = '', month, date] = day.split('-');
  return `${Number(month)}/${Number(date)}${year === today.slice(0, 4) ? '' : `/${year.slice(2)}`}`;
}

/** The text of a filter chip: "This week", "11/1 to 11/15", "from 11/1". */
export function formatSpan(span: DaySpan, today: string): string {
  if (typeof span === 'string') return datePresets[span];
  const { from, to } = span;
  if (from === null) return `until ${shortDay(to ?? today, today)}`;
  if (to === null) return `from ${shortDay(from, today)}`;
  return from === to ? shortDay(from, today) : `${shortDay(from, today)} to ${shortDay(to, today)}`;
}
