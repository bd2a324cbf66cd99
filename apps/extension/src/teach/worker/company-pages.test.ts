import { LearnedConfig, TaughtBoardConfig } from '@headhaul/contracts/boards/learned-config';
import type { AgreedPage, AgreedPages } from '@headhaul/contracts/boards/taught-pages';
import { learnedPage } from '@headhaul/domain/testing/learned-page';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Called, MailApi } from '../../mail/mail-api.ts';
import { createArea, oneAtATime } from '../../testing/storage.ts';
import { headerOf } from '../to-board-config.ts';
import { createCompanyPages } from './company-pages.ts';
import { firstTaughtVersion, isTaughtVersion } from './taught-pages.ts';

const learned = LearnedConfig.parse(learnedPage());
const ann = { userId: 'ann', companyId: 'bluffline' };
const prairie: AgreedPage = {
  id: '0199a000-0000-7000-8000-0000000000a1',
  origin: 'https://loads.prairie.example',
  path: '/find',
  taughtBy: 'Nina Ruiz',
  offeredAt: '2026-11-18T10:42:00.000Z',
  learned,
};
const place = { origin: prairie.origin, pathname: '/find/results' };
const tagOf = (n: number) => String(n).padStart(32, '0');

function open() {
  const local = createArea();
  const world = {
    person: ann as typeof ann | null,
    answer: { ok: true, value: { tag: tagOf(1), pages: [prairie], offered: [] } } as Called<AgreedPages>,
    offered: { ok: true, value: { id: prairie.id, owner: { name: 'Nina Ruiz', isYou: false } } } as Called<unknown>,
    whileAsked: (): void => {},
    answerAfter: Promise.resolve(),
  };
  const asked: unknown[] = [];
  const ask = (async (_: string, { method }: { method: string }, input: { query?: { known?: string }; body?: unknown }) => {
    asked.push(method === 'POST' ? input.body : input.query?.known);
    world.whileAsked();
    await world.answerAfter;
    return method === 'POST' ? world.offered : world.answer;
  }) as MailApi;
  const onChanged = vi.fn(async () => undefined);
  const pages = createCompanyPages({
    ask,
    local,
    readPerson: async () => world.person,
    ownOrigins: ['https://app.headhaul.example'],
    onChanged,
    withLock: oneAtATime(),
    withKeptLock: oneAtATime(),
  });
  return { local, world, asked, onChanged, pages };
}

let office: ReturnType<typeof open>;
beforeEach(() => {
  office = open();
});
const answer = (tag: number, pages: AgreedPage[] | null, offered: AgreedPages['offered'] = pages === null ? null : []) => {
  office.world.answer = { ok: true, value: { tag: tagOf(tag), pages, offered } };
};
const found = async (at = place) => office.pages.find(at);

