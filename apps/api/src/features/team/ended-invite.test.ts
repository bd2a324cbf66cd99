import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArrivedMails } from '../../testing/mail/arrived-mail.ts';
import { invite, linkTarget, memberIdOf, readLinkToken } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { sendInviteAsked } from './invite-asked.jobs.ts';
import { writeInviteAskedMail } from './invite-asked-mail.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp({ env: { TRUSTED_PROXY_HOPS: '1' } });
});
afterAll(() => api.close());

const unknown = { problem: { status: 404, code: 'invalid_invite' } };
const read = (client: TestClient, token: string) => client.call(teamEndpoints.getEndedInvite, { query: { token } });
const ask = (client: TestClient, token: string, from = '203.0.113.1') =>
  client.call(teamEndpoints.askForInvite, { query: { token } }, { 'x-forwarded-for': from });
const address = () => `dana-${crypto.randomUUID()}@ended.test`;
/** As if the person had last asked this company a day ago. */
const forgetAsk = (owner: TestClient, person: TestClient) =>
  api.platform.redis.del(`limit:invite_asks_of_person:${owner.user.companyId} ${person.user.id}`);

/** Ways in which an invite to this address ends. */
const endings: [string, (owner: TestClient, email: string, token: string) => Promise<unknown>][] = [
  ['used', async (_owner, email, token) => (await api.signUp(email)).call(teamEndpoints.acceptInvitation, { query: { token } })],
  ['expired', (_owner, email) => api.admin.query('update invitations set expires_at = now() where email = $1', [email])],
  ['withdrawn', async (owner, email) => owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, email) } })],
  ['replaced', (owner, email) => owner.call(teamEndpoints.resendInvite, { body: { email } })],
];

describe('GET /user/invitations/ended', () => {
  it.each(endings)('200 for one that is %s', async (state, end) => {
    const [owner, person, email] = [await api.signUp(), await api.signUp(), address()];
    const token = await invite(api, owner, email);
    await end(owner, email, token);
    expect(await read(person, token)).toEqual({ state, inviterName: 'Test', companyName: owner.user.companyName });
  });

  it('200 for a team link that was renewed', async () => {
    const [owner, person] = [await api.signUp(), await api.signUp()];
    const token = await readLinkToken(owner);
    await owner.call(teamEndpoints.rotateTeamLink, { query: { redirectTo: linkTarget } });
    expect(await read(person, token)).toMatchObject({ state: 'withdrawn' });
  });

  it('404 for one that works, a made-up one, and one of a company that is gone; 401 signed out', async () => {
    const [owner, person, email] = [await api.signUp(), await api.signUp(), address()];
    const token = await invite(api, owner, email);
    for (const other of [token, 'x', 'A'.repeat(46)]) await expect(read(person, other)).rejects.toMatchObject(unknown);
    await api.admin.query('update invitations set expires_at = now() where email = $1', [email]);
    await api.admin.query('update companies set archived_at = now() where company_id = $1', [owner.user.companyId]);
    await expect(read(person, token)).rejects.toMatchObject(unknown);
    expect((await api.fetch(`/api/user/invitations/ended?token=${token}`)).status).toBe(401);
  });
});

describe('POST /user/invitations/ask', () => {
  it('200 mails the owner who asks and for which invite, once a day', async () => {
    const [owner, person, email] = [await api.signUp(), await api.signUp(), address()];
    const token = await invite(api, owner, email);
    expect(await ask(person, token)).toEqual({ isSent: true, askedName: 'Test' });
    expect(await ask(await api.signUp(), token)).toEqual({ isSent: false, askedName: 'Test' });
    expect(await runWaitingJobs(api, api.openWorker(), sendInviteAsked)).toBe(1);
    const [mail, ...more] = await readArrivedMails(owner.user.email);
    expect([mail?.subject, more]).toEqual([`Test Person asks for an invite to ${owner.user.companyName}`, []]);
    for (const said of [person.user.email, email, '/dispatcher/account-team']) expect(mail?.text).toContain(said);
    await api.admin.query(`update invitations set asked_at = now() - interval '25 hours' where email = $1`, [email]);
    expect(await forgetAsk(owner, person)).toBe(1);
    expect(await ask(person, token)).toMatchObject({ isSent: true });
  });

  it('one mail a day for each person, who uses up no invite of somebody else', async () => {
    const [owner, person, other] = [await api.signUp(), await api.signUp(), await api.signUp()];
    const tokens = await Promise.all([address(), address(), address()].map((email) => invite(api, owner, email)));
    const answers = await Promise.all(tokens.map((token) => ask(person, token)));
    expect(answers.filter(({ isSent }) => isSent)).toHaveLength(1);
    const unasked = tokens.filter((_token, place) => answers[place]?.isSent === false);
    expect(await ask(other, unasked[0] ?? '')).toMatchObject({ isSent: true });
    expect(await ask(person, await invite(api, other, address()))).toMatchObject({ isSent: true });
  });

  it('ten mails a day for each company', async () => {
    const owner = await api.signUp();
    await runWaitingJobs(api, api.openWorker(), sendInviteAsked);
    const answers = [];
    for (let asked = 0; asked < 12; asked++) {
      answers.push(await ask(await api.signUp(), await invite(api, owner, address()), `203.0.113.${asked}`));
    }
    expect(answers.map(({ isSent }) => isSent)).toEqual([...Array(10).fill(true), false, false]);
    expect(await runWaitingJobs(api, api.openWorker(), sendInviteAsked)).toBe(10);
  });

  it('a team link is asked with by many: one mail a day for each person, and three for each network', async () => {
    const owner = await api.signUp();
    const token = await readLinkToken(owner);
    const strangers = await Promise.all(Array.from({ length: 5 }, () => api.signUp()));
    const answers = [];
    for (const [place, stranger] of strangers.entries()) answers.push(await ask(stranger, token, `2001:db8::${place}`));
    expect(answers.map(({ isSent }) => isSent)).toEqual([true, true, true, false, false]);
    const person = await api.signUp();
    expect(await ask(person, token, '198.51.100.7')).toMatchObject({ isSent: true });
    expect(await ask(person, token, '198.51.100.8')).toMatchObject({ isSent: false });
  });

  it('names the company, not the address of an owner who has no name', async () => {
    const [owner, person] = [await api.signUp(), await api.signUp()];
    const token = await invite(api, owner, address());
    await api.admin.query(`update users set name = '' where id = $1`, [owner.user.id]);
    await api.admin.query('update invitations set expires_at = now() where company_id = $1', [owner.user.companyId]);
    expect(await read(person, token)).toMatchObject({ inviterName: owner.user.companyName });
    expect(await ask(person, token)).toEqual({ isSent: true, askedName: owner.user.companyName });
  });

  it('one mail for 10 requests at once', async () => {
    const [owner, person] = [await api.signUp(), await api.signUp()];
    const token = await readLinkToken(owner);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(person, token)));
    expect(answers.filter(({ isSent }) => isSent)).toHaveLength(1);
  });

  it('mails nothing of somebody who deleted the account meanwhile', async () => {
    const [owner, person] = [await api.signUp(), await api.signUp()];
    await ask(person, await invite(api, owner, address()));
    await api.admin.query('update users set deleted_at = now() where id = $1', [person.user.id]);
    await runWaitingJobs(api, api.openWorker(), sendInviteAsked);
    expect(await readArrivedMails(owner.user.email)).toEqual([]);
  });

  it('404 for a made-up invite and one of a company that is gone', async () => {
    const [owner, person] = [await api.signUp(), await api.signUp()];
    const token = await invite(api, owner, address());
    await expect(ask(person, 'x')).rejects.toMatchObject(unknown);
    await api.admin.query('update companies set archived_at = now() where company_id = $1', [owner.user.companyId]);
    await expect(ask(person, token)).rejects.toMatchObject(unknown);
  });
});

