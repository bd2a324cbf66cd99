// @vitest-environment happy-dom
import type { FilterSet } from '@headhaul/domain/boards/filters/rules';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoConfig } from '../board/config/demo.ts';
import { readKey } from '../board/read/read-row.ts';
import { type DemoBoard, openDemoBoard } from '../board/testing/demo-board.ts';
import { buttonOf, demo, endRun, eventually, noMarks, openRoots, press, roots, start } from '../board/testing/demo-run.ts';
import { stubSight } from '../board/testing/seen.ts';
import { brokerKeyOf } from './broker-key.ts';
import type { FromBoardPanel, KnownBroker } from './messages.ts';
import { brief, nowMs } from './testing/panel-world.ts';

beforeEach(openRoots);
afterEach(endRun);

let told: FromBoardPanel[] = [];
/** What the worker knows, by the broker's name. */
let known: Record<string, Partial<typeof brief>> = {};
/** What the factor says, by the broker's name. */
let factors: Record<string, KnownBroker['factor']> = {};
let opens = { isOpen: true };
/** Names of brokers whom the company has never dealt with. */
let isNew = new Set<string>();

beforeEach(() => {
  HTMLElement.prototype.showPopover = () => undefined;
  HTMLElement.prototype.hidePopover = () => undefined;
});

afterEach(() => {
  told = [];
  known = {};
  factors = {};
  opens = { isOpen: true };
  isNew = new Set();
});

async function answer(message: FromBoardPanel): Promise<unknown> {
  told.push(message);
  if (message.type !== 'panel:brokers') return opens;
  const brokers = message.brokers.map((broker): [string, KnownBroker] => {
    const found = known[broker.name ?? ''];
    const factor = factors[broker.name ?? ''] ?? null;
    return [
      brokerKeyOf(broker) ?? '',
      { brief: found === undefined ? null : { ...brief, ...found }, isNew: isNew.has(broker.name ?? ''), factor, atMs: nowMs },
    ];
  });
  return { brokers: Object.fromEntries(brokers) };
}

async function open(filter?: FilterSet): Promise<DemoBoard> {
  const board = await openDemoBoard('wide');
  start(filter, demoConfig, undefined, answer);
  await eventually(() => expect(document.querySelectorAll('hh-row')).toHaveLength(12));
  return board;
}

const asks = () => told.filter((message) => message.type === 'panel:brokers');
const insideOf = (row: Element) => roots.get(row.querySelector('hh-row') as Element);
const markOf = (row: Element) => insideOf(row)?.querySelector<HTMLElement>('.broker');
const companyOf = (row: Element) => row.querySelector("[data-test='company']")?.textContent ?? '';
const noteText = () => roots.get(document.querySelector('hh-note') as Element)?.textContent ?? '';

