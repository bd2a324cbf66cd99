import { assertRoomForRow, fitRow, maxCellCharacters, maxTableColumns, refuseTable, type TableRow } from './table-row.ts';
import { openArchive, type XlsxArchive, type XmlAttributes } from './xlsx-archive.ts';
import { isBuiltInDate, isDateFormat, serialToIso } from './xlsx-dates.ts';

/** Enough for 50,000 rows of 20 columns without a repeated text. All strings stay in memory while the sheet is read. */
const maxSharedStrings = 1_000_000;
const maxSharedCharacters = 16 * 1024 * 1024;
const maxRowNumber = 1_048_576;
/** Excel itself has 65,490 cell styles at most, and far fewer formats. */
const maxStyles = 65_490;

/** Reads the first visible sheet row by row. A formula gives its last stored value, because we calculate nothing. */
export async function* readXlsx(file: Uint8Array): AsyncGenerator<TableRow> {
  const archive = await openArchive(file);
  const workbook = await findTarget(archive, '_rels/.rels', '', /\/officeDocument$/, 'xl/workbook.xml');
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
  const relations = `${folder}_rels/${workbook.slice(folder.length)}.rels`;
  const { sheetRelation, is1904 } = await readWorkbook(archive, workbook);
  const sheet = await findTarget(archive, relations, folder, (relation) => relation.id === sheetRelation, `${folder}worksheets/sheet1.xml`);
  const strings = await readSharedStrings(archive, await findTarget(archive, relations, folder, /\/sharedStrings$/, ''));
  const dateStyles = await readDateStyles(archive, await findTarget(archive, relations, folder, /\/styles$/, ''));
  yield* readSheet(archive, sheet, { strings, dateStyles, is1904 });
}

interface Relation {
  id: string;
  type: string;
  target: string;
}

async function readAll(archive: XlsxArchive, part: string, handlers: Parameters<XlsxArchive['read']>[1]): Promise<void> {
  for await (const _piece of archive.read(part, handlers));
}

async function findTarget(
  archive: XlsxArchive,
  part: string,
  folder: string,
  wanted: RegExp | ((relation: Relation) => boolean),
  usual: string,
): Promise<string> {
  let found = usual;
  if (!archive.has(part)) return found;
  await readAll(archive, part, {
    open(name, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship') return;
      if (!(typeof wanted === 'function' ? wanted({ id, type, target }) : wanted.test(type))) return;
      found = target.startsWith('/') ? target.slice(1) : `${folder}${target}`;
    },
  });
  return found;
}

async function readWorkbook(archive: XlsxArchive, part: string): Promise<{ sheetRelation: string; is1904: boolean }> {
  let sheetRelation: string | undefined;
  let is1904 = false;
  await readAll(archive, part, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
      if (name !== 'sheet' || sheetRelation !== undefined || (attributes.state ?? 'visible') !== 'visible') return;
      sheetRelation = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1];
    },
  });
  if (sheetRelation === undefined) throw refuseTable('The XLSX file has no visible sheet');
  return { sheetRelation, is1904 };
}

/** Texts that cells share. Phonetic guides (`rPh`) are left out. */
async function readSharedStrings(archive: XlsxArchive, part: string): Promise<string[]> {
  const strings: string[] = [];
  if (!archive.has(part)) return strings;
  let current = '';
  let characters = 0;
  let isText = false;
  let isPhonetic = false;
  await readAll(archive, part, {
    open(name) {
      if (name === 'si') current = '';
      else if (name === 't') isText = true;
      else if (name === 'rPh') isPhonetic = true;
    },
    text(text) {
      if (!isText || isPhonetic) return;
      characters += text.length;
      if (characters > maxSharedCharacters) throw refuseTable('The XLSX file holds too much text');
      current += text;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si') {
        strings.push(unescapeText(current));
        if (strings.length > maxSharedStrings) throw refuseTable('The XLSX file holds too much text');
      }
    },
  });
  return strings;
}

