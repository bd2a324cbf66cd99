import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../../testing/event-reader.ts';
import { addTeammate, invite, linkTarget, memberIdOf, readLinkToken, readMailToken } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });

function sendInvite(client: TestClient, emails: string[], headers: Record<string, string> = {}) {
  return client.call(teamEndpoints.inviteTeamMembers, { body: { emails } }, headers);
}

async function countRows(table: string, email: string): Promise<number> {
  const where = table === 'invitations' ? 'email = $1' : 'payload::text like $1';
  const { rows } = await api.admin.query(`select count(*)::int as found from ${table} where ${where}`, [email]);
  return rows[0].found;
}

describe('POST /user/team-members/invite', () => {
  it('200 invites each address once, names who works here, and tells open screens', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner, 'here@invite.test');
    const screen = await openEvents(member);
    expect(await sendInvite(owner, ['New@Invite.test', 'new@invite.test ', 'HERE@invite.test'])).toEqual({
      invited: ['new@invite.test'],
      alreadyHere: ['here@invite.test'],
    });
    expect(await countRows('invitations', 'new@invite.test')).toBe(1);
    await screen.untilChanges(1);
    expect(screen.changes()[0]?.data).toEqual({ type: 'team.changed' });
    screen.close();
  });

  it('200 for an address that waits already renews the invite: the earlier link is dead', async () => {
    const owner = await api.signUp();
    const first = await invite(api, owner, 'twice@invite.test');
    const second = await invite(api, owner, 'twice@invite.test');
    expect(second).not.toBe(first);
    expect(await countRows('invitations', 'twice@invite.test')).toBe(1);
    expect((await api.fetch(`/api/user/invitations/preview?token=${first}`)).status).toBe(404);
    expect((await api.fetch(`/api/user/invitations/preview?token=${second}`)).status).toBe(200);
  });

  it('200 to three of ten at once with the same address, in one line; 429 to the others, which count for nobody', async () => {
    const owner = await api.signUp();
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => sendInvite(owner, ['other@invite.test', 'race@invite.test'])),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason.problem).toMatchObject({
          status: 429,
          detail: 'other@invite.test was invited too often today. Try again in 24 hours.',
        });
    expect(await countRows('invitations', 'race@invite.test')).toBe(1);
  });

  it('200 to a repeated Idempotency-Key, sent once; 422 with other content', async () => {
    const owner = await api.signUp();
    const key = { 'idempotency-key': 'invite-1' };
    const answer = await sendInvite(owner, ['keyed@invite.test'], key);
    expect(await sendInvite(owner, ['keyed@invite.test'], key)).toEqual(answer);
    const { rows } = await api.admin.query(`select version from invitations where email = 'keyed@invite.test'`);
    expect(rows).toEqual([{ version: 1 }]);
    await expect(sendInvite(owner, ['else@invite.test'], key)).rejects.toMatchObject(problem(422, 'idempotency_mismatch'));
  });

  it('403 by a member, 401 signed out', async () => {
    const member = await addTeammate(api, await api.signUp());
    await expect(sendInvite(member, ['a@b.test'])).rejects.toMatchObject(problem(403, 'not_allowed'));
    expect((await api.fetch('/api/user/team-members/invite', { method: 'POST' })).status).toBe(401);
  });

  it.each([
    ['no address', []],
    ['51 addresses', Array.from({ length: 51 }, (_, index) => `p${index}@many.test`)],
    ['an address without a dot', ['a@b']],
    ['two in one', ['a@b.test,c@d.test']],
    ['one with a line break', ['a@b.test\nBcc: c@d.test']],
    ['one too long', [`${'x'.repeat(320)}@b.test`]],
    ['one that grows when lowered', [`${'İ'.repeat(300)}@b.test`]],
    ['a number', [7]],
  ])('400 for %s', async (_name, emails) => {
    const owner = await api.signUp();
    await expect(sendInvite(owner, emails as string[])).rejects.toMatchObject(problem(400, 'validation_failed'));
  });

  it('429 when a company sends more than its hour allows', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT_INVITES_PER_HOUR: '3' } });
    try {
      const owner = await limited.signUp();
      await owner.call(teamEndpoints.inviteTeamMembers, { body: { emails: ['a@x.test', 'b@x.test', 'c@x.test'] } });
      await expect(owner.call(teamEndpoints.resendInvite, { body: { email: 'a@x.test' } })).rejects.toMatchObject(
        problem(429, 'too_many_requests'),
      );
      const other = await limited.signUp();
      await other.call(teamEndpoints.inviteTeamMembers, { body: { emails: ['a@x.test'] } });
    } finally {
      await limited.close();
    }
  });
});

