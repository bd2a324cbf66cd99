import { randomUUID } from 'node:crypto';
import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { type FakeProvider, startFakeProvider } from '../../testing/providers/fake-provider.ts';
import { addTeammate, handOff, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { giveBackMailbox } from './disconnect.jobs.ts';
import { readSecrets } from './secrets/secret-store.service.ts';

const scope = 'openid email profile https://www.googleapis.com/auth/gmail.send';
const success = 'http://localhost:5173/dispatcher/google-connect/success';

let fake: FakeProvider;
let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  fake = await startFakeProvider(scope);
  api = await startTestApp({ env: { GOOGLE_ISSUER: fake.address, MICROSOFT_ISSUER: fake.address } });
  worker = api.openWorker();
});
afterAll(async () => {
  await worker.close();
  await api.close();
  await fake.close();
});
beforeEach(() => {
  fake.revoked.length = 0;
  fake.onRevoke = null;
});

let made = 0;
const newAddress = () => {
  made += 1;
  return `Nina${made}@office.example`;
};

interface Begun {
  authorize: URL;
  cookie: string;
  provider: 'google' | 'microsoft';
}

async function begin(
  client: TestClient,
  {
    accountId = null,
    provider = 'google',
    redirectTo = success,
  }: { accountId?: string | null; provider?: Begun['provider']; redirectTo?: string } = {},
): Promise<Begun> {
  const search = new URLSearchParams({ provider, redirectTo });
  const answer = await client.fetch(`/api/email-accounts/connect?${search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accountId }),
  });
  if (answer.status !== 200) throw Object.assign(new Error('refused'), { problem: await answer.json() });
  const { authorizeUrl } = (await answer.json()) as { authorizeUrl: string };
  const [cookie = ''] = answer.headers.getSetCookie().filter((one) => !one.includes('Max-Age=0'));
  return { authorize: new URL(authorizeUrl), cookie: cookie.split(';', 1)[0] ?? '', provider };
}

/** The provider sends the browser back. */
async function comeBack({ authorize, cookie, provider }: Begun, query: Record<string, string> = {}): Promise<URL> {
  const search = new URLSearchParams({ code: randomUUID(), state: authorize.searchParams.get('state') ?? '', ...query });
  const answer = await api.fetch(`/api/email-accounts/callback/${provider}?${search}`, { headers: { cookie } });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location') ?? '');
}

/** The person consents with this mailbox. */
function consentWith({ authorize }: Begun, email: string, more: Record<string, unknown> = {}): void {
  fake.onToken = () => fake.grant(authorize.searchParams.get('nonce') ?? '', { email }, more);
}

async function connect(
  client: TestClient,
  email = newAddress(),
  accountId: string | null = null,
  more: Record<string, unknown> = {},
): Promise<URL> {
  const begun = await begin(client, { accountId });
  consentWith(begun, email, more);
  return comeBack(begun);
}

async function connected(client: TestClient, email = newAddress()): Promise<string> {
  const id = (await connect(client, email)).searchParams.get('accountId');
  if (!id) throw new Error('not connected');
  return id;
}

const list = async (client: TestClient) => (await client.call(emailAccountEndpoints.listEmailAccounts, {})).emailAccounts;
const errorOf = (address: URL) => address.searchParams.get('error');
const disconnect = (client: TestClient, id: string) => client.call(emailAccountEndpoints.disconnectEmailAccount, { params: { id } });

describe('POST /email-accounts/connect', () => {
  it('200 with PKCE, state and nonce, the right to send alone, and a sealed cookie', async () => {
    const { authorize, cookie } = await begin(await api.signUp());
    expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
      redirect_uri: 'http://localhost:5173/api/email-accounts/callback/google',
      scope,
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(cookie).toMatch(/^__Host-hh_mailbox_[\w-]{12}=.+/);
    expect(cookie).not.toContain(authorize.searchParams.get('nonce'));
  });

  it('asks Microsoft for the right to send and to stay', async () => {
    const { authorize } = await begin(await api.signUp(), { provider: 'microsoft' });
    expect(authorize.searchParams.get('scope')).toBe(
      'openid email profile offline_access https://graph.microsoft.com/Mail.Send https://graph.microsoft.com/User.Read',
    );
  });

  it.each([
    'https://evil.example/dispatcher/google-connect/success',
    'http://localhost:5173/oauth/callback',
    'http://localhost:5173@evil.example/',
    'javascript:alert(1)',
    '//evil.example',
  ])('400 for the return address %s', async (redirectTo) => {
    await expect(begin(await api.signUp(), { redirectTo })).rejects.toMatchObject({ problem: { code: 'invalid_redirect' } });
  });

  it('422 at the limit, 403 for the extension, 404 for a mailbox that is not one’s own', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const stranger = await api.signUp();
    const id = await connected(mate);
    await expect(begin(owner, { accountId: id })).rejects.toMatchObject({ problem: { status: 404 } });
    await expect(begin(stranger, { accountId: id })).rejects.toMatchObject({ problem: { status: 404 } });
    await expect(begin(await handOff(api, mate))).rejects.toMatchObject({ problem: { status: 403 } });
    await connected(mate);
    await expect(begin(mate)).rejects.toMatchObject({
      problem: { code: 'limit_reached', limit: { name: 'emailAddresses', current: 2, max: 2 } },
    });
    expect((await begin(mate, { accountId: id })).authorize.searchParams.get('login_hint')).toMatch(/@office\.example$/);
  });

  it('503 when the provider is away', async () => {
    const away = await startTestApp({ env: { GOOGLE_ISSUER: 'http://localhost:9' } });
    try {
      const client = await away.signUp();
      const query = { provider: 'google' as const, redirectTo: success };
      await expect(client.call(emailAccountEndpoints.connectEmailAccount, { query, body: {} })).rejects.toMatchObject({
        problem: { code: 'mailbox_unavailable' },
      });
    } finally {
      await away.close();
    }
  });
});

describe('GET /email-accounts/callback/{provider}', () => {
  it('302 with the mailbox; its tokens are sealed and only the worker opens them', async () => {
    const client = await api.signUp();
    const target = await connect(client, 'Nina@Bluffline.Example', null, {
      refresh_token: 'a-marked-refresh-token',
      access_token: 'a-marked-access',
    });
    expect(target.origin + target.pathname).toBe(success);
    const id = target.searchParams.get('accountId') ?? '';
    expect(await list(client)).toMatchObject([
      { id, provider: 'google', address: 'nina@bluffline.example', displayName: 'Pat Moreno', health: { dailyCap: 2_000 } },
    ]);
    expect(fake.tokenCalls.at(-1)).toMatchObject({ grant_type: 'authorization_code', code_verifier: expect.any(String) });
    const secrets = await worker.db.withTenant(client.user.companyId, (tx) => readSecrets(worker, tx, id));
    expect(secrets).toMatchObject({ refreshToken: 'a-marked-refresh-token', accessToken: { token: 'a-marked-access' } });
    await expect(api.platform.db.withTenant(client.user.companyId, (tx) => readSecrets(worker, tx, id))).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('is a security event with the address and the session it came from', async () => {
    const client = await api.signUp();
    await connected(client);
    const { rows } = await api.admin.query(
      `select e.ip is not null as has_ip, s.user_id from security_events e join sessions s on s.id = e.session_id
      where e.company_id = $1 and e.kind = 'mailbox.connected'`,
      [client.user.companyId],
    );
    expect(rows).toEqual([{ has_ip: true, user_id: client.user.id }]);
  });

  it('a free mailbox has the smaller cap', async () => {
    const client = await api.signUp();
    await connect(client, `free${Date.now()}@gmail.com`);
    expect((await list(client))[0]?.health.dailyCap).toBe(500);
  });

  it.each<[string, Record<string, unknown>]>([
    ['the right to send was left out', { scope: 'openid email profile' }],
    ['only reading was granted', { scope: 'openid email https://www.googleapis.com/auth/gmail.send.something' }],
    ['there is no refresh token', { refresh_token: undefined }],
  ])('scope_missing when %s', async (_name, more) => {
    const client = await api.signUp();
    const target = await connect(client, newAddress(), null, more);
    expect(target.pathname).toBe('/dispatcher/google-connect/error');
    expect(errorOf(target)).toBe('scope_missing');
    expect(await list(client)).toEqual([]);
  });

  it('access_denied, expired and provider_unavailable', async () => {
    const client = await api.signUp();
    expect(errorOf(await comeBack(await begin(client), { error: 'access_denied' }))).toBe('access_denied');
    const begun = await begin(client);
    fake.onToken = () => ({ status: 400, body: { error: 'invalid_grant' } });
    expect(errorOf(await comeBack(begun))).toBe('expired');
    const other = await begin(client);
    fake.onToken = () => ({ status: 503, body: {} });
    expect(errorOf(await comeBack(other))).toBe('provider_unavailable');
    expect(await list(client)).toEqual([]);
  });

  it('the same address again is the same mailbox; connecting again wants the same address', async () => {
    const client = await api.signUp();
    const address = newAddress();
    const id = await connected(client, address);
    await api.admin.query(
      `update email_accounts set status = 'RECONNECT_NEEDED', last_error = 'x', last_error_at = now(), display_name = 'Mine' where id = $1`,
      [id],
    );
    expect(errorOf(await connect(client, newAddress(), id))).toBe('other_account');
    expect((await connect(client, address, id)).searchParams.get('accountId')).toBe(id);
    expect(await list(client)).toMatchObject([{ id, status: 'CONNECTED', displayName: 'Mine', health: { lastError: null } }]);
    expect(await connected(client, address.toUpperCase())).toBe(id);
  });

  it('other_account for an address that a teammate has connected', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const address = newAddress();
    await connected(owner, address);
    expect(errorOf(await connect(mate, address))).toBe('other_account');
  });

  it('two browsers at once make one mailbox', async () => {
    const client = await api.signUp();
    const address = newAddress();
    const begun = await Promise.all([1, 2, 3, 4].map(() => begin(client)));
    const nonces = begun.map(({ authorize }) => authorize.searchParams.get('nonce') ?? '');
    fake.onToken = ({ code = '' }) => fake.grant(nonces[Number(code)] ?? '', { email: address });
    const targets = await Promise.all(begun.map((one, index) => comeBack(one, { code: String(index) })));
    expect(new Set(targets.map((target) => target.searchParams.get('accountId'))).size).toBe(1);
    expect(await list(client)).toHaveLength(1);
  });

  it('limit_reached when the last place was taken meanwhile', async () => {
    const client = await api.signUp();
    const begun = await Promise.all([1, 2, 3, 4, 5].map(() => begin(client)));
    const nonces = begun.map(({ authorize }) => authorize.searchParams.get('nonce') ?? '');
    fake.onToken = ({ code = '' }) => fake.grant(nonces[Number(code)] ?? '', { email: `racer${code}-${made}@office.example` });
    const targets = await Promise.all(begun.map((one, index) => comeBack(one, { code: String(index) })));
    expect(targets.map(errorOf).filter((error) => error === 'limit_reached')).toHaveLength(3);
    expect(await list(client)).toHaveLength(2);
  });
});

describe('attacks on the callback', () => {
  const refused = async (begun: Begun, query?: Record<string, string>) => {
    consentWith(begun, newAddress());
    const target = await comeBack(begun, query);
    expect(errorOf(target)).toBe('expired');
    expect(target.origin).toBe('http://localhost:5173');
  };

  it('a state without its cookie, with another’s cookie, with a changed one', async () => {
    const [victim, thief] = [await api.signUp(), await api.signUp()];
    const own = await begin(thief);
    const theirs = await begin(victim);
    await refused({ ...own, cookie: '' });
    await refused({ ...own, cookie: theirs.cookie });
    // The victim's cookie value under the thief's cookie name.
    await refused({ ...own, cookie: `${own.cookie.split('=')[0]}=${theirs.cookie.split('=')[1]}` });
    await refused({ ...own, cookie: own.cookie.slice(0, -2) });
    await refused(own, { state: theirs.authorize.searchParams.get('state') ?? '' });
    expect([...(await list(victim)), ...(await list(thief))]).toEqual([]);
  });

  it('a flow of another provider, and a sign-in’s own cookie', async () => {
    const begun = await begin(await api.signUp());
    await refused({ ...begun, provider: 'microsoft' });
    const signIn = await api.fetch(
      `/api/oauth/authorize?${new URLSearchParams({ provider: 'google', redirectTo: 'http://localhost:5173/oauth/callback', challenge: 'a'.repeat(43) })}`,
    );
    const [flow = ''] = signIn.headers.getSetCookie();
    await refused({ ...begun, cookie: `${begun.cookie.split('=')[0]}=${flow.split(/[=;]/)[1]}` });
  });

  it('a replay with a kept cookie', async () => {
    const client = await api.signUp();
    const begun = await begin(client);
    consentWith(begun, newAddress());
    expect((await comeBack(begun)).searchParams.get('accountId')).toBeTruthy();
    const calls = fake.tokenCalls.length;
    await refused(begun);
    expect(fake.tokenCalls).toHaveLength(calls);
    expect(await list(client)).toHaveLength(1);
  });

  it('many replays at once: one is let through', async () => {
    const client = await api.signUp();
    const begun = await begin(client);
    consentWith(begun, newAddress());
    const targets = await Promise.all(Array.from({ length: 10 }, () => comeBack(begun)));
    expect(targets.filter((target) => target.searchParams.has('accountId'))).toHaveLength(1);
  });

  it('a session that was signed out, a member who was removed, a company that was left', async () => {
    const signedOut = await api.signUp();
    const first = await begin(signedOut);
    await signedOut.call(sessionEndpoints.logout, {});
    await refused(first);

    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const second = await begin(mate);
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, mate.user.email) } });
    await refused(second);

    const mover = await api.signUp();
    const third = await begin(mover);
    await api.admin.query('update sessions set current_company_id = $1 where user_id = $2', [owner.user.companyId, mover.user.id]);
    await refused(third);
    expect(await list(owner)).toEqual([]);
  });

  it('a mailbox that was disconnected while its owner was away', async () => {
    const client = await api.signUp();
    const address = newAddress();
    const id = await connected(client, address);
    const begun = await begin(client, { accountId: id });
    await disconnect(client, id);
    consentWith(begun, address);
    expect(errorOf(await comeBack(begun))).toBe('other_account');
  });
});

describe('giving back', () => {
  it('revokes at the provider, then deletes', async () => {
    const client = await api.signUp();
    const id = await connected(client);
    const token = (await worker.db.withTenant(client.user.companyId, (tx) => readSecrets(worker, tx, id))).refreshToken;
    await disconnect(client, id);
    await runWaitingJobs(api, worker, giveBackMailbox);
    expect(fake.revoked).toContain(token);
    expect((await api.admin.query('select from email_secrets where account_id = $1', [id])).rowCount).toBe(0);
  });

  it('deletes even if revoking fails for good', async () => {
    const client = await api.signUp();
    const id = await connected(client);
    await disconnect(client, id);
    fake.onRevoke = () => 503;
    await runWaitingJobs(api, worker, giveBackMailbox);
    expect((await api.admin.query('select from email_secrets where account_id = $1', [id])).rowCount).toBe(0);
  });

  it('does not end the same mailbox in the person’s other company', async () => {
    const owner = await api.signUp();
    const address = newAddress();
    const client = await api.signUp();
    await connected(client, address);
    await api.admin.query(`insert into memberships (company_id, id, user_id, role) values ($1, gen_random_uuid(), $2, 'member')`, [
      owner.user.companyId,
      client.user.id,
    ]);
    await api.admin.query('insert into user_companies (user_id, member_of) values ($2, $1)', [owner.user.companyId, client.user.id]);
    await client.call(profileEndpoints.switchCompany, { body: { companyId: owner.user.companyId } });
    const id = await connected(client, address);
    await disconnect(client, id);
    await runWaitingJobs(api, worker, giveBackMailbox);
    expect(fake.revoked).toEqual([]);
    expect((await api.admin.query('select from email_secrets where account_id = $1', [id])).rowCount).toBe(0);
  });
});
