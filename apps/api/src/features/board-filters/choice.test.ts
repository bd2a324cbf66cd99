import { randomUUID } from 'node:crypto';
import { boardFilterEndpoints } from '@headhaul/contracts/boards/filters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { active, change, choose, create, list, refused } from '../../testing/boards/board-filters.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { eventually } from '../../testing/eventually.ts';
import { addTeammate, handOff } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

describe('PUT /board-filters/choice', () => {
  it('200 from the web app and the extension; the same choice again is no change', async () => {
    const owner = await api.signUp();
    const extension = await handOff(api, owner);
    const own = await create(owner);
    const { revision } = await choose(extension, own.id);
    expect(await choose(owner, own.id)).toEqual({ revision });
    expect((await active(extension)).filters).toMatchObject([{ id: own.id }]);
    expect(await active(extension, revision)).toEqual({ revision, filters: null });
    const off = await choose(extension, own.id, false);
    expect(off.revision).toBeGreaterThan(revision);
    expect(await active(extension, revision)).toEqual({ revision: off.revision, filters: [] });
    await choose(owner, null);
    expect((await list(owner)).uses[0]).toMatchObject({ filter: null, isOn: true });
  });

  it('404 for a teammate’s, another company’s and none; 422 for one that runs anyway', async () => {
    const [owner, other] = [await api.signUp(), await api.signUp()];
    const mate = await addTeammate(api, owner);
    const own = await create(owner);
    const foreign = await create(other, { isShared: true });
    for (const id of [own.id, foreign.id, randomUUID()]) await expect(choose(mate, id)).rejects.toMatchObject(refused(404, 'not_found'));
    const everyones = await create(owner, { isShared: true, isForEveryone: true });
    await expect(choose(mate, everyones.id)).rejects.toMatchObject(refused(422, 'move_not_allowed'));
  });
});

describe('GET /board-filters/choice', () => {
  const choiceOf = (client: TestClient) => client.call(boardFilterEndpoints.getBoardFilterChoice, {});

  it('200 with the team’s filters and one’s own, not those of teammates, and what is in use', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const extension = await handOff(api, owner);
    expect(await choiceOf(extension)).toEqual({ filters: [], chosenId: null, isOn: true });
    const ours = await create(owner, { name: 'Ours', isShared: true });
    const own = await create(owner, { name: 'Own' });
    await create(mate, { name: 'Of a teammate' });
    await choose(extension, own.id, false);
    const { filters, ...rest } = await choiceOf(extension);
    expect([filters.map(({ id }) => id), rest]).toEqual([[ours.id, own.id], { chosenId: own.id, isOn: false }]);
    expect(await choiceOf(await api.signUp())).toEqual({ filters: [], chosenId: null, isOn: true });
  });
});

describe('GET /board-filters/active', () => {
  it('has the filters for everyone first, also for who turned filters off', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const own = await create(mate, { isChosen: true });
    const all = await create(owner, { name: 'Never again', isShared: true, isForEveryone: true });
    const before = await active(mate);
    expect(before.filters?.map(({ id, isForEveryone }) => [id, isForEveryone])).toEqual([
      [all.id, true],
      [own.id, false],
    ]);
    await choose(mate, own.id, false);
    expect((await active(mate, before.revision)).filters?.map(({ id }) => id)).toEqual([all.id]);
  });

  it('changes for whom something changes, and for nobody else', async () => {
    const [owner, other] = [await api.signUp(), await api.signUp()];
    const mate = await addTeammate(api, owner);
    const ours = await create(owner, { isShared: true });
    const revisions = async () => [(await active(owner)).revision, (await active(mate)).revision, (await active(other)).revision];
    const [ownersAt = 0, matesAt = 0, othersAt = 0] = await revisions();
    await change(owner, ours, { name: 'Vans' });
    expect(await revisions()).toEqual([ownersAt + 1, matesAt + 1, othersAt]);
    await choose(mate, ours.id);
    expect(await revisions()).toEqual([ownersAt + 1, matesAt + 2, othersAt]);
    await create(owner, { name: 'Mine' });
    expect(await revisions()).toEqual([ownersAt + 2, matesAt + 2, othersAt]);
  });

  it('notes when the extension has it, once for a revision and five minutes, and never for the web app', async () => {
    const owner = await api.signUp();
    const extension = await handOff(api, owner);
    const screen = await openEvents(owner);
    await active(owner);
    expect((await list(owner)).uses[0]).toMatchObject({ seenAt: null, isUpToDate: false });
    await active(extension);
    const first = (await list(owner)).uses[0];
    expect(first).toMatchObject({ seenAt: expect.any(String), isUpToDate: true });
    await active(extension, 0);
    expect((await list(owner)).uses[0]).toEqual(first);
    await api.admin.query(`update board_filter_choices set seen_at = now() - interval '6 minutes' where user_id = $1`, [owner.user.id]);
    const { revision } = await active(extension, 0);
    expect((await list(owner)).uses[0]?.seenAt).not.toBe(first?.seenAt);
    expect(revision).toBe(0);
    await screen.untilChanges(1);
    await eventually(async () => expect(screen.changes()).toHaveLength(1));
    // Not "changed": nothing is to be fetched for anybody's boards.
    expect(screen.changes()[0]?.data).toEqual({ type: 'board-filters.seen' });
    screen.close();
  });

  it('400 for a revision that is none', async () => {
    const owner = await api.signUp();
    for (const since of ['x', '-1', '1.5']) expect((await owner.fetch(`/api/board-filters/active?since=${since}`)).status).toBe(400);
  });
});
