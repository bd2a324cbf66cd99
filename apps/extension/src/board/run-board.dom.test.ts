// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoConfig } from './config/demo.ts';
import { readKey } from './read/read-row.ts';
import { demoLayouts, openDemoBoard } from './testing/demo-board.ts';
import {
  buttonOf,
  demo,
  endRun,
  eventually,
  expectTrue,
  hostOf,
  labelOf,
  noMarks,
  openRoots,
  over240,
  roots,
  start,
  truthOf,
} from './testing/demo-run.ts';

beforeEach(openRoots);
afterEach(endRun);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(['wide', 'compact', 'cards'] as const)('rows of the layout %s', (layout) => {
  it('show their rate per mile and what the filter says', async () => {
    const board = await openDemoBoard(layout);
    start(over240);
    await eventually(() => expectTrue(board));
    expect(demo.run?.report()).toEqual({ state: 'READING', rows: 12, judged: { version: 1, rows: 12, quorumPct: 100 }, unread: [] });
    expect(new Set(board.rows().map((row) => row.getAttribute('data-hh')))).toEqual(new Set(['match', 'dim', null]));
  });

  it('are told about again once there were twenty', async () => {
    const board = await openDemoBoard(layout);
    start(over240);
    await eventually(() => expectTrue(board));
    expect(demo.reports.filter(({ judged }) => (judged?.rows ?? 0) >= 20)).toEqual([]);
    board.showFrom(13);
    await eventually(() => expectTrue(board));
    const [told] = demo.reports.filter(({ judged }) => (judged?.rows ?? 0) >= 20);
    expect(told?.judged).toMatchObject({ version: 1, quorumPct: 100 });
  });

  it('lose what was said about the load before in the same task in which they get another', async () => {
    const board = await openDemoBoard(layout);
    start(over240);
    await eventually(() => expectTrue(board));
    board.showFrom(13);
    await Promise.resolve();
    for (const row of board.rows()) {
      expect(row.hasAttribute('data-hh')).toBe(false);
      expect([null, 'Reading this load']).toContain(labelOf(row));
    }
    await eventually(() => expectTrue(board));
  });

  it('get our element back when the board draws them anew', async () => {
    const board = await openDemoBoard(layout);
    start(over240);
    await eventually(() => expectTrue(board));
    board.redraw();
    await eventually(() => expectTrue(board));
  });

  it('are cleared when they leave, so that they do not come back with it', async () => {
    const board = await openDemoBoard(layout);
    start(over240);
    await eventually(() => expectTrue(board));
    const [row] = board.rows() as [Element];
    row.remove();
    await Promise.resolve();
    expect([row.hasAttribute('data-hh'), hostOf(row)]).toEqual([false, null]);
  });
});

describe('matches', () => {
  it('are those of all rows that were seen, and begin anew with the rows on the page', async () => {
    const board = await openDemoBoard('wide');
    start(over240);
    await eventually(() => expectTrue(board));
    const isMatch = (row: Element) => row.getAttribute('data-hh') === 'match';
    const keysNow = () =>
      board
        .rows()
        .filter(isMatch)
        .map((row) => readKey(row, demoConfig.key));
    const first = keysNow();
    board.showFrom(13);
    await eventually(() => expectTrue(board));
    const answer = demo.run?.listMatches('NEW', false);
    expect(answer).toMatchObject({ state: 'READING', hasFilter: true, matched: first.length + keysNow().length });
    expect(answer?.seen).toBeGreaterThan(12);
    expect(new Set(answer?.rows.map(({ load }) => load.rowKey))).toEqual(new Set([...first, ...keysNow()]));
    expect(answer?.heldBack[0]?.rule).toBe('Rate per mile, all miles');
    const anew = demo.run?.listMatches('NEW', true);
    expect([anew?.seen, anew?.matched]).toEqual([12, keysNow().length]);
  });

  it('stay when the list goes, until another one is there', async () => {
    const board = await openDemoBoard('wide');
    start(over240);
    await eventually(() => expectTrue(board));
    const before = demo.run?.listMatches('NEW', false);
    board.container.remove();
    await eventually(() => expect(demo.reports.at(-1)?.state).not.toBe('READING'));
    expect(demo.run?.listMatches('NEW', false)).toMatchObject({ matched: before?.matched, rows: before?.rows });
    for (const row of board.rows().slice(6)) row.remove();
    document.querySelector('#results > div')?.append(board.container);
    await eventually(() => expect(demo.run?.listMatches('NEW', false)).toMatchObject({ state: 'READING', seen: 6 }));
  });

  it('follow a changed filter, and are none without one', async () => {
    const board = await openDemoBoard('wide');
    start(over240);
    await eventually(() => expectTrue(board));
    demo.run?.setFilters({ filters: [], marks: noMarks });
    expect(demo.run?.listMatches('NEW', false)).toMatchObject({ hasFilter: false, matched: 0 });
  });
});

