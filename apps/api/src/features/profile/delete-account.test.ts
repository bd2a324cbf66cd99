import { profileEndpoints } from '@headhaul/contracts/profile';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../lib/db/audit.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { readDatabaseText } from '../../testing/database/database-text.ts';
import { eventually } from '../../testing/eventually.ts';
import { addTeammate, beginSignIn, handOff, invite, readLinkToken } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { forgetPerson } from './forget-person.jobs.ts';

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });
const erase = (client: TestClient, email = client.user.email) => client.call(profileEndpoints.deleteAccount, { body: { email } });

describe('POST /users/me/delete', () => {
  it('204 and the person is found nowhere in the database; others’ records stay whole', async () => {
    const owner = await api.signUp();
    const person = await api.signUp('canary@delete.test');
    const extension = await handOff(api, person);
    await person.call(profileEndpoints.updateProfile, {
      body: { name: 'Canarina', familyName: 'Featherstone', phone: '(555) 777-1212', timeZone: null },
    });
    await person.call(teamEndpoints.acceptInvitation, { query: { token: await invite(api, owner, 'canary@delete.test') } });
    const before = await readDatabaseText(api.admin);
    for (const mark of ['canary@delete.test', 'Canarina', 'Featherstone', '777-1212']) expect(before, mark).toContain(mark);

    await erase(person, ' CANARY@delete.test ');
    await runWaitingJobs(api, worker, forgetPerson);
    const after = await readDatabaseText(api.admin);
    for (const mark of ['canary@delete.test', 'Canarina', 'Featherstone', '777-1212', Buffer.from('canary@delete').toString('hex')])
      expect(after, mark).not.toContain(mark);
    for (const client of [person, extension]) await eventually(async () => expect((await client.fetch('/api/users/me')).status).toBe(401));
    expect(await owner.call(teamEndpoints.listTeamMembers, { query: {} })).toMatchObject({ working: 1, invited: 0 });
    expect(await api.platform.db.withTenant(owner.user.companyId, verifyAudit)).toMatchObject({ brokenAt: null });
  });

  it('a later sign-in by the same identity is a new person', async () => {
    const person = await api.signUp('again@delete.test');
    await erase(person);
    const again = await api.signUp('again@delete.test');
    expect(again.user.id).not.toBe(person.user.id);
    expect(again.user).toMatchObject({ isFirstLogin: true, isTeamOwner: true });
  });

  it('a sign-in that began before opens nothing', async () => {
    const person = await api.signUp();
    const { code, verifier } = await beginSignIn(api, person);
    await erase(person);
    await expect(api.redeem(code, verifier)).rejects.toMatchObject(problem(401, 'session_expired'));
    const { rows } = await api.admin.query('select from sessions where user_id = $1 and (revoked_at is null or user_agent is not null)', [
      person.user.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('an owner alone leaves an emptied company whose link and invites are dead', async () => {
    const owner = await api.signUp();
    const token = await readLinkToken(owner);
    const mailed = await invite(api, owner, 'friend@delete.test');
    await erase(owner);
    const friend = await api.signUp('friend@delete.test');
    for (const [endpoint, query] of [
      [teamEndpoints.joinByLink, { inviteToken: token }],
      [teamEndpoints.acceptInvitation, { token: mailed }],
    ] as const)
      await expect(friend.call(endpoint, { query } as never)).rejects.toMatchObject(problem(404, 'invalid_invite'));
    const { rows } = await api.admin.query('select name, archived_at is not null as archived from companies where company_id = $1', [
      owner.user.companyId,
    ]);
    expect(rows).toEqual([{ name: 'Deleted company', archived: true }]);
  });

  it('403 for an owner with a team, in any company; nothing changes', async () => {
    const owner = await api.signUp();
    await addTeammate(api, owner);
    const other = await api.signUp();
    await owner.call(teamEndpoints.joinByLink, { query: { inviteToken: await readLinkToken(other) } });
    await expect(erase(owner)).rejects.toMatchObject(problem(403, 'not_allowed'));
    expect((await owner.call(profileEndpoints.getProfile, {})).companies).toHaveLength(2);
  });

  it('a join at the same moment: either the company has its owner, or nobody is in it', async () => {
    for (let round = 0; round < 5; round++) {
      const owner = await api.signUp();
      const joiner = await api.signUp();
      const inviteToken = await readLinkToken(owner);
      await Promise.allSettled([erase(owner), joiner.call(teamEndpoints.joinByLink, { query: { inviteToken } })]);
      const { rows } = await api.admin.query(
        `select count(*)::int as members, count(*) filter (where role = 'owner')::int as owners
         from memberships where company_id = $1 and removed_at is null`,
        [owner.user.companyId],
      );
      expect(rows[0].members === 0 || rows[0].owners === 1).toBe(true);
    }
  });

  it('400 for another address, nothing or a number', async () => {
    const person = await api.signUp();
    await expect(erase(person, 'other@delete.test')).rejects.toMatchObject(problem(400, 'validation_failed'));
    for (const body of ['{}', '{"email":7}']) {
      const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      expect((await person.fetch('/api/users/me/delete', json)).status).toBe(400);
    }
    expect((await person.fetch('/api/users/me')).status).toBe(200);
  });
});