describe('brokers of rows', () => {
  it('are asked about together, once, with name and number and nothing else', async () => {
    await open();
    await eventually(() => expect(asks()).toHaveLength(1));
    const names = asks()[0]?.brokers.map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(['Harbor & Pine Logistics', 'Redgate Freight Svc', 'Cardinal Lane Brokerage']));
    expect(names).toHaveLength(3);
    expect(new Set(Object.keys(asks()[0]?.brokers[0] ?? {}))).toEqual(new Set(['mc', 'name']));
  });

  it('cost nothing while rows are scrolled', async () => {
    const board = await open();
    await eventually(() => expect(asks()).toHaveLength(1));
    for (const first of [13, 40, 80]) {
      board.showFrom(first);
      await new Promise((resolve) => setTimeout(resolve, 1_200));
    }
    expect(asks()).toHaveLength(1);
  });

  it('are shown where they are known; other rows keep the room and say nothing', async () => {
    known = { 'Harbor & Pine Logistics': {}, 'Redgate Freight Svc': { mark: 'BLOCKED', markReason: '<b>Short</b> pay' } };
    const board = await open();
    await eventually(() => expect(board.rows().some((row) => markOf(row)?.textContent === '24 d')).toBe(true));
    for (const row of board.rows()) {
      const mark = markOf(row);
      const shown = [mark?.getAttribute('data-letter'), mark?.textContent, mark?.getAttribute('aria-label')];
      if (companyOf(row).startsWith('Harbor')) expect(shown).toEqual(['A', '24 d', 'Broker A, pays in 24 days']);
      else if (companyOf(row).startsWith('Redgate')) expect(shown).toEqual(['', 'Blocked', 'Broker blocked: <b>Short</b> pay']);
      else expect([mark?.getAttribute('data-letter'), mark?.textContent]).toEqual(['', '']);
      expect(mark?.children).toHaveLength(0);
    }
  });

  it('with things to check have a shield with their number, and nobody is urged to write; new ones are called so', async () => {
    const risks: typeof brief.risks = [
      { kind: 'BOND_MISSING', tone: 'BAD', points: 0, since: null, asOf: null, numbers: {} },
      { kind: 'OUT_OF_SERVICE', tone: 'BAD', points: 0, since: null, asOf: null, numbers: {} },
    ];
    known = { 'Redgate Freight Svc': { grade: 'B', daysToPay: 33, risks } };
    isNew = new Set(['Harbor & Pine Logistics']);
    const board = await open();
    const rowOf = (name: string) => board.rows().find((row) => companyOf(row) === name) as Element;
    await eventually(() => expect(markOf(rowOf('Redgate Freight Svc'))?.dataset.risks).toBe('2'));
    const checked = markOf(rowOf('Redgate Freight Svc'));
    expect([checked?.dataset.letter, checked?.textContent, checked?.getAttribute('aria-label')]).toEqual([
      'B',
      '33 d',
      'Broker B, pays in 33 days, 2 things to check',
    ]);
    expect(insideOf(rowOf('Redgate Freight Svc'))?.querySelector('.note')?.textContent).toBe('2 things to check');
    const fresh = markOf(rowOf('Harbor & Pine Logistics'));
    expect([fresh?.textContent, fresh?.dataset.risks]).toEqual(['New', '']);
    const [, , other] = board.rows() as [Element, Element, Element];
    expect([companyOf(other), markOf(other)?.textContent]).toEqual(['Cardinal Lane Brokerage', '']);
  });

  it('have their room before any is known, so that nothing moves', async () => {
    const board = await open();
    await eventually(() => expect(asks()).toHaveLength(1));
    for (const row of board.rows()) expect([markOf(row)?.hidden, markOf(row)?.textContent]).toEqual([false, '']);
  });

  it('go with the load when the row shows another one', async () => {
    known = { 'Harbor & Pine Logistics': {} };
    const board = await open();
    const row = board.rows()[0] as Element;
    await eventually(() => expect(markOf(row)?.getAttribute('data-letter')).toBe('A'));
    board.showFrom(1);
    await eventually(() => expect(companyOf(row)).toBe('Redgate Freight Svc'));
    await eventually(() => expect(markOf(row)?.getAttribute('data-letter')).toBe(''));
  });

  it('are judged by what the factor says, once that is known; what it hasn’t said stays as it is', async () => {
    factors = { 'Harbor & Pine Logistics': 'APPROVED', 'Redgate Freight Svc': 'DECLINED' };
    const board = await open({ rules: [{ kind: 'FACTORABLE_ONLY' }], onUnknown: 'KEEP', action: 'DIM' });
    expect(board.rows().map((row) => row.getAttribute('data-hh'))).toEqual(Array.from({ length: 12 }, () => null));
    const expected = { Harbor: 'match', Redgate: 'dim', Cardinal: null } as Record<string, string | null>;
    await eventually(() => {
      for (const row of board.rows()) expect(row.getAttribute('data-hh')).toBe(expected[companyOf(row).split(' ')[0] ?? '']);
    });
    const declined = board.rows().find((row) => companyOf(row).startsWith('Redgate')) as Element;
    expect(buttonOf(declined).getAttribute('aria-label')).toContain('Factor declines this broker');
    board.showFrom(1);
    await eventually(() => {
      for (const row of board.rows()) expect(row.getAttribute('data-hh')).toBe(expected[companyOf(row).split(' ')[0] ?? '']);
    });
  });

  it('that the team blocked step back with the reason, also without a filter, and are no matches', async () => {
    known = { 'Redgate Freight Svc': { mark: 'BLOCKED', markReason: 'Double brokered' } };
    const board = await open();
    const isBlocked = (row: Element) => companyOf(row).startsWith('Redgate');
    const expectMarks = (other: string | null) =>
      eventually(() => {
        for (const row of board.rows()) expect(row.getAttribute('data-hh')).toBe(isBlocked(row) ? 'dim' : other);
      });
    await expectMarks(null);
    for (const row of board.rows().filter(isBlocked))
      expect(insideOf(row)?.querySelector('.note')?.textContent).toBe('Blocked: Double brokered');
    const prefer = { kind: 'BROKER_PREFER' as const, mcs: [], names: ['Redgate Freight Svc'], emailDomains: [] };
    const short = { kind: 'MAX_LENGTH' as const, ft: 53 };
    demo.run?.setFilters({ filters: [{ rules: [prefer, short], onUnknown: 'KEEP', action: 'DIM', isForEveryone: false }], marks: noMarks });
    await expectMarks('match');
    const answer = demo.run?.listMatches('NEW', false);
    expect(answer?.rows.some(({ load }) => load.broker.name === 'Redgate Freight Svc')).toBe(false);
    expect(answer?.heldBack).toEqual([{ rule: 'Blocked by your team', loads: board.rows().filter(isBlocked).length }]);
  });

  it('step back as soon as somebody has blocked them in the panel', async () => {
    const board = await open();
    await eventually(() => expect(asks()).toHaveLength(1));
    known = { 'Redgate Freight Svc': { mark: 'BLOCKED', markReason: 'Double brokered' } };
    demo.run?.askBrokers();
    await eventually(() => expect(board.rows().filter((row) => row.getAttribute('data-hh') === 'dim')).not.toEqual([]));
    expect(asks()).toHaveLength(2);
  });

  it('have their source in the note beside the row', async () => {
    known = { 'Harbor & Pine Logistics': { matchedBy: 'NAME' } };
    const board = await open();
    const row = board.rows()[0] as Element;
    await eventually(() => expect(markOf(row)?.getAttribute('data-letter')).toBe('A'));
    markOf(row)?.dispatchEvent(new Event('pointerenter'));
    expect(noteText()).toContain('From your 14 paid loads in 12 months');
    expect(noteText()).toContain('Found by name, not by MC number');
    markOf(row)?.dispatchEvent(new Event('pointerleave'));
    expect(document.querySelector('hh-note')).toBeNull();
  });
});

