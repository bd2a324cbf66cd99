import { describe, expect, it, vi } from 'vitest';
import { demoConfig } from '../../board/config/demo.ts';
import type { BoardState } from '../../board/messages.ts';
import { createArea, oneAtATime } from '../../testing/storage.ts';
import { createTaughtPages } from './taught-pages.ts';
import { createTeachDesk } from './teach-desk.ts';

const { container, row, key, ignore, layouts, anchors, health } = demoConfig;
const learned = { container, row, key, ignore, layouts, anchors, health };
const url = 'https://loads.prairie.example/find?origin=Dallas';
const page = { origin: 'https://loads.prairie.example', pathname: '/find', tabId: 7 };

function open() {
  const world = {
    isSignedIn: true,
    state: null as BoardState | null,
    nowMs: 1_000,
    frames: [{ frameId: 0, result: { rows: 9, fields: 8 } as unknown }],
  };
  const withLock = oneAtATime();
  const pages = createTaughtPages({ local: createArea(), withLock: oneAtATime(), nowMs: () => world.nowMs });
  const [sendToFrame, onChanged, inject] = [vi.fn(async () => null), vi.fn(async () => undefined), vi.fn(async () => world.frames)];
  const desk = createTeachDesk({
    session: createArea(),
    pages,
    ownOrigins: ['https://app.headhaul.example'],
    inject,
    sendToFrame,
    packVersionOf: async (board) => (board === 'dat' ? 37 : 0),
    mayRead: async () => world.isSignedIn,
    stateOf: async () => world.state,
    patternFor: (origin) => (origin === 'https://one.dat.com' ? null : `${origin}/*`),
    onChanged,
    withLock,
    nowMs: () => world.nowMs,
  });
  const want = (address = url) => desk.fromPopup({ type: 'teach:want', tabId: 7, url: address });
  const start = async (address = url) => {
    await want(address);
    return desk.fromPopup({ type: 'teach:start', tabId: 7, url: address });
  };
  const save = (at = page) => desk.fromPage({ type: 'teach:save', learned }, at);
  return { world, pages, desk, sendToFrame, onChanged, inject, want, start, save };
}

describe('the popup', () => {
  it.each<[BoardState | null, string]>([
    [null, 'NEW'],
    ['DEGRADED', 'CHANGED'],
    ['WAITING', 'CHANGED'],
    ['READING', 'READ'],
    ['OFF', 'READ'],
  ])('a page whose board is %s is %s', async (state, said) => {
    const { desk, world } = open();
    world.state = state;
    expect(await desk.fromPopup({ type: 'teach:view', tabId: 7, url })).toMatchObject({ page: said, host: 'loads.prairie.example' });
  });

  it.each(['chrome://extensions', 'https://app.headhaul.example/loads', 'file:///etc/passwd'])(
    '%s is nothing to teach',
    async (address) => {
      const { desk } = open();
      expect(await desk.fromPopup({ type: 'teach:view', tabId: 7, url: address })).toMatchObject({ page: 'NOT_A_PAGE', host: null });
    },
  );

  it('starts a lesson in the frame with the list', async () => {
    const { world, start, sendToFrame } = open();
    world.frames = [
      { frameId: 0, result: { rows: 0, fields: 0 } },
      { frameId: 4, result: { rows: 40, fields: 3 } },
      { frameId: 5, result: { rows: 9, fields: 12 } },
      { frameId: 6, result: 'nonsense' },
    ];
    expect(await start()).toMatchObject({ fault: null });
    expect(sendToFrame).toHaveBeenCalledExactlyOnceWith(7, 5, { type: 'teach:begin', board: 'other' });
  });

  it('says when the browser lets nobody in, and nothing begins while nobody is signed in', async () => {
    const { world, start, inject } = open();
    inject.mockRejectedValueOnce(new Error('Cannot access contents of the page'));
    expect(await start()).toMatchObject({ fault: 'NOT_ALLOWED' });
    world.isSignedIn = false;
    expect(await start()).toMatchObject({ fault: 'NOT_ALLOWED' });
    expect(inject).toHaveBeenCalledTimes(1);
  });

  it('the browser’s question closes the popup: the lesson begins when the site is allowed, and once', async () => {
    const { desk, want, sendToFrame } = open();
    await want();
    await desk.onAllowed(['https://elsewhere.example/*']);
    expect(sendToFrame).not.toHaveBeenCalled();
    await desk.onAllowed(['https://loads.prairie.example/*']);
    await desk.onAllowed(['https://loads.prairie.example/*']);
    expect(sendToFrame).toHaveBeenCalledTimes(1);
    // A popup that stayed open says "start" too.
    expect(await desk.fromPopup({ type: 'teach:start', tabId: 7, url })).toMatchObject({ fault: null });
    expect(sendToFrame).toHaveBeenCalledTimes(1);
  });

  it('a site that is allowed long after the click begins nothing', async () => {
    const { desk, world, want, sendToFrame } = open();
    await want();
    world.nowMs += 6 * 60_000;
    await desk.onAllowed(['https://loads.prairie.example/*']);
    expect(sendToFrame).not.toHaveBeenCalled();
  });

  it('removes what was taught', async () => {
    const { desk, start, save, onChanged } = open();
    await start();
    await save();
    const view = await desk.fromPopup({ type: 'teach:remove', id: 'https://loads.prairie.example/find' });
    expect(view?.taught).toEqual([]);
    expect(onChanged).toHaveBeenLastCalledWith(null, []);
  });
});

