import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageNode } from '../teach/page-tree.ts';
import { isOutline, longestOutline, outlinePage } from './outline.ts';
import { textShape } from './text-shape.ts';

const runs = process.env.TEST_SIZE === 'nightly' ? 5_000 : 300;
const node = (tag: string, attributes: PageNode['attributes'] = [], ...content: (PageNode | string)[]): PageNode => ({
  tag,
  attributes,
  content,
});

describe('the shape of a text', () => {
  it.each([
    ['Milwaukee, WI', 'Aa, AA'],
    ['$2,150', '$9,999'],
    ['$3.03*/mi', '$9.99*/a'],
    ['25k lbs', '99a a'],
    ['(555) 313-8877', '(999) 999-9999'],
    ['11/17 - 11/18', '99/99 - 99/99'],
    ['ann@northline.example', 'x'],
    ['Mail to ann@northline.example now', 'x'],
    ['https://one.dat.com/search?q=1', 'x'],
    ['WWW.northline.example', 'x'],
    ['MC 123456789', 'AA 999999'],
    ['é ü Ñandú 北京 ٣٤', 'a a Aa a 99'],
    ['“Quoted” & <b>', '~Aa~ ~ ~a~'],
    ['  ', ''],
  ])('%j is %j', (text, shape) => expect(textShape(text)).toBe(shape));
});

describe('the outline of a page', () => {
  it('has tags, roles, names of attributes and the shapes of texts', () => {
    const row = node(
      'div',
      [
        ['role', 'row'],
        ['id', 'table-row-4711'],
        ['class', 'css-kqzmwo'],
        ['data-load-id', '4711'],
        ['data-v-7ba5bd90', ''],
      ],
      node('span', [['data-test', 'load-origin-cell']], 'Milwaukee, WI'),
      node('a', [['href', 'mailto:ann@northline.example']], 'ann@northline.example'),
    );
    expect(outlinePage(node('html', [], node('body', [], node('h1', [], 'Search loads'), node('dat-list', [], row, row))))).toBe(
      [
        'html',
        ' body',
        '  h1',
        '   "Aa a"',
        '  dat-list',
        '   div[role=row][data-load-id]',
        '    span[data-test]',
        '     "Aa, AA"',
        '    a[href]',
        '     "x"',
        '   div[role=row][data-load-id]',
        '    span[data-test]',
        '     "Aa, AA"',
        '    a[href]',
        '     "x"',
        '',
      ].join('\n'),
    );
  });

  it('of many rows that look alike has the first few', () => {
    const rows = Array.from({ length: 500 }, () => node('tr', [], node('td', [], 'Dallas, TX')));
    const outline = outlinePage(node('table', [], ...rows));
    expect(outline.split('\n').filter((line) => line === ' tr')).toHaveLength(6);
    expect(outline).toContain('\n ...\n');
  });

  it('of a page without end, in depth or in width, is bounded and still one', () => {
    let deep = node('p');
    for (let depth = 0; depth < 3_000; depth += 1) deep = node('div', [], deep, 'Word');
    const tags = ['div', 'span', 'section', 'article', 'li', 'td', 'b', 'em'];
    const wide = (depth: number): PageNode =>
      node(tags[depth] ?? 'i', [], ...(depth < 6 ? tags.map((_, n) => ({ ...wide(depth + 1), tag: tags[n] ?? 'i' })) : ['Aa']));
    for (const page of [deep, wide(0)]) {
      const outline = outlinePage(page);
      expect(outline.length).toBeLessThanOrEqual(longestOutline);
      expect(isOutline(outline)).toBe(true);
    }
    expect(outlinePage(wide(0))).toContain('(cut)');
  });

  // Words of letters that no tag, role or name of ours begins with, and numbers with another digit than nine.
  const word = fc.string({ unit: fc.constantFrom(...'qzjkQZJK'), minLength: 4, maxLength: 12 });
  const number = fc.integer({ min: 1_000, max: 8_999_999 }).map(String);
  const canary = fc.oneof(
    word,
    number,
    fc.tuple(word, number).map(([one, other]) => `${one}-${other}`),
  );
  const around = fc.constantFrom(
    (text: string) => text,
    (text: string) => `$${text}.00`,
    (text: string) => `${text}@${text}.example`,
    (text: string) => `https://${text}.example/${text}?q=${text}`,
    (text: string) => `\n "${text}"\n${text}[${text}]`,
    (text: string) => `Call ${text} now, ${text}!`,
  );
  const attributeName = fc.constantFrom(
    'id',
    'class',
    'role',
    'href',
    'src',
    'style',
    'title',
    'alt',
    'value',
    'aria-label',
    'data-test',
    'data-user',
    'onclick',
  );
  const countedName = number.map((text) => `data-row-${text}`);
  const tag = fc.oneof(
    fc.constantFrom('div', 'tr', 'td', 'span', 'a', 'li', 'h2', 'dat-company'),
    number.map((text) => `x-${text}`),
  );

  it('has no word, number, address, id or value of the page in it', () => {
    const planted: string[] = [];
    const text = fc.tuple(canary, around).map(([secret, put]) => {
      planted.push(secret);
      return put(secret);
    });
    const attributes = fc.array(fc.tuple(fc.oneof(attributeName, countedName), text), { maxLength: 6 });
    const page = fc.letrec<{ node: PageNode }>((tie) => ({
      node: fc.record({
        tag,
        attributes,
        content: fc.array(fc.oneof({ maxDepth: 5 }, text, tie('node')), { maxLength: 6 }),
      }),
    })).node;
    let tried = 0;
    fc.assert(
      fc.property(page, (root) => {
        const outline = outlinePage(root);
        expect(isOutline(outline)).toBe(true);
        const small = outline.toLowerCase();
        for (const secret of planted) {
          for (const part of secret.toLowerCase().split('-')) expect(small.includes(part), part).toBe(false);
        }
        tried += planted.length;
        planted.length = 0;
      }),
      { numRuns: runs },
    );
    expect(tried).toBeGreaterThan(runs);
  });
});

it('a page’s own names are in it as they are', () => {
  const outline = outlinePage(node('call-ann-now', [['data-ask-ben', '']], node('please-call-ann-about-it-now')));
  expect(outline).toBe('call-ann-now[data-ask-ben]\n other\n');
  expect(isOutline(outline)).toBe(true);
});

describe('what is no outline', () => {
  it.each([
    ['a sentence', 'Call Ann now\n'],
    ['a text that is no shape', ' "Milwaukee"\n'],
    ['a number', ' "2150"\n'],
    ['a value', 'div[data-test=origin]\n'],
    ['an id', 'div#row\n'],
    ['a tag with a number', 'x-42\n'],
    ['a tag of many words', 'please-call-ann-about-it-now\n'],
    ['a name of many words', 'div[data-please-call-ann-about-it]\n'],
    ['a tag of one long word', `${'z'.repeat(41)}\n`],
    ['a name that outlines leave out', 'div[call-ann]\n'],
    ['a role that is none', 'div[role=ann]\n'],
    ['no end', 'div'],
    ['nothing', ''],
    ['too much', 'div\n'.repeat(20_000)],
    ['another sign', ' "Aa\u2028"\n'],
  ])('%s', (_, text) => expect(isOutline(text)).toBe(false));
});