describe('counts', () => {
  it('say which fields were read, by layout, and nothing of what they say', async () => {
    const board = await openDemoBoard('wide');
    start(over240);
    await eventually(() => expectTrue(board));
    const counts = demo.run?.takeCounts();
    expect(counts).toMatchObject({ version: 1, mutationStorms: 0, missingContainers: 0 });
    expect(counts?.layouts).toHaveLength(1);
    expect(counts?.layouts[0]).toMatchObject({ layout: 'wide', rowsSeen: 12, rowsRead: 12 });
    const { origin, rateTotal, ...others } = counts?.layouts[0]?.fields ?? {};
    expect(origin).toEqual({ ok: 12, missing: 0, failed: 0 });
    const withRate = board.rows().filter((row) => truthOf(board, row).rateCents !== null).length;
    expect(rateTotal).toEqual({ ok: withRate, missing: 12 - withRate, failed: 0 });
    expect(Object.keys(others)).not.toContain('commodity');
    expect(JSON.stringify(counts)).not.toContain(truthOf(board, board.rows()[0] as Element).origin);
    expect(demo.run?.takeCounts()).toBeNull();
    board.redraw();
    await eventually(() => expectTrue(board));
    expect(demo.run?.takeCounts()).toBeNull();
  });

  it('say that the list was missing', async () => {
    const board = await openDemoBoard('wide');
    board.container.closest('#results')?.setAttribute('id', 'pane');
    start(over240);
    await eventually(() => expect(demo.reports.at(-1)?.state).toBe('DEGRADED'));
    expect(demo.run?.takeCounts()).toMatchObject({ layouts: [], attachMs: null, missingContainers: 1 });
  });
});

it('a table has no deadhead, so its rate per mile over all miles is not known', async () => {
  const board = await openDemoBoard('table-iframe');
  start(over240);
  expect(board.rows()).toHaveLength(40);
  await eventually(() => {
    for (const row of board.rows()) expect(labelOf(row) ?? '').toContain('Rate per mile not known');
  });
});

it('the heads of a table are read once in a round, and anew in the next', async () => {
  const board = await openDemoBoard('table-iframe');
  // No time passes, so one round reads all rows.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const asked = vi.spyOn(document, 'querySelectorAll');
  const headsAsked = () => asked.mock.calls.filter(([selector]) => selector === 'thead th').length;
  start(over240);
  await eventually(() => expect(board.rows().every((row) => hostOf(row) !== null)).toBe(true));
  expect(headsAsked()).toBe(1);
  const [head] = document.querySelectorAll('thead th') as unknown as [Element];
  const [row] = board.rows() as [Element];
  head.textContent = 'Posted for';
  (row.firstElementChild as Element).textContent = 'Redgate Freight';
  await eventually(() => expect(hostOf(row)).toBeNull());
});

describe('switched off', () => {
  it.each(demoLayouts)('%s: the page is as if we had never been there', async (layout) => {
    const board = await openDemoBoard(layout);
    const before = document.documentElement.outerHTML;
    start(over240);
    await eventually(() => expect(board.rows().every((row) => hostOf(row) !== null)).toBe(true));
    expect(document.documentElement.outerHTML).not.toBe(before);
    demo.run?.stop();
    expect(document.documentElement.outerHTML).toBe(before);
    board.redraw();
    await pause(300);
    expect(document.querySelectorAll('hh-row, hh-note, [data-hh]')).toHaveLength(0);
  });
});

