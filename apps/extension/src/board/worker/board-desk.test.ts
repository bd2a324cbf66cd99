import type { FilterPart } from '@headhaul/domain/boards/filters/filter-stack';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createArea, oneAtATime } from '../../testing/storage.ts';
import { bundledConfigs } from '../config/bundled.ts';
import type { BoardCounts, BoardReport, ToBoard } from '../messages.ts';
import { createBoardDesk } from './board-desk.ts';

const reading: BoardReport = { state: 'READING', rows: 36, judged: { version: 1, rows: 36, quorumPct: 100 }, unread: [] };
const unopened = { isOn: true, report: null, sinceMs: null, lackingSite: null };
const counts: BoardCounts = {
  version: 1,
  layouts: [{ layout: 'wide', rowsSeen: 36, rowsRead: 35, fields: { origin: { ok: 35, missing: 0, failed: 1 } } }],
  attachMs: 12,
  flushP95Ms: 3,
  mutationStorms: 0,
  missingContainers: 0,
};
const demoTop = { board: 'demo', tabId: 7, frameId: 0 } as const;
const demoInner = { board: 'demo', tabId: 7, frameId: 3 } as const;

function open() {
  const [local, session] = [createArea(), createArea()];
  const frames = new Map<string, BoardReport | 'SILENT'>();
  const counted = new Map<string, unknown>();
  const tallied = new Map<string, unknown>();
  const noteCounts = vi.fn(async () => undefined);
  const onSharing = vi.fn(async () => undefined);
  const told: { at: string; message: ToBoard }[] = [];
  const filters: FilterPart[] = [];
  const world = { isSignedIn: true, isEnabled: true, isChanged: false, filters, nowMs: 1_000, lookedAtMs: null as number | null };
  const lacking = new Set<string>();
  const noted: BoardReport[] = [];
  const desk = createBoardDesk({
    local,
    session,
    boards: [
      ['dat', 'https://one.dat.com'],
      ['demo', 'http://localhost:4100'],
    ],
    configOf: async (board) => {
      const config = bundledConfigs[board];
      return config === undefined ? null : { ...config, enabled: world.isEnabled };
    },
    readFilters: async () => world.filters,
    readMarks: async () => ({ floorPerMileCents: null, targetPerMileCents: null }),
    noteReport: async (_, report) => {
      noted.push(report);
      return world.isChanged;
    },
    noteCounts,
    onSharing,
    newsOf: async (board) => (board === 'demo' ? 'TAKEN' : null),
    canUpdate: async () => true,
    async lookForPacks() {
      world.lookedAtMs = world.nowMs;
    },
    lookedAtMs: async () => world.lookedAtMs,
    lackingSite: async (origin) => (lacking.has(origin) ? `${origin}/*` : null),
    mayRead: async () => world.isSignedIn,
    sendToFrame: async (tabId, frameId, message) => {
      const report = frames.get(`${tabId} ${frameId}`);
      if (report === undefined) throw new Error('Receiving end does not exist');
      told.push({ at: `${tabId} ${frameId}`, message });
      if (message.type === 'board:matches') return tallied.get(`${tabId} ${frameId}`);
      if (message.type === 'board:count' && report !== 'SILENT') return counted.get(`${tabId} ${frameId}`) ?? null;
      return report === 'SILENT' ? new Promise(() => undefined) : report;
    },
    withLock: oneAtATime(),
    nowMs: () => world.nowMs,
  });
  return { lacking, desk, local, session, frames, counted, tallied, told, world, noted, noteCounts, onSharing };
}

let office: ReturnType<typeof open>;
beforeEach(() => {
  office = open();
});
const hello = (at: { board: 'demo'; tabId: number; frameId: number } = demoTop) => office.desk.fromBoard({ type: 'board:hello' }, at);

describe('a board that says hello', () => {
  it('is told to work, with its configuration', async () => {
    const orders = await hello();
    expect(orders?.work?.config.board).toBe('demo');
    expect(orders?.work?.filters).toEqual([]);
  });

  it.each<[string, () => Promise<unknown> | undefined]>([
    ['while nobody is signed in', () => void Object.assign(office.world, { isSignedIn: false })],
    ['when its configuration is turned off', () => void Object.assign(office.world, { isEnabled: false })],
    ['when the user switched it off', () => office.desk.fromPopup({ type: 'boards:switch', board: 'demo', isOn: false })],
  ])('is told to do nothing %s', async (_, prepare) => {
    await prepare();
    expect(await hello()).toEqual({ work: null });
  });

  it('gets no work without a configuration', async () => {
    expect(await office.desk.fromBoard({ type: 'board:hello' }, { board: 'relay', tabId: 1, frameId: 0 })).toEqual({ work: null });
  });
});

