import { randomUUID } from 'node:crypto';
import { type BoardFilter, boardFilterEndpoints, filterLimits, type NewBoardFilter } from '@headhaul/contracts/boards/filters';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { active, change, choose, create, list, refused, southeast } from '../../testing/boards/board-filters.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { addTeammate, handOff, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const remove = (client: TestClient, id: string) => client.call(boardFilterEndpoints.deleteBoardFilter, { params: { id } });
const namesOf = async (client: TestClient) => (await list(client)).filters.map(({ name }) => name);

async function actionsOf({ user }: TestClient): Promise<string[]> {
  const { rows } = await api.admin.query<{ entry: string }>('select entry from audit_log where company_id = $1 order by seq', [
    user.companyId,
  ]);
  return rows.map(({ entry }) => JSON.parse(entry).action as string).filter((action) => action.startsWith('board_filter.'));
}

describe('GET /board-filters', () => {
  it('200: the team’s first, then mine; never a teammate’s', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    await create(owner, { name: 'My own' });
    await create(owner, { name: 'Ours', isShared: true });
    await create(mate, { name: 'Mate’s' });
    expect(await namesOf(owner)).toEqual(['Ours', 'My own']);
    const seen = await list(mate);
    expect(seen.filters.map(({ name, isShared, mayEdit }) => [name, isShared, mayEdit])).toEqual([
      ['Ours', true, false],
      ['Mate’s', false, true],
    ]);
    expect([seen.mayEditShared, (await list(owner)).mayEditShared]).toEqual([false, true]);
    expect(seen.filters[0]).toMatchObject({ rules: southeast.rules, updatedBy: 'Test Person', version: 1 });
  });

  it('200: who uses what, how far it differs, and whether the extension has it', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const ours = await create(owner, { isShared: true, isChosen: true });
    const rules = [
      { kind: 'MIN_RPM', cents: 260, basis: 'ALL_IN' },
      ...southeast.rules.slice(1),
      { kind: 'HIDE_EMAILED' },
    ] as BoardFilter['rules'];
    const copy = await create(mate, { basedOnId: ours.id, rules, isChosen: true });
    await choose(mate, copy.id, false);
    const extension = await handOff(api, mate);
    await active(extension);
    const { uses } = await list(owner);
    expect(uses).toEqual([
      {
        userId: owner.user.id,
        name: 'Test Person',
        isYou: true,
        isOn: true,
        filter: { id: ours.id, name: ours.name, isShared: true, basedOnId: null, changedRules: 0 },
        seenAt: null,
        isUpToDate: false,
      },
      {
        userId: mate.user.id,
        name: 'Test Person',
        isYou: false,
        isOn: false,
        filter: { id: copy.id, name: copy.name, isShared: false, basedOnId: ours.id, changedRules: 2 },
        seenAt: expect.any(String),
        isUpToDate: true,
      },
    ]);
    await change(owner, ours, { name: 'Vans' });
    expect((await list(owner)).uses[1]?.isUpToDate).toBe(false);
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, mate.user.email) } });
    expect((await list(owner)).uses).toHaveLength(1);
  });
});

