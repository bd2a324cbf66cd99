import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { node, pageWith, sampleRows } from '../../testing/page-node.ts';
import { findSelectorFault } from '../selector.ts';
import { indexPage, type PageElement, type PageNode, pageLimits } from './page-tree.ts';
import { proposeFields } from './propose.ts';
import { findSlots, type Slot } from './slots.ts';
import { lookAtPage, propose, teach } from './teach-page.ts';

const options = { board: 'other', today: '2026-11-18' } as const;
const runs = process.env.TEST_SIZE === 'nightly' ? 3_000 : 150;

/** Looks, proposes and teaches, as a lesson does. Every selector that comes out must be one that configurations may have. */
function learn(page: PageNode): number {
  const { lists } = lookAtPage(page, options);
  for (const list of lists) {
    const { config } = teach(list, propose(list, options), options);
    const fields = Object.values(config?.layouts[0].fields ?? {}).flatMap(({ sel }) => sel);
    for (const selector of [...(config?.container ?? []), ...(config?.row ?? []), ...(config?.ignore ?? []), ...fields])
      expect([selector, findSelectorFault(selector)]).toEqual([selector, null]);
  }
  return lists.length;
}

const oddTexts = [
  'Milwaukee, WI',
  'Conley, GA',
  '$2,500',
  '824 mi',
  '11/19',
  '5m',
  '\u202eAG ,yelnoC\u202c',
  '\u2066Dallas, TX\u2069',
  'constructor',
  '__proto__',
  '9'.repeat(5_000),
  'a'.repeat(300),
  ' ,'.repeat(150),
  '\u0000',
  '',
];
const oddNames = ['id', 'role', 'data-test', 'data-col', '__proto__', 'constructor', 'toString', 'href', 'data-id', "x']", 'onclick'];
const oddValues = [
  'origin',
  'row',
  '__proto__',
  "a'] , *",
  'mailto:x@y.example',
  'tel:3125550148',
  'Qx7mTb2K',
  ']',
  '\\',
  'hasOwnProperty',
  '/',
];

const anyNode: fc.Arbitrary<PageNode> = fc.letrec<{ node: PageNode }>((tie) => ({
  node: fc.record({
    tag: fc.constantFrom('div', 'tr', 'td', 'span', 'a', 'dat-rate', 'svg:g', '', 'body', 'input', 'constructor'),
    attributes: fc.array(fc.tuple(fc.constantFrom(...oddNames), fc.oneof(fc.constantFrom(...oddValues), fc.string({ maxLength: 12 }))), {
      maxLength: 4,
    }),
    content: fc.array(fc.oneof({ depthSize: 'small' }, fc.constantFrom(...oddTexts), fc.string({ maxLength: 30 }), tie('node')), {
      maxLength: 8,
    }),
  }),
})).node;

/** Rows that look alike, with anything in them. */
const anyPage = fc
  .array(fc.tuple(anyNode, anyNode, fc.string({ maxLength: 8 })), { minLength: 5, maxLength: 9 })
  .map((rows) =>
    node(
      'html',
      {},
      node(
        'div',
        {},
        ...rows.map(([one, other, key]) =>
          node('div', { id: `row-${key}` }, node('p', {}, 'Milwaukee, WI'), one, node('p', {}, 'Conley, GA'), other),
        ),
      ),
    ),
  );

describe('whatever a page is', () => {
  it('nothing throws, and no selector comes out that a configuration may not have', () => {
    let tried = 0;
    fc.assert(
      fc.property(fc.oneof(anyNode, anyPage), (page) => {
        learn(page);
        tried += 1;
      }),
      { numRuns: runs },
    );
    process.stdout.write(`teach: ${tried} random pages\n`);
    expect(tried).toBeGreaterThanOrEqual(runs);
  });
});

/** CPU time of this thread in milliseconds: the clock goes on while other processes run. */
function cpuMs(work: () => void): number {
  const from = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1_000;
}

const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
const longRow = (id: string, cells: number) => ({
  id,
  cells: many(cells, (at): [string, string] => [`name${at}`, at % 2 === 0 ? 'Milwaukee, WI' : `${at} mi`]),
});
function deep(levels: number): PageNode {
  let page = node('div', {}, 'Milwaukee, WI');
  for (let level = 0; level < levels; level += 1) page = node('div', {}, page);
  return page;
}

const letters = (at: number) => String.fromCharCode(97 + (Math.floor(at / 26) % 26), 97 + (at % 26));
/** Five rows of cells of many tags, each text with 20 values, and no value twice. */
function pageOfParts(tags: number, cells: number): PageNode {
  const line = (name: string, row: number) => many(20, (part) => `${name}${letters(part)}${letters(row)}`).join('|');
  return pageWith({
    rows: sampleRows.slice(0, 5),
    row: ({ id }, _, row) =>
      node(
        'div',
        { id: `row-${id}` },
        ...many(tags * cells, (at) =>
          node(`x${letters(at % tags)}`, {}, line(`${letters(at % tags)}${letters(Math.floor(at / tags))}`, row)),
        ),
        node('p', {}, 'Milwaukee, WI'),
        node('p', {}, 'Conley, GA'),
      ),
  });
}