describe('copies that the board makes of its rows', () => {
  it('lose our mark in the same task, and are drawn as rows of their own', async () => {
    const board = await openDemoBoard('wide');
    start(over240);
    await eventually(() => expectTrue(board));
    const marked = board.rows().find((row) => row.hasAttribute('data-hh')) as Element;
    const copy = marked.cloneNode(true) as Element;
    board.container.append(copy);
    await Promise.resolve();
    expect(copy.hasAttribute('data-hh')).toBe(false);
    expect(copy.querySelectorAll('hh-row')).toHaveLength(1);
    await eventually(() => expectTrue(board));
    expect(hostOf(copy)).not.toBe(hostOf(marked));
    // One that can't be read keeps nothing either.
    const unreadable = marked.cloneNode(true) as Element;
    (unreadable.querySelector('[data-test="origin"]') as Element).textContent = '';
    board.container.append(unreadable);
    await eventually(() => expect(hostOf(unreadable)).toBeNull());
    expect(unreadable.hasAttribute('data-hh')).toBe(false);
  });

  it('are one element each after a row was written anew from its own text', async () => {
    const board = await openDemoBoard('wide');
    start(over240);
    await eventually(() => expectTrue(board));
    const [row] = board.rows() as [Element];
    const text = row.innerHTML;
    row.innerHTML = text;
    await eventually(() => expectTrue(board));
    expect(roots.has(hostOf(row) as Element)).toBe(true);
  });

  it('go where a board moves a cell to another row, and both rows have their own again', async () => {
    const board = await openDemoBoard('wide');
    start(over240);
    await eventually(() => expectTrue(board));
    const [one, other] = board.rows() as [Element, Element];
    const host = hostOf(one) as Element;
    (hostOf(other) as Element).after(host);
    for (const row of [one, other]) (row.querySelector('[data-test="length"]') as Element).textContent = '48 ft';
    await eventually(() => expectTrue(board));
    expect(hostOf(one)).toBe(host);
  });

  it('leave no trace outside the list', async () => {
    const board = await openDemoBoard('wide');
    start(over240);
    await eventually(() => expectTrue(board));
    const dragged = (board.rows().find((row) => row.hasAttribute('data-hh')) as Element).cloneNode(true);
    document.body.append(dragged);
    demo.run?.stop();
    expect(document.querySelectorAll('hh-row, [data-hh]')).toHaveLength(0);
  });

  it('an element with our name takes neither the Tab key nor a step of the arrows', async () => {
    const board = await openDemoBoard('wide');
    board.container.prepend(document.createElement('hh-row'));
    const rows = board.rows().slice(1);
    start(over240);
    await eventually(() => expect(rows.every((row) => hostOf(row) !== null)).toBe(true));
    const [first, second] = rows as [Element, Element];
    expect(buttonOf(first).tabIndex).toBe(0);
    first.after(document.createElement('hh-row'));
    const focused = vi.fn();
    buttonOf(second).focus = focused;
    buttonOf(first).dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    expect(focused).toHaveBeenCalledOnce();
  });
});