describe('the mails to one address', () => {
  it('429 after three of a company in a day, however it is spelled, and after six of all', async () => {
    const [owner, second, third] = [await api.signUp(), await api.signUp(), await api.signUp()];
    await sendInvite(owner, ['flood@limit.test']);
    await owner.call(teamEndpoints.resendInvite, { body: { email: 'flood@limit.test' } });
    await sendInvite(owner, ['flood+2@limit.test']);
    const { problem: refused } = await owner
      .call(teamEndpoints.resendInvite, { body: { email: 'flood@limit.test' } })
      .catch((error) => error);
    expect(refused).toMatchObject({
      ...problem(429, 'too_many_requests').problem,
      detail: 'flood@limit.test was invited too often today. Try again in 24 hours.',
      retryAfterSeconds: expect.any(Number),
    });
    for (let n = 0; n < 3; n += 1) await sendInvite(second, ['flood@limit.test']);
    await expect(sendInvite(third, ['fine@limit.test', 'flood@limit.test'])).rejects.toMatchObject(problem(429, 'too_many_requests'));
    expect(await countRows('invitations', 'fine@limit.test')).toBe(0);
    // What was refused used up nothing.
    for (let n = 0; n < 3; n += 1) await sendInvite(third, ['fine@limit.test']);
  });

  it('are not counted when they could not be sent, nor when no invite waits there', async () => {
    const owner = await api.signUp();
    await api.admin.query(`
      create function refuse_invite() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse_invite before insert on invitations for each row when (new.email = 'broken@limit.test')
        execute function refuse_invite()`);
    for (let n = 0; n < 3; n += 1) {
      await expect(sendInvite(owner, ['broken@limit.test'])).rejects.toMatchObject(problem(500, 'internal'));
      const resend = owner.call(teamEndpoints.resendInvite, { body: { email: 'broken@limit.test' } });
      await expect(resend).rejects.toMatchObject(problem(404, 'not_found'));
    }
    await api.admin.query('drop trigger refuse_invite on invitations; drop function refuse_invite');
    for (let n = 0; n < 3; n += 1) await sendInvite(owner, ['broken@limit.test']);
  });

  it('are counted before the company is locked', async () => {
    const owner = await api.signUp();
    for (let n = 0; n < 3; n += 1) await sendInvite(owner, ['wait@limit.test']);
    const holder = await api.admin.connect();
    try {
      await holder.query('begin');
      await holder.query('select from companies where company_id = $1 for update', [owner.user.companyId]);
      await expect(sendInvite(owner, ['wait@limit.test'])).rejects.toMatchObject(problem(429, 'too_many_requests'));
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });
});

describe('POST /user/team-members/resend-invite', () => {
  it('204 with a new link and new days; the earlier link is dead', async () => {
    const owner = await api.signUp();
    const first = await invite(api, owner, 'again@resend.test');
    await api.admin.query(`update invitations set expires_at = now() where email = 'again@resend.test'`);
    await owner.call(teamEndpoints.resendInvite, { body: { email: 'AGAIN@resend.test' } });
    const person = await api.signUp('again@resend.test');
    await expect(person.call(teamEndpoints.acceptInvitation, { query: { token: first } })).rejects.toMatchObject(
      problem(404, 'invalid_invite'),
    );
    await person.call(teamEndpoints.acceptInvitation, { query: { token: await readMailToken(api, 'again@resend.test') } });
  });

  it('400 for a text as long as a body can be, by its length alone', async () => {
    const owner = await api.signUp();
    const refused = owner.call(teamEndpoints.resendInvite, { body: { email: `a@${'.'.repeat(250_000)}@` } });
    await expect(refused).rejects.toMatchObject({ problem: { status: 400, errors: [{ path: 'body.email' }] } });
  });

  it('404 for an address nobody invited, or another company did; 403 by a member', async () => {
    const owner = await api.signUp();
    await invite(api, await api.signUp(), 'foreign@resend.test');
    for (const email of ['nobody@resend.test', 'foreign@resend.test'])
      await expect(owner.call(teamEndpoints.resendInvite, { body: { email } })).rejects.toMatchObject(problem(404, 'not_found'));
    const member = await addTeammate(api, owner);
    await expect(member.call(teamEndpoints.resendInvite, { body: { email: 'a@b.test' } })).rejects.toMatchObject(
      problem(403, 'not_allowed'),
    );
  });
});

describe('DELETE /user/team-members/{id} for an invite', () => {
  it('204 takes it back: its link and a resend are refused, and it can be sent anew', async () => {
    const owner = await api.signUp();
    const token = await invite(api, owner, 'back@cancel.test');
    const id = await memberIdOf(owner, 'back@cancel.test');
    await owner.call(teamEndpoints.removeTeamMember, { params: { id } });
    await expect(owner.call(teamEndpoints.removeTeamMember, { params: { id } })).rejects.toMatchObject(problem(404, 'not_found'));
    await expect(owner.call(teamEndpoints.resendInvite, { body: { email: 'back@cancel.test' } })).rejects.toMatchObject(
      problem(404, 'not_found'),
    );
    const person = await api.signUp('back@cancel.test');
    await expect(person.call(teamEndpoints.acceptInvitation, { query: { token } })).rejects.toMatchObject(problem(404, 'invalid_invite'));
    await person.call(teamEndpoints.acceptInvitation, { query: { token: await invite(api, owner, 'back@cancel.test') } });
  });
});

describe('GET /user/team-members/link', () => {
  it('200 gives the same link each time, also to five at once', async () => {
    const owner = await api.signUp();
    const tokens = await Promise.all(Array.from({ length: 5 }, () => readLinkToken(owner)));
    expect(new Set([...tokens, await readLinkToken(owner)]).size).toBe(1);
    const { link, expiresAt } = await owner.call(teamEndpoints.getTeamLink, { query: { redirectTo: linkTarget } });
    expect(link).toBe(`${linkTarget}?inviteToken=${tokens[0]}`);
    expect(new Date(expiresAt).getTime()).toBeGreaterThan(Date.now() + 13 * 24 * 60 * 60 * 1_000);
  });

  it('200 with a new one after it expired', async () => {
    const owner = await api.signUp();
    const old = await readLinkToken(owner);
    await api.admin.query('update team_links set expires_at = now() where company_id = $1', [owner.user.companyId]);
    expect(await readLinkToken(owner)).not.toBe(old);
  });

  it('400 for a foreign address, 403 by a member', async () => {
    const owner = await api.signUp();
    await expect(
      owner.call(teamEndpoints.getTeamLink, { query: { redirectTo: 'https://evil.example/oauth/login' } }),
    ).rejects.toMatchObject(problem(400, 'invalid_redirect'));
    const member = await addTeammate(api, owner);
    await expect(readLinkToken(member)).rejects.toMatchObject(problem(403, 'not_allowed'));
  });
});

describe('POST /user/team-members/link/rotate', () => {
  it('200 with a new link; the old one is dead, and the answer is never kept for a key', async () => {
    const owner = await api.signUp();
    const old = await readLinkToken(owner);
    const rotate = () => owner.call(teamEndpoints.rotateTeamLink, { query: { redirectTo: linkTarget } }, { 'idempotency-key': 'rotate-1' });
    const links = [(await rotate()).link, (await rotate()).link];
    expect(new Set(links).size).toBe(2);
    const person = await api.signUp();
    await expect(person.call(teamEndpoints.joinByLink, { query: { inviteToken: old } })).rejects.toMatchObject(
      problem(404, 'invalid_invite'),
    );
    expect(links[1]).toContain(await readLinkToken(owner));
  });

  it('403 by a member', async () => {
    const member = await addTeammate(api, await api.signUp());
    await expect(member.call(teamEndpoints.rotateTeamLink, { query: { redirectTo: linkTarget } })).rejects.toMatchObject(
      problem(403, 'not_allowed'),
    );
  });
});
