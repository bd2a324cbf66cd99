import { stateNames } from '@headhaul/contracts/places';
import { nameKey, plainKey } from './place-key.ts';

/** What an address says about where it is, from its end: ZIP, state, and the words before them that may name the city. */
export interface AddressEnd {
  zip: string | null;
  state: string | null;
  /** Longest first: of "880 Depot St Joplin" only the table knows which words are the city. */
  cities: CityText[];
  /** The words before ZIP and state can't be more than a city: no number, no comma. */
  isBare: boolean;
}

interface CityText {
  name: string;
  /** Something stands before the city: a street, a suite, a dock. */
  hasMore: boolean;
}

/** More words than any city's name has. */
const maxCityTokens = 5;
// One sign before each is enough: a pattern that takes all of them tries each inner run of commas from each of its commas.
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

/** Codes that what was typed after the comma may begin: "new m" is New Mexico. */
export function statesBeginningWith(typed: string): string[] {
  const keys = [plainKey(typed), nameKey(typed)];
  return [...new Set([...stateByKey].filter(([known]) => keys.some((key) => known.startsWith(key))).map(([, code]) => code))];
}

/** One space for many, and none at either end, nor a comma. */
function tidy(text: string): string {
  const spaced = text.replace(/\s+/g, ' ');
  const isJoint = (at: number) => spaced[at] === ' ' || spaced[at] === ',';
  let start = 0;
  let end = spaced.length;
  while (start < end && isJoint(start)) start += 1;
  while (start < end && isJoint(end - 1)) end -= 1;
  return spaced.slice(start, end);
}

/** Takes the state off the end, by its longest name: "West Virginia" is not Virginia. */
function splitState(text: string): { before: string; state: string | null } {
  const words = [...text.matchAll(/[^\s,]+/g)];
  for (let count = Math.min(maxStateTokens, words.length); count > 0; count -= 1) {
    const start = words[words.length - count]?.index ?? 0;
    const state = findState(text.slice(start));
    // A comma inside is not a state's name: "Kansas, Missouri" ends with one state, not with two.
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
  // "New York" alone is a city that has a state's name.
  const isOnlyState = split.before === '' && zip === null;
  const before = isOnlyState ? withoutCode : split.before;
  return { zip, state: isOnlyState ? null : split.state, cities: listCities(before), isBare: !/[\d,]/.test(before) };
}
