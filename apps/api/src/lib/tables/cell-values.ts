/** These functions turn what people write in the cells of any table into values. Each returns undefined for text it can't read. */

/** Collapses runs of blanks: a pattern that may begin anywhere in a long run would scan it again and again. */
export function collapseBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Text a database can hold. */
export function tidyCell(cell: string): string {
  return cell.replaceAll('\0', '').toWellFormed().trim();
}

/** A title of a column for comparison: without case, blanks and punctuation, with # read as "number". */
export function titleKey(words: string): string {
  return words
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/[^a-z0-9]/g, '');
}

/** Dollars as cents: "$2,500", "2500.5". Fractions of a cent are rounded. */
export function readCents(text: string): number | undefined {
  const plain = /^(?:USD)? ?\$? ?(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)? ?(?:USD)?$/i.exec(collapseBlanks(text));
  if (!plain || (plain[1] === undefined && plain[2] === undefined)) return undefined;
  const cents = Math.round(Number(`${(plain[1] ?? '0').replaceAll(',', '')}${plain[2] ?? ''}`) * 100);
  return Number.isSafeInteger(cents) ? cents : undefined;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = `(${months.join('|')})[a-z]*\\.?`;
const dayShapes: [shape: RegExp, order: [year: number, month: number, day: number]][] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/, [1, 2, 3]],
  [/^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})/, [3, 1, 2]],
  [new RegExp(`^(?:[a-z]{3,9},?\\s+)?${monthName}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})`, 'i'), [3, 1, 2]],
  [new RegExp(`^(\\d{1,2})[\\s-]${monthName}[\\s-](\\d{4}|\\d{2})`, 'i'), [3, 2, 1]],
];

/** The day at the start of a cell, with the month first as in the US, and the text after it. */
export function readDay(text: string): { day: string; rest: string } | undefined {
  const cell = text.trim();
  for (const [shape, [yearAt, monthAt, dayAt]] of dayShapes) {
    const found = shape.exec(cell);
    if (!found) continue;
    const rest = cell.slice(found[0].length);
    const year = Number(found[yearAt]) + (found[yearAt]?.length === 2 ? 2_000 : 0);
    const name = found[monthAt]?.toLowerCase() ?? '';
    const month = /\d/.test(name) ? Number(name) : months.findIndex((one) => name.startsWith(one)) + 1;
    const date = new Date(Date.UTC(year, month - 1, Number(found[dayAt])));
    const isReal = date.getUTCMonth() === month - 1 && year >= 2_000 && year < 2_100 && /^$|^[T\s,]/.test(rest);
    return isReal ? { day: date.toISOString().slice(0, 10), rest: rest.replace(/^[T\s,]+/, '') } : undefined;
  }
  return undefined;
}
