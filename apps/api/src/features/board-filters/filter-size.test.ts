import {
  ActiveBoardFilters,
  type BoardFilter,
  BoardFilterChoice,
  BoardFilterList,
  type BoardRule,
  filterLimits,
} from '@headhaul/contracts/boards/filters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change, create, list, refused, southeast } from '../../testing/boards/board-filters.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const nobody = { mcs: [], names: [], emailDomains: [] };
/** About 8,500 characters each. */
const longRules = (count: number): BoardRule[] =>
  Array.from({ length: count }, () => ({ kind: 'BROKER_BLOCK', ...nobody, names: Array(filterLimits.brokers).fill('A'.repeat(80)) }));

/** As much as the company's owner can keep: four of the team, which run for everyone, and two and a bit of their own. */
async function fillUp(owner: TestClient): Promise<BoardFilter[]> {
  const rules = longRules(5);
  for (const name of ['A', 'B', 'C', 'D']) await create(owner, { name, rules, isShared: true, isForEveryone: true });
  const own = await create(owner, { name: 'One', rules, isChosen: true });
  return [own, await create(owner, { name: 'Two', rules }), await create(owner, { name: 'Three', rules: longRules(1) })];
}

/** The least that the event loop worked in a few tries. */
async function workOf(run: () => Promise<unknown>): Promise<number> {
  const tries: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    const before = performance.eventLoopUtilization();
    await run();
    tries.push(performance.eventLoopUtilization(before).active);
  }
  return Math.min(...tries);
}

describe('POST and PUT /board-filters', () => {
  it('422 for more than there is room for, in all and by two at once; shorter always fits', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const [own, , small] = (await fillUp(owner)) as [BoardFilter, BoardFilter, BoardFilter];
    const rules = longRules(5);
    await expect(create(owner, { name: 'Four', rules })).rejects.toMatchObject({
      problem: {
        ...refused(422, 'limit_reached').problem,
        detail: expect.stringMatching(/^Your filters are too long together: .*100,000 characters/),
      },
    });
    await expect(create(owner, { name: 'E', rules, isShared: true })).rejects.toMatchObject({
      problem: { ...refused(422, 'limit_reached').problem, detail: expect.stringMatching(/^The team’s filters are too long/) },
    });
    await expect(change(owner, small, { rules })).rejects.toMatchObject(refused(422, 'limit_reached'));
    // Others have room of their own.
    await create(mate, { name: 'One', rules });
    await create(mate, { name: 'Two', rules: southeast.rules });
    const [two, three] = [
      await create(mate, { name: 'Three', rules: longRules(1) }),
      await create(mate, { name: 'Four', rules: longRules(1) }),
    ];
    const answers = await Promise.allSettled([two, three].map((filter) => change(mate, filter, { rules })));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    // From before there was a limit.
    await api.admin.query('alter table board_filters disable trigger limit_characters');
    await api.admin.query('update board_filters set rules = $2 where id = $1', [small.id, JSON.stringify(rules)]);
    await api.admin.query('alter table board_filters enable trigger limit_characters');
    expect(await change(owner, own, { rules: [...longRules(4), ...(southeast.rules as BoardRule[])] })).toMatchObject({ version: 2 });
  });
});

describe('of a company that keeps as much as it can', () => {
  it('the answers fit their schemas and have no more characters than its rules may have', async () => {
    const owner = await api.signUp();
    await fillUp(owner);
    for (const [path, schema, most] of [
      ['', BoardFilterList, filterLimits.teamCharacters + filterLimits.ownCharacters],
      ['/choice', BoardFilterChoice, filterLimits.teamCharacters + filterLimits.ownCharacters],
      ['/active', ActiveBoardFilters, filterLimits.teamCharacters + filterLimits.characters],
    ] as const) {
      const read = async () => (await owner.fetch(`/api/board-filters${path}`)).text();
      const answer = await read();
      expect(answer.length, path).toBeGreaterThan(most / 2);
      expect(answer.length, path).toBeLessThan(most + 5_000);
      expect(schema.parse(JSON.parse(answer)), path).toEqual(JSON.parse(answer));
    }
  });
});

describe('GET /board-filters', () => {
  const office: BoardRule[] = [
    { kind: 'MIN_RPM', cents: 240, basis: 'ALL_IN' },
    { kind: 'MAX_DEADHEAD', miles: 75 },
    { kind: 'EQUIPMENT', anyOf: ['VAN'], withoutModifiers: [] },
    { kind: 'HIDE_EMAILED' },
  ];

  it.each<[number, string, BoardRule[]]>([
    [0, 'the same', office],
    [0, 'another order', [...office].reverse()],
    [1, 'one changed', [{ kind: 'MIN_RPM', cents: 250, basis: 'ALL_IN' }, ...office.slice(1)]],
    [1, 'a list inside one', [...office.slice(0, 2), { kind: 'EQUIPMENT', anyOf: ['REEFER'], withoutModifiers: [] }, ...office.slice(3)]],
    [1, 'a second of its kind', [...office, { kind: 'MAX_DEADHEAD', miles: 80 }]],
    [2, 'one for another', [{ kind: 'MAX_WEIGHT', lb: 1_000 }, ...office.slice(1)]],
    [4, 'all others', [{ kind: 'EQUIPMENT', anyOf: [], withoutModifiers: ['TEAM'] }]],
  ])('counts %i changed kinds of rules: %s', async (changed, _what, rules) => {
    const owner = await api.signUp();
    const ours = await create(owner, { name: 'Ours', rules: office, isShared: true });
    const copy = await create(owner, { rules, basedOnId: ours.id, isChosen: true });
    expect((await list(owner)).uses[0]?.filter).toMatchObject({ id: copy.id, changedRules: changed });
    await change(owner, ours, { rules });
    expect((await list(owner)).uses[0]?.filter?.changedRules).toBe(0);
  });

  it('reads nothing of the rules that others use, however long they are', async () => {
    const owner = await api.signUp();
    const { companyId, id: ownerId } = owner.user;
    const ours = await create(owner, { name: 'Ours', rules: office, isShared: true });
    const ids = `('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`;
    await api.admin.query(
      `insert into users (id, name, email, current_company_id) select ${ids}, 'N' || n, n || '@many.test', $1 from generate_series(1, 300) n`,
      [companyId],
    );
    await api.admin.query(
      `insert into memberships (company_id, id, user_id, role) select $1, gen_random_uuid(), ${ids}, 'member' from generate_series(1, 300) n`,
      [companyId],
    );
    await api.admin.query(
      `insert into board_filters (company_id, id, user_id, place, name, rules, on_unknown, action, based_on_id, updated_by)
       select $1, ${ids}, ${ids}, 1, 'Own', $2, 'KEEP', 'DIM', $3, $4 from generate_series(1, 300) n`,
      [companyId, JSON.stringify(office), ours.id, ownerId],
    );
    await api.admin.query(
      `insert into board_filter_choices (company_id, user_id, filter_id) select $1, ${ids}, ${ids} from generate_series(1, 300) n`,
      [companyId],
    );
    const short = await workOf(() => list(owner));
    await api.admin.query('update board_filters set rules = $2 where company_id = $1 and user_id is not null', [
      companyId,
      JSON.stringify(longRules(5)),
    ]);
    expect((await list(owner)).uses.filter(({ filter }) => filter?.changedRules === 5)).toHaveLength(300);
    expect(await workOf(() => list(owner))).toBeLessThan(short * 3);
  });
});
