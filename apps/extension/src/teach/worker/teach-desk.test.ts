import { learnedPage } from '@headhaul/domain/testing/learned-page';
import { describe, expect, it, vi } from 'vitest';
import { demoConfig } from '../../board/config/demo.ts';
import type { BoardState } from '../../board/messages.ts';
import { createArea, oneAtATime } from '../../testing/storage.ts';
import type { CompanyPages } from './company-pages.ts';
import { createQuietSites } from './quiet-sites.ts';
import { createTaughtPages, findPage } from './taught-pages.ts';
import { createTeachDesk } from './teach-desk.ts';

const learned = learnedPage();
const url = 'https://loads.prairie.example/find?origin=Dallas';
const page = { origin: 'https://loads.prairie.example', pathname: '/find', tabId: 7 };

function open() {
  const world = {
    isSignedIn: true,
    state: null as BoardState | null,
    nowMs: 1_000,
    frames: [{ frameId: 0, result: { rows: 9, fields: 8 } as unknown }],
    shared: [] as Awaited<ReturnType<CompanyPages['list']>>,
    allowed: ['https://one.dat.com'],
  };
  const withLock = oneAtATime();
  const pages = createTaughtPages({ local: createArea(), withLock: oneAtATime(), nowMs: () => world.nowMs });
  const [sendToFrame, onChanged, inject] = [vi.fn(async () => null), vi.fn(async () => undefined), vi.fn(async () => world.frames)];
  const [offer, refresh] = [vi.fn(async () => ({ outcome: 'OFFERED' as const, owner: null })), vi.fn(async () => undefined)];
  const company: CompanyPages = {
    find: async (place) =>
      findPage(
        world.shared.filter(({ isStopped }) => !isStopped),
        place,
      ),
    findOffer: async ({ origin, pathname }) => world.shared.find((one) => one.origin === origin && one.path === pathname) ?? null,
    isKnown: async () => true,
    setStopped: async (id, isStopped) => {
      world.shared = world.shared.map((one) => (one.id === id ? { ...one, isStopped } : one));
    },
    list: async () => world.shared,
    sharingOf: async () => (offer.mock.calls.length > 0 ? 'OFFERED' : 'NONE'),
    offer,
    refresh,
    forget: async () => undefined,
  };
  const report = vi.fn(async () => 'SENT' as const);
  const reportFailure = vi.fn();
  const desk = createTeachDesk({
    session: createArea(),
    pages,
    company,
    quiet: createQuietSites({ local: createArea(), withLock }),
    report,
    isAllowed: async (origin) => world.allowed.includes(origin),
    reportFailure,
    ownOrigins: ['https://app.headhaul.example'],
    inject,
    sendToFrame,
    packVersionOf: async (board) => (board === 'dat' ? 37 : 0),
    configOf: async (_, place) => (await pages.find(place))?.config ?? null,
    mayRead: async () => world.isSignedIn,
    stateOf: async () => world.state,
    patternFor: (origin) => (origin === 'https://one.dat.com' ? null : `${origin}/*`),
    onChanged,
    withLock,
    nowMs: () => world.nowMs,
  });
  const want = (address = url, purpose = 'TEACH') => desk.fromPopup({ type: 'teach:want', tabId: 7, url: address, purpose });
  const start = async (address = url, purpose = 'TEACH') => {
    await want(address, purpose);
    return desk.fromPopup({ type: 'teach:start', tabId: 7, url: address, purpose });
  };
  const save = (at = page) => desk.fromPage({ type: 'teach:save', learned }, at);
  return { world, pages, desk, sendToFrame, onChanged, inject, want, start, save, offer, refresh, report, reportFailure };
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
    expect(sendToFrame).toHaveBeenCalledExactlyOnceWith(7, 5, { type: 'teach:begin', board: 'other', purpose: 'TEACH', before: null });
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
    expect(await desk.fromPopup({ type: 'teach:start', tabId: 7, url, purpose: 'TEACH' })).toMatchObject({ fault: null });
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
    expect(onChanged).toHaveBeenLastCalledWith(null);
  });
});

