import type { BoardField, BoardLoad } from './board-load.ts';
import { brokersFingerprintTextOf } from './freight.ts';
import { type FieldText, type FieldTexts, type RowSource, readBoardLoad, shownText } from './read-load.ts';
import { isNoValue } from './texts/clean.ts';

/** Whether the page shows nothing for the field. A text that isn't understood is something. */
export function isSilent(given: FieldText | undefined): boolean {
  const text = given === undefined || given.isAmbiguous === true ? null : shownText(given);
  return given?.isAmbiguous !== true && (text === null || isNoValue(text));
}

/** The page's own words may differ: "25k lbs" and "25,000 lbs" are one weight. */
const words = new Set(['raw', 'read']);

/** What isn't known agrees with everything. */
function agrees(one: unknown, other: unknown): boolean {
  if (one === null || other === null) return true;
  if (Array.isArray(one) && Array.isArray(other)) return one.length === 0 || other.length === 0 || `${one}` === `${other}`;
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  return Object.entries(one).every(([name, value]) => words.has(name) || agrees(value, (other as Record<string, unknown>)[name] ?? null));
}

/** Phones and addresses are lists of objects, so the text of a list's parts tells nothing. */
const readAlone = (field: BoardField, given: FieldText, source: RowSource) => {
  const { contact, ...load } = readBoardLoad({ [field]: given }, source);
  return { ...load, name: contact.name, email: contact.emails[0] ?? null, phone: contact.phones[0] ?? null };
};

/**
 * What a row and the opened load say together. Where both say something, the load's word is the fuller one. Two that differ make both
 * suspect: then nobody knows which is true, and neither is taken.
 */
export function mergeTexts(row: FieldTexts, detail: FieldTexts, source: RowSource): FieldTexts {
  const merged: FieldTexts = { ...row };
  for (const [field, said] of Object.entries(detail) as [BoardField, FieldText][]) {
    const own = row[field];
    if (own !== undefined && isSilent(said)) continue;
    const isDoubted =
      own !== undefined &&
      !isSilent(own) &&
      (own.isAmbiguous === true || !agrees(readAlone(field, own, source), readAlone(field, said, source)));
    merged[field] = isDoubted ? { ...said, isAmbiguous: true } : said;
  }
  return merged;
}

/** The load of a row and of what opened there. Opening it doesn't make it another load: its fingerprint stays the row's, if that names its broker. */
export function readOpenedLoad(row: FieldTexts, detail: FieldTexts, source: RowSource): BoardLoad {
  const load = readBoardLoad(mergeTexts(row, detail, source), source);
  if (Object.values(detail).every(isSilent)) return load;
  const text = brokersFingerprintTextOf(readBoardLoad(row, source));
  return text === null ? load : { ...load, rowFingerprintText: text };
}
