import { learnedPage } from '@headhaul/domain/testing/learned-page';
import { describe, expect, it } from 'vitest';
import { LearnedConfig, TaughtBoardConfig } from './learned-config.ts';

type Learned = ReturnType<typeof learnedPage>;
const fieldsOf = ({ layouts }: Learned) => layouts[0].fields;
const stepOf = (learned: Learned, field: 'origin' | 'destination' | 'rateTotal' | 'email') =>
  fieldsOf(learned)[field] ?? { sel: [], as: 'text' };
const cell = (name: string) => `:scope > div[data-qa='${name}']`;

const header = {
  schema: 1,
  board: 'other',
  version: 1_000_000_000,
  stage: 'VERIFIED',
  minExt: '0.1.0',
  issuedAt: '2026-11-18T00:00:00Z',
  expiresAt: '2099-01-01T00:00:00Z',
  enabled: true,
  features: {},
  hosts: ['loads.example'],
  paths: ['/find'],
  virtualised: true,
};

describe('what a lesson learns', () => {
  it.each<[string, (learned: Learned) => void]>([
    ['what it made', () => undefined],
    ['a table', (learned) => Object.assign(learned.layouts[0], { heads: { sel: 'table > thead > tr > th', texts: ['', 'from', 'to'] } })],
    [
      'cells that are counted',
      ({ layouts: [layout], anchors }) => {
        const sel = [':scope > td:nth-child(3):nth-last-child(6)'];
        layout.fields.rateTotal = { sel, as: 'usd' };
        anchors.row = sel;
      },
    ],
    [
      'parts of a line',
      (learned) =>
        Object.assign(fieldsOf(learned), {
          weight: { sel: [cell('size')], as: 'pounds', part: 0 },
          length: { sel: [cell('size')], as: 'feet', part: 1 },
        }),
    ],
    ['our element at the end of the row', (learned) => Object.assign(learned, { anchors: { row: [':scope'] } })],
    [
      'our element around a cell',
      (learned) => {
        stepOf(learned, 'rateTotal').sel = [":scope > div[role='cell'] > span[data-qa='rate']"];
        learned.anchors.row = [":scope > div[role='cell'][data-qa='money']"];
      },
    ],
    [
      'our element at the broker',
      (learned) =>
        Object.assign(
          fieldsOf(learned),
          { company: { sel: learned.anchors.row, as: 'text' } },
          { rateTotal: { sel: [cell('amount')], as: 'usd' } },
        ),
    ],
    ['a key inside the row', (learned) => Object.assign(learned, { key: { sel: ':scope > span[id]', attr: 'id', shape: 'uuid' } })],
    [
      'a key after its beginning',
      (learned) =>
        Object.assign(learned, {
          key: { attr: 'id', strip: 'row-' },
          row: ["div[data-qa='loads'] > div[id^='row-']"],
          health: { ...learned.health, expects: ["div[id^='row-']"] },
        }),
    ],
    [
      'an age that is not read again',
      (learned) => {
        fieldsOf(learned).age = { sel: [cell('age')], as: 'age' };
        learned.ignore = [`${learned.row[0]} > div[data-qa='age']`];
      },
    ],
    [
      'a number from its link',
      (learned) => Object.assign(fieldsOf(learned), { phone: { sel: [":scope > a[href^='tel:']"], attr: 'href', as: 'tel' } }),
    ],
    ['an address from its text', (learned) => Object.assign(fieldsOf(learned), { email: { sel: [cell('contact')], as: 'mailto' } })],
    [
      'known by an attribute that also names its list',
      (learned) =>
        Object.assign(learned, {
          container: ["div[data-load='all']"],
          row: ["div[data-load='all'] > div[role='row'][data-load]"],
        }),
    ],
  ])('may be %s', (_, change) => {
    const learned = learnedPage();
    change(learned);
    expect(LearnedConfig.parse(learned)).toEqual(learned);
  });

  it.each<[string, (learned: Learned) => void]>([
    ['a second layout', ({ layouts }) => (layouts as unknown[]).push({ ...layouts[0], id: 'other' })],
    ['another name of its layout', ({ layouts }) => Object.assign(layouts[0], { id: 'wide' })],
    ['a layout that never fits', ({ layouts: [layout] }) => Object.assign(layout.when, { rowHas: cell('never') })],
    ['a second selector of a field', (learned) => stepOf(learned, 'origin').sel.push(cell('other'))],
    ['a second selector of its rows', ({ row }) => row.push('td')],
    ['a second list', ({ container }) => container.push('table')],
    ['a selector of anything inside', (learned) => Object.assign(stepOf(learned, 'rateTotal'), { sel: ["div[data-qa='average']"] })],
    [
      'a selector with a condition',
      (learned) => Object.assign(stepOf(learned, 'rateTotal'), { sel: [":scope > div:not([data-qa='rate'])"] }),
    ],
    ['a class', (learned) => Object.assign(stepOf(learned, 'rateTotal'), { sel: [':scope > div.average'] })],
    ['options', (learned) => Object.assign(stepOf(learned, 'rateTotal'), { options: { isThousands: true } })],
    ['an attribute that is no link', (learned) => Object.assign(stepOf(learned, 'rateTotal'), { attr: 'title' })],
    ['a link as a rate', (learned) => Object.assign(stepOf(learned, 'rateTotal'), { attr: 'href' })],
    ['an address as a text', (learned) => Object.assign(stepOf(learned, 'email'), { as: 'text' })],
    ['a rate as a text', (learned) => Object.assign(stepOf(learned, 'rateTotal'), { as: 'text' })],
    ['a field that no lesson asks for', (learned) => Object.assign(fieldsOf(learned), { contactName: { sel: [cell('who')], as: 'text' } })],
    ['two fields in one place', (learned) => Object.assign(stepOf(learned, 'destination'), { sel: [cell('origin')] })],
    ['no destination', (learned) => delete fieldsOf(learned).destination],
    ['a row that needs less', ({ layouts: [layout] }) => Object.assign(layout, { required: ['origin'] })],
    ['a row that needs nothing else', ({ layouts: [layout] }) => Object.assign(layout, { requiredAny: [] })],
    ['a row that needs a field without a step', ({ layouts: [layout] }) => Object.assign(layout, { requiredAny: ['rateTotal', 'pickup'] })],
    ['rows outside of its list', (learned) => Object.assign(learned, { row: ["div[role='row'][data-load]"] })],
    ['rows deep in its list', (learned) => Object.assign(learned, { row: [`${learned.container[0]} > div > div[data-load]`] })],
    ['a key that its rows needn’t have', (learned) => Object.assign(learned.key, { attr: 'data-testid' })],
    ['a key inside that is another', (learned) => Object.assign(learned, { key: { sel: ':scope > span[id]', attr: 'data-kind' } })],
    [
      'a key with one value on every row',
      (learned) => Object.assign(learned, { row: [`${learned.container[0]} > div[data-load='row'][data-load]`] }),
    ],
    [
      'a key inside with one value on every row',
      (learned) => Object.assign(learned, { key: { sel: ":scope > span[data-kind='load'][data-kind]", attr: 'data-kind' } }),
    ],
    ['a rate that may change unread', (learned) => Object.assign(learned, { ignore: [`${learned.row[0]} > div[data-qa='rate']`] })],
    ['our element somewhere else', (learned) => Object.assign(learned, { anchors: { row: [":scope > div[data-qa='pay']"] } })],
    [
      'our element where it changes a count of siblings',
      (learned) => {
        stepOf(learned, 'rateTotal').sel = [':scope > div:nth-child(3):nth-last-child(6)'];
        learned.anchors.row = [':scope'];
      },
    ],
    ['our element at the address', (learned) => Object.assign(learned, { anchors: { row: stepOf(learned, 'email').sel } })],
    ['fewer rows that must be read', (learned) => Object.assign(learned.health, { quorumPct: 50 })],
    ['more rows before it is judged', (learned) => Object.assign(learned.health, { minRows: 50 })],
    ['another sign of its rows', (learned) => Object.assign(learned.health, { expects: ['nav'] })],
    ['a share of a field without a step', (learned) => Object.assign(learned.health, { fieldFloor: { weight: 20 } })],
    ['a host', (learned) => Object.assign(learned, { hosts: ['one.dat.com'] })],
  ])('never has %s', (_, change) => {
    const learned = learnedPage();
    change(learned);
    expect(LearnedConfig.safeParse(learned).success).toBe(false);
  });
});

describe('a taught configuration', () => {
  const taught = (change: object = {}) => TaughtBoardConfig.safeParse({ ...learnedPage(), ...header, ...change }).success;

  it('may be for any one host', () => {
    expect(taught()).toBe(true);
    expect(taught({ hosts: ['loads.example', 'mail.example'] })).toBe(false);
    expect(taught({ hosts: [] })).toBe(false);
  });

  it('is otherwise bound by the same rules', () => {
    expect(taught({ row: ['body'] })).toBe(false);
    expect(taught({ container: ['*'] })).toBe(false);
    expect(taught({ paths: ['https://loads.example/'] })).toBe(false);
    expect(taught({ layouts: [...learnedPage().layouts, ...learnedPage().layouts] })).toBe(false);
  });
});
