import { remember } from './remember.ts';

/** A longer text is no value of a cell: something else was selected. It is refused unread, so a long text costs nothing. */
const longestValue = 200;
/** Longer free text is cut. Boards allow much less. */
const longestText = 2_000;

/** What boards show in place of a value. */
const noValues = new Set(['', '-', '–', '—', '--', '- -', '–/–', 'n/a', 'na', 'none', 'null', 'tbd', '...', '…']);
const longestNoValue = Math.max(...[...noValues].map(({ length }) => length));
const standsForNothing = (text: string) => text.length <= longestNoValue && noValues.has(text.toLowerCase());

/** Most cells: characters of a keyboard with single spaces between them. There is nothing to clean. */
const plain = /^[!-~]+(?: [!-~]+)*$/;

/** The text on one line: without marks that nobody sees (text direction, zero width), and with single spaces. */
function oneLine(text: string): string {
  if (plain.test(text)) return text;
  return text
    .replace(/[\p{Cf}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** A cell's text, or null when it holds no single value. */
export function cleanValue(text: string): string | null {
  if (text.length > longestValue) return null;
  const clean = oneLine(text);
  return standsForNothing(clean) ? null : clean;
}

/** Whether the board shows that there is nothing to show. */
export function isNoValue(text: string): boolean {
  return text.length <= longestValue && cleanValue(text) === null;
}

/** Free text, cut where it is too long. */
export function readText(text: string): string | null {
  const clean = oneLine(text.slice(0, longestText));
  return standsForNothing(clean) ? null : clean;
}

const splitParts = (text: string) => text.split(/[|•·]/);

/** Several fields stand in one line, and each asks for it. */
const partsOf = remember((text) => {
  const clean = cleanValue(text);
  return clean === null ? [] : splitParts(clean).map(cleanValue);
});

/** The part at an index of "V | 25k lbs | 53 ft | Full". */
export const readPart = (text: string, { index }: { index: number }): string | null => partsOf(text)[index] ?? null;

/** Whether the line has this part, also where it says that there is nothing. */
export const hasPart = (text: string, index: number) => splitParts(text).length > index;
