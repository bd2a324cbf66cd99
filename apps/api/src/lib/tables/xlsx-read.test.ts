import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../testing/cases.ts';
import { collect } from '../../testing/collect.ts';
import { AppError } from '../errors.ts';
import { zip } from '../files/zip.ts';
import { isDateFormat, serialToIso } from './xlsx-dates.ts';
import { readXlsx } from './xlsx-read.ts';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const relations = (...list: [id: string, type: string, target: string][]) =>
  `<Relationships>${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const usualParts = {
  '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Loads" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
    ['rId2', 'sharedStrings', 'sharedStrings.xml'],
    ['rId3', 'styles', 'styles.xml'],
  ),
  'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
};

function build(parts: Record<string, string | Buffer>): Promise<Buffer> {
  return buffer(zip(Object.entries({ ...usualParts, ...parts }).map(([name, content]) => ({ name, content: Buffer.from(content) }))));
}

function sheet(rows: string): Record<string, string> {
  return { 'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>` };
}

function readRows(file: Uint8Array) {
  return collect(readXlsx(file));
}

async function readFirst(file: Uint8Array): Promise<string[] | undefined> {
  return (await readRows(file))[0]?.cells;
}

describe('a workbook', () => {
  it('gives every kind of cell as text', async () => {
    const file = await build({
      ...sheet(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> line</t></r></is></c>' +
          '<c r="D1" t="str"><f>A1&amp;"x"</f><v>calculated</v></c><c r="E1" t="b"><v>1</v></c><c r="F1" t="e"><v>#N/A</v></c>' +
          '<c r="G1"><v>0.30000000000000004</v></c><c r="H1"><v>1.5E-7</v></c><c r="I1"><v>1E+20</v></c><c r="J1" s="1"><v>46341</v></c>' +
          '<c r="K1" s="2"><v>46341.354166666664</v></c><c r="L1" s="3"><v>0.5</v></c><c r="M1" t="d"><v>2026-11-15T00:00:00</v></c></row>',
      ),
      'xl/sharedStrings.xml': `<sst ${main}><si><t>plain _x0041_</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh><t>how to say it</t></rPh></si></sst>`,
      'xl/styles.xml': `<styleSheet ${main}><numFmts><numFmt numFmtId="170" formatCode="m/d/yy\\ h:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
    });
    expect(await readFirst(file)).toEqual([
      ...['plain A', 'rich text', 'in line', 'calculated', 'TRUE', '#N/A', '0.3', '0.00000015', '100000000000000000000'],
      ...['2026-11-15', '2026-11-15T08:30:00', '12:00:00', '2026-11-15'],
    ]);
  });

  it('keeps empty cells between and numbers rows as shown; rows without content are left out', async () => {
    const file = await build(
      sheet('<row r="3"><c r="C3"><v>1</v></c></row><row r="4"><c r="A4"/></row><row><c><v>5</v></c><c/><c><v>7</v></c></row>'),
    );
    expect(await readRows(file)).toEqual([
      { number: 3, cells: ['', '', '1'] },
      { number: 5, cells: ['5', '', '7'] },
    ]);
  });

  it('is read from the first visible sheet, wherever it lies and whatever its names are prefixed with', async () => {
    const file = await build({
      '_rels/.rels': relations(['a', 'officeDocument', '/book/main.xml']),
      'book/main.xml': `<x:workbook xmlns:x="a" xmlns:q="b"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="1" sheetId="1" state="hidden" q:id="one"/><x:sheet name="2" sheetId="2" q:id="two"/></x:sheets></x:workbook>`,
      'book/_rels/main.xml.rels': relations(
        ['one', 'worksheet', 'one.xml'],
        ['two', 'worksheet', '/other/two.xml'],
        ['s', 'styles', 'styles.xml'],
      ),
      'book/one.xml': `<x:worksheet xmlns:x="a"/>`,
      'book/styles.xml': `<styleSheet ${main}><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>`,
      'other/two.xml': `<x:worksheet xmlns:x="a"><x:sheetData><x:row><x:c s="0"><x:v>44879</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    });
    expect(await readFirst(file)).toEqual(['2026-11-15']);
  });

  it('counts days as spreadsheets do', () => {
    expect([1, 59, 61, 36526, 46341.5, -1, 3_000_000].map((serial) => serialToIso(serial, false))).toEqual([
      ...['1900-01-01', '1900-02-28', '1900-03-01', '2000-01-01', '2026-11-15T12:00:00', null, null],
    ]);
    const codes = ['yyyy-mm-dd', '[$-409]d\\-mmm;@', 'General', '0.00', '"days" 0', '[h]:mm', '[Red]0', '#,##0\\d'];
    expect(codes.map((code) => isDateFormat(code))).toEqual([true, true, false, false, false, false, false, false]);
  });
});

