import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TableCell } from '@headhaul/domain/tables/csv';
import { toCsvLine } from '@headhaul/domain/tables/csv';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { cases } from '../../testing/cases.ts';
import { collect } from '../../testing/collect.ts';
import { longestHold } from '../../testing/event-loop.ts';
import { zip } from '../files/zip.ts';
import { writeCsvTable } from './csv-write.ts';
import { readTable } from './read-table.ts';
import type { TableRow } from './table-row.ts';
import type { ExportedTable } from './table-writer.ts';
import { writeXlsx } from './xlsx-write.ts';

async function readAll(file: Uint8Array | string): Promise<TableRow[]> {
  return collect(readTable(typeof file === 'string' ? Buffer.from(file) : file));
}

async function readCells(file: Uint8Array | string): Promise<string[][]> {
  return (await readAll(file)).map(({ cells }) => cells);
}

function tableOf(rows: TableCell[][], titles: string[]): ExportedTable {
  async function* batches() {
    for (let at = 0; at < rows.length; at += 3) yield rows.slice(at, at + 3);
  }
  return { name: 'Loads & more', columns: titles.map((title) => ({ title })), batches: batches() };
}

async function toCsv(rows: TableCell[][], titles: string[]): Promise<Buffer> {
  return Buffer.from((await collect(writeCsvTable(tableOf(rows, titles)))).join(''));
}

function toXlsx(rows: TableCell[][], titles: string[]): Promise<Buffer> {
  return buffer(writeXlsx(tableOf(rows, titles)));
}

/** Text as people and attackers write it, but without a zero byte, which our database cannot store. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n\'",;_x0D9 aé🚚＝\u0001') }),
    fc.constantFrom('=1+1', "'=1", '-5', '+17125550148', '-', '_x000D_', 'a,b', '"', '“”', ' led by a space'),
  )
  .map((value) => value.replaceAll('\0', '').toWellFormed());
const rowsOfText = fc.integer({ min: 1, max: 6 }).chain((width) =>
  fc.record({
    titles: fc.array(
      text.filter((title) => title !== ''),
      { minLength: width, maxLength: width },
    ),
    rows: fc.array(fc.array(text, { minLength: width, maxLength: width }), { maxLength: 8 }),
  }),
);
const withContent = (rows: string[][]) => rows.filter((row) => row.some((cell) => cell !== ''));
/** Rows of a workbook end with their last cell that holds something. */
const withoutTail = (row: string[]) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1);

