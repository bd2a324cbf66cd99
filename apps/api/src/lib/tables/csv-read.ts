import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { createBreather } from '../breathe.ts';
import { assertRoomForRow, fitRow, maxTableColumns, refuseTable, type TableRow } from './table-row.ts';

const startBytes = 64 * 1024;
/** The parser handles one chunk without a pause. A chunk of nothing but line ends has this many records. */
const chunkBytes = 4 * 1024;
const maxRecordCharacters = 1_000_000;
const delimiters: readonly string[] = [',', ';', '\t'];

/** RFC 4180 and what people really send: any of three delimiters, any line ends, Excel's encodings. */
export async function* readCsv(file: Uint8Array): AsyncGenerator<TableRow> {
  const encoding = findEncoding(file);
  const start = new TextDecoder(encoding).decode(file.subarray(0, startBytes), { stream: true });
  // Excel names the delimiter in a first line like "sep=;".
  const named = /^sep=([,;\t])(?=[\r\n])/.exec(start);
  const parser = parse({
    delimiter: named?.[1] ?? findDelimiter(start),
    record_delimiter: ['\r\n', '\n', '\r'],
    from: named ? 2 : 1,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRecordCharacters,
  });
  let number = named ? 1 : 0;
  const breathe = createBreather();
  try {
    for await (const record of Readable.from(decode(file, encoding, breathe)).pipe(parser) as AsyncIterable<string[]>) {
      await breathe();
      number += 1;
      assertRoomForRow(number);
      if (record.length > maxTableColumns) throw refuseTable(`Row ${number} has more than ${maxTableColumns} columns`);
      const cells = record.map(withoutGuard);
      if (cells.some((cell) => cell !== '')) yield fitRow(number, cells);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The parser runs ahead of this loop, so the row comes from its error and not from `number`.
    const row = Number(error.records) + 1;
    if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') {
      throw refuseTable(`A quote that opens in row ${row} is never closed`, error);
    }
    throw refuseTable(`Row ${row} cannot be read as CSV`, error);
  }
}

/** Removes the apostrophe that our exports put before text that a spreadsheet would run as a formula. */
function withoutGuard(cell: string): string {
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

function findEncoding(file: Uint8Array): Encoding {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le';
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be';
  return isUtf8(file) ? 'utf-8' : 'windows-1252';
}

async function* decode(file: Uint8Array, encoding: Encoding, breathe: () => Promise<void>): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < file.length; at += chunkBytes) {
    await breathe();
    const text = decoder.decode(file.subarray(at, at + chunkBytes), { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/** The delimiter that splits the most of the first 20 rows into as many cells as the header. In a tie, the one that makes more cells. */
function findDelimiter(start: string): string {
  const records: Record<string, number>[] = [{}];
  let isQuoted = false;
  for (const character of start) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n' || character === '\r') {
      if (records.length === 20) break;
      records.push({});
    } else if (delimiters.includes(character)) {
      const counts = records.at(-1) ?? {};
      counts[character] = (counts[character] ?? 0) + 1;
    }
  }
  const rank = (one: string): [agreeing: number, cells: number] => {
    const cells = records[0]?.[one] ?? 0;
    return [cells === 0 ? 0 : records.filter((counts) => counts[one] === cells).length, cells];
  };
  const [best = ','] = delimiters.toSorted((a, b) => {
    const [[agreeingA, cellsA], [agreeingB, cellsB]] = [rank(a), rank(b)];
    return agreeingB - agreeingA || cellsB - cellsA;
  });
  return best;
}