/** For each cell style whether it shows a date. */
async function readDateStyles(archive: XlsxArchive, part: string): Promise<boolean[]> {
  const written = new Map<number, boolean>();
  const styles: boolean[] = [];
  if (!archive.has(part)) return styles;
  let isCellStyles = false;
  await readAll(archive, part, {
    open(name, attributes) {
      if (written.size > maxStyles || styles.length > maxStyles) throw refuseTable('The XLSX file has too many styles');
      if (name === 'numFmt') written.set(Number(attributes.numFmtId), isDateFormat(attributes.formatCode ?? ''));
      else if (name === 'cellXfs') isCellStyles = true;
      else if (name === 'xf' && isCellStyles) {
        const id = Number(attributes.numFmtId ?? 0);
        styles.push(written.get(id) ?? isBuiltInDate(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') isCellStyles = false;
    },
  });
  return styles;
}

interface Shared {
  strings: readonly string[];
  dateStyles: readonly boolean[];
  is1904: boolean;
}

async function* readSheet(archive: XlsxArchive, part: string, shared: Shared): AsyncGenerator<TableRow> {
  const rows: TableRow[] = [];
  let rowCount = 0;
  let number = 0;
  let cells: string[] = [];
  let column = 0;
  let attributes: XmlAttributes = {};
  let value = '';
  let isValue = false;
  let isPhonetic = false;
  const pieces = archive.read(part, {
    open(name, given) {
      switch (name) {
        case 'row':
          rowCount += 1;
          assertRoomForRow(rowCount);
          number = given.r === undefined ? number + 1 : Number(given.r);
          if (!(number >= 1 && number <= maxRowNumber)) throw refuseTable('The XLSX file is damaged');
          cells = [];
          column = 0;
          break;
        case 'c':
          attributes = given;
          value = '';
          column = given.r === undefined ? column : columnOf(given.r);
          break;
        case 'v':
        case 't':
          isValue = true;
          break;
        case 'rPh':
          isPhonetic = true;
      }
    },
    text(text) {
      // `fitRow` cuts a longer text anyway.
      if (isValue && !isPhonetic && value.length <= maxCellCharacters) value += text;
    },
    close(name) {
      switch (name) {
        case 'v':
        case 't':
          isValue = false;
          break;
        case 'rPh':
          isPhonetic = false;
          break;
        case 'c':
          if (value !== '') {
            if (column >= maxTableColumns) throw refuseTable(`Row ${number} has more than ${maxTableColumns} columns`);
            while (cells.length < column) cells.push('');
            cells[column] = toText(value, attributes, shared);
          }
          column += 1;
          break;
        case 'row':
          if (cells.some((cell) => cell !== '')) rows.push(fitRow(number, cells));
      }
    },
  });
  for await (const _piece of pieces) yield* rows.splice(0);
}

/** `C7` is column 2. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column < 1) throw refuseTable('The XLSX file is damaged');
  return column - 1;
}

function toText(value: string, { t: type = 'n', s: style }: XmlAttributes, { strings, dateStyles, is1904 }: Shared): string {
  switch (type) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'b':
      return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    case 'n': {
      if (style !== undefined && dateStyles[Number(style)]) return serialToIso(Number(value), is1904) ?? value;
      return plainDecimal.test(value) ? value : toDecimal(value);
    }
    case 'd':
      return value.replace(/T00:00:00(\.0+)?Z?$/, '');
    default:
      return unescapeText(value);
  }
}

const plainDecimal = /^-?\d{1,9}(\.\d{1,6})?$/;

/** As the spreadsheet shows it: fifteen digits, never an exponent. 0.1 + 0.2 is 0.3. */
function toDecimal(value: string): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const rounded = Number(number.toPrecision(15));
  const text = String(rounded);
  if (!text.includes('e')) return text;
  return Math.abs(rounded) >= 1 ? BigInt(rounded).toString() : rounded.toFixed(20).replace(/0+$/, '').replace(/\.$/, '');
}

/** Decodes characters that XML can't hold, written like `_x000D_`. */
function unescapeText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}
