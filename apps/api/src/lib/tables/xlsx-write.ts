import type { Readable } from 'node:stream';
import type { TableCell } from '@headhaul/domain/tables/csv';
import { createBreather } from '../breathe.ts';
import { type ZipEntry, zip } from '../files/zip.ts';
import type { ExportedTable } from './table-writer.ts';
import { isoToSerial } from './xlsx-dates.ts';

const maxRowsPerSheet = 1_048_576;
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaging = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

// Indexes into the list of cell styles below.
const headerStyle = 1;
const dayStyle = 2;
const momentStyle = 3;
const styles =
  `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/>' +
  '<xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>';

/** Writes the workbook as a stream while it is read. When a sheet has the maximum number of rows, the next sheet starts. */
export function writeXlsx(table: ExportedTable): Readable {
  return zip(listEntries(table));
}

async function* listEntries(table: ExportedTable): AsyncGenerator<ZipEntry> {
  const source = table.batches[Symbol.asyncIterator]();
  const rest: { batch: readonly TableCell[][]; done: boolean } = { batch: [], done: false };
  let sheets = 0;
  try {
    do {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: writeSheet(table, source, rest) };
    } while (!rest.done || rest.batch.length > 0);
  } finally {
    await source.return?.();
  }
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  yield { name: 'xl/styles.xml', content: Buffer.from(styles) };
  yield { name: 'xl/workbook.xml', content: Buffer.from(workbook(table.name, numbers)) };
  yield { name: 'xl/_rels/workbook.xml.rels', content: Buffer.from(workbookRelations(numbers)) };
  yield {
    name: '_rels/.rels',
    content: Buffer.from(relations([['rId1', 'officeDocument', 'xl/workbook.xml']])),
  };
  yield { name: '[Content_Types].xml', content: Buffer.from(contentTypes(numbers)) };
}

async function* writeSheet(
  { columns }: ExportedTable,
  source: AsyncIterator<readonly TableCell[][]>,
  rest: { batch: readonly TableCell[][]; done: boolean },
): AsyncGenerator<string> {
  const widths = columns.map(
    ({ title, widthCharacters = Math.max(10, title.length + 2) }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widthCharacters}" customWidth="1"/>`,
  );
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${
    widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''
  }<sheetData>${rowXml(
    columns.map(({ title }) => title),
    headerStyle,
  )}`;
  let room = maxRowsPerSheet - 1;
  const breathe = createBreather();
  while (room > 0) {
    if (rest.batch.length === 0) {
      const next = await source.next();
      if (next.done) {
        rest.done = true;
        break;
      }
      rest.batch = next.value;
    }
    const batch = rest.batch.slice(0, room);
    rest.batch = rest.batch.slice(room);
    room -= batch.length;
    let text = '';
    for (const row of batch) {
      await breathe();
      text += rowXml(row);
    }
    if (text !== '') yield text;
  }
  yield '</sheetData></worksheet>';
}

function rowXml(row: readonly TableCell[], style?: number): string {
  let text = '<row>';
  for (const cell of row) text += cellXml(cell, style);
  return `${text}</row>`;
}

// Cells without a reference (`r`) go into the next column, so we write none.
function cellXml(cell: TableCell, style?: number): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'object') {
    const [iso, dateStyle] = 'day' in cell ? [cell.day, dayStyle] : [cell.moment, momentStyle];
    const serial = isoToSerial(iso);
    return Number.isFinite(serial) ? `<c s="${dateStyle}"><v>${serial}</v></c>` : cellXml(iso);
  }
  const keepSpace = /^\s|\s$/.test(cell) ? ' xml:space="preserve"' : '';
  return `<c${style === undefined ? '' : ` s="${style}"`} t="inlineStr"><is><t${keepSpace}>${escapeText(cell)}</t></is></c>`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't hold these characters.
const unsafe = /[&<>"\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)|\p{Surrogate}/u;
const unsafeAll = new RegExp(unsafe, 'gu');
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeText(text: string): string {
  if (!unsafe.test(text)) return text;
  return text.replace(
    unsafeAll,
    (character) => named[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}

function workbook(name: string, sheets: readonly number[]): string {
  const list = sheets.map(
    (number) => `<sheet name="${escapeText(number === 1 ? name : `${name} ${number}`)}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  return `${xml}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${list.join('')}</sheets></workbook>`;
}

function workbookRelations(sheets: readonly number[]): string {
  return relations([
    ...sheets.map((number) => [`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`] as const),
    ['rIdStyles', 'styles', 'styles.xml'],
  ]);
}

function relations(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  const lines = list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`);
  return `${xml}<Relationships xmlns="${packaging}/relationships">${lines.join('')}</Relationships>`;
}

function contentTypes(sheets: readonly number[]): string {
  const parts = [
    ['/xl/workbook.xml', 'sheet.main+xml'],
    ['/xl/styles.xml', 'styles+xml'],
    ...sheets.map((number) => [`/xl/worksheets/sheet${number}.xml`, 'worksheet+xml']),
  ].map(([part, kind]) => `<Override PartName="${part}" ContentType="${contentType}.${kind}"/>`);
  return `${xml}<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${parts.join('')}</Types>`;
}
