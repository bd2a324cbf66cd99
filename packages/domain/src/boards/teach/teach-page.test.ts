import { describe, expect, it } from 'vitest';
import { node, type PageForm, pageWith, sampleRows } from '../../testing/page-node.ts';
import type { BoardField } from '../board-load.ts';
import { findSelectorFault } from '../selector.ts';
import { lookAtPage, pickSlot, propose, type TaughtList, teach } from './teach-page.ts';

const options = { board: 'other', today: '2026-11-18' } as const;

function listOf(form: PageForm = {}): TaughtList {
  const { lists, fault } = lookAtPage(pageWith(form), options);
  const [list] = lists;
  if (list === undefined) throw new Error(`no list: ${fault}`);
  return list;
}
const certaintyOf = (list: TaughtList, field: BoardField) => propose(list, options).find((one) => one.field === field)?.certainty;
const slotOf = (list: TaughtList, field: BoardField) => propose(list, options).find((one) => one.field === field)?.slot ?? null;

const nameless: PageForm = { cell: (_, text) => node('div', {}, text) };

describe('a list whose cells have names', () => {
  it('is read without a question, by selectors that configurations may have', () => {
    const list = listOf();
    const { config, fault, loads } = teach(list, propose(list, options), options);
    expect(fault).toBeNull();
    expect(loads.map(({ origin, tripMiles, rate }) => [origin.city, tripMiles, rate.total?.cents ?? null])).toEqual([
      ['Milwaukee', 824, 250_000],
      ['St. Louis', 420, 118_000],
      ['Lexington', 289, null],
      ['Fresno', 298, 96_300],
      ['Joliet', 940, 231_000],
      ['Laredo', 760, 190_500],
    ]);
    expect(config?.container).toEqual(["div[role='rowgroup']"]);
    expect(config?.row).toEqual(["div[role='rowgroup'] > div[id^='row-']"]);
    expect(config?.key).toEqual({ attr: 'id', strip: 'row-' });
    expect(config?.layouts[0].fields.origin).toEqual({ sel: [":scope > div[data-col='origin']"], as: 'cityState' });
    expect(config?.health.expects).toEqual(["div[id^='row-']"]);
    const selectors = [
      ...(config?.container ?? []),
      ...(config?.row ?? []),
      ...Object.values(config?.layouts[0].fields ?? {}).flatMap(({ sel }) => sel),
    ];
    expect(selectors.map(findSelectorFault)).toEqual(selectors.map(() => null));
  });

  it('a name that says something else is not overruled by the shape', () => {
    const cell: PageForm['cell'] = (name, text) => node('div', { 'data-col': name === 'rate' ? 'market-average' : name }, text);
    expect(certaintyOf(listOf({ cell }), 'rateTotal')).not.toBe('SURE');
  });

  it('an attribute whose value changes from row to row is no name', () => {
    const cell: PageForm['cell'] = (name, text, at) => node('div', { 'data-col': name, 'data-mood': at % 2 === 0 ? 'good' : 'bad' }, text);
    const row: PageForm['row'] = ({ id }, cells, at) =>
      node(
        'div',
        { id: `row-${id}` },
        ...cells.map((one) => ({
          ...one,
          attributes: one.attributes.map(([name, value]) => [name, name === 'data-mood' && at % 2 === 1 ? 'fine' : value] as const),
        })),
      );
    const list = listOf({ cell, row });
    expect(slotOf(list, 'origin')?.selector).toBe(":scope > div[data-col='origin']");
  });
});

it.each([
  ['company', 'Posted', 'Yesterday'],
  ['commodity', 'freight', 'V | 25k lbs'],
  ['rateTotal', 'fuel-amount', '$210'],
  ['pickup', 'expires', '11/25'],
  ['age', 'transit', '2d'],
] as const)('%s is not taken from a cell named %s', (field, name, text) => {
  const others = ['rate', 'pickup', 'company'];
  const rows = sampleRows.map(({ id, cells }) => ({
    id,
    cells: [...cells.filter(([own]) => !others.includes(own)), [name, text] as const],
  }));
  expect(certaintyOf(listOf({ rows }), field)).not.toBe('SURE');
});

