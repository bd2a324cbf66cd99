import { profileEndpoints } from '@headhaul/contracts/profile';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain, logStatements, pagesOf } from '../../testing/database/statement-log.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { eventually } from '../../testing/eventually.ts';
import { readArrivedMails } from '../../testing/mail/arrived-mail.ts';
import { addTeammate, handOff, invite, memberIdOf, readLinkToken } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { sendOwnerChange } from './owner-change.jobs.ts';
import { listTeam } from './team.service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });

function countOwners(companyId: string): Promise<number> {
  return api.admin
    .query(`select count(*)::int as owners from memberships where company_id = $1 and role = 'owner' and removed_at is null`, [companyId])
    .then(({ rows }) => rows[0].owners as number);
}

async function statusOf(client: TestClient): Promise<number> {
  return (await client.fetch('/api/users/me')).status;
}

describe('GET /user/team-members', () => {
  it('200 with the owner first, then people by name, then invites', async () => {
    const owner = await api.signUp('zoe@list.test');
    const member = await addTeammate(api, owner, 'amy@list.test');
    await invite(api, owner, 'waiting@list.test');
    await invite(api, owner, 'late@list.test');
    await api.admin.query(`update invitations set expires_at = now() where email = 'late@list.test'`);
    const page = await member.call(teamEndpoints.listTeamMembers, { query: {} });
    expect(page.members.map(({ email, state, role, isYou }) => [email, state, role, isYou])).toEqual([
      ['zoe@list.test', 'working', 'owner', false],
      ['amy@list.test', 'working', 'member', true],
      ['late@list.test', 'expired', 'member', false],
      ['waiting@list.test', 'invited', 'member', false],
    ]);
    expect(page).toMatchObject({ working: 2, invited: 2, seats: 10, nextCursor: null });
    expect(page.members[1]?.userId).toBe(member.user.id);
    expect(page.members[3]).toMatchObject({ invitedBy: 'Test', lastActiveAt: null, userId: null });
    expect(page.members[1]?.lastActiveAt).toEqual(expect.any(String));
  });

  it('200 finds when somebody was last seen by an index, also in a session that is over', async () => {
    const owner = await api.signUp();
    const { companyId, id: userId } = owner.user;
    await api.admin.query(
      `insert into sessions (id, user_id, current_company_id, audience, current_hash, rotated_at, expires_at, revoked_at, revoke_reason)
       select gen_random_uuid(), $1, $2, 'extension', '\\x00', now() - n * interval '1 minute', now(), now(), 'logout' from generate_series(1, 3000) n`,
      [userId, companyId],
    );
    await api.admin.query(
      `update sessions set rotated_at = '2031-01-01T00:00:00Z' where id = (select id from sessions where user_id = $1 and revoked_at is not null limit 1)`,
      [userId],
    );
    await api.admin.query('analyze sessions');
    const looked = await api.platform.db.withTenant(companyId, async (tx) => {
      const { db, statements } = logStatements(tx.db);
      await listTeam({ actor: { userId }, transaction: (work: (own: typeof tx) => unknown) => work({ ...tx, db }) } as never, {
        limit: 50,
      });
      return explain(api.admin, statements[0]);
    });
    expect(pagesOf(looked)).toBeLessThan(30);
    const { members } = await owner.call(teamEndpoints.listTeamMembers, { query: {} });
    expect(members[0]?.lastActiveAt).toBe('2031-01-01T00:00:00.000Z');
  });

  it('200 pages through 120 members, each once and in order, and searches', async () => {
    const owner = await api.signUp();
    const { companyId } = owner.user;
    await api.admin.query(
      `with people as (insert into users (id, email, name, family_name, current_company_id)
         select gen_random_uuid(), 'p' || n || '@many.test', case when n % 2 = 0 then 'Same' else 'Name' || n end, 'Q%_' || n, $1
         from generate_series(1, 119) n returning id)
       insert into memberships (company_id, id, user_id, role) select $1, gen_random_uuid(), id, 'member' from people`,
      [companyId],
    );
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await owner.call(teamEndpoints.listTeamMembers, { query: { limit: 50, ...(cursor ? { cursor } : {}) } });
      expect(page.working).toBe(120);
      seen.push(...page.members.map(({ email }) => email));
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
    const find = async (search: string) => (await owner.call(teamEndpoints.listTeamMembers, { query: { search } })).members.length;
    expect(await find('P7@MANY')).toBe(1);
    expect(await find('%_77')).toBe(1);
    expect(await find('q%_1')).toBe(31);
    expect(await find('\\')).toBe(0);
  });

  it('400 for a limit, a cursor or a search that is none', async () => {
    const owner = await api.signUp();
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=x',
      'cursor=x',
      'cursor=WzFd',
      `search=${'x'.repeat(101)}`,
      'search=%00',
      'cursor=WyJcdTAwMDAiXQ',
    ])
      expect((await owner.fetch(`/api/user/team-members?${query}`)).status, query).toBe(400);
  });

  it('200 never with another company’s people', async () => {
    const owner = await api.signUp('alone@list.test');
    await addTeammate(api, await api.signUp(), 'elsewhere@list.test');
    expect((await owner.call(teamEndpoints.listTeamMembers, { query: {} })).members.map(({ email }) => email)).toEqual(['alone@list.test']);
  });
});

