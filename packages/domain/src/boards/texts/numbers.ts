import { bounds, within } from '../bounds.ts';
import { cleanValue } from './clean.ts';

/** "42,000" or "42000". */
function toNumber(digits: string, decimals = ''): number {
  return Number(`${digits.replaceAll(',', '')}.${decimals || '0'}`);
}

const milesText = /^[~≈]?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d))?(?: ?(?:mi|mile|miles)\.?)?$/i;
/** "(113)": a deadhead. */
const bracketed = /^\((.*)\)$/;

/** "824", "(113)", "1,024 mi": whole miles. */
export function readMiles(text: string): number | null {
  const clean = cleanValue(text);
  const [, digits, decimal] = milesText.exec(clean?.replace(bracketed, '$1').trim() ?? '') ?? [];
  return digits === undefined ? null : within(Math.round(toNumber(digits, decimal)), bounds.miles);
}

const poundsText = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))? ?(k ?)?(lbs?\.?|pounds?|#)?$/i;
/** Below this a bare number may be pounds or thousands of pounds. */
const ambiguousBelow = 200;

/** "42,000 lbs", "25k lbs". A bare number under 200 has a meaning only where the board is known to write thousands. */
export function readPounds(text: string, { isThousands = false } = {}): number | null {
  const [, digits, decimals, thousand, unit] = poundsText.exec(cleanValue(text) ?? '') ?? [];
  if (digits === undefined) return null;
  const value = toNumber(digits, decimals);
  const isAmbiguous = thousand === undefined && unit === undefined && value < ambiguousBelow;
  if (isAmbiguous && !isThousands) return null;
  return within(Math.round(thousand !== undefined || isAmbiguous ? value * 1_000 : value), bounds.weightLb);
}

const feetText = /^(\d{1,3})(?:\.(\d))?(?: ?(?:ft\.?|feet|foot|['’′])(?: ?(\d{1,2}) ?(?:in\.?|["”″]))?)?$/i;

/** "53 ft", "48' 6"": whole feet, rounded up, because the trailer must be at least that long. */
export function readFeet(text: string): number | null {
  const [, feet, tenth, inches] = feetText.exec(cleanValue(text) ?? '') ?? [];
  if (feet === undefined || Number(inches ?? 0) >= 12) return null;
  return within(Math.ceil(toNumber(feet, tenth) + Number(inches ?? 0) / 12), bounds.lengthFt);
}

const wholeText = /^(?:\d{1,3}(?:,\d{3})+|\d{1,9})$/;

/** A whole number between two limits. */
export function readWhole(text: string, { min, max }: { min: number; max: number }): number | null {
  const clean = cleanValue(text);
  return clean !== null && wholeText.test(clean) ? within(toNumber(clean), [min, max]) : null;
}

const scoreText = /^(?:cs|credit(?: score)?):? ?(\d{1,3})$|^(\d{1,3})(?: ?\/ ?100)?(?: ?(?:cs|credit(?: score)?))?$/i;

/** "100 CS", "95/100". A letter is no score. */
export function readCreditScore(text: string): number | null {
  const [, after, before] = scoreText.exec(cleanValue(text) ?? '') ?? [];
  return within(Number(after ?? before ?? Number.NaN), bounds.creditScore);
}

const daysText = /^(?:dtp|days to pay):? ?(\d{1,3})$|^(\d{1,3}) ?(?:dtp|d|days?(?: to pay)?)?$/i;

/** "24 DTP", "24 days": the days that the broker takes to pay. */
export function readDaysToPay(text: string): number | null {
  const [, after, before] = daysText.exec(cleanValue(text) ?? '') ?? [];
  return within(Number(after ?? before ?? Number.NaN), bounds.daysToPay);
}
