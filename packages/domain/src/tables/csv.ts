/** A cell of a table for spreadsheets. Days and moments are local times, as the screen shows them. */
export type TableCell = string | number | null | { day: string } | { moment: string };

/** The byte order mark. Without it Excel misreads accents. */
export const csvStart = '\uFEFF';

const plainNumber = /^[+-]?\d+(\.\d+)?$/;
/**
 * Text that a spreadsheet would run as a formula. An apostrophe before it keeps it text. Text that already begins with one gets
 * another, so that an import restores it exactly.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

export function toCsvLine(row: readonly TableCell[]): string {
  const line = row.map(toField).join(',');
  // An empty line would not be a row.
  return `${line === '' ? '""' : line}\r\n`;
}

function toField(cell: TableCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return 'day' in cell ? cell.day : cell.moment.replace('T', ' ');
  const text = formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;\t]/.test(text) || text.startsWith(' ') || text.endsWith(' ') ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A whole table at once. A long table is written line by line. */
export function writeCsv(rows: readonly (readonly TableCell[])[]): string {
  return `${csvStart}${rows.map(toCsvLine).join('')}`;
}