describe('PUT /user/team-members/{id}', () => {
  it('204 lets a member manage billing, felt within a second', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    const id = await memberIdOf(owner, member.user.email);
    await owner.call(teamEndpoints.changeTeamMember, { params: { id }, body: { canManageBilling: true } });
    expect((await member.call(sessionEndpoints.getMe, {})).canManageBilling).toBe(true);
  });

  it('403 by a member and for the owner, 404 for another company’s, 400 for a wrong type', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    const stranger = await api.signUp();
    const id = await memberIdOf(owner, member.user.email);
    const input = { params: { id }, body: { canManageBilling: true } };
    await expect(member.call(teamEndpoints.changeTeamMember, input)).rejects.toMatchObject(problem(403, 'not_allowed'));
    await expect(stranger.call(teamEndpoints.changeTeamMember, input)).rejects.toMatchObject(problem(404, 'not_found'));
    const own = { params: { id: await memberIdOf(owner, owner.user.email) }, body: { canManageBilling: false } };
    await expect(owner.call(teamEndpoints.changeTeamMember, own)).rejects.toMatchObject(problem(403, 'not_allowed'));
    const json = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"canManageBilling":"yes"}' };
    expect((await owner.fetch(`/api/user/team-members/${id}`, json)).status).toBe(400);
    expect((await owner.fetch('/api/user/team-members/7', json)).status).toBe(400);
  });
});

describe('POST /user/team-members/{id}/make-owner', () => {
  it('204 hands the company over; the old owner becomes a member', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    await owner.call(teamEndpoints.makeOwner, { params: { id: await memberIdOf(owner, member.user.email) } });
    expect(await member.call(sessionEndpoints.getMe, {})).toMatchObject({ isTeamOwner: true, canManageBilling: true });
    expect(await owner.call(sessionEndpoints.getMe, {})).toMatchObject({ isTeamOwner: false });
    // An owner would get 404 instead, because no member has this id.
    await eventually(() =>
      expect(owner.call(teamEndpoints.makeOwner, { params: { id: uuidv7() } })).rejects.toMatchObject(problem(403, 'not_allowed')),
    );
    await expect(owner.call(teamEndpoints.inviteTeamMembers, { body: { emails: ['a@b.test'] } })).rejects.toMatchObject(
      problem(403, 'not_allowed'),
    );
  });

  it('204 mails both who it was and what it means', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    await owner.call(teamEndpoints.makeOwner, { params: { id: await memberIdOf(owner, member.user.email) } });
    await runWaitingJobs(api, api.openWorker(), sendOwnerChange);
    const [toNew, ...moreToNew] = await readArrivedMails(member.user.email);
    const [toFormer, ...moreToFormer] = await readArrivedMails(owner.user.email);
    expect([toNew?.subject, toFormer?.subject]).toEqual(['You own Test’s company now', 'Test owns Test’s company now']);
    expect(toNew?.text).toContain(`Handed over by: Test, ${owner.user.email}`);
    expect(toFormer?.text).toContain(`New owner: Test, ${member.user.email}`);
    expect(toFormer?.text).toContain('You no longer invite or remove people');
    expect([...moreToNew, ...moreToFormer]).toEqual([]);
  });

  it('204 mails who is left when the other has deleted the account meanwhile, and names only who is left', async () => {
    const first = await api.signUp();
    const second = await addTeammate(api, first);
    const third = await addTeammate(api, first);
    const handOver = async (from: TestClient, to: TestClient) =>
      from.call(teamEndpoints.makeOwner, { params: { id: await memberIdOf(from, to.user.email) } });
    await handOver(first, second);
    await eventually(() => handOver(second, third));
    await second.call(profileEndpoints.deleteAccount, { body: { email: second.user.email } });
    await runWaitingJobs(api, api.openWorker(), sendOwnerChange);
    const mails = await Promise.all([first, second, third].map(({ user }) => readArrivedMails(user.email)));
    expect(mails.map((arrived) => arrived.map(({ subject }) => subject))).toEqual([
      ['Somebody else owns Test’s company now'],
      [],
      ['You own Test’s company now'],
    ]);
    expect(mails[0]?.[0]?.text).toContain('New owner: A deleted account');
    expect(mails[2]?.[0]?.text).toContain('The former owner handed Test’s company over to you.');
    for (const { text, html } of mails.flat()) expect(text + html).not.toMatch(new RegExp(`${second.user.email}|deleted\\.invalid`));
  });

  it('204 mails the former owner also of a company that was deleted meanwhile', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    await owner.call(teamEndpoints.makeOwner, { params: { id: await memberIdOf(owner, member.user.email) } });
    await owner.call(teamEndpoints.leaveTeam, { body: {} });
    await eventually(() => member.call(profileEndpoints.deleteAccount, { body: { email: member.user.email } }));
    await runWaitingJobs(api, api.openWorker(), sendOwnerChange);
    const [mail, ...more] = await readArrivedMails(owner.user.email);
    expect([mail?.subject, more]).toEqual(['Somebody else owns your company now', []]);
  });

  it('204 mails nobody when it changes nothing', async () => {
    await runWaitingJobs(api, api.openWorker(), sendOwnerChange);
    const owner = await api.signUp();
    await owner.call(teamEndpoints.makeOwner, { params: { id: await memberIdOf(owner, owner.user.email) } });
    expect(await runWaitingJobs(api, api.openWorker(), sendOwnerChange)).toBe(0);
  });

  it('one of two at once, never two owners', async () => {
    const owner = await api.signUp();
    const people = [await addTeammate(api, owner), await addTeammate(api, owner)];
    const ids = await Promise.all(people.map((person) => memberIdOf(owner, person.user.email)));
    const results = await Promise.allSettled(ids.map((id) => owner.call(teamEndpoints.makeOwner, { params: { id } })));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: problem(403, 'not_allowed') });
    expect(await countOwners(owner.user.companyId)).toBe(1);
  });

  it('against a removal at once: one owner, who is there', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    const params = { id: await memberIdOf(owner, member.user.email) };
    await Promise.allSettled([owner.call(teamEndpoints.makeOwner, { params }), owner.call(teamEndpoints.removeTeamMember, { params })]);
    expect(await countOwners(owner.user.companyId)).toBe(1);
  });

  it('204 for oneself changes nothing; 403 by a member, 404 for another company’s or an invite', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    const ownId = await memberIdOf(owner, owner.user.email);
    await owner.call(teamEndpoints.makeOwner, { params: { id: ownId } });
    await expect(member.call(teamEndpoints.makeOwner, { params: { id: ownId } })).rejects.toMatchObject(problem(403, 'not_allowed'));
    await invite(api, owner, 'not-yet@own.test');
    const stranger = await api.signUp();
    for (const [client, id] of [
      [owner, await memberIdOf(owner, 'not-yet@own.test')],
      [stranger, ownId],
      [owner, uuidv7()],
    ] as const)
      await expect(client.call(teamEndpoints.makeOwner, { params: { id } })).rejects.toMatchObject(problem(404, 'not_found'));
  });
});