describe('a page', () => {
  it('saves once after a lesson that the user has begun, and is used at once', async () => {
    const { pages, start, save, onChanged } = open();
    expect(await save()).toBe('REFUSED');
    await start();
    expect(await save()).toBe('SAVED');
    expect(onChanged).toHaveBeenCalledExactlyOnceWith(7);
    expect(await pages.find(page)).toMatchObject({ insteadOf: 0, config: { board: 'other' } });
    expect(await save()).toBe('REFUSED');
  });

  it('is saved though its script can’t be registered now, and the lesson hears so', async () => {
    const { start, save, onChanged, reportFailure } = open();
    await start();
    onChanged.mockRejectedValueOnce(new Error('Duplicate script ID'));
    expect(await save()).toBe('SAVED');
    expect(reportFailure).toHaveBeenCalledTimes(1);
  });

  it('whose lesson is closed without saving, or with its tab, gives its site back', async () => {
    const { desk, start, want, onChanged, save, world } = open();
    await want();
    // The browser asks: the site is allowed before the lesson begins.
    expect(await desk.openOrigins()).toEqual([page.origin]);
    await start();
    expect(await desk.openOrigins()).toEqual([page.origin]);
    expect(await desk.fromPage({ type: 'teach:end' }, { ...page, tabId: 8 })).toBeNull();
    expect(onChanged).not.toHaveBeenCalled();
    expect(await desk.fromPage({ type: 'teach:end' }, page)).toBeNull();
    expect(await desk.openOrigins()).toEqual([]);
    expect(onChanged).toHaveBeenCalledExactlyOnceWith(null);
    expect(await save()).toBe('REFUSED');
    await start();
    await desk.onTabClosed(7);
    await desk.onTabClosed(7);
    expect(await desk.openOrigins()).toEqual([]);
    expect(onChanged).toHaveBeenCalledTimes(2);
    // Nobody answered the browser.
    await want();
    world.nowMs += 6 * 60_000;
    expect(await desk.openOrigins()).toEqual([]);
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

describe('a page that the company reads', () => {
  const shared = {
    id: 'a1',
    origin: 'https://loads.prairie.example',
    path: '/find',
    taughtBy: 'Nina Ruiz',
    insteadOf: null,
    config: { ...demoConfig, version: 2_000_000_001 },
    isStopped: false,
  };
  const look = (desk: ReturnType<typeof open>['desk'], type = 'teach:view') => desk.fromPopup({ type, tabId: 7, url });

  it('is offered where no script of ours is yet, after the API was asked', async () => {
    const { desk, world, refresh } = open();
    world.shared = [shared];
    expect(await look(desk, 'teach:news')).toMatchObject({ page: 'NEW', offer: { taughtBy: 'Nina Ruiz' }, company: [] });
    expect(refresh).toHaveBeenCalledTimes(1);
    world.state = 'READING';
    expect(await look(desk)).toMatchObject({ page: 'READ', offer: null });
    world.state = null;
    world.shared = [{ ...shared, path: '/mine' }];
    expect(await look(desk)).toMatchObject({ offer: null });
  });

  it('is not offered where the user has taught it', async () => {
    const { desk, world, start, save } = open();
    world.shared = [shared];
    await start();
    await save();
    expect(await look(desk)).toMatchObject({ offer: null, company: [], taught: [{ path: '/find', sharing: 'NONE' }] });
  });

  it('is read in this tab when the site is allowed, without a lesson, also if the browser’s question closed the popup', async () => {
    const { world, start, want, desk, onChanged, sendToFrame } = open();
    world.shared = [shared];
    expect(await start(url, 'USE')).toMatchObject({ fault: null });
    expect(onChanged).toHaveBeenLastCalledWith(7);
    await want(url, 'USE');
    await desk.onAllowed(['https://loads.prairie.example/*']);
    expect(onChanged).toHaveBeenCalledTimes(2);
    expect(await desk.fromPopup({ type: 'teach:start', tabId: 7, url, purpose: 'USE' })).toMatchObject({ fault: null });
    expect(onChanged).toHaveBeenCalledTimes(2);
    expect(sendToFrame).not.toHaveBeenCalled();
  });

  it('is not read where there is none, or while nobody is signed in', async () => {
    const { world, start, onChanged } = open();
    expect(await start(url, 'USE')).toMatchObject({ fault: 'NOT_ALLOWED' });
    world.shared = [shared];
    world.isSignedIn = false;
    expect(await start(url, 'USE')).toMatchObject({ fault: 'NOT_ALLOWED' });
    expect(onChanged).not.toHaveBeenCalled();
  });

  it('is listed once the site is allowed, and stops', async () => {
    const { world, desk, onChanged } = open();
    world.shared = [shared, { ...shared, id: 'a2', origin: 'https://one.dat.com' }];
    world.allowed.push(shared.origin);
    expect((await look(desk))?.company).toEqual([
      { id: 'a1', host: 'loads.prairie.example', path: '/find', taughtBy: 'Nina Ruiz', canStop: true },
      { id: 'a2', host: 'one.dat.com', path: '/find', taughtBy: 'Nina Ruiz', canStop: false },
    ]);
    const view = await desk.fromPopup({ type: 'teach:stop', id: 'a1' });
    expect(view?.company.map(({ id }) => id)).toEqual(['a2']);
    expect(onChanged).toHaveBeenLastCalledWith(null);
  });

  it('that was stopped is offered again, also where another page of the site is read, and begins with the click', async () => {
    const { world, desk, want, start, onChanged } = open();
    world.shared = [{ ...shared, isStopped: true }];
    world.allowed.push(shared.origin);
    for (const state of [null, 'WAITING'] as const) {
      world.state = state;
      expect(await look(desk)).toMatchObject({ offer: { taughtBy: 'Nina Ruiz' }, company: [] });
    }
    // Before the browser asks about the site, because a site that nothing uses is given back.
    await want(url, 'USE');
    expect(world.shared).toMatchObject([{ isStopped: false }]);
    expect(await look(desk)).toMatchObject({ offer: null, company: [{ id: 'a1' }] });
    expect(await start(url, 'USE')).toMatchObject({ fault: null });
    expect(onChanged).toHaveBeenLastCalledWith(7);
  });

  it('is used when its site is allowed in the browser’s settings', async () => {
    const { world, desk, onChanged } = open();
    world.shared = [shared];
    await desk.onAllowed(['https://elsewhere.example/*']);
    expect(onChanged).not.toHaveBeenCalled();
    await desk.onAllowed(['https://loads.prairie.example/*']);
    expect(onChanged.mock.calls).toEqual([[null]]);
  });

  it('may ask for a lesson by its banner', async () => {
    const { world, desk } = open();
    world.shared = [shared];
    expect(await desk.fromPage({ type: 'teach:is-taught' }, page)).toBe(true);
    expect(await desk.fromPage({ type: 'teach:ask' }, page)).toBe(true);
  });
});

describe('what was taught', () => {
  it('is offered to the company from the page of its lesson, and from no other', async () => {
    const { desk, start, save, offer, world } = open();
    const refused = { outcome: 'UNREACHABLE' };
    expect(await desk.fromPage({ type: 'teach:offer' }, page)).toEqual(refused);
    await start();
    await save();
    expect(await desk.fromPage({ type: 'teach:offer' }, { ...page, tabId: 8 })).toEqual(refused);
    expect(await desk.fromPage({ type: 'teach:offer' }, { ...page, origin: 'https://other.example' })).toEqual(refused);
    expect(await desk.fromPage({ type: 'teach:offer' }, page)).toEqual({ outcome: 'OFFERED', owner: null });
    expect(offer).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'https://loads.prairie.example/find' }));
    world.nowMs += 61 * 60_000;
    expect(await desk.fromPage({ type: 'teach:offer' }, page)).toEqual(refused);
  });

  it('is offered from the popup, which says why not', async () => {
    const { desk, start, save, offer } = open();
    await start();
    await save();
    const share = () => desk.fromPopup({ type: 'teach:share', id: 'https://loads.prairie.example/find' });
    offer.mockResolvedValueOnce({ outcome: 'REFUSED', detail: '20 pages wait.' } as never);
    expect(await share()).toMatchObject({ shareFault: '20 pages wait.' });
    expect(await share()).toMatchObject({ shareFault: null, taught: [{ sharing: 'OFFERED' }] });
    expect(await desk.fromPopup({ type: 'teach:share', id: 'elsewhere' })).toMatchObject({ shareFault: expect.stringContaining('answer') });
  });
});

describe('the outline of a page', () => {
  const send = (desk: ReturnType<typeof open>['desk'], at = page, outline = 'html\n') =>
    desk.fromPage({ type: 'teach:report', outline }, at);

  it('is shown by a click in the popup, and sent from that tab with the name of its site', async () => {
    const { desk, start, sendToFrame, report, world } = open();
    expect(await send(desk)).toBe('REFUSED');
    expect(await start(url, 'REPORT')).toMatchObject({ fault: null });
    expect(sendToFrame).toHaveBeenCalledExactlyOnceWith(7, 0, { type: 'teach:begin', board: 'other', purpose: 'REPORT', before: null });
    expect(await send(desk, { ...page, tabId: 8 })).toBe('REFUSED');
    expect(await send(desk)).toBe('SENT');
    expect(report).toHaveBeenLastCalledWith({ host: 'loads.prairie.example', cause: 'UNKNOWN', outline: 'html\n' });
    world.state = 'DEGRADED';
    await send(desk);
    expect(report).toHaveBeenLastCalledWith(expect.objectContaining({ cause: 'CHANGED' }));
    world.isSignedIn = false;
    expect(await send(desk)).toBe('REFUSED');
    expect(report).toHaveBeenCalledTimes(2);
  });

  it('may follow a lesson', async () => {
    const { desk, start, save, report } = open();
    await start();
    await save();
    expect(await send(desk)).toBe('SENT');
    expect(report).toHaveBeenLastCalledWith(expect.objectContaining({ cause: 'TAUGHT' }));
  });

  it.each(['Call Ann now\n', 'html\n "Milwaukee"\n', 'div\n'.repeat(20_000)])('is none with words in it, or too large', async (outline) => {
    const { desk, start, report } = open();
    await start();
    expect(await send(desk, page, outline)).toBeNull();
    expect(report).not.toHaveBeenCalled();
  });
});