describe('a page', () => {
  it('saves once after a lesson that the user has begun, and is used at once', async () => {
    const { pages, start, save, onChanged } = open();
    expect(await save()).toBe('REFUSED');
    await start();
    expect(await save()).toBe('SAVED');
    expect(onChanged).toHaveBeenCalledExactlyOnceWith(7, []);
    expect(await pages.find(page)).toMatchObject({ insteadOf: 0, config: { board: 'other' } });
    expect(await save()).toBe('REFUSED');
  });

  it('of a board that we know keeps the version that it stands in for', async () => {
    const { pages, start, save } = open();
    await start('https://one.dat.com/search-loads');
    await save({ ...page, origin: 'https://one.dat.com', pathname: '/search-loads' });
    expect(await pages.find({ origin: 'https://one.dat.com', pathname: '/search-loads' })).toMatchObject({
      insteadOf: 37,
      config: { board: 'dat' },
    });
  });

  it('saves nothing in another tab, an hour later, or on our own pages', async () => {
    const { world, start, save } = open();
    await start();
    expect(await save({ ...page, tabId: 8 })).toBe('REFUSED');
    expect(await save({ ...page, origin: 'https://app.headhaul.example' })).toBe('REFUSED');
    world.nowMs += 61 * 60_000;
    expect(await save()).toBe('REFUSED');
  });

  it('of a board may ask for a lesson by its banner', async () => {
    const { desk, start, save, sendToFrame } = open();
    expect(await desk.fromPage({ type: 'teach:ask' }, page)).toBe(false);
    expect(sendToFrame).not.toHaveBeenCalled();
    expect(await desk.fromPage({ type: 'teach:ask' }, { ...page, origin: 'https://one.dat.com' })).toBe(true);
    await start();
    await save();
    expect(await desk.fromPage({ type: 'teach:ask' }, page)).toBe(true);
    expect(sendToFrame).toHaveBeenCalledTimes(3);
  });

  it('hears only whether it was taught', async () => {
    const { desk, start, save } = open();
    expect(await desk.fromPage({ type: 'teach:is-taught' }, page)).toBe(false);
    await start();
    await save();
    expect(await desk.fromPage({ type: 'teach:is-taught' }, page)).toBe(true);
  });

  it.each([{ type: 'teach:view', tabId: 7, url }, { type: 'teach:remove', id: 'x' }, { type: 'teach:ask', tabId: 3 }, null, 'teach:ask'])(
    'gets no answer to %j',
    async (raw) => expect(await open().desk.fromPage(raw, page)).toBeNull(),
  );
});
