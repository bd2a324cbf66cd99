import { boardFilterEndpoints, type NewBoardFilter } from '@headhaul/contracts/boards/filters';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../lib/auth/actor.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { deleteFilter, updateFilter } from './board-filters.service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const said = {
  name: 'Van, Southeast',
  rules: [{ kind: 'BROKER_BLOCK', mcs: [], names: ['Quickturn'], emailDomains: [] }],
  onUnknown: 'KEEP',
  action: 'DIM',
} satisfies NewBoardFilter;

it('the team’s filters stay as they are if the owner became a member after the guard had looked', async () => {
  const owner = await api.signUp();
  const ours = await owner.call(boardFilterEndpoints.createBoardFilter, { body: { ...said, isShared: true } });
  await api.admin.query(`update memberships set role = 'member' where user_id = $1`, [owner.user.id]);
  const { id: userId, companyId } = owner.user;
  const asGuarded = {
    actor: { userId, companyId, teamRole: 'owner', audience: 'web' } as Actor,
    transaction: <T>(work: (tx: TenantTx) => Promise<T>) => api.platform.db.withTenant(companyId, work),
  } as Ctx;
  const values = { ...said, name: 'Mine', isForEveryone: true, isAdjustable: false, version: ours.version };
  await expect(updateFilter(asGuarded, ours.id, values)).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(deleteFilter(asGuarded, ours.id)).rejects.toMatchObject({ code: 'not_allowed' });
  const { filters } = await owner.call(boardFilterEndpoints.listBoardFilters, {});
  expect(filters).toMatchObject([{ name: 'Van, Southeast', version: 1, isForEveryone: false }]);
});

it('a name that was cut in the middle of a character is kept as far as it goes', async () => {
  const owner = await api.signUp();
  const rules: NewBoardFilter['rules'] = [{ kind: 'BROKER_BLOCK', mcs: [], names: ['Quickturn \ud83d'], emailDomains: [] }];
  const made = await owner.call(boardFilterEndpoints.createBoardFilter, { body: { ...said, rules } });
  expect(made.rules).toMatchObject([{ names: ['Quickturn \ufffd'] }]);
});
