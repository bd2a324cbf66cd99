import type { ExportedTable, TableCell } from './table-writer.ts';

const plainNumber = /^[+-]?\d+(\.\d+)?$/;
/** What a spreadsheet runs as a formula; an apostrophe before it keeps it text. Those with one get another, so that reading is exact. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** With a byte order mark, or Excel reads accents wrong. */
export async function* writeCsv({ columns, batches }: ExportedTable): AsyncGenerator<string> {
  yield `\uFEFF${toLine(columns.map(({ title }) => title))}`;
  for await (const batch of batches) {
    let lines = '';
    for (const row of batch) lines += toLine(row);
    if (lines !== '') yield lines;
  }
}

export function toLine(row: readonly TableCell[]): string {
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