/** Five rows of cells of which each has the names of the one before and one more. */
function pageOfNames(): PageNode {
  const cell = (at: number) => node('p', Object.fromEntries(many(at % 40, (one) => [`data-${letters(one)}name`, 'cell'])));
  return pageWith({ rows: sampleRows.slice(0, 5), row: ({ id }) => node('div', { id: `row-${id}` }, ...many(3_600, cell)) });
}

describe('a page made to be slow', () => {
  it.each<[string, () => PageNode]>([
    [
      '100,000 rows',
      () => pageWith({ rows: many(100_000, (at) => ({ ...(sampleRows[at % 6] as (typeof sampleRows)[number]), id: `k${at * at}x` })) }),
    ],
    ['rows of 2,000 cells', () => pageWith({ rows: many(60, (at) => longRow(`id${at * 17}zz`, 2_000)) })],
    [
      'rows of 300 cells with names of their own',
      () =>
        pageWith({
          rows: many(60, (at) => longRow(`id${at * 17}zz`, 300)),
          cell: (_, text, at) =>
            node('div', { 'data-test': `cell${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}o` }, text),
        }),
    ],
    [
      'cells in cells in cells',
      () =>
        pageWith({
          cell: (name, text) =>
            node('div', {}, ...many(12, () => node('div', {}, node('div', {}, node('span', { 'data-col': name }, text))))),
        }),
    ],
    ['a depth of 200,000', () => deep(200_000)],
    ['rows of 3,600 cells of 120 tags with 20 values in each', () => pageOfParts(120, 30)],
    [
      'texts that patterns are slow with',
      () => pageWith({ rows: sampleRows.map(({ id }) => ({ id, cells: many(40, (at) => [`n${at}`, `${'a '.repeat(99)},`] as const) })) }),
    ],
  ])('%s', (name, make) => {
    const page = make();
    const ms = cpuMs(() => learn(page));
    process.stdout.write(`teach: ${name} in ${Math.round(ms)} ms\n`);
    expect(ms).toBeLessThan(4_000);
  });

  const rowsIn = (all: readonly PageElement[]) => all.filter(({ attributes }) => attributes.get('id')?.startsWith('row-') === true);

  it.each<[string, () => PageNode, number]>([
    ['many values', () => pageOfParts(120, 30), 400],
    ['names on names, and no text', pageOfNames, 0],
  ])('%s: its elements are not looked at for each other, and the slots have a limit', (name, make, count) => {
    const { all } = indexPage(make());
    const rows = rowsIn(all);
    let looks = 0;
    for (const element of all) {
      const { tag } = element;
      Object.defineProperty(element, 'tag', {
        get() {
          looks += 1;
          return tag;
        },
      });
    }
    const slots = findSlots(rows, { heads: [] });
    process.stdout.write(`teach: ${name}, ${all.length} elements, ${looks} looks, ${slots.length} slots\n`);
    expect(slots).toHaveLength(count);
    expect(looks).toBeLessThan(1_500_000);
    for (const { candidates } of proposeFields(slots, options)) expect(candidates.length).toBeLessThanOrEqual(100);
  });

  it('has slots whose texts are read once each, not for each other slot', () => {
    function countReads(slots: readonly Slot[]): number {
      let reads = 0;
      const counted = slots.map(({ texts, ...slot }) =>
        Object.defineProperty({ ...slot } as Slot, 'texts', {
          get() {
            reads += 1;
            return texts;
          },
        }),
      );
      proposeFields(counted, options);
      return reads;
    }
    const { all } = indexPage(pageOfParts(2, 10));
    const slots = findSlots(rowsIn(all), { heads: [] });
    const [few, many] = [countReads(slots.slice(0, 90)), countReads(slots.slice(0, 360))];
    process.stdout.write(`teach: texts of 90 slots read ${few} times, of 360 ${many} times\n`);
    expect(many / few).toBeLessThan(8);
  });

  it('no more of it is looked at than the limits say', () => {
    expect(indexPage(deep(1_000)).all.length).toBeLessThanOrEqual(pageLimits.depth + 1);
    expect(indexPage(pageWith({ rows: many(30_000, (at) => longRow(`k${at}`, 2)) })).all.length).toBeLessThanOrEqual(pageLimits.elements);
  });
});

it('marks that turn the direction of a text do not change what is read', () => {
  const page = pageWith({ cell: (name, text) => node('div', { 'data-col': name }, `\u2066${text}\u2069\u200b`) });
  const [list] = lookAtPage(page, options).lists;
  if (list === undefined) throw new Error('no list');
  expect(teach(list, propose(list, options), options).loads[0]).toMatchObject({
    origin: { city: 'Milwaukee', state: 'WI' },
    tripMiles: 824,
  });
});
