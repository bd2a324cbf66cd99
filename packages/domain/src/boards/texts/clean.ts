/** A longer text is no value of a cell: something else was selected. It is refused unread, so a long text costs nothing. */
const longestValue = 200;
/** Longer free text is cut. Boards allow much less. */
const longestText = 2_000;

/** What boards show in place of a value. */
const noValues = new Set(['', '-', '–', '—', '--', '- -', '–/–', 'n/a', 'na', 'none', 'null', 'tbd', '...', '…']);

/** The text on one line: without marks that nobody sees (text direction, zero width), and with single spaces. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cf}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** A cell's text, or null when it holds no single value. */
export function cleanValue(text: string): string | null {
  if (text.length > longestValue) return null;
  const clean = oneLine(text);
  return noValues.has(clean.toLowerCase()) ? null : clean;
}

/** Whether the board shows that there is nothing to show. */
export function isNoValue(text: string): boolean {
  return text.length <= longestValue && cleanValue(text) === null;
}

/** Free text, cut where it is too long. */
export function readText(text: string): string | null {
  const clean = oneLine(text.slice(0, longestText));
  return noValues.has(clean.toLowerCase()) ? null : clean;
}

const splitParts = (text: string) => text.split(/[|•·]/);

/** The part at an index of "V | 25k lbs | 53 ft | Full". */
export function readPart(text: string, { index }: { index: number }): string | null {
  const clean = cleanValue(text);
  return clean === null ? null : cleanValue(splitParts(clean)[index] ?? '');
}

/** Whether the line has this part, also where it says that there is nothing. */
export const hasPart = (text: string, index: number) => splitParts(text).length > index;
