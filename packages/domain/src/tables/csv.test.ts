import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeCsv } from './csv.ts';

/** Reads what was written, by the rules of RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, isQuoted] = [[] as string[], '', false];
  for (let at = 1; at < text.length; at += 1) {
    const [sign, next] = [text.charAt(at), text.charAt(at + 1)];
    if (isQuoted && sign === '"' && next === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted || (sign !== ',' && sign !== '\r')) cell += sign;
    else {
      row.push(cell);
      cell = '';
      if (sign === ',') continue;
      rows.push(row);
      row = [];
      at += 1;
    }
  }
  return rows;
}

it('reads back as it was written', () => {
  const cell = fc.string().filter((text) => !/^'*[=+\-@\t\r\n＝＋－＠]/.test(text));
  const row = fc.array(cell, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      expect(readCsv(writeCsv(rows))).toEqual(rows);
    }),
  );
});

it('keeps commas, quotes and lines in one cell, numbers as numbers, and nothing as nothing', () => {
  expect(writeCsv([['Omaha, NE', 'the "East" desk', 'two\nlines', -3.5, null]])).toBe(
    '\uFEFF"Omaha, NE","the ""East"" desk","two\nlines",-3.5,\r\n',
  );
});

it.each(['=1+1', '+A1', '-A1', '@sum', '\tx', '＝1+1', '＋A1', '－A1', '＠sum', "'=1"])('gives %j to a spreadsheet as text', (text) => {
  expect(writeCsv([[text]])).toContain(`'${text}`);
});

it.each(['+1', '-1.5', '12'])('leaves the number %s a number', (text) => {
  expect(writeCsv([[text]])).toBe(`\uFEFF${text}\r\n`);
});
