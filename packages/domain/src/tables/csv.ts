/** A cell of a table for spreadsheets. A day or a moment is wall time as the screen shows it. */
export type TableCell = string | number | null | { day: string } | { moment: string };

/** Without it Excel reads accents wrong. */
export const csvStart = '\uFEFF';

const plainNumber = /^[+-]?\d+(\.\d+)?$/;
/** What a spreadsheet runs as a formula; an apostrophe before it keeps it text. Those with one get another, so that reading is exact. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

export function toCsvLine(row: readonly TableCell[]): string {
  const line = row.map(toField).join(',');
  // A line with nothing on it would be no row at all.
  return `${line === '' ? '""' : line}\r\n`;
}

function toField(cell: TableCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return 'day' in cell ? cell.day : cell.moment.replace('T', ' ');
  const text = formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;\t]/.test(text) || text.startsWith(' ') || text.endsWith(' ') ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A whole table at once; a long one is written line by line. */
export function writeCsv(rows: readonly (readonly TableCell[])[]): string {
  return `${csvStart}${rows.map(toCsvLine).join('')}`;
}