describe('POST /board-filters', () => {
  it('200 once for a repeated request', async () => {
    const owner = await api.signUp();
    const key = { 'idempotency-key': randomUUID() };
    const [one, other] = [
      await owner.call(boardFilterEndpoints.createBoardFilter, { body: southeast }, key),
      await owner.call(boardFilterEndpoints.createBoardFilter, { body: southeast }, key),
    ];
    expect(other).toEqual(one);
    expect(await namesOf(owner)).toEqual(['Van, Southeast']);
  });

  it('200 and chosen at once, told to open screens, and only the team’s in the log', async () => {
    const owner = await api.signUp();
    const screen = await openEvents(owner);
    const own = await create(owner, { isChosen: true });
    expect((await active(owner)).filters).toMatchObject([{ id: own.id, isForEveryone: false }]);
    await screen.untilChanges(1);
    expect(screen.changes()[0]?.data).toEqual({ type: 'board-filters.changed' });
    screen.close();
    const ours = await create(owner, { isShared: true });
    await change(owner, ours);
    await remove(owner, ours.id);
    await remove(owner, own.id);
    expect(await actionsOf(owner)).toEqual(['board_filter.created', 'board_filter.changed', 'board_filter.deleted']);
  });

  it('403 for the team’s by a member, and by anybody from the extension, where one’s own is made', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const extension = await handOff(api, owner);
    for (const client of [mate, extension])
      await expect(create(client, { isShared: true })).rejects.toMatchObject(refused(403, 'not_allowed'));
    expect(await create(extension, { isChosen: true })).toMatchObject({ isShared: false, mayEdit: true });
    expect((await active(extension)).filters).toHaveLength(1);
  });

  it('422 for a name used twice, also by two at once; the team and each person have their own names', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const answers = await Promise.allSettled([1, 2, 3].map(() => create(owner)));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(create(owner, { name: 'VAN, southeast' })).rejects.toMatchObject({
      problem: { status: 422, code: 'already_taken', errors: [{ path: 'body.name' }] },
    });
    await create(owner, { isShared: true });
    await create(mate);
  });

  it('422 for the 51st, however many are made at once; a freed place is used again', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    for (let n = 1; n < filterLimits.filters; n += 1) await create(owner, { name: `F${n}` });
    const answers = await Promise.allSettled(['A', 'B', 'C'].map((name) => create(owner, { name })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(create(owner, { name: 'More' })).rejects.toMatchObject(refused(422, 'limit_reached'));
    await create(owner, { name: 'Ours', isShared: true });
    await create(mate, { name: 'Mate’s' });
    const third = (await list(owner)).filters.find(({ name }) => name === 'F3');
    await remove(owner, third?.id ?? '');
    await create(owner, { name: 'New' });
    expect((await namesOf(owner)).indexOf('New')).toBe(3);
  });

  it('422 for a copy of a filter that stays the same for everyone; 404 for one that is nobody’s, a person’s or another company’s', async () => {
    const [owner, other] = [await api.signUp(), await api.signUp()];
    const mate = await addTeammate(api, owner);
    const fixed = await create(owner, { isShared: true, isAdjustable: false });
    await expect(create(mate, { basedOnId: fixed.id })).rejects.toMatchObject(refused(422, 'move_not_allowed'));
    const own = await create(owner);
    const foreign = await create(other, { isShared: true });
    for (const basedOnId of [own.id, foreign.id, randomUUID()])
      await expect(create(mate, { basedOnId })).rejects.toMatchObject(refused(404, 'not_found'));
  });

  it('400 for no rule, too many, an unknown one, and a person’s filter for everyone', async () => {
    const owner = await api.signUp();
    for (const wrong of [
      { rules: [] },
      { rules: Array(filterLimits.rules + 1).fill({ kind: 'HIDE_EMAILED' }) },
      { rules: [{ kind: 'MAX_LUCK' }] },
      { name: 'a\u0000' },
      { isForEveryone: true },
    ] as Partial<NewBoardFilter>[]) {
      await expect(create(owner, wrong), JSON.stringify(wrong).slice(0, 60)).rejects.toMatchObject({ problem: { status: 400 } });
    }
  });
});