describe('messages', () => {
  it.each([
    undefined,
    null,
    'board:hello',
    {},
    { type: 'board:hello', extra: 1 },
    { type: 'board:report' },
    { type: 'board:report', report: { ...reading, rows: -1 } },
    { type: 'board:report', report: { ...reading, state: 'HACKED' } },
    { type: 'board:report', report: { ...reading, text: 'from the page' } },
    { type: 'board:counts' },
    { type: 'board:counts', counts: { ...counts, text: 'from the page' } },
    { type: 'board:counts', counts: { ...counts, layouts: [{ layout: 'Milwaukee, WI', rowsSeen: 1, rowsRead: 1, fields: {} }] } },
    { type: 'board:counts', counts: { ...counts, layouts: [{ ...counts.layouts[0], fields: { password: 1 } }] } },
    { type: 'board:counts', counts: { ...counts, mutationStorms: 10_000 } },
    { type: 'boards:switch', board: 'demo', isOn: false },
    { type: 'SESSION_CLEAR' },
  ])('of a board that are not its own are dropped: %j', async (raw) => {
    expect(await office.desk.fromBoard(raw, demoTop)).toBeNull();
    expect(office.session.items).toEqual({});
    expect(office.noteCounts).not.toHaveBeenCalled();
  });

  it.each([
    undefined,
    'boards:view',
    { type: 'boards:switch', board: 'elsewhere', isOn: true },
    { type: 'boards:lowest', cents: 0 },
    { type: 'boards:lowest', cents: 1.5 },
  ])('of the popup that are not its own are dropped: %j', async (raw) => expect(await office.desk.fromPopup(raw)).toBeNull());
});

