import type { Equipment } from '../equipment.ts';
import { readTime, type TimeReference } from './read-time.ts';

/** What the words of a search mean. A part that was not typed has its default. */
export interface EmptyNearReading {
  /** A city, a city with its state or a ZIP code, as it was typed. Null when there is none. */
  place: string | null;
  radiusMiles: number;
  /** Null for any. */
  equipment: Equipment | null;
  byMs: number;
  /** Words that were not understood, in the order in which they were typed. */
  ignored: string[];
}

export const usualRadiusMiles = 100;
export const usualAheadMs = 24 * 3_600_000;
const longestText = 200;

const equipmentNames: [words: string, equipment: Equipment][] = [
  ['dry van', 'DRY_VAN'],
  ['cargo van', 'CARGO_VAN'],
  ['box truck', 'BOX_TRUCK'],
  ['step deck', 'STEP_DECK'],
  ['double drop', 'DOUBLE_DROP'],
  ['power only', 'POWER_ONLY'],
  ['auto carrier', 'AUTO_CARRIER'],
  ['car hauler', 'AUTO_CARRIER'],
  ['flat bed', 'FLATBED'],
  ['hot shot', 'HOTSHOT'],
  ['van', 'DRY_VAN'],
  ['reefer', 'REEFER'],
  ['flatbed', 'FLATBED'],
  ['stepdeck', 'STEP_DECK'],
  ['rgn', 'RGN'],
  ['lowboy', 'LOWBOY'],
  ['conestoga', 'CONESTOGA'],
  ['hotshot', 'HOTSHOT'],
  ['sprinter', 'SPRINTER'],
  ['tanker', 'TANKER'],
  ['container', 'CONTAINER'],
];

const fillers = new Set(['empty', 'who', 'whos', 'who’s', "who's", 'is', 'are', 'truck', 'trucks', 'driver', 'drivers', 'any', 'within']);
const nearTerms = new Set(['near', 'around']);
const byTerms = new Set(['by', 'before']);
const mileTerms = new Set(['mi', 'mile', 'miles']);

/**
 * Reads `empty near <place or ZIP> [miles] [equipment] [by <time>]`, the parts in any order. Days and times are those of `timeZone`. Null
 * when the text doesn't ask who is empty.
 */
export function readEmptyNear(text: string, nowMs: number, timeZone: string): EmptyNearReading | null {
  const typed = text
    .slice(0, longestText)
    .split(/\s/)
    .filter((word) => word !== '');
  const words = typed.map((word) => word.toLowerCase().replaceAll(',', ''));
  if (!words.includes('empty')) return null;
  const reading: EmptyNearReading = {
    place: null,
    radiusMiles: usualRadiusMiles,
    equipment: null,
    byMs: nowMs + usualAheadMs,
    ignored: [],
  };
  let index = 0;
  while (index < words.length) {
    const part = readPart(words, index, { nowMs, timeZone });
    if (part.place !== undefined) {
      const place = typed
        .slice(part.place, index + part.length)
        .join(' ')
        .replace(/,$/, '');
      if (reading.place === null) reading.place = place;
      else reading.ignored.push(place);
    }
    reading.radiusMiles = part.radiusMiles ?? reading.radiusMiles;
    reading.equipment = part.equipment ?? reading.equipment;
    reading.byMs = part.byMs ?? reading.byMs;
    if (part.isIgnored) reading.ignored.push(typed[index] ?? '');
    index += part.length;
  }
  return reading;
}

/** How many words a part has, and what it says. */
interface Part {
  length: number;
  /** Where the words of the place begin. */
  place?: number;
  radiusMiles?: number;
  equipment?: Equipment;
  byMs?: number;
  isIgnored?: true;
}

function readPart(words: readonly string[], index: number, clock: TimeReference): Part {
  const word = words[index] ?? '';
  if (nearTerms.has(word)) return readPlace(words, index);
  if (byTerms.has(word)) {
    const time = readTime(words, index + 1, clock);
    return time === null ? { length: 1, isIgnored: true } : { length: 1 + time.length, byMs: time.ms };
  }
  const known = readMiles(words, index) ?? readEquipment(words, index);
  if (known !== null) return known;
  if (/^\d{5}$/.test(word)) return { length: 1, place: index };
  return fillers.has(word) ? { length: 1 } : { length: 1, isIgnored: true };
}

/** The words after "near" up to the next part. Its first word may look like equipment: Van Nuys. */
function readPlace(words: readonly string[], index: number): Part {
  const isPlaceWord = (at: number) => {
    const word = words[at];
    if (word === undefined || nearTerms.has(word) || byTerms.has(word) || word === 'within') return false;
    return readMiles(words, at) === null && readEquipment(words, at) === null;
  };
  const first = index + 1;
  if (/^\d{5}$/.test(words[first] ?? '')) return { length: 2, place: first };
  let end = first;
  if (!isPlaceWord(first) && readMiles(words, first) === null && isPlaceWord(first + 1)) end = first + 1;
  while (isPlaceWord(end)) end += 1;
  return end === first ? { length: 1 } : { length: end - index, place: first };
}

/** "100", "100 mi" or "100mi". */
function readMiles(words: readonly string[], index: number): Part | null {
  const found = /^(\d{1,4})(mi|miles?)?$/.exec(words[index] ?? '');
  if (found === null || Number(found[1]) === 0) return null;
  const isNamed = found[2] === undefined && mileTerms.has(words[index + 1] ?? '');
  return { length: isNamed ? 2 : 1, radiusMiles: Number(found[1]) };
}

function readEquipment(words: readonly string[], index: number): Part | null {
  for (const [name, equipment] of equipmentNames) {
    const length = name.split(' ').length;
    const said = words.slice(index, index + length).join(' ');
    if (said === name || said === `${name}s`) return { length, equipment };
  }
  return null;
}

/** Readings of the place for a caller who looks it up: the whole, then without its last words, which are then ignored. */
export function placeReadings({ place, ignored }: Pick<EmptyNearReading, 'place' | 'ignored'>): { place: string; ignored: string[] }[] {
  const words = place === null ? [] : place.split(' ');
  return words.map((_, dropped) => ({
    place: words
      .slice(0, words.length - dropped)
      .join(' ')
      .replace(/,$/, ''),
    ignored: [...words.slice(words.length - dropped), ...ignored],
  }));
}
