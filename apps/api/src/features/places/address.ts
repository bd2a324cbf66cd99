import { stateNames } from '@headhaul/contracts/places';
import { nameKey, plainKey } from './place-key.ts';

/** What the end of an address says about its place: ZIP, state, and the words before them that may be the city. */
export interface AddressEnd {
  zip: string | null;
  state: string | null;
  /** Longest first: in "880 Depot St Joplin" only the table of places knows which words are the city. */
  cities: CityText[];
  /** The words before ZIP and state can only be a city: they have no number and no comma. */
  isBare: boolean;
}

interface CityText {
  name: string;
  /** There are words before the city: a street, a suite, a dock. */
  hasMore: boolean;
}

/** No city name has more words than this. */
const maxCityTokens = 5;
// Each pattern matches one separator only. A pattern for a run of them would try every start inside a long run of commas.
const country = /(?:^|[\s,])(?:u\.?s\.?a?\.?|united states(?: of america)?|canada)$/i;
const zipAtEnd = /(?:^|[\s,])(\d{5})(?:-?\d{4})?$/;
const canadianCodeAtEnd = /(?:^|[\s,])[a-z]\d[a-z] ?\d[a-z]\d$/i;

const stateByKey = new Map(
  Object.entries(stateNames).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [plainKey(name), code],
  ]),
);
const maxStateTokens = 3;

/** The code of "TX", "tx." or "Texas". */
export function findState(text: string): string | undefined {
  return stateByKey.get(plainKey(text)) ?? stateByKey.get(nameKey(text));
}

/** Codes of the states that the text after the comma may begin: "new m" is New Mexico. */
export function statesBeginningWith(typed: string): string[] {
  const keys = [plainKey(typed), nameKey(typed)];
  return [...new Set([...stateByKey].filter(([known]) => keys.some((key) => known.startsWith(key))).map(([, code]) => code))];
}

/** Collapses spaces, and removes spaces and commas at both ends. */
function tidy(text: string): string {
  const spaced = text.replace(/\s+/g, ' ');
  const isJoint = (at: number) => spaced[at] === ' ' || spaced[at] === ',';
  let start = 0;
  let end = spaced.length;
  while (start < end && isJoint(start)) start += 1;
  while (start < end && isJoint(end - 1)) end -= 1;
  return spaced.slice(start, end);
}

/** Splits the state off the end. The longest name is tried first: "West Virginia" is not Virginia. */
function splitState(text: string): { before: string; state: string | null } {
  const words = [...text.matchAll(/[^\s,]+/g)];
  for (let count = Math.min(maxStateTokens, words.length); count > 0; count -= 1) {
    const start = words[words.length - count]?.index ?? 0;
    const state = findState(text.slice(start));
    // A state's name has no comma: "Kansas, Missouri" ends with one state, not two.
    if (state !== undefined && !text.slice(start).includes(',')) return { before: tidy(text.slice(0, start)), state };
  }
  return { before: text, state: null };
}

function listCities(text: string): CityText[] {
  const comma = text.lastIndexOf(',');
  const last = text.slice(comma + 1).trim();
  const words = last.split(' ');
  return Array.from({ length: Math.min(maxCityTokens, words.length) }, (_, index) => {
    const count = Math.min(maxCityTokens, words.length) - index;
    return { name: words.slice(-count).join(' '), hasMore: comma >= 0 || count < words.length };
  }).filter(({ name }) => name !== '' && !/\d/.test(name));
}

export function readAddressEnd(address: string): AddressEnd {
  const text = tidy(tidy(address).replace(country, ''));
  const zip = zipAtEnd.exec(text)?.[1] ?? null;
  const withoutCode = tidy(text.replace(zip === null ? canadianCodeAtEnd : zipAtEnd, ''));
  const split = splitState(withoutCode);
  // "New York" alone is a city with the name of a state.
  const isOnlyState = split.before === '' && zip === null;
  const before = isOnlyState ? withoutCode : split.before;
  return { zip, state: isOnlyState ? null : split.state, cities: listCities(before), isBare: !/[\d,]/.test(before) };
}
