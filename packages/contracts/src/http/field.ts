import { z } from 'zod';

/**
 * Schemas that several contracts share. A length check before a pattern needs `abort`. Otherwise the pattern still runs
 * over a text that is known to be too long.
 */

/** An empty field becomes null. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullable()
    .default(null)
    .transform((value) => (value === '' ? null : value));

/** Digits only. People paste "MC-123456" or "MC# 0123456", so the prefix and leading zeros are dropped. Zeros alone are not a number. */
export const docketNumber = z
  .string()
  .trim()
  .max(40)
  .transform((value) => value.replace(/^(MC|MX|FF|(U\.?S\.?\s?)?DOT)[\s#:.-]*((NO|NUMBER)\b[\s#:.-]*)?/i, '').replace(/[\s-]/g, ''))
  .transform((digits) => digits.replace(/^0+/, ''))
  .pipe(z.string().regex(/^[1-9][0-9]{0,7}$/, 'Digits only, at most 8'));

/** An empty field becomes null. */
export const OptionalDocket = z
  .string()
  .trim()
  .nullable()
  .default(null)
  .transform((value) => (value === '' ? null : value))
  .pipe(docketNumber.nullable());

/** The years that we accept. The database and the calendar agree on all of them. */
const isOurTime = (value: string) => value >= '1900' && value < '2200';

export const Day = z.iso.date().refine(isOurTime, 'Check the year');
/** The local time at the place. */
export const WallTime = z
  .string()
  .max(5, { abort: true })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use 24 h time, 08:00');
/**
 * Checked in UTC, as it is stored and sent back. Otherwise a moment that was accepted with its
 * own offset could be refused in the answer.
 */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine((value) => Date.parse(value) >= Date.UTC(1900, 0) && Date.parse(value) < Date.UTC(2200, 0), 'Check the year');
export const TimeZone = z.string().max(60);

/** An empty field becomes null. Stored as E.164; people type (712) 555-0148. */
export const Phone = z
  .string()
  .trim()
  .max(40)
  .transform((value) =>
    value === ''
      ? null
      : value
          .replace(/[\s().-]/g, '')
          .replace(/^(?=[2-9]\d{9}$)/, '+1')
          .replace(/^(?=1[2-9]\d{9}$)/, '+'),
  )
  .pipe(
    z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, 'Ten digits, or with + and the country')
      .nullable(),
  )
  .nullable()
  .default(null);

/**
 * Non-space text, an at sign, more text, a dot, more text. The dot is the first one after the domain's first character, so there is
 * only one way to match a text and no backtracking.
 */
export const emailPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

export const OptionalEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(320)
  .transform((value) => (value === '' ? null : value))
  .pipe(z.string().regex(emailPattern, 'Check this address').nullable())
  .nullable()
  .default(null);

/** A query flag. */
export const Flag = z.enum(['true', 'false']).transform((value) => value === 'true');