describe('the popup', () => {
  it('sees each board of the build, open or not', async () => {
    expect(await office.desk.fromPopup({ type: 'boards:view' })).toEqual({
      boards: [
        { ...unopened, board: 'dat', isBeta: true, url: 'https://one.dat.com/search-loads', news: null },
        { ...unopened, board: 'demo', isBeta: false, url: 'http://localhost:4100/board', news: 'TAKEN' },
      ],
      lowestCents: null,
      isSharingCounts: true,
      canUpdate: true,
      lookedAtMs: null,
      tallies: null,
    });
  });

  it('sees the frame that has the list, asked at that moment', async () => {
    await hello();
    await hello(demoInner);
    office.frames.set('7 0', { state: 'WAITING', rows: 0, judged: null, unread: [] }).set('7 3', reading);
    const view = await office.desk.fromPopup({ type: 'boards:view' });
    expect(view?.boards[1]?.report).toEqual(reading);
    office.frames.set('7 3', { state: 'DEGRADED', rows: 0, judged: null, unread: [] });
    expect((await office.desk.fromPopup({ type: 'boards:view' }))?.boards[1]?.report?.state).toBe('DEGRADED');
  });

  it('says since when a page can’t be read, whoever asks in between', async () => {
    const degraded: BoardReport = { state: 'DEGRADED', rows: 0, judged: null, unread: [] };
    await hello();
    await office.desk.fromBoard({ type: 'board:report', report: reading }, demoTop);
    office.frames.set('7 0', degraded);
    office.world.nowMs = 5_000;
    const sinceOf = async () => (await office.desk.fromPopup({ type: 'boards:view' }))?.boards[1]?.sinceMs;
    expect(await sinceOf()).toBe(5_000);
    office.world.nowMs = 9_000;
    await office.desk.fromBoard({ type: 'board:report', report: degraded }, demoTop);
    expect([await sinceOf(), await office.desk.framesOf(7)]).toEqual([5_000, [{ board: 'demo', frameId: 0, sinceMs: 5_000 }]]);
    office.frames.set('7 0', reading);
    expect(await sinceOf()).toBe(9_000);
  });

  it('hears what was seen and what matches, only when it asks for it', async () => {
    await hello();
    await hello(demoInner);
    office.frames.set('7 0', reading).set('7 3', reading);
    office.tallied
      .set('7 0', { seen: 4, matched: 4, hasFilter: true, rows: ['a load'] })
      .set('7 3', { seen: 214, matched: 38, hasFilter: true });
    await office.desk.fromPopup({ type: 'boards:view' });
    expect(office.told.some(({ message }) => message.type === 'board:matches')).toBe(false);
    const view = await office.desk.fromPopup({ type: 'boards:tally' });
    expect(view?.tallies).toEqual({ demo: { seen: 214, matched: 38, hasFilter: true } });
    office.tallied.set('7 3', 'from the page').set('7 0', { seen: -1, matched: 0, hasFilter: true });
    expect((await office.desk.fromPopup({ type: 'boards:tally' }))?.tallies).toEqual({});
  });

  it('has the pages read anew, then newer configurations looked for', async () => {
    await hello();
    office.frames.set('7 0', { state: 'DEGRADED', rows: 0, judged: null, unread: [] });
    office.world.nowMs = 7_000;
    expect((await office.desk.fromPopup({ type: 'boards:look' }))?.lookedAtMs).toBe(7_000);
    expect(office.told[0]).toEqual({ at: '7 0', message: { type: 'board:look' } });
  });

  it('is described to the web app without asking a page', async () => {
    const states = async () => (await office.desk.describe()).map(({ id, state }) => [id, state]);
    expect(await office.desk.describe()).toEqual([
      { id: 'dat', state: 'CLOSED', isBeta: true, url: 'https://one.dat.com/search-loads' },
      { id: 'demo', state: 'CLOSED', isBeta: false, url: 'http://localhost:4100/board' },
    ]);
    await hello();
    await office.desk.fromBoard({ type: 'board:report', report: reading }, demoTop);
    expect(await states()).toEqual([
      ['dat', 'CLOSED'],
      ['demo', 'READING'],
    ]);
    await office.desk.fromBoard({ type: 'board:report', report: { ...reading, state: 'DEGRADED' } }, demoTop);
    office.lacking.add('https://one.dat.com');
    expect(await states()).toEqual([
      ['dat', 'REFUSED'],
      ['demo', 'PAUSED'],
    ]);
    expect(office.told).toEqual([]);
    await office.desk.fromPopup({ type: 'boards:switch', board: 'demo', isOn: false });
    expect(await states()).toEqual([
      ['dat', 'REFUSED'],
      ['demo', 'OFF'],
    ]);
  });

  it('names the site that the browser doesn’t let us read', async () => {
    office.lacking.add('https://one.dat.com');
    const view = await office.desk.fromPopup({ type: 'boards:view' });
    expect(view?.boards.map(({ lackingSite }) => lackingSite)).toEqual(['https://one.dat.com/*', null]);
  });

  it('gets other orders when its report has changed the configuration', async () => {
    await hello();
    office.frames.set('7 0', reading);
    await office.desk.fromBoard({ type: 'board:report', report: reading }, demoTop);
    expect([office.noted, office.told]).toEqual([[reading], []]);
    office.world.isChanged = true;
    await office.desk.fromBoard({ type: 'board:report', report: reading }, demoTop);
    expect(office.told).toMatchObject([{ at: '7 0', message: { type: 'board:orders' } }]);
  });

  it('does not see a tab that shows another page by now', async () => {
    await hello();
    await office.desk.fromBoard({ type: 'board:report', report: reading }, demoTop);
    const view = await office.desk.fromPopup({ type: 'boards:view' });
    expect(view?.boards[1]?.report).toBeNull();
    expect(office.session.items).toEqual({ 'board-frames': [] });
  });

  it('switches a board off and on where it is open, without a reload', async () => {
    await hello();
    office.frames.set('7 0', reading);
    const off = await office.desk.fromPopup({ type: 'boards:switch', board: 'demo', isOn: false });
    expect(off?.boards[1]?.isOn).toBe(false);
    expect(office.told.find(({ message }) => message.type === 'board:orders')?.message).toEqual({
      type: 'board:orders',
      orders: { work: null },
    });
    office.told.length = 0;
    await office.desk.fromPopup({ type: 'boards:switch', board: 'demo', isOn: true });
    const [{ message } = { message: null }] = office.told;
    expect(message).toMatchObject({ type: 'board:orders', orders: { work: { config: { board: 'demo' } } } });
  });

  it('sets the lowest rate per mile as a rule', async () => {
    const view = await office.desk.fromPopup({ type: 'boards:lowest', cents: 240 });
    expect(view?.lowestCents).toBe(240);
    const own = { onUnknown: 'KEEP', action: 'DIM', isForEveryone: false };
    expect((await hello())?.work?.filters).toEqual([{ ...own, rules: [{ kind: 'MIN_RPM', cents: 240, basis: 'ALL_IN' }] }]);
    await office.desk.fromPopup({ type: 'boards:lowest', cents: null });
    expect((await hello())?.work?.filters).toEqual([]);
  });

  it('allows health reports and forbids them, and what an earlier release has stored allows them', async () => {
    office.local.items.boards = { off: [], lowestCents: 240 };
    expect(await office.desk.isSharingCounts()).toBe(true);
    const view = await office.desk.fromPopup({ type: 'boards:share-counts', isOn: false });
    expect([view?.isSharingCounts, view?.lowestCents, await office.desk.isSharingCounts()]).toEqual([false, 240, false]);
    expect(office.onSharing).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('starts anew when what is stored makes no sense', async () => {
    office.local.items.boards = { off: ['nonsense'], lowestCents: 'x' };
    office.session.items['board-frames'] = 'x';
    expect((await hello())?.work).not.toBeNull();
  });
});

it('gives an open board the filters, with the lowest rate of this computer, and nothing else about them', async () => {
  const never = { rules: [{ kind: 'MAX_WEIGHT', lb: 44_000 }], onUnknown: 'KEEP', action: 'DIM', isForEveryone: true } satisfies FilterPart;
  office.world.filters = [Object.assign({ id: 'x', name: 'Never again' }, never)];
  await office.desk.fromPopup({ type: 'boards:lowest', cents: 240 });
  expect((await hello())?.work?.filters.map(({ isForEveryone }) => isForEveryone)).toEqual([true, false]);
  expect((await hello())?.work?.filters[0]).toEqual(never);
  office.frames.set('7 0', reading);
  office.world.filters = [];
  await office.desk.publish();
  expect(office.told.at(-1)?.message).toMatchObject({ orders: { work: { filters: [{ isForEveryone: false }] } } });
});

it('knows whether a tab shows a board', async () => {
  expect(await office.desk.hasBoards()).toBe(false);
  await hello();
  office.frames.set('7 0', reading);
  expect(await office.desk.hasBoards()).toBe(true);
  office.frames.clear();
  expect(await office.desk.hasBoards()).toBe(false);
});

it('a sign-out reaches every open board', async () => {
  await hello();
  await hello({ ...demoTop, tabId: 8 });
  office.frames.set('7 0', reading).set('8 0', reading);
  office.world.isSignedIn = false;
  await office.desk.publish();
  expect(office.told).toEqual(['7 0', '8 0'].map((at) => ({ at, message: { type: 'board:orders', orders: { work: null } } })));
});

it('knows whether an open board can’t be read', async () => {
  const degraded: BoardReport = { state: 'DEGRADED', rows: 0, judged: null, unread: [] };
  await hello();
  await office.desk.fromBoard({ type: 'board:report', report: degraded }, demoTop);
  office.frames.set('7 0', degraded);
  expect(await office.desk.hasDegraded()).toBe(true);
  office.frames.set('7 0', reading);
  expect([await office.desk.hasDegraded(), await office.desk.stateOf(7)]).toEqual([false, 'READING']);
  // A page of which only some fields can be read waits for another configuration too, and can be taught.
  office.frames.set('7 0', { ...reading, unread: ['rateTotal'] });
  expect([await office.desk.hasDegraded(), await office.desk.stateOf(7)]).toEqual([true, 'DEGRADED']);
  await office.desk.fromBoard({ type: 'board:report', report: { ...reading, unread: ['rateTotal'] } }, demoTop);
  expect(office.noted.at(-1)).toEqual({ ...reading, state: 'DEGRADED', unread: ['rateTotal'] });
  await office.desk.fromBoard({ type: 'board:report', report: degraded }, demoTop);
  office.frames.clear();
  expect(await office.desk.hasDegraded()).toBe(false);
});

describe('counts', () => {
  it('that a page gives when it is left are noted, and the page is not remembered for them', async () => {
    expect(await office.desk.fromBoard({ type: 'board:counts', counts }, demoTop)).toBeNull();
    expect(office.noteCounts).toHaveBeenCalledExactlyOnceWith('demo', counts);
    expect(office.session.items).toEqual({});
  });

  it('are collected from the open boards; one without news is open all the same', async () => {
    for (const tabId of [7, 8, 9, 10]) await hello({ ...demoTop, tabId });
    for (const tabId of [7, 8, 9]) office.frames.set(`${tabId} 0`, reading);
    office.counted.set('7 0', counts).set('9 0', { ...counts, text: 'from the page' });
    expect(await office.desk.collectCounts()).toEqual([
      { board: 'demo', counts },
      { board: 'demo', counts: null },
      { board: 'demo', counts: null },
    ]);
  });
});

it('orders reach a board in the order in which they were given', async () => {
  await hello();
  office.frames.set('7 0', reading);
  const first = office.desk.publish();
  office.world.isSignedIn = false;
  await Promise.all([first, office.desk.publish()]);
  expect(office.told.at(-1)?.message).toEqual({ type: 'board:orders', orders: { work: null } });
});

describe('a tab that does not answer, because a dialog of its page is open', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('holds up nobody for long and stays known', async () => {
    await hello();
    await office.desk.fromBoard({ type: 'board:report', report: reading }, demoTop);
    office.frames.set('7 0', 'SILENT');
    const published = office.desk.publish();
    const view = published.then(() => office.desk.fromPopup({ type: 'boards:view' }));
    await vi.advanceTimersByTimeAsync(4_000);
    await published;
    expect((await view)?.boards[1]?.report).toEqual(reading);
    const collected = office.desk.collectCounts();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await collected).toEqual([{ board: 'demo', counts: null }]);
    expect(office.session.items).toMatchObject({ 'board-frames': [{ tabId: 7, report: reading }] });
  });
});