describe('DELETE /user/team-members/{id}', () => {
  it('204 and that person’s web and extension sessions are refused, and can’t come back by the link', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    const extension = await handOff(api, member);
    const token = await readLinkToken(owner);
    expect(await statusOf(extension)).toBe(200);
    const stream = await openEvents(member);
    const id = await memberIdOf(owner, member.user.email);
    await owner.call(teamEndpoints.removeTeamMember, { params: { id } });
    await stream.ended;
    for (const client of [member, extension]) await eventually(async () => expect(await statusOf(client)).toBe(401));
    const again = await api.signUp(member.user.email);
    expect(again.user.companyId).not.toBe(owner.user.companyId);
    await expect(again.call(teamEndpoints.joinByLink, { query: { inviteToken: token } })).rejects.toMatchObject(
      problem(404, 'invalid_invite'),
    );
    await expect(owner.call(teamEndpoints.removeTeamMember, { params: { id } })).rejects.toMatchObject(problem(404, 'not_found'));
  });

  it('403 by a member and for the owner, 404 for another company’s', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    const ownId = await memberIdOf(owner, owner.user.email);
    await expect(member.call(teamEndpoints.removeTeamMember, { params: { id: ownId } })).rejects.toMatchObject(problem(403, 'not_allowed'));
    await expect(owner.call(teamEndpoints.removeTeamMember, { params: { id: ownId } })).rejects.toMatchObject(problem(403, 'not_allowed'));
    await expect((await api.signUp()).call(teamEndpoints.removeTeamMember, { params: { id: ownId } })).rejects.toMatchObject(
      problem(404, 'not_found'),
    );
  });
});

describe('POST /user/team-members/leave', () => {
  it('204 ends the membership and its sessions; the next sign-in is in the own company again', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner, 'leaver@leave.test');
    const screen = await openEvents(owner);
    await member.call(teamEndpoints.leaveTeam, { body: {} });
    await screen.untilChanges(2);
    expect(screen.changes().map(({ data }) => (data as { type: string }).type)).toEqual([
      'session.changed',
      'sign-ins.changed',
      'team.changed',
    ]);
    screen.close();
    await eventually(async () => expect(await statusOf(member)).toBe(401));
    const again = await api.signUp('leaver@leave.test');
    expect(again.user).toMatchObject({ companyId: member.user.companyId, isTeamOwner: true });
  });

  it('403 for the owner', async () => {
    await expect((await api.signUp()).call(teamEndpoints.leaveTeam, { body: {} })).rejects.toMatchObject(problem(403, 'not_allowed'));
  });
});