const refused = (message: string) => ({ code: 'validation_failed', details: { errors: [{ path: 'body.file', message }] } });
const damaged = refused('The XLSX file is damaged');

/** Changes the size that the archive states for a part to a false one. */
function announce(file: Buffer, part: string, bytes: number): Buffer {
  const lie = Buffer.from(file);
  const name = lie.lastIndexOf(part);
  lie.writeUInt32LE(bytes, name - 46 + 24);
  return lie;
}

describe('a hostile workbook', () => {
  it('400 when the texts that its cells share are more than 16 million characters', async () => {
    const text = `<si><t>${'z'.repeat(200_000)}</t></si>`;
    const file = await build({ 'xl/sharedStrings.xml': `<sst ${main}>${text.repeat(84)}</sst>` });
    expect(file.length).toBeLessThan(1024 * 1024);
    await expect(readRows(file)).rejects.toMatchObject(refused('The XLSX file holds too much text'));
  });

  it('has its long cells cut and its long rows refused', async () => {
    const long = `<c t="inlineStr"><is>${`<t>${'z'.repeat(1_000)}</t>`.repeat(40)}</is></c>`;
    const [first, second] = await readRows(await build(sheet(`<row>${long}</row><row>${long.repeat(6)}</row>`)));
    expect(first).toEqual({ number: 1, cells: ['z'.repeat(4_001)] });
    expect(second).toEqual({ number: 2, cells: Array(6).fill('z'.repeat(100)), problem: 'The row has more than 20,000 characters' });
  });

  it('cannot keep us busy with a format', () => {
    for (const code of ['['.repeat(40_000), '"'.repeat(39_999), `[${'h'.repeat(40_000)}`, 'y'.repeat(256)]) {
      const before = process.threadCpuUsage();
      expect(isDateFormat(code)).toBe(false);
      expect(process.threadCpuUsage(before).user).toBeLessThan(200_000);
    }
  });

  const bomb = () => build(sheet(' '.repeat(161 * 1024 * 1024)));

  it('400 when it unpacks to more than 160 MB, said or not', { timeout: 120_000 }, async () => {
    const file = await bomb();
    expect(file.length).toBeLessThan(1024 * 1024);
    await expect(readRows(file)).rejects.toMatchObject(refused('The XLSX file is too large when unpacked'));
    await expect(readRows(announce(file, 'xl/worksheets/sheet1.xml', 1_000))).rejects.toMatchObject(damaged);
  });

  it('400 for many small parts, and for parts that share their bytes', { timeout: 120_000 }, async () => {
    const many = Object.fromEntries(Array.from({ length: 2_100 }, (_, at) => [`xl/media/${at}`, 'x']));
    await expect(build(many).then(readRows)).rejects.toMatchObject(refused('The XLSX file has too many parts'));
    const wide = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`xl/media/${at}`, Buffer.alloc(40_000_000)]));
    await expect(build(wide).then(readRows)).rejects.toMatchObject(refused('The XLSX file is too large when unpacked'));
  });

  it.each([
    [
      'entities that grow',
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>',
    ],
    [
      'entities that reach outside',
      '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>',
    ],
    ['an entity nobody declared', '<worksheet><sheetData><row><c t="str"><v>&nbsp;</v></c></row></sheetData></worksheet>'],
    ['a tag with more attributes than any has', `<worksheet ${Array.from({ length: 65 }, (_, at) => `a${at}=""`).join(' ')}/>`],
    ['a tag without an end', `<worksheet ${'a'.repeat(3_000_000)}`],
    ['an attribute without an end', `<worksheet a="${'a'.repeat(3_000_000)}`],
    ['a cell without an end', `<worksheet><sheetData><row><c><v>${'1'.repeat(3_000_000)}`],
    ['tags within tags without an end', '<a>'.repeat(500_000)],
    ['tags that do not match', '<worksheet><sheetData><row></sheetData></row></worksheet>'],
    ['half a document', '<worksheet><sheetData><row>'],
    ['no document', ''],
    ['a row that no sheet has', '<worksheet><sheetData><row r="99999999"><c><v>1</v></c></row></sheetData></worksheet>'],
    ['a cell without a column', '<worksheet><sheetData><row><c r="7"><v>1</v></c></row></sheetData></worksheet>'],
  ])('400 for %s', async (_name, content) => {
    await expect(build({ 'xl/worksheets/sheet1.xml': content }).then(readRows)).rejects.toMatchObject(damaged);
  });

  it.each([
    ['cell styles', `<styleSheet><cellXfs>${'<xf/>'.repeat(200_000)}</cellXfs></styleSheet>`],
    ['formats', `<styleSheet>${Array.from({ length: 70_000 }, (_, id) => `<numFmt numFmtId="${id}"/>`).join('')}</styleSheet>`],
  ])('400 for more %s than any program writes', async (_name, styles) => {
    const file = await build({ 'xl/styles.xml': styles });
    await expect(readRows(file)).rejects.toMatchObject(refused('The XLSX file has too many styles'));
  });

  it('400 for more texts that cells share than any table has', async () => {
    const file = await build({ 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(1_000_001)}</sst>` });
    await expect(readRows(file)).rejects.toMatchObject(refused('The XLSX file holds too much text'));
  });

  it('400 for a cell far to the right', async () => {
    const file = await build(sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>'));
    await expect(readRows(file)).rejects.toMatchObject(refused('Row 1 has more than 200 columns'));
  });

  it('400 without a visible sheet, for a sheet that is elsewhere, and for a zip of something else', async () => {
    const hidden = { 'xl/workbook.xml': `<workbook ${main}><sheets><sheet state="veryHidden" id="rId1"/></sheets></workbook>` };
    await expect(build(hidden).then(readRows)).rejects.toMatchObject(refused('The XLSX file has no visible sheet'));
    for (const target of ['../../../etc/passwd', 'http://elsewhere.test/sheet.xml', '/etc/passwd']) {
      const parts = { 'xl/_rels/workbook.xml.rels': relations(['rId1', 'worksheet', target]) };
      await expect(build(parts).then(readRows)).rejects.toMatchObject(damaged);
    }
    const other = await buffer(zip([{ name: 'readme.txt', content: Buffer.from('hello') }]));
    await expect(readRows(other)).rejects.toMatchObject(damaged);
  });

  it('gives rows or a plain refusal for any damage', async () => {
    const file = await build(sheet('<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="str"><v>text &amp; more</v></c></row>'));
    const bytes = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(bytes, fc.nat(file.length), async (changes, length) => {
        const hurt = Buffer.from(changes.length % 3 === 0 ? file.subarray(0, length) : file);
        for (const [at, byte] of changes) if (at < hurt.length) hurt[at] = byte;
        const failure = await readRows(hurt).then(
          () => null,
          (error: unknown) => error,
        );
        if (failure !== null) expect(failure).toBeInstanceOf(AppError);
      }),
      { numRuns: cases(200, 1_000) },
    );
  });
});
