import { profileEndpoints } from '@headhaul/contracts/profile';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../../testing/event-reader.ts';
import { eventually } from '../../testing/eventually.ts';
import { addTeammate, handOff, invite, memberIdOf, readLinkToken } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });
const accept = (client: TestClient, token: string) => client.call(teamEndpoints.acceptInvitation, { query: { token } });
const join = (client: TestClient, inviteToken: string) => client.call(teamEndpoints.joinByLink, { query: { inviteToken } });

async function countMembers(companyId: string): Promise<number> {
  const { rows } = await api.admin.query('select count(*)::int as members from memberships where company_id = $1 and removed_at is null', [
    companyId,
  ]);
  return rows[0].members;
}

describe('POST /user/invitations/accept', () => {
  it('200 and the very next request works in the new company, the extension’s too', async () => {
    const owner = await api.signUp();
    const person = await api.signUp('dana@accept.test');
    const extension = await handOff(api, person);
    const token = await invite(api, owner, 'dana@accept.test');
    expect(await accept(person, token)).toEqual({ companyId: owner.user.companyId, companyName: owner.user.companyName, kind: 'team' });
    expect(await person.call(sessionEndpoints.getMe, {})).toMatchObject({ companyId: owner.user.companyId, isTeamOwner: false });
    await eventually(async () =>
      expect(await extension.call(sessionEndpoints.getMe, {})).toMatchObject({ companyId: owner.user.companyId }),
    );
  });

  it('200 again for whoever joined by it: a lost answer can be asked for anew, with or without a key', async () => {
    const owner = await api.signUp();
    const person = await api.signUp('twice@accept.test');
    const token = await invite(api, owner, 'twice@accept.test');
    const first = await accept(person, token);
    expect(await accept(person, token)).toEqual(first);
    expect(await person.call(teamEndpoints.acceptInvitation, { query: { token } }, { 'idempotency-key': 'a' })).toEqual(first);
    expect(await countMembers(owner.user.companyId)).toBe(2);
    const { rows } = await api.admin.query(
      `select count(*)::int as joins from audit_log where company_id = $1 and entry like '%member.joined%'`,
      [owner.user.companyId],
    );
    expect(rows[0].joins).toBe(1);
  });

  it('403 with another address, and the invite still waits', async () => {
    const owner = await api.signUp();
    const token = await invite(api, owner, 'named@accept.test');
    const other = await api.signUp('other@accept.test');
    await expect(accept(other, token)).rejects.toMatchObject(problem(403, 'wrong_account'));
    await expect(join(other, token)).rejects.toMatchObject(problem(403, 'wrong_account'));
    expect((await other.call(sessionEndpoints.getMe, {})).companyId).toBe(other.user.companyId);
    await accept(await api.signUp('named@accept.test'), token);
  });

  it('404 for an expired one, a made-up one and a team link', async () => {
    const owner = await api.signUp();
    const token = await invite(api, owner, 'late@accept.test');
    await api.admin.query(`update invitations set expires_at = now() where email = 'late@accept.test'`);
    const person = await api.signUp('late@accept.test');
    const forged = Buffer.from(token, 'base64url');
    forged[20] = (forged[20] ?? 0) ^ 1;
    for (const dead of [token, forged.toString('base64url'), 'x', await readLinkToken(owner)])
      await expect(accept(person, dead)).rejects.toMatchObject(problem(404, 'invalid_invite'));
    expect((await person.fetch('/api/user/invitations/accept', { method: 'POST' })).status).toBe(400);
    expect((await person.fetch(`/api/user/invitations/accept?token=${'x'.repeat(201)}`, { method: 'POST' })).status).toBe(400);
  });

  it('one of 30 people with the same address at once', async () => {
    const owner = await api.signUp();
    await api.admin.query('update companies set seats = 100 where company_id = $1', [owner.user.companyId]);
    const people = await Promise.all(Array.from({ length: 30 }, (_, index) => api.signUp(`crowd${index}@accept.test`)));
    await api.admin.query(`update users set email = 'crowd@accept.test' where email like 'crowd%@accept.test'`);
    const token = await invite(api, owner, 'crowd@accept.test');
    const results = await Promise.allSettled(people.map((person) => accept(person, token)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(problem(404, 'invalid_invite'));
    expect(await countMembers(owner.user.companyId)).toBe(2);
  });

  it('200 for invites of several companies: the person belongs to all and works in the last', async () => {
    const owners = [await api.signUp(), await api.signUp()];
    const person = await api.signUp('wanted@accept.test');
    for (const owner of owners) await accept(person, await invite(api, owner, 'wanted@accept.test'));
    const { companies } = await person.call(profileEndpoints.getProfile, {});
    // The person's own unused company was archived.
    expect(new Set(companies.map(({ id }) => id))).toEqual(new Set(owners.map(({ user }) => user.companyId)));
    expect(companies.find(({ isCurrent }) => isCurrent)?.id).toBe(owners[1]?.user.companyId);
  });

  it('404 after the person was removed again', async () => {
    const owner = await api.signUp();
    const person = await api.signUp('out@accept.test');
    const token = await invite(api, owner, 'out@accept.test');
    await accept(person, token);
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, 'out@accept.test') } });
    await expect(accept(await api.signUp('out@accept.test'), token)).rejects.toMatchObject(problem(404, 'invalid_invite'));
  });
});

