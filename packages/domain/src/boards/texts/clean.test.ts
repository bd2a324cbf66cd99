import { describe, expect, it } from 'vitest';
import { isNoValue, readPart, readText } from './clean.ts';

describe('text', () => {
  it.each<[string, string | null]>([
    ['Harbor & Plains', 'Harbor & Plains'],
    ['  Harbor  ', 'Harbor'],
    ['Harbor\n   Plains', 'Harbor Plains'],
    ['Harbor\tPlains', 'Harbor Plains'],
    ['Harbor\u00a0Plains', 'Harbor Plains'],
    ['Har\u200bbor', 'Harbor'],
    ['\u202eHarbor\u202c', 'Harbor'],
    ['Har\u00adbor', 'Harbor'],
    ['\ufeffHarbor', 'Harbor'],
    ['Harbor\u0000Plains', 'Harbor Plains'],
    ['Montréal', 'Montréal'],
    ['<b>x</b>', '<b>x</b>'],
    ['a | b', 'a | b'],
    ['0', '0'],
    ['No', 'No'],
    ['None needed', 'None needed'],
    ['N/A today', 'N/A today'],
    ['🚚', '🚚'],
    ['-5', '-5'],
    ['__proto__', '__proto__'],
    ['', null],
    [' ', null],
    ['\n\t', null],
    ['-', null],
    ['–', null],
    ['—', null],
    ['--', null],
    ['N/A', null],
    ['n/a', null],
    ['None', null],
    ['TBD', null],
    ['…', null],
    ['\u200b', null],
  ])('%j is %j', (text, clean) => {
    expect(readText(text)).toBe(clean);
  });

  it('is cut where it is too long', () => {
    expect(readText('x'.repeat(5_000))).toHaveLength(2_000);
  });
});

describe('pipe', () => {
  const line = 'V | 25k lbs | 53 ft | Full';
  it.each<[string, number, string | null]>([
    [line, 0, 'V'],
    [line, 1, '25k lbs'],
    [line, 2, '53 ft'],
    [line, 3, 'Full'],
    [line, 4, null],
    [line, -1, null],
    [line, 1.5, null],
    [line, Number.NaN, null],
    [line, 1e9, null],
    ['V|25k lbs|53 ft|Full', 1, '25k lbs'],
    ['V • 25k lbs • 53 ft', 2, '53 ft'],
    ['V · 25k lbs', 1, '25k lbs'],
    ['V', 0, 'V'],
    ['V', 1, null],
    ['V |', 1, null],
    ['V | – | 53 ft', 1, null],
    ['V | – | 53 ft', 2, '53 ft'],
    ['| V', 0, null],
    ['| V', 1, 'V'],
    ['||', 1, null],
    ['', 0, null],
    [' ', 0, null],
    ['–', 0, null],
    ['a\n|\nb', 1, 'b'],
    ['\u200fa | b', 0, 'a'],
    ['a / b', 0, 'a / b'],
    ['a / b', 1, null],
    ['a | b | a', 2, 'a'],
    ['N/A | b', 0, null],
    [`${'x|'.repeat(120)}`, 3, null],
    ['a | b'.repeat(10), 9, 'ba'],
  ])('%j at %j is %j', (text, index, part) => {
    expect(readPart(text, { index })).toBe(part);
  });
});

describe('what boards show in place of a value', () => {
  it.each(['', ' ', '-', '–', '—', 'N/A', 'tbd'])('%j', (text) => {
    expect(isNoValue(text)).toBe(true);
  });

  it.each(['0', 'Call', '$0', 'x'.repeat(300)])('%j is a text', (text) => {
    expect(isNoValue(text)).toBe(false);
  });
});