describe('PUT /board-filters/{id}', () => {
  it('200 with the next version; 412 with the other one when somebody was faster', async () => {
    const owner = await api.signUp();
    const made = await create(owner, { isShared: true });
    const changed = await change(owner, made, { name: 'Vans', onUnknown: 'DIM', action: 'HIGHLIGHT_ONLY', isForEveryone: true });
    expect(changed).toMatchObject({ id: made.id, version: 2, name: 'Vans', onUnknown: 'DIM', isForEveryone: true });
    await expect(change(owner, made, { name: 'Mine' })).rejects.toMatchObject({
      problem: { status: 412, code: 'version_stale', current: { version: 2, name: 'Vans' } },
    });
    const answers = await Promise.allSettled([1, 2, 3, 4].map((n) => change(owner, changed, { name: `V${n}` })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('403 for the team’s by a member; 404 for a teammate’s, another company’s and none', async () => {
    const [owner, other] = [await api.signUp(), await api.signUp()];
    const mate = await addTeammate(api, owner);
    const [ours, own] = [await create(owner, { isShared: true }), await create(owner)];
    for (const [client, filter, status] of [
      [mate, ours, 403],
      [mate, own, 404],
      [other, ours, 404],
      [other, own, 404],
      [owner, { ...own, id: randomUUID() }, 404],
    ] as const) {
      await expect(change(client, filter)).rejects.toMatchObject({ problem: { status } });
      await expect(remove(client, filter.id)).rejects.toMatchObject({ problem: { status } });
    }
    await expect(change(owner, own, { isForEveryone: true })).rejects.toMatchObject(refused(400, 'validation_failed'));
    expect(await namesOf(owner)).toEqual([ours.name, own.name]);
  });

  it('from the extension changes and deletes one’s own, and 403 for the team’s', async () => {
    const owner = await api.signUp();
    const extension = await handOff(api, owner);
    const [ours, own] = [await create(owner, { name: 'Ours', isShared: true }), await create(owner)];
    expect(await change(extension, own, { name: 'Renamed' })).toMatchObject({ name: 'Renamed', version: 2 });
    await expect(change(extension, ours, { name: 'Renamed' })).rejects.toMatchObject(refused(403, 'not_allowed'));
    await expect(remove(extension, ours.id)).rejects.toMatchObject(refused(403, 'not_allowed'));
    await remove(extension, own.id);
    expect((await list(owner)).filters).toMatchObject([{ name: 'Ours', version: 1 }]);
  });

  it('422 for a name that another one has', async () => {
    const owner = await api.signUp();
    await create(owner);
    const west = await create(owner, { name: 'West' });
    await expect(change(owner, west, { name: southeast.name })).rejects.toMatchObject(refused(422, 'already_taken'));
  });
});

describe('DELETE /board-filters/{id}', () => {
  it('204 puts whoever used it on none; copies stand alone', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const ours = await create(owner, { isShared: true, isChosen: true });
    const copy = await create(mate, { basedOnId: ours.id });
    await choose(mate, ours.id);
    const before = (await active(mate)).revision;
    await remove(owner, ours.id);
    const { revision, filters } = await active(mate, before);
    expect(revision).toBeGreaterThan(before);
    expect(filters).toEqual([]);
    expect((await list(mate)).filters).toMatchObject([{ id: copy.id, basedOnId: null }]);
    expect((await list(mate)).uses.map(({ filter }) => filter)).toEqual([null, null]);
  });

  it('while others choose it leaves nobody on a filter that is gone', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    for (let round = 0; round < 10; round += 1) {
      const ours = await create(owner, { isShared: true });
      const answers = await Promise.allSettled([choose(mate, ours.id), remove(owner, ours.id), choose(owner, ours.id)]);
      for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(refused(404, 'not_found'));
      expect((await list(owner)).uses.map(({ filter }) => filter)).toEqual([null, null]);
    }
  });
});

describe('the database', () => {
  const count = 'update board_filter_revisions set revision = $2 where of_user = $1';

  it('lets a revision only grow, whoever writes it', async () => {
    const owner = await api.signUp();
    await create(owner);
    for (const revision of [0, 1]) await expect(api.admin.query(count, [owner.user.id, revision])).rejects.toThrow();
    await api.admin.query(count, [owner.user.id, 7]);
    await expect(api.admin.query(count, [owner.user.id, 6])).rejects.toThrow('only grows');
  });

  it('keeps the limits when the application forgets them', async () => {
    const { user } = await api.signUp();
    const insert = (place: number, rules: string) =>
      api.admin.query(
        `insert into board_filters (company_id, id, user_id, place, name, rules, on_unknown, action, updated_by)
         values ($1, gen_random_uuid(), $2, $3, gen_random_uuid()::text, $4, 'KEEP', 'DIM', $2)`,
        [user.companyId, user.id, place, rules],
      );
    const rule = { kind: 'HIDE_EMAILED' };
    await insert(50, JSON.stringify([rule]));
    for (const [place, rules] of [
      [50, [rule]],
      [51, [rule]],
      [0, [rule]],
      [1, []],
      [1, {}],
      [1, Array(21).fill(rule)],
      [1, ['x'.repeat(60_001)]],
    ] as const) {
      await expect(insert(place, JSON.stringify(rules)), `${place}`).rejects.toThrow();
    }
  });

  it('shows a company nothing of another, by row-level security alone', async () => {
    const [owner, other] = [await api.signUp(), await api.signUp()];
    const own = await create(owner, { isChosen: true });
    const seen = await api.platform.db.withTenant(other.user.companyId, async (tx) => [
      (await tx.db.selectFrom('board_filters').selectAll().execute()).length,
      (await tx.db.selectFrom('board_filter_choices').selectAll().execute()).length,
      (await tx.db.selectFrom('board_filter_revisions').selectAll().execute()).length,
      (await tx.db.deleteFrom('board_filters').where('id', '=', own.id).executeTakeFirst()).numDeletedRows,
    ]);
    expect(seen).toEqual([0, 0, 0, 0n]);
    expect(await namesOf(owner)).toEqual([own.name]);
  });
});