/** What says in the row when an invite ended. */
const endColumns: Record<string, string> = {
  used: 'accepted_at',
  expired: 'expires_at',
  withdrawn: 'cancelled_at',
  replaced: 'created_at',
};

describe('an invite that ended long ago', () => {
  it.each(endings)('is forgotten after 30 days: %s', async (state, end) => {
    const [owner, person, email] = [await api.signUp(), await api.signUp(), address()];
    const token = await invite(api, owner, email);
    await end(owner, email, token);
    const endedDaysAgo = (days: number) =>
      api.admin.query(`update invitations set ${endColumns[state]} = now() - make_interval(days => $2) where email = $1`, [email, days]);
    await endedDaysAgo(31);
    await expect(read(person, token)).rejects.toMatchObject(unknown);
    await expect(ask(person, token)).rejects.toMatchObject(unknown);
    await endedDaysAgo(29);
    expect(await read(person, token)).toMatchObject({ state });
    expect(await ask(person, token)).toMatchObject({ isSent: true });
  });

  it('is not renewed when its inviter leaves', async () => {
    const [owner, person, email] = [await api.signUp(), await api.signUp(), address()];
    const token = await invite(api, owner, email);
    await api.admin.query(`update invitations set expires_at = now() - interval '31 days', cancelled_at = now() where email = $1`, [email]);
    await expect(ask(person, token)).rejects.toMatchObject(unknown);
  });

  it('is forgotten if it is a team link too', async () => {
    const [owner, person] = [await api.signUp(), await api.signUp()];
    const token = await readLinkToken(owner);
    await api.admin.query(`update team_links set revoked_at = now() - interval '31 days' where company_id = $1`, [owner.user.companyId]);
    await expect(ask(person, token)).rejects.toMatchObject(unknown);
  });
});

describe('writeInviteAskedMail', () => {
  const plain = {
    askerName: 'Dana Wells',
    askerEmail: 'dana@northline.example',
    companyName: 'Acme',
    invitedEmail: 'd.wells@acme.example',
    isTeamLink: false,
    webOrigin: 'https://app.headhaul.example',
  };

  it.each(['', 'dana@northline.example', 'owner＠acme', 'Claim at pay-now.example/x', 'Billing 1 (800) 555-0199', '\u202E\n'])(
    'has no name for %j',
    (askerName) => {
      const { subject, html, text } = writeInviteAskedMail({ ...plain, askerName });
      expect(subject).toBe('Somebody asks for an invite to Acme');
      expect(text).not.toContain('Who:');
      expect(text).toContain('Signed in as: dana@northline.example');
      expect(html + text).not.toMatch(/pay-now|800|owner.acme|\u202E/);
    },
  );

  it('cleans a name as the mail of an invite does', () => {
    const askerName = '<b>Dana</b>\r\nBcc: x\u2066Wells';
    const { subject, html, text } = writeInviteAskedMail({ ...plain, askerName });
    expect(subject).toBe('<b>Dana</b> Bcc: x Wells asks for an invite to Acme');
    expect(html).not.toContain('<b>Dana');
    expect(text).not.toMatch(/^Bcc:/m);
  });

  it('says which invite, but not one whose address was removed', () => {
    expect(writeInviteAskedMail(plain).text).toContain('They opened your invite for d.wells@acme.example');
    expect(writeInviteAskedMail({ ...plain, invitedEmail: null }).text).toContain('They opened one of your invites');
    expect(writeInviteAskedMail({ ...plain, invitedEmail: null, isTeamLink: true }).text).toContain('They opened your team link');
  });
});
