import type { SessionEnd } from '@headhaul/contracts/session-end';
import { formatSessionEnd } from '@headhaul/domain/sign-ins/session-end';
import { dayAt, timeAt, zoneShort } from '@headhaul/domain/time/zoned-time';
import { formatDay } from '../../shared/time/format-time.ts';

/** "today at 10:31 CST", or "on Nov 12 at 10:31 CST". */
export function formatEndMoment(at: string, now: number, zone: string): string {
  const clock = `at ${timeAt(at, zone)} ${zoneShort(at, zone)}`;
  return dayAt(at, zone) === dayAt(now, zone) ? `today ${clock}` : `on ${formatDay(at, now, zone)} ${clock}`;
}

export function describeSessionEnd(end: SessionEnd, now: number, zone: string): string {
  return formatSessionEnd(end, formatEndMoment(end.at, now, zone));
}

/** The values of a draft that a person types. The others are ids, choices from lists, and terms that the form fills in. */
const isTyped = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '' && !/^[A-Z][A-Z_]+$/.test(value);
const skippedFields = /^(key|id|typedOn|today|now|paymentTermsDays)$|Id$/;

/** "Broker contact name" */
function fieldLabel(key: string): string {
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function formatFields(value: unknown, indent: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]): string[] => {
    if (skippedFields.test(key)) return [];
    if (isTyped(field)) return [`${indent}${fieldLabel(key)}: ${field.trim()}`];
    if (!Array.isArray(field)) return [];
    return field.flatMap((part: unknown, place) => {
      const lines = formatFields(part, `${indent}  `);
      return lines.length === 0 ? [] : [`${indent}${fieldLabel(key).replace(/s$/, '')} ${place + 1}`, ...lines];
    });
  });
}

/** A stored draft of a new load as lines of text. Null when the person had typed nothing. */
export function formatUnsavedForm(stored: string | null): string | null {
  if (stored === null) return null;
  try {
    const { draft } = JSON.parse(stored) as { draft?: unknown };
    const lines = formatFields(draft, '');
    return lines.length === 0 ? null : lines.join('\n');
  } catch {
    return null;
  }
}

/** The part of a pasted invite link that the sign-in page needs. Null when the text is no invite link. */
export function readInviteLink(pasted: string): string | null {
  const text = pasted.trim();
  if (text.length > 2_000 || !URL.canParse(text)) return null;
  const query = new URL(text).searchParams;
  for (const name of ['token', 'inviteToken']) {
    const token = query.get(name);
    if (token) return `?${new URLSearchParams({ [name]: token })}`;
  }
  return null;
}
