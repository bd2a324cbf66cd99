import { randomUUID } from 'node:crypto';
import { LearnedConfig, layoutOf } from '@headhaul/contracts/boards/learned-config';
import { taughtPageEndpoints, taughtPageLimits } from '@headhaul/contracts/boards/taught-pages';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { teamEndpoints } from '@headhaul/contracts/team';
import { learnedPage } from '@headhaul/domain/testing/learned-page';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused } from '../../testing/boards/board-filters.ts';
import { agree, agreed, listed, offer, prairie, removePage } from '../../testing/boards/taught-pages.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { eventually } from '../../testing/eventually.ts';
import { addTeammate, handOff, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

/** An owner and a mate, each with an extension. */
async function openTeam() {
  const owner = await api.signUp();
  const mate = await addTeammate(api, owner);
  return { owner, mate, ownersExt: await handOff(api, owner), matesExt: await handOff(api, mate) };
}

const sendOffer = (client: Pick<TestClient, 'fetch'>, body: unknown) =>
  client.fetch('/api/ext/boards/pages', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function actionsOf({ user }: TestClient): Promise<unknown[]> {
  const { rows } = await api.admin.query<{ entry: string }>('select entry from audit_log where company_id = $1 order by seq', [
    user.companyId,
  ]);
  const entries = rows.map(({ entry }) => JSON.parse(entry) as { action: string; detail: { site?: string } });
  return entries.filter(({ action }) => action.startsWith('board_page.')).map(({ action, detail }) => [action, detail.site]);
}

describe('POST /ext/boards/pages', () => {
  it('200: waits for the owner, who is named, and is used by nobody yet', async () => {
    const { owner, mate, ownersExt, matesExt } = await openTeam();
    const screen = await openEvents(owner);
    expect(await offer(matesExt)).toEqual({ id: expect.any(String), owner: { name: 'Test Person', isYou: false } });
    await screen.untilChanges(1);
    expect(screen.changes()[0]?.data).toEqual({ type: 'board-pages.changed' });
    screen.close();
    expect((await agreed(ownersExt)).pages).toEqual([]);
    expect(await agreed(matesExt)).toMatchObject({ pages: [], offered: [{ origin: prairie.origin, path: '/find' }] });
    expect(await listed(owner)).toMatchObject({ mayDecide: true, pages: [{ taughtBy: 'Test Person', agreedAt: null, isYours: false }] });
    expect(await listed(mate)).toMatchObject({ mayDecide: false, pages: [{ isYours: true, learned: prairie.learned }] });
    expect((await offer(ownersExt)).owner).toEqual({ name: 'Test Person', isYou: true });
    // A member doesn't see offers of others.
    expect((await listed(mate)).pages).toHaveLength(1);
  });

  it('200: a new offer of the same person for the page has a new id and replaces the old one; a teammate’s stays', async () => {
    const { owner, ownersExt, matesExt } = await openTeam();
    const { id: first } = await offer(matesExt);
    await offer(ownersExt);
    const { id: second } = await offer(matesExt);
    expect((await listed(owner)).pages.map(({ id }) => id)).toContain(second);
    expect((await listed(owner)).pages).toHaveLength(2);
    await expect(agree(owner, first)).rejects.toMatchObject(refused(404, 'not_found'));
  });

  it('200 once for a repeated request', async () => {
    const { owner, matesExt } = await openTeam();
    const key = { 'idempotency-key': randomUUID() };
    const once = await matesExt.call(taughtPageEndpoints.offerTaughtPage, { body: prairie }, key);
    expect(await matesExt.call(taughtPageEndpoints.offerTaughtPage, { body: prairie }, key)).toEqual(once);
    expect((await listed(owner)).pages).toHaveLength(1);
  });

  it('403 for the web app’s session', async () => {
    const owner = await api.signUp();
    await expect(offer(owner)).rejects.toMatchObject(refused(403, 'not_allowed'));
  });

  const { learned } = prairie;
  const layout = layoutOf(learned);
  const field = (origin: unknown) => ({ ...learned, layouts: [{ ...layout, fields: { ...layout.fields, origin } }] });
  it.each<[string, unknown]>([
    ['nothing', {}],
    ['a list', []],
    ['an address with a path', { ...prairie, origin: 'https://loads.prairie.example/find' }],
    ['an address with a user', { ...prairie, origin: 'https://ann@loads.prairie.example' }],
    ['every site', { ...prairie, origin: 'https://*' }],
    ['a site without encryption', { ...prairie, origin: 'http://loads.prairie.example' }],
    ['a file', { ...prairie, origin: 'file:///etc' }],
    ['a page of the browser', { ...prairie, origin: 'chrome://settings' }],
    ['a path with a question', { ...prairie, path: '/find?q=1' }],
    ['a relative path', { ...prairie, path: 'find' }],
    ['a pack that it replaces', { ...prairie, insteadOf: 999_999_999 }],
    ['a board of its choice', { ...prairie, learned: { ...learned, board: 'dat' } }],
    ['hosts of its choice', { ...prairie, learned: { ...learned, hosts: ['one.dat.com'] } }],
    ['features of its choice', { ...prairie, learned: { ...learned, features: { email: true } } }],
    ['a selector of everything', { ...prairie, learned: { ...learned, container: ['*'] } }],
    ['a selector of what the user types', { ...prairie, learned: { ...learned, row: ['input'] } }],
    ['a transform that there isn’t', { ...prairie, learned: field({ sel: ['a'], as: 'eval' }) }],
    ['a link that is no contact', { ...prairie, learned: field({ sel: ['a'], as: 'text', attr: 'href' }) }],
    ['a field that there isn’t', { ...prairie, learned: { ...learned, health: { ...learned.health, fieldFloor: { password: 1 } } } }],
    ['a required field without a step', { ...prairie, learned: field(undefined) }],
    ['a key that nobody asked for', { ...prairie, run: 'alert(1)' }],
    ['more than a lesson makes', { ...prairie, learned: { ...learned, ignore: Array.from({ length: 11 }, () => 'td') } }],
    ['a layout that is not shown', { ...prairie, learned: { ...learned, layouts: [layout, layout] } }],
    ['an address that is read as a text', { ...prairie, learned: field({ sel: layout.fields.origin?.sel, as: 'text' }) }],
  ])('400 for %s', async (_, body) => {
    const { ownersExt, owner } = await openTeam();
    expect((await sendOffer(ownersExt, body)).status).toBe(400);
    expect((await listed(owner)).pages).toEqual([]);
  });

  it('413 for a body that no lesson makes', async () => {
    const { ownersExt } = await openTeam();
    expect((await sendOffer(ownersExt, { ...prairie, path: `/${'x'.repeat(70_000)}` })).status).toBe(413);
  });

  it('422 past what one person, and what a company, may leave waiting', async () => {
    const { owner, matesExt } = await openTeam();
    const at = (n: number) => ({ path: `/find/${String.fromCharCode(97 + n)}` });
    for (let n = 0; n < taughtPageLimits.offeredByPerson; n += 1) await offer(matesExt, at(n));
    await expect(offer(matesExt, at(20))).rejects.toMatchObject(refused(422, 'limit_reached'));
    // The page that waits already is offered anew.
    await offer(matesExt, at(0));
    const [people, each] = [taughtPageLimits.offered / taughtPageLimits.offeredByPerson - 1, taughtPageLimits.offeredByPerson];
    for (let person = 0; person < people; person += 1) {
      const extension = await handOff(api, await addTeammate(api, owner));
      for (let n = 0; n < each; n += 1) await offer(extension, at(n));
    }
    await expect(offer(await handOff(api, owner), at(0))).rejects.toMatchObject(refused(422, 'limit_reached'));
  });

  it('two at once for one page leave one', async () => {
    const { owner, matesExt } = await openTeam();
    await Promise.all([offer(matesExt), offer(matesExt), offer(matesExt)]);
    expect((await listed(owner)).pages).toHaveLength(1);
  });
});

describe('PUT /board-pages/{id}/agreed', () => {
  it('200: every extension of the company gets it, and the log says who agreed', async () => {
    const { owner, ownersExt, matesExt } = await openTeam();
    const { id } = await offer(matesExt);
    const page = await agree(owner, id);
    expect(page).toMatchObject({ id, agreedBy: 'Test Person', taughtBy: 'Test Person', agreedAt: expect.any(String) });
    for (const extension of [ownersExt, matesExt]) {
      expect(await agreed(extension)).toMatchObject({
        offered: [],
        pages: [{ id, origin: prairie.origin, path: '/find', learned: prairie.learned }],
      });
    }
    expect(await agree(owner, id)).toEqual(page);
    expect(await actionsOf(owner)).toEqual([['board_page.agreed', 'loads.prairie.example/find']]);
  });

  it('200: takes the place of what the company has for this page, and of nothing else', async () => {
    const { owner, ownersExt, matesExt } = await openTeam();
    await agree(owner, (await offer(ownersExt)).id);
    await agree(owner, (await offer(ownersExt, { path: '/mine' })).id);
    const { id } = await offer(matesExt, { learned: LearnedConfig.parse(learnedPage('other')) });
    expect((await agreed(ownersExt)).pages).toHaveLength(2);
    await agree(owner, id);
    const pages = (await agreed(ownersExt)).pages ?? [];
    expect(pages.map(({ path }) => path).toSorted()).toEqual(['/find', '/mine']);
    expect(pages.find(({ path }) => path === '/find')?.learned.row).toEqual(learnedPage('other').row);
  });

  it('403 for a member and from the extension, 404 in another company and for what is gone', async () => {
    const { owner, mate, ownersExt, matesExt } = await openTeam();
    const { id } = await offer(matesExt);
    await expect(agree(mate, id)).rejects.toMatchObject(refused(403, 'not_allowed'));
    await expect(agree(ownersExt, id)).rejects.toMatchObject(refused(403, 'not_allowed'));
    await expect(agree(await api.signUp(), id)).rejects.toMatchObject(refused(404, 'not_found'));
    await removePage(owner, id);
    await expect(agree(owner, id)).rejects.toMatchObject(refused(404, 'not_found'));
  });

  it('422 for what a newer schema refuses', async () => {
    const { owner, ownersExt } = await openTeam();
    const { id } = await offer(ownersExt);
    await api.admin.query(`update taught_pages set learned = '{"row": ["*"]}' where id = $1`, [id]);
    await expect(agree(owner, id)).rejects.toMatchObject(refused(422, 'move_not_allowed'));
  });

  it('422 when the company reads as many pages as it may', async () => {
    const { owner, ownersExt } = await openTeam();
    for (let n = 0; n < taughtPageLimits.agreed; n += 1) {
      await agree(owner, (await offer(ownersExt, { path: `/p/${String.fromCharCode(97 + n)}` })).id);
    }
    const { id } = await offer(ownersExt);
    await expect(agree(owner, id)).rejects.toMatchObject(refused(422, 'limit_reached'));
    // In place of one that is there it can be agreed to.
    const { id: again } = await offer(ownersExt, { path: '/p/a' });
    expect((await agree(owner, again)).path).toBe('/p/a');
  });
});

describe('DELETE /board-pages/{id}', () => {
  it('200: the owner says no, or takes it back, and extensions have it no longer', async () => {
    const { owner, mate, matesExt } = await openTeam();
    const { id: unwanted } = await offer(matesExt);
    expect(await removePage(owner, unwanted)).toEqual({ wasAgreed: false });
    const { id } = await offer(matesExt);
    await agree(owner, id);
    const { tag } = await agreed(matesExt);
    await expect(removePage(mate, id)).rejects.toMatchObject(refused(403, 'not_allowed'));
    expect(await removePage(owner, id)).toEqual({ wasAgreed: true });
    expect(await agreed(matesExt, tag)).toMatchObject({ pages: [], offered: [] });
    expect((await actionsOf(owner)).map((one) => (one as string[])[0])).toEqual([
      'board_page.declined',
      'board_page.agreed',
      'board_page.taken_back',
    ]);
  });

  it('403 for a member and from the extension; 404 in another company and twice', async () => {
    const { owner, mate, ownersExt, matesExt } = await openTeam();
    const { id } = await offer(matesExt);
    await expect(removePage(mate, id)).rejects.toMatchObject(refused(403, 'not_allowed'));
    await expect(removePage(ownersExt, id)).rejects.toMatchObject(refused(403, 'not_allowed'));
    await expect(removePage(await api.signUp(), id)).rejects.toMatchObject(refused(404, 'not_found'));
    await removePage(owner, id);
    await expect(removePage(owner, id)).rejects.toMatchObject(refused(404, 'not_found'));
  });
});

describe('GET /ext/boards/pages', () => {
  it('200 with nothing while the tag is the same, and another tag after each change for the caller', async () => {
    const { owner, ownersExt, matesExt } = await openTeam();
    const { tag: none } = await agreed(matesExt);
    expect(await agreed(matesExt, none)).toEqual({ tag: none, pages: null, offered: null });
    const { id } = await offer(ownersExt);
    // What others offer is not for this person.
    expect((await agreed(matesExt, none)).pages).toBeNull();
    await agree(owner, id);
    const { tag, pages } = await agreed(matesExt, none);
    expect([tag === none, pages?.length]).toEqual([false, 1]);
    expect((await agreed(matesExt, tag)).pages).toBeNull();
    await removePage(owner, id);
    expect((await agreed(matesExt, tag)).pages).toEqual([]);
  });

  it('200 without a page that a newer schema refuses; the others stay', async () => {
    const { owner, ownersExt } = await openTeam();
    const { id } = await offer(ownersExt);
    await agree(owner, id);
    await agree(owner, (await offer(ownersExt, { path: '/mine' })).id);
    await api.admin.query(`update taught_pages set learned = '{"row": ["*"]}' where id = $1`, [id]);
    expect((await agreed(ownersExt)).pages?.map(({ path }) => path)).toEqual(['/mine']);
    // It holds a place, so the owner sees it and can remove it.
    expect((await listed(owner)).pages.map(({ path, learned }) => [path, learned !== null])).toEqual([
      ['/mine', true],
      ['/find', false],
    ]);
    expect(await removePage(owner, id)).toEqual({ wasAgreed: true });
    expect((await listed(owner)).pages.map(({ path }) => path)).toEqual(['/mine']);
  });

  it('nothing of another company; 403 for the web app; 401 for who was removed', async () => {
    const { owner, mate, ownersExt, matesExt } = await openTeam();
    await agree(owner, (await offer(ownersExt)).id);
    expect((await agreed(await handOff(api, await api.signUp()))).pages).toEqual([]);
    await expect(agreed(owner)).rejects.toMatchObject(refused(403, 'not_allowed'));
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, mate.user.email) } });
    expect((await matesExt.fetch('/api/ext/boards/pages')).status).toBe(401);
  });

  it('400 for a tag that is none', async () => {
    const { ownersExt } = await openTeam();
    expect((await ownersExt.fetch('/api/ext/boards/pages?known=now')).status).toBe(400);
  });
});