describe('a click on our element', () => {
  const opened = () => told.filter((message) => message.type === 'panel:open');

  it('opens the load that the row shows at the click', async () => {
    const board = await open();
    const row = board.rows()[1] as Element;
    press(buttonOf(row));
    expect(opened()).toHaveLength(1);
    expect(opened()[0]?.load).toMatchObject({ rowKey: readKey(row, demoConfig.key), reference: 'HP-0001', origin: { city: 'Joliet' } });
  });

  it('opens it also when the pointer has gone on before the press counts, and says nothing where nobody is', async () => {
    stubSight();
    const board = await open();
    const row = board.rows()[1] as Element;
    press(buttonOf(row));
    expect([opened(), noteText()]).toEqual([[], expect.stringContaining('mile')]);
    buttonOf(row).dispatchEvent(new Event('pointerleave'));
    await eventually(() => expect(opened()).toHaveLength(1));
    expect(document.querySelector('hh-note')).toBeNull();
  });

  it('does nothing when the page’s script made it, or when the row shows another load by then', async () => {
    const board = await open();
    const row = board.rows()[1] as Element;
    const button = buttonOf(row);
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    board.showFrom(13);
    press(button);
    expect(opened()).toEqual([]);
  });

  it('does nothing where the page has made our element invisible, to catch a click that was meant for something else', async () => {
    const board = await open();
    const row = board.rows()[1] as Element;
    Object.assign(row.querySelector('hh-row') as Element, { checkVisibility: () => false });
    press(buttonOf(row));
    expect(opened()).toEqual([]);
  });

  it('says how to open the panel where the browser doesn’t', async () => {
    opens = { isOpen: false };
    const board = await open();
    press(buttonOf(board.rows()[1] as Element));
    await vi.waitFor(() => expect(noteText()).toContain('press the Headhaul button in the toolbar'));
  });
});

describe('a look of the panel', () => {
  it('finds the row by its key, wherever it is drawn by now, and reads it anew', async () => {
    const board = await open();
    const key = readKey(board.rows()[3] as Element, demoConfig.key) ?? '';
    expect(demo.run?.readKey(key)).toMatchObject({ state: 'READING', load: { rowKey: key, reference: 'HP-0003' } });
    board.showFrom(2);
    expect(demo.run?.readKey(key)).toMatchObject({ load: { rowKey: key, reference: 'HP-0003' } });
    const rate = board.rows()[1]?.querySelector("[data-test='trip']") as Element;
    rate.textContent = '999';
    expect(demo.run?.readKey(key).load?.tripMiles).toBe(999);
  });

  it('finds nothing when the load has gone', async () => {
    const board = await open();
    const key = readKey(board.rows()[3] as Element, demoConfig.key) ?? '';
    board.showFrom(50);
    expect(demo.run?.readKey(key)).toEqual({ state: 'READING', load: null });
    expect(demo.run?.readKey('nonsense')).toEqual({ state: 'READING', load: null });
  });
});