describe('POST /user/team-members/join-by-link', () => {
  it('200, and an invite that waited for the same address is done', async () => {
    const owner = await api.signUp();
    await invite(api, owner, 'both@join.test');
    await addTeammate(api, owner, 'both@join.test');
    expect(await owner.call(teamEndpoints.listTeamMembers, { query: {} })).toMatchObject({ working: 2, invited: 0 });
  });

  it('422 when the seats are full, and none too many at once', async () => {
    const owner = await api.signUp();
    await api.admin.query('update companies set seats = 4 where company_id = $1', [owner.user.companyId]);
    const token = await readLinkToken(owner);
    const people = await Promise.all(Array.from({ length: 12 }, () => api.signUp()));
    const results = await Promise.allSettled(people.map((person) => join(person, token)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(problem(422, 'limit_reached'));
    expect(await countMembers(owner.user.companyId)).toBe(4);
    const late = await api.signUp('full@join.test');
    await expect(accept(late, await invite(api, owner, 'full@join.test'))).rejects.toMatchObject(problem(422, 'limit_reached'));
    await api.admin.query('update companies set seats = 5 where company_id = $1', [owner.user.companyId]);
    await join(late, token);
  });

  it('404 for an expired link and for a company that was put away', async () => {
    const owner = await api.signUp();
    const token = await readLinkToken(owner);
    const person = await api.signUp();
    await api.admin.query('update companies set archived_at = now() where company_id = $1', [owner.user.companyId]);
    await expect(join(person, token)).rejects.toMatchObject(problem(404, 'invalid_invite'));
    expect((await api.fetch(`/api/user/invitations/preview?token=${token}`)).status).toBe(404);
    await api.admin.query('update companies set archived_at = null where company_id = $1', [owner.user.companyId]);
    await api.admin.query('update team_links set expires_at = now() where company_id = $1', [owner.user.companyId]);
    await expect(join(person, token)).rejects.toMatchObject(problem(404, 'invalid_invite'));
  });

  it('200 keyed, more at once than there are connections', async () => {
    const owner = await api.signUp();
    await api.admin.query('update companies set seats = 100 where company_id = $1', [owner.user.companyId]);
    const token = await readLinkToken(owner);
    const people = await Promise.all(Array.from({ length: 15 }, () => api.signUp()));
    const query = { inviteToken: token };
    await Promise.all(people.map((person) => person.call(teamEndpoints.joinByLink, { query }, { 'idempotency-key': 'k' })));
    expect(await countMembers(owner.user.companyId)).toBe(16);
  });

  it('ends the stream of the company that was left', async () => {
    const owner = await api.signUp();
    const person = await api.signUp();
    const stream = await openEvents(person);
    await join(person, await readLinkToken(owner));
    await stream.ended;
    const next = await openEvents(person);
    await owner.call(teamEndpoints.inviteTeamMembers, { body: { emails: ['x@stream.test'] } });
    await next.untilChanges(1);
    next.close();
  });

  it('401 signed out', async () => {
    expect((await api.fetch('/api/user/team-members/join-by-link?inviteToken=x', { method: 'POST' })).status).toBe(401);
  });
});

describe('GET /user/invitations/preview', () => {
  it('200 signed out with who, where and whom; for a link without whom', async () => {
    const owner = await api.signUp();
    const read = async (token: string) => (await api.fetch(`/api/user/invitations/preview?token=${token}`)).json();
    const known = { inviterName: 'Test', companyName: owner.user.companyName, kind: 'team', expiresAt: expect.any(String) };
    expect(await read(await invite(api, owner, 'see@preview.test'))).toEqual({ ...known, email: 'see@preview.test' });
    expect(await read(await readLinkToken(owner))).toEqual({ ...known, email: null });
  });

  it('200 with the company, not the address of an inviter who has no name', async () => {
    const owner = await api.signUp();
    const tokens = [await invite(api, owner, 'nameless@preview.test'), await readLinkToken(owner)];
    await api.admin.query(`update users set name = ' ' where id = $1`, [owner.user.id]);
    for (const token of tokens) {
      const preview = await (await api.fetch(`/api/user/invitations/preview?token=${token}`)).text();
      expect(JSON.parse(preview)).toMatchObject({ inviterName: owner.user.companyName, companyName: owner.user.companyName });
      expect(preview).not.toContain(owner.user.email);
    }
  });

  it('404 for a dead one of any kind, with the same words', async () => {
    const owner = await api.signUp();
    const used = await invite(api, owner, 'used@preview.test');
    await accept(await api.signUp('used@preview.test'), used);
    const cancelled = await invite(api, owner, 'cancelled@preview.test');
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, 'cancelled@preview.test') } });
    const answers = await Promise.all(
      [used, cancelled, 'AAAA', 'x'.repeat(46)].map(async (token) => {
        const response = await api.fetch(`/api/user/invitations/preview?token=${token}`);
        const { requestId, ...answer } = (await response.json()) as Record<string, unknown>;
        expect(requestId).toEqual(expect.any(String));
        return JSON.stringify([response.status, answer]);
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('"invalid_invite"');
  });

  it('429 when one address asks too often', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT_SIGN_IN_PER_MINUTE: '5', REDIS_URL: 'redis://127.0.0.1:1' } });
    try {
      const statuses = [];
      for (let index = 0; index < 7; index++) statuses.push((await limited.fetch('/api/user/invitations/preview?token=x')).status);
      expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429]);
    } finally {
      await limited.close();
    }
  });
});
