import type { BoardMoney } from '../board-load.ts';
import { bounds, within } from '../bounds.ts';
import { cleanValue } from './clean.ts';

/** The currency must be there: a bare number may as well be miles. */
const totalText =
  /^(~ ?|≈ ?|est\.? |about )?(US ?\$|USD ?\$?|CA\$|C\$|CAD ?\$?|\$) ?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,3}))?(k)?(?: ?(USD|CAD))?( ?\*| \(?est\.?\)?| flat| all[- ]in| total)?$/i;
const estimate = /[~≈*]|est|about/i;

function currencyOf(before: string, after: string | undefined): BoardMoney['currency'] | null {
  const first = /^c/i.test(before) ? 'CAD' : before === '$' ? null : 'USD';
  const second = after === undefined ? null : after.toUpperCase() === 'CAD' ? 'CAD' : 'USD';
  if (first !== null && second !== null && first !== second) return null;
  return first ?? second ?? 'USD';
}

/** "$2,500", "CAD 3,100", "est. $2,310". What is paid by the mile, a span of rates and "call" are no total. */
export function readUsd(text: string): (BoardMoney & { isEstimate: boolean }) | null {
  const [, about = '', before = '', digits, decimals = '', thousand, after, mark = ''] = totalText.exec(cleanValue(text) ?? '') ?? [];
  // Three decimals are no cents: "$2.500" was written with another country's marks. "$2.5k" is 2,500.
  if (digits === undefined || (thousand === undefined && decimals.length > 2)) return null;
  const currency = currencyOf(before, after);
  const dollars = Number(`${digits.replaceAll(',', '')}.${decimals || '0'}`) * (thousand === undefined ? 1 : 1_000);
  const cents = within(Math.round(dollars * 100), bounds.rateCents);
  return cents === null || currency === null ? null : { cents, currency, isEstimate: estimate.test(about) || estimate.test(mark) };
}

const perMileText =
  /^(US ?\$|USD ?\$?|CA\$|C\$|CAD ?\$?|\$) ?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,3}))?(?: ?(USD|CAD))? ?(\*)?(?: ?(?:\/|per|a) ?(?:mi|mile)\.?)?$/i;

/** "$3.03/mi", "$2.45 per mile". A star after the amount says that the board computed it: the broker offered no rate per mile. */
export function readUsdPerMile(text: string): { cents: number; isComputed: boolean } | null {
  const [, before = '', digits, decimals = '', after, star] = perMileText.exec(cleanValue(text) ?? '') ?? [];
  if (digits === undefined || currencyOf(before, after) !== 'USD') return null;
  const cents = within(Math.round(Number(`${digits.replaceAll(',', '')}.${decimals || '0'}`) * 100), bounds.perMileCents);
  return cents === null ? null : { cents, isComputed: star !== undefined };
}