describe('the pages of the company', () => {
  it('are none until Headhaul has answered, then kept and asked about by their tag', async () => {
    expect(await found()).toBeNull();
    await office.pages.refresh();
    expect(await found()).toMatchObject({
      isHere: true,
      insteadOf: null,
      config: { board: 'other', hosts: ['loads.prairie.example'], paths: ['/find'] },
    });
    answer(1, null);
    await office.pages.refresh();
    expect(office.asked).toEqual([undefined, tagOf(1)]);
    expect(office.onChanged).toHaveBeenCalledTimes(1);
    expect(await found()).not.toBeNull();
  });

  it('have a header that is ours: enabled, nothing turned on or off, and a version of taught pages', async () => {
    await office.pages.refresh();
    const config = (await found())?.config;
    expect(config).toMatchObject({ enabled: true, features: {}, virtualised: true, container: learned.container });
    expect(isTaughtVersion(config?.version ?? 0)).toBe(true);
    expect(config?.version).toBeGreaterThan(firstTaughtVersion + 50_000_000);
    // Reports carry it.
    expect(config?.version).toBeLessThan(2 ** 31);
  });

  it('are gone when the owner takes them back', async () => {
    await office.pages.refresh();
    answer(2, []);
    await office.pages.refresh();
    expect(await found()).toBeNull();
    expect(office.onChanged).toHaveBeenCalledTimes(2);
  });

  it('stay while Headhaul doesn’t answer', async () => {
    await office.pages.refresh();
    office.world.answer = { ok: false, failure: 'UNREACHABLE' };
    await office.pages.refresh();
    expect(await found()).not.toBeNull();
  });

  it('are those of one person in one company: nobody else’s, nobody’s after the sign-out, and none of who signs in meanwhile', async () => {
    await office.pages.refresh();
    office.world.person = { ...ann, companyId: 'northline' };
    expect(await found()).toBeNull();
    office.world.person = ann;
    await office.pages.forget();
    expect(await found()).toBeNull();
    office.world.whileAsked = () => {
      office.world.person = { userId: 'ben', companyId: 'northline' };
    };
    await office.pages.refresh();
    expect(await found()).toBeNull();
    expect(office.local.items['company-pages']).toBeNull();
  });

  it('of a known board are for its board', async () => {
    answer(1, [{ ...prairie, origin: 'https://one.dat.com', path: '/search-loads' }]);
    await office.pages.refresh();
    const at = { origin: 'https://one.dat.com', pathname: '/search-loads' };
    expect(await found(at)).toMatchObject({ insteadOf: null, config: { board: 'dat', hosts: ['one.dat.com'] } });
  });

  it('one that only a newer extension can read stops no update and no taking back of the others', async () => {
    const newer = { ...prairie, id: '0199a000-0000-7000-8000-0000000000a3', learned: { ...learned, joins: [] } } as AgreedPage;
    answer(1, [newer, prairie]);
    await office.pages.refresh();
    expect((await office.pages.list()).map(({ id }) => id)).toEqual([prairie.id]);
    answer(2, [newer]);
    await office.pages.refresh();
    expect(await office.pages.list()).toEqual([]);
  });

  it('are told of as changed when they are the first that we know of, though there are none', async () => {
    expect(await office.pages.isKnown()).toBe(false);
    answer(1, []);
    await office.pages.refresh();
    expect(await office.pages.isKnown()).toBe(true);
    expect(office.onChanged).toHaveBeenCalledTimes(1);
  });

  it('what is forgotten while it is being written stays forgotten', async () => {
    const { set } = office.local;
    let forgotten: Promise<void> | undefined;
    office.local.set = async (items) => {
      // The user signs out in this moment.
      office.world.person = null;
      forgotten ??= office.pages.forget();
      await Promise.resolve();
      await set(items);
    };
    await office.pages.refresh();
    await forgotten;
    expect(office.local.items['company-pages']).toBeNull();
  });

  it('signing out doesn’t wait for Headhaul', async () => {
    await office.pages.refresh();
    office.world.whileAsked = () => {
      void office.pages.forget().then(() => order.push('forgotten'));
    };
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    office.world.answerAfter = promise;
    const refreshed = office.pages.refresh().then(() => order.push('answered'));
    await vi.waitFor(() => expect(order).toEqual(['forgotten']));
    resolve();
    await refreshed;
  });

  it('that the user has stopped is not used, stays so after a sign-out, and can be begun again', async () => {
    await office.pages.refresh();
    await office.pages.setStopped(prairie.id, true);
    await office.pages.forget();
    await office.pages.refresh();
    expect(await found()).toBeNull();
    expect(await office.pages.list()).toMatchObject([{ id: prairie.id, isStopped: true }]);
    expect(await office.pages.findOffer(place)).toMatchObject({ id: prairie.id });
    expect(await office.pages.findOffer({ ...place, pathname: '/elsewhere' })).toBeNull();
    await office.pages.setStopped(prairie.id, false);
    expect(await found()).not.toBeNull();
  });

  it.each<[string, Partial<AgreedPage>]>([
    ['our own web app', { origin: 'https://app.headhaul.example' }],
    ['a site without encryption', { origin: 'http://loads.prairie.example' }],
    ['no site', { origin: 'javascript:alert(1)' }],
    ['a selector of what the user types', { learned: { ...learned, row: ['input'] } }],
    [
      'a transform that there isn’t',
      { learned: { ...learned, layouts: [{ ...learned.layouts[0], fields: { origin: { sel: ['a'], as: 'eval' } } }] as never } },
    ],
    ['hosts of its choice', { learned: { ...learned, hosts: ['one.dat.com'] } as never }],
  ])('%s is not read, and takes no other page with it', async (_, change) => {
    const bad = { ...prairie, id: '0199a000-0000-7000-8000-0000000000a2', ...change };
    office.local.items['company-pages'] = { ...ann, tag: tagOf(1), pages: [bad, { ...prairie, path: '/mine' }], offered: [] };
    expect((await office.pages.list()).map(({ path }) => path)).toEqual(['/mine']);
  });
});

describe('a page that is offered', () => {
  const header = {
    board: 'other',
    hostname: 'loads.prairie.example',
    pathname: '/find',
    version: firstTaughtVersion,
    at: prairie.offeredAt,
  } as const;
  const own = { origin: prairie.origin, path: '/find', config: TaughtBoardConfig.parse({ ...learned, ...headerOf(header) }) };

  it('goes without board, host, version and switches; who must agree is said', async () => {
    answer(2, [], [{ origin: own.origin, path: own.path }]);
    expect(await office.pages.offer(own)).toEqual({ outcome: 'OFFERED', owner: { name: 'Nina Ruiz', isYou: false } });
    expect(office.asked[0]).toEqual({ origin: own.origin, path: '/find', learned });
    expect(await office.pages.sharingOf(own)).toBe('OFFERED');
    answer(3, [prairie]);
    await office.pages.refresh();
    expect(await office.pages.sharingOf(own)).toBe('AGREED');
    expect(await office.pages.sharingOf({ ...own, path: '/other' })).toBe('NONE');
  });

  it('says why it was refused, and when nobody answers', async () => {
    office.world.offered = {
      ok: false,
      failure: 'REFUSED',
      problem: { type: 'x', title: 'Limit', status: 422, code: 'limit_reached', detail: '20 pages wait.' } as never,
    };
    expect(await office.pages.offer(own)).toEqual({ outcome: 'REFUSED', detail: '20 pages wait.' });
    office.world.offered = { ok: false, failure: 'UNREACHABLE' };
    expect(await office.pages.offer(own)).toEqual({ outcome: 'UNREACHABLE' });
    office.world.person = null;
    expect(await office.pages.offer(own)).toEqual({ outcome: 'UNREACHABLE' });
  });
});
