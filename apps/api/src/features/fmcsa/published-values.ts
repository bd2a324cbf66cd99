import { z } from 'zod';

/** Values as FMCSA's two services publish them. A value that is not understood is null, because another field may still be of use. */

const longestText = 200;

function readText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value)
    .slice(0, longestText)
    .toWellFormed()
    // The database can't store a zero byte, and the other control characters are not part of a name.
    .replace(/\p{Cc}/gu, ' ')
    .trim();
  return text === '' ? null : text;
}

function readNumber(value: unknown): number | null {
  const text = readText(value);
  return text !== null && /^\d{1,12}(\.\d{1,4})?$/.test(text) ? Number(text) : null;
}

/** Digits without leading zeros. */
function readDigits(value: unknown): string | null {
  const digits = readText(value)?.replace(/^0+/, '') ?? '';
  return /^\d{1,8}$/.test(digits) ? digits : null;
}

const dayForms = [
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?!\d)/,
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
  /^(?<month>\d\d)\/(?<day>\d\d)\/(?<year>\d{4})$/,
];

/** `2026-10-29`, `20261029` or `10/29/2026`. */
function readDay(value: unknown): string | null {
  const text = readText(value) ?? '';
  const { year = '', month, day } = dayForms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined) ?? {};
  if (year < '1900' || year >= '2200') return null;
  const ms = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  const iso = Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10);
  return iso === `${year}-${month}-${day}` ? iso : null;
}

/** Phones are ten digits, or (312) 555-8816. */
function readPhone(value: unknown): string | null {
  const digits =
    readText(value)
      ?.replace(/\D/g, '')
      .replace(/^1(?=\d{10}$)/, '') ?? '';
  return /^[2-9]\d{9}$/.test(digits) ? `+1${digits}` : null;
}

function readCents(value: unknown, dollarsEach: number): number | null {
  const amount = readNumber(value);
  const cents = amount === null ? null : Math.round(amount * dollarsEach * 100);
  return cents !== null && Number.isSafeInteger(cents) ? cents : null;
}

export const Text = z.unknown().optional().transform(readText);
export const Digits = z.unknown().optional().transform(readDigits);
export const PublishedDay = z.unknown().optional().transform(readDay);
export const PublishedPhone = z.unknown().optional().transform(readPhone);
/** QCMobile writes "75" for $75,000. */
export const ThousandsOfDollars = z
  .unknown()
  .optional()
  .transform((value) => readCents(value, 1_000));
export const Dollars = z
  .unknown()
  .optional()
  .transform((value) => readCents(value, 1));

export const PlainObject = z.record(z.string(), z.unknown());
export type PlainObject = z.infer<typeof PlainObject>;

/**
 * The items of a list. Some answers have one item in place of a list of one, or an object with the items under 0, 1, 2. `isItem` tells an
 * item from such an object. Throws if this is neither.
 */
export function readItems(value: unknown, isItem: (item: PlainObject) => boolean): PlainObject[] {
  const whole = PlainObject.safeParse(value);
  const items = whole.success && isItem(whole.data) ? [whole.data] : Array.isArray(value) ? value : Object.values(PlainObject.parse(value));
  const read = items.map((item) => PlainObject.parse(item));
  // An empty object may have been anything.
  if (!read.every(isItem) || (read.length === 0 && !Array.isArray(value))) throw new Error('not a list of the expected items');
  return read;
}