describe('a list whose cells have no names', () => {
  it('asks for what only the user knows, and leaves it out until then', () => {
    const list = listOf(nameless);
    const proposals = propose(list, options);
    const asked = proposals.filter(({ certainty }) => certainty === 'ASK').map(({ field }) => field);
    expect(asked).toEqual(expect.arrayContaining(['origin', 'destination', 'pickup']));
    expect(teach(list, proposals, options)).toMatchObject({ fault: 'ORIGIN', config: null });
  });

  it('with one end of the lane said, the other is clear', () => {
    const list = listOf(nameless);
    const [first] = propose(list, options).find(({ field }) => field === 'origin')?.candidates ?? [];
    const said = propose(list, options, new Map([['origin', first ?? null]]));
    expect(said.find(({ field }) => field === 'destination')?.certainty).toBe('SURE');
    const { config, loads } = teach(list, said, options);
    expect(loads[0]?.destination.city).toBe('Conley');
    // From both ends: with one column more or less nothing is found.
    expect(config?.layouts[0].fields.origin?.sel).toEqual([':scope > div:nth-child(1):nth-last-child(8)']);
  });

  it('bare numbers are never taken for miles', () => {
    expect(certaintyOf(listOf(nameless), 'tripMiles')).not.toBe('SURE');
  });

  it('is read by the heads of its columns, and only while they are the same', () => {
    const heads = ['From', 'To', 'Miles', 'Pays', 'Pickup', 'Wt', 'Broker', 'DH'];
    const before = [node('div', { role: 'row' }, ...heads.map((head) => node('b', {}, head)))];
    const list = listOf({ ...nameless, before });
    const proposals = propose(list, options);
    expect(proposals.filter(({ certainty }) => certainty === 'ASK')).toEqual([]);
    const { config } = teach(list, proposals, options);
    expect(config?.layouts[0].heads).toEqual({ sel: "div[role='row'] > b", texts: heads.map((head) => head.toLowerCase()) });
  });

  it('a cell that another value may stand in is not taken', () => {
    // In every second row the miles are missing, so the cells after them stand one further left.
    const row: PageForm['row'] = ({ id }, cells, at) => node('div', { id: `row-${id}` }, ...cells.toSpliced(2, at % 2));
    const list = listOf({ ...nameless, row, rows: [...sampleRows, ...sampleRows.map((one) => ({ ...one, id: `${one.id}again` }))] });
    for (const { field, certainty } of propose(list, options)) {
      if (['tripMiles', 'deadheadOrigin', 'company', 'weight'].includes(field)) expect([field, certainty]).not.toEqual([field, 'SURE']);
    }
  });
});

describe('what the user clicks', () => {
  const list = listOf(nameless);
  const cellAt = (row: number, at: number) => {
    const cell = list.rows[row]?.children[at];
    if (cell === undefined) throw new Error('no such cell');
    return cell;
  };

  it('is found in the other rows', () => {
    const picked = pickSlot(list, 'tripMiles', [cellAt(0, 2)], options);
    expect('slot' in picked && picked.slot.texts).toEqual(['824', '420', '289', '298', '940', '760']);
  });

  it.each([
    ['a cell that can’t be this field', 'weight', () => cellAt(0, 0), 'WRONG_SHAPE'],
    ['something outside of the rows', 'origin', () => list.rows[0]?.parent, 'NOT_IN_A_ROW'],
  ] as const)('%s is refused', (_, field, where, fault) => {
    const element = where();
    expect(element && pickSlot(list, field, [element], options)).toEqual({ fault });
  });

  it('a cell that few rows have is asked for in one more row', () => {
    const sparse = listOf({
      row: ({ id }, cells, at) => node('div', { id: `row-${id}` }, ...cells, ...(at < 2 ? [node('p', {}, `MC ${88_400 + at * 7}`)] : [])),
    });
    const cell = (row: number) => sparse.rows[row]?.children.at(-1);
    const [first, second] = [cell(0), cell(1)];
    if (first === undefined || second === undefined) throw new Error('no cell');
    expect(pickSlot(sparse, 'mc', [first], options)).toEqual({ fault: 'ANOTHER_ROW' });
    expect(pickSlot(sparse, 'mc', [first, second], options)).toHaveProperty('slot');
  });
});

describe('a page that can’t be taught', () => {
  const faultOf = (form: PageForm) => lookAtPage(pageWith(form), options).fault;
  it.each<[string, PageForm, string]>([
    ['fewer than five rows', { rows: sampleRows.slice(0, 4) }, 'NO_ROWS'],
    ['rows without two places', { rows: sampleRows.map((one) => ({ ...one, cells: one.cells.slice(2) })) }, 'NO_ROWS'],
    ['rows without a key', { row: (_, cells) => node('div', {}, ...cells) }, 'NO_KEY'],
    ['keys that count the rows', { row: (_, cells, at) => node('div', { 'data-id': `item-${1_000 + at}` }, ...cells) }, 'NO_KEY'],
    ['keys that a framework made up', { row: (_, cells, at) => node('div', { id: `:r${at * at}a1:` }, ...cells) }, 'NO_KEY'],
  ])('%s', (_, form, fault) => expect(faultOf(form)).toBe(fault));

  it('a key inside the row is found, and a UUID among others', () => {
    const uuid = (at: number) => `3f6a1c0e-58b2-4d7a-9a41-0c5de7f1b2${String(at * at * 3 + 7).padStart(2, '0')}`;
    const row: PageForm['row'] = (_, cells, at) =>
      node('article', {}, ...(at % 2 === 0 ? [node('div', { id: 'SOON' }, 'Soon')] : []), node('div', { id: uuid(at) }, ...cells));
    expect(listOf({ row }).key).toEqual({ sel: ':scope > div[id]', attr: 'id', shape: 'uuid' });
  });
});

it('rates that contradict each other are left out', () => {
  const list = listOf({
    rows: sampleRows.map(({ id, cells }) => ({ id, cells: [...cells, ['per-mile', '$9.99/mi'] as const] })),
  });
  const { doubted, config } = teach(list, propose(list, options), options);
  expect(doubted).toEqual(['ratePerMile']);
  expect(config?.layouts[0].fields).not.toHaveProperty('ratePerMile');
  expect(config?.layouts[0].fields).toHaveProperty('rateTotal');
});
