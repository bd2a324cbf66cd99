import type { BoardPlace, Country } from '../board-load.ts';
import { cleanValue } from './clean.ts';
import { isProvince, stateNamed } from './state-names.ts';

type Place = Omit<BoardPlace, 'raw'>;

/** Letters, accents and the marks of names. A digit or a currency sign means that another cell's text got in. */
const cityText = /^\p{L}[\p{L}\p{M} .'’/-]{0,59}$/u;
const usZip = /^\d{5}(?:-\d{4})?$/;
const canadianCode = /^[a-z]\d[a-z] ?\d[a-z]\d$/i;
const countries = new Map<string, Country>([
  ...['us', 'usa', 'u.s.', 'u.s.a.', 'united states'].map((name): [string, Country] => [name, 'US']),
  ...['ca', 'can', 'canada'].map((name): [string, Country] => [name, 'CA']),
  ...['mx', 'mex', 'mexico', 'méxico'].map((name): [string, Country] => [name, 'MX']),
]);
/** No name of a state has more words. */
const longestState = 3;

function takeCountry(parts: string[]): Country | null {
  // "Fresno, CA" is a state. Only a part after the state can be a country.
  if (parts.length < 3) return null;
  const country = countries.get(parts.at(-1)?.toLowerCase() ?? '') ?? null;
  if (country !== null) parts.pop();
  return country;
}

/** Takes the postal code off the end of the last part. */
function takeZip(parts: string[]): string | null {
  const last = parts.pop() ?? '';
  const words = last.split(' ');
  for (const count of [1, 2]) {
    const end = words.slice(-count).join(' ');
    if (!usZip.test(end) && !canadianCode.test(end)) continue;
    const rest = words.slice(0, -count).join(' ');
    if (rest !== '') parts.push(rest);
    return end.toUpperCase();
  }
  parts.push(last);
  return null;
}

/** "Columbus Ohio", "Charleston West Virginia": the state is the longest name at the end. A code has capitals, because "me" is a word. */
function splitPlace(text: string): [city: string, state: string] | null {
  const words = text.split(' ');
  for (let count = Math.min(longestState, words.length); count >= 1; count -= 1) {
    const state = words.slice(-count).join(' ');
    if (stateNamed(state) !== undefined && (state.length > 2 || state === state.toUpperCase()))
      return [words.slice(0, -count).join(' '), state];
  }
  return null;
}

function placeIn(city: string, state: string, zip: string | null, country: Country | null): Place | null {
  if (city !== '' && !cityText.test(city)) return null;
  // Mexico's states share letters with others: NL is also Newfoundland. So they count only where the country is written.
  if (country === 'MX') return /^[a-z]{2}$/i.test(state) && city !== '' ? { city, state: state.toUpperCase(), zip, country } : null;
  const code = stateNamed(state);
  if (code === undefined) return null;
  const own = isProvince(code) ? 'CA' : 'US';
  if (country !== null && country !== own) return null;
  return { city: city === '' ? null : city, state: code, zip, country: own };
}

/** "Milwaukee, WI", "Columbus Ohio", "TORONTO, ON M5V 2T6", "KENTUCKY". A city without a state is not taken. */
export function readPlace(text: string): Place | null {
  const clean = cleanValue(text);
  if (clean === null) return null;
  const parts = clean.split(',').map((part) => part.trim());
  if (parts.length > 4 || parts.includes('')) return null;
  const country = takeCountry(parts);
  const zip = takeZip(parts);
  const [first = '', second] = parts;
  if (parts.length > 2) return null;
  if (second !== undefined) return placeIn(first, second, zip, country);
  const split = splitPlace(first);
  return split === null ? null : placeIn(split[0], split[1], zip, country);
}