describe('an exported table read again', () => {
  it('is the same, as CSV', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOfText, async ({ titles, rows }) => {
        expect(await readCells(await toCsv(rows, titles))).toEqual(withContent([titles, ...rows]));
      }),
      { numRuns: cases(100, 400) },
    );
  });

  it('is the same, as XLSX', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOfText, async ({ titles, rows }) => {
        expect(await readCells(await toXlsx(rows, titles))).toEqual(withContent([titles, ...rows]).map(withoutTail));
      }),
      { numRuns: cases(50, 200) },
    );
  });

  it('keeps numbers and days, as XLSX', async () => {
    const cent = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((cents) => cents / 100);
    const moment = fc
      .date({ min: new Date('1900-03-01T00:00:00Z'), max: new Date('9999-12-31T23:59:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 16));
    await fc.assert(
      fc.asyncProperty(cent, moment, async (amount, at) => {
        const [, row] = await readCells(await toXlsx([[amount, { day: at.slice(0, 10) }, { moment: at }]], ['a', 'b', 'c']));
        const expected = at.endsWith('T00:00') ? at.slice(0, 10) : `${at}:00`;
        expect(row).toEqual([String(amount === 0 ? 0 : amount), at.slice(0, 10), expected]);
      }),
      { numRuns: cases(50, 200) },
    );
  });

  it('writes no cell as CSV that a spreadsheet would run', async () => {
    fc.assert(
      fc.property(text, (cell) => {
        const field = toCsvLine([cell]).replace(/\r\n$/, '');
        const shown = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
        if (!/^[+-]?\d+(\.\d+)?$/.test(shown)) expect(shown).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
    expect(toCsvLine(['=1+1', '-5', '+5.25', '-5-5', '@a', "'ok", -5, null])).toBe("'=1+1,-5,+5.25,'-5-5,'@a,'ok,-5,\r\n");
  });

  it('goes on in a second sheet when the first is full', async () => {
    async function* batches() {
      for (let at = 0; at < 525; at++) yield Array.from({ length: 2_000 }, () => [1]);
    }
    const file = await buffer(writeXlsx({ name: 'Loads', columns: [{ title: 'n' }], batches: batches() }));
    const archive = await fromBufferPromise(file, { lazyEntries: true, autoClose: false });
    const rows: Record<string, number> = {};
    for await (const entry of archive.eachEntry()) {
      if (!entry.fileName.startsWith('xl/worksheets/')) continue;
      const sheet = (await buffer(await archive.openReadStreamPromise(entry))).toString('latin1');
      rows[entry.fileName] = sheet.split('<row>').length - 1;
    }
    // Each begins with the titles.
    expect(rows).toEqual({ 'xl/worksheets/sheet1.xml': 1_048_576, 'xl/worksheets/sheet2.xml': 1_050_000 - 1_048_575 + 1 });
  }, 120_000);
});

describe('a CSV file', () => {
  it.each([
    ['a comma', 'a,b\r\n1,2\r\n'],
    ['a semicolon, with commas in numbers', 'a;b\n1;2\n'],
    ['a tab', 'a\tb\n1\t2'],
    ['old line ends', 'a,b\r1,2\r'],
    ['a byte order mark', '\uFEFFa,b\n1,2\n'],
    ['quotes around everything', '"a","b"\n"1","2"\n'],
    ['Excel’s own first line', 'sep=;\r\na;b\r\n1;2\r\n'],
  ])('is read with %s', async (_name, file) => {
    expect(await readCells(file)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('keeps quoted line ends, doubled quotes and delimiters; rows are numbered as the spreadsheet does', async () => {
    expect(await readAll('City, state;Note\r\n\r\n"Ames; IA";"says ""hi""\r\nthere"\r\nx\r\n')).toEqual([
      { number: 1, cells: ['City, state', 'Note'] },
      { number: 3, cells: ['Ames; IA', 'says "hi"\r\nthere'] },
      { number: 4, cells: ['x'] },
    ]);
  });

  it('has its long cells cut and its long rows refused', async () => {
    const long = 'z'.repeat(40_000);
    expect(await readAll(`a,b\n${long},1\n${`${long},`.repeat(6)}`)).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 2, cells: ['z'.repeat(4_001), '1'] },
      { number: 3, cells: [...Array(6).fill('z'.repeat(100)), ''], problem: 'The row has more than 20,000 characters' },
    ]);
  });

  it('is read in the encodings that Excel writes', async () => {
    const wanted = [['Señor', '€5']];
    expect(await readCells(Buffer.from([...Buffer.from('Se'), 0xf1, ...Buffer.from('or,'), 0x80, 0x35]))).toEqual(wanted);
    expect(await readCells(Buffer.from('\uFEFFSeñor,€5', 'utf16le'))).toEqual(wanted);
    expect(await readCells(Buffer.from('\uFEFFSeñor,€5', 'utf16le').swap16())).toEqual(wanted);
  });

  it.each([
    ['an open quote', 'a,b\n"1,2\n3,4\n', 'A quote that opens in row 2 is never closed'],
    ['an open quote and a megabyte after it', `a,b\n"${'x'.repeat(1_100_000)}`, 'A quote that opens in row 2 is never closed'],
    ['too many columns', `${'x,'.repeat(300)}\n`, 'Row 1 has more than 200 columns'],
  ])('400 for %s', async (_name, file, message) => {
    await expect(readAll(file)).rejects.toMatchObject({ code: 'validation_failed', details: { errors: [{ path: 'body.file', message }] } });
  });

  it.each([
    ['a picture', Buffer.from('89504e470d0a1a0a00000000', 'hex')],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['nothing', Buffer.alloc(0)],
  ])('415 for %s', async (_name, file) => {
    expect(() => readTable(file)).toThrow(expect.objectContaining({ code: 'unsupported_media_type' }));
  });
});

describe('a long table', () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => Array.from({ length: 20 }, (__, column) => `cell ${column} of ${at}`));
  const titles = Array.from({ length: 20 }, (_, column) => `Column ${column}`);
  /** 10,000 rows are written as a CSV in hardly more than the 10 ms that may pass without a turn. */
  const fiveTimes = Array.from({ length: 5 }, () => rows).flat();
  async function* oneBatch(of: string[][]) {
    yield of;
  }
  const table = (of: string[][]): ExportedTable => ({ name: 'Loads', columns: titles.map((title) => ({ title })), batches: oneBatch(of) });
  /** Not compressed, because decompressing would give other work a turn on the event loop. */
  const asSheet = (content: string) =>
    buffer(
      zip(
        Object.entries({
          'xl/workbook.xml': '<workbook><sheets><sheet name="1" sheetId="1" id="a"/></sheets></workbook>',
          'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${content}</sheetData></worksheet>`,
        }).map(([name, text]) => ({ name, content: Buffer.from(text), isPacked: true })),
      ),
    );
  const xmlRow = `<row>${'<c t="str"><v>cell</v></c>'.repeat(20)}</row>`;

  it.each([
    ['a CSV', () => toCsv(rows, titles)],
    ['a CSV of little but line ends', async () => Buffer.from(`a\n${'\n'.repeat(99_000)}1\n`)],
    ['a workbook', () => asSheet(xmlRow.repeat(10_000))],
  ])('lets others run while it is read as %s', async (_name, make) => {
    const file = await make();
    expect(await longestHold(() => readAll(file))).toBeLessThan(0.5);
  });

  it.each([
    ['a CSV', () => collect(writeCsvTable(table(fiveTimes)))],
    ['a workbook', () => buffer(writeXlsx(table(rows)))],
  ])('lets others run while it is written as %s', async (_name, write) => {
    expect(await longestHold(write)).toBeLessThan(0.5);
  });

  it.each([
    ['line ends', async () => Buffer.from(`a\n1\n${'\n'.repeat(100_000)}`)],
    ['delimiters', async () => Buffer.from(`a,b\n1,2\n${',\n'.repeat(100_000)}`)],
    ['rows of a workbook', () => asSheet(`${xmlRow}${'<row/>'.repeat(100_000)}`)],
  ])('400 for more than 100,000 rows, though they are only %s', async (_name, make) => {
    const message = 'The file has more than 100,000 rows, empty ones included. Remove the empty rows';
    const file = await make();
    await expect(readAll(file)).rejects.toMatchObject({ code: 'validation_failed', details: { errors: [{ message }] } });
  });
});

describe('thousands of rows of 40 columns', () => {
  const count = cases(10_000, 50_000);
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headhaul-tables-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const probe = fileURLToPath(new URL('../../testing/database/table-probe.ts', import.meta.url));
  async function measure(mode: 'write' | 'read', format: string) {
    const { stdout } = await promisify(execFile)(process.execPath, [probe, mode, format, join(folder, `big.${format}`), String(count)]);
    process.stdout.write(`  ${mode} ${format}: ${stdout}\n`);
    return JSON.parse(stdout) as { rows: number; cpuMs: number; peakMb: number };
  }

  it('are read and written in 256 MB, and no way costs six times what writing a CSV does', { timeout: 240_000 }, async () => {
    let base = 0;
    for (const format of ['csv', 'xlsx']) {
      for (const mode of ['write', 'read'] as const) {
        const { rows, cpuMs, peakMb } = await measure(mode, format);
        base ||= cpuMs;
        expect(rows).toBe(count + 1);
        expect(cpuMs / base, `${mode} ${format}`).toBeLessThan(6);
        expect(peakMb).toBeLessThan(256);
      }
    }
  });
});