describe('a page that changes', () => {
  it('is paused when too few rows can be read, and goes on when they can again', async () => {
    const board = await openDemoBoard('wide');
    start(over240);
    await eventually(() => expectTrue(board));
    const before = demo.run?.listMatches('NEW', false);
    expect(before?.matched).toBeGreaterThan(0);
    const cells = board.rows().map((row) => row.querySelector('[data-test="origin"]') as Element);
    for (const cell of cells) cell.setAttribute('data-test', 'from');
    for (const cell of cells) cell.textContent = `${cell.textContent} `;
    await eventually(() => expect(demo.reports.at(-1)?.state).toBe('DEGRADED'));
    expect(document.querySelectorAll('hh-row, [data-hh]')).toHaveLength(0);
    expect(demo.run?.listMatches('NEW', false)).toEqual({ ...before, state: 'DEGRADED' });
    for (const cell of cells) cell.setAttribute('data-test', 'origin');
    for (const cell of cells) cell.textContent = cell.textContent.trim();
    await eventually(() => expect(demo.reports.at(-1)?.state).toBe('READING'));
    await eventually(() => expectTrue(board));
  });

  it('is read again where a value changes that stands in an attribute', async () => {
    const board = await openDemoBoard('wide');
    start(over240);
    await eventually(() => expectTrue(board));
    const link = board.container.querySelector('a[href^="mailto:"]') as HTMLAnchorElement;
    const row = link.closest('[role="row"]') as Element;
    const host = hostOf(row) as Element;
    // Our element is put back only when the row is read.
    host.remove();
    link.href = 'mailto:other@harborpine.example';
    await eventually(() => expect(hostOf(row)).toBe(host));
  });

  it('is left alone where one row of many can’t be read', async () => {
    const board = await openDemoBoard('wide');
    start(over240);
    await eventually(() => expectTrue(board));
    const [row, ...others] = board.rows() as [Element];
    (row.querySelector('[data-test="origin"]') as Element).textContent = 'Milwaukee, WIConley, GA';
    await eventually(() => expect([row.hasAttribute('data-hh'), hostOf(row)]).toEqual([false, null]));
    for (const other of others) expect(hostOf(other)).not.toBeNull();
    expect(demo.reports.at(-1)?.state).toBe('READING');
  });

  it('a row at which the page throws counts as one that can’t be read', async () => {
    const board = await openDemoBoard('wide');
    const [row, ...others] = board.rows() as [Element];
    row.querySelectorAll = () => {
      throw new Error('a script of the page has replaced it');
    };
    start(over240);
    await eventually(() => expect(others.every((other) => hostOf(other) !== null)).toBe(true));
    await eventually(() => expect(demo.run?.report()).toMatchObject({ state: 'READING', rows: 11, judged: { rows: 12 } }));
    expect([row.hasAttribute('data-hh'), hostOf(row)]).toEqual([false, null]);
  });

  it('a new search with a new list is found', async () => {
    const first = await openDemoBoard('wide');
    start(over240);
    await eventually(() => expectTrue(first));
    const board = await openDemoBoard('wide');
    await eventually(() => expectTrue(board));
  });

  it.each([
    [
      'rows',
      (container: Element) => {
        for (const row of container.querySelectorAll('[role="row"]')) row.id = `r-${row.id}`;
      },
    ],
    ['container', (container: Element) => container.closest('#results')?.setAttribute('id', 'pane')],
  ])('lost %s are noticed', async (_, change) => {
    const board = await openDemoBoard('wide');
    change(board.container);
    start(over240);
    await eventually(() => expect(demo.reports.at(-1)?.state).toBe('DEGRADED'));
    expect(document.querySelectorAll('hh-row, [data-hh]')).toHaveLength(0);
  });

  it('without a list says so and is not called changed', async () => {
    document.body.innerHTML = '<p>Sign in</p>';
    start();
    await pause(3_500);
    expect(demo.reports.map(({ state }) => state)).toEqual(['WAITING']);
  });
});

describe('our element', () => {
  it('has one stop for the Tab key in the whole list, and arrows go on from there', async () => {
    const board = await openDemoBoard('wide');
    start(over240);
    await eventually(() => expectTrue(board));
    const stops = () => board.rows().map((row) => buttonOf(row).tabIndex);
    expect(stops().filter((index) => index === 0)).toHaveLength(1);
    expect(stops()[0]).toBe(0);
    const [first, second] = board.rows() as [Element, Element];
    const focused = vi.fn();
    buttonOf(second).focus = focused;
    buttonOf(first).dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    expect(focused).toHaveBeenCalledOnce();
  });

  it('does nothing on a click that the page’s script made, and keeps clicks from the row', async () => {
    const board = await openDemoBoard('wide');
    start(over240);
    await eventually(() => expectTrue(board));
    const [row] = board.rows() as [Element];
    const opened = vi.fn();
    row.addEventListener('click', opened);
    buttonOf(row).dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    expect(opened).not.toHaveBeenCalled();
    expect(document.querySelector('hh-note')).toBeNull();
  });

  it('has its style where no sheet can be adopted', async () => {
    await openDemoBoard('wide');
    const setter = vi.spyOn(ShadowRoot.prototype, 'adoptedStyleSheets', 'set').mockImplementation(() => {
      throw new Error('Accessing from Xray wrapper is not supported.');
    });
    start(over240);
    await eventually(() => expect(document.querySelector('hh-row')).not.toBeNull());
    setter.mockRestore();
    const root = roots.get(document.querySelector('hh-row') as Element);
    expect(root?.querySelector('style')?.textContent).toContain('button:focus-visible');
  });

  it('is absent where the configuration says so, and the marks with it', async () => {
    const board = await openDemoBoard('wide');
    start(over240, { ...demoConfig, features: { rowUi: false } });
    await eventually(() => expect(document.querySelectorAll('[data-hh]').length).toBeGreaterThan(0));
    expect(document.querySelectorAll('hh-row')).toHaveLength(0);
    demo.run?.stop();
    start(over240, { ...demoConfig, features: { filters: false } });
    await eventually(() => expect(document.querySelectorAll('hh-row')).toHaveLength(board.rows().length));
    expect(document.querySelectorAll('[data-hh]')).toHaveLength(0);
  });
});