describe('who taught a page and is gone', () => {
  const ways: [string, (owner: TestClient, mate: TestClient) => Promise<unknown>][] = [
    [
      'was removed',
      async (owner, mate) => owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, mate.user.email) } }),
    ],
    ['has left', (_, mate) => mate.call(teamEndpoints.leaveTeam, { body: { mailboxes: [], loadsToUserId: null } })],
    ['has deleted the account', (_, mate) => mate.call(profileEndpoints.deleteAccount, { body: { email: mate.user.email } })],
  ];
  it.each(ways)('and %s, leaves no offer that waits; offers of others and what was agreed to stay', async (_, end) => {
    const { owner, mate, ownersExt, matesExt } = await openTeam();
    await agree(owner, (await offer(matesExt)).id);
    await offer(matesExt, { path: '/mine' });
    await offer(ownersExt, { path: '/ours' });
    const screen = await openEvents(owner);
    await end(owner, mate);
    await eventually(() => expect(screen.changes().map(({ data }) => data)).toContainEqual({ type: 'board-pages.changed' }));
    screen.close();
    expect((await listed(owner)).pages.map(({ path, agreedAt }) => [path, agreedAt !== null])).toEqual([
      ['/ours', false],
      ['/find', true],
    ]);
  });

  it('leaves it to the company, without a name', async () => {
    const { owner, mate, ownersExt, matesExt } = await openTeam();
    await agree(owner, (await offer(matesExt)).id);
    const { tag } = await agreed(ownersExt);
    await mate.call(profileEndpoints.deleteAccount, { body: { email: mate.user.email } });
    // An extension that has the page already is told too.
    expect((await agreed(ownersExt, tag)).pages).toMatchObject([{ taughtBy: null, origin: prairie.origin }]);
    expect((await listed(owner)).pages).toMatchObject([{ taughtBy: null, agreedBy: 'Test Person' }]);
  });
});
