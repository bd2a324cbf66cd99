import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, readCallbackToken } from '../../testing/provider-browser.ts';
import { startFakeProvider } from '../../testing/providers/fake-provider.ts';
import { type SandboxProcess, startSandbox } from '../../testing/sandbox-process.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

// A separate sandbox: these tests take a provider down while other tests sign in.
let sandbox: SandboxProcess;
let api: TestApp;
const startApp = () =>
  startTestApp({
    env: { GOOGLE_ISSUER: `http://localhost:${sandbox.port + 1}`, MICROSOFT_ISSUER: `http://localhost:${sandbox.port + 2}` },
  });
beforeAll(async () => {
  sandbox = await startSandbox();
  api = await startApp();
});
afterAll(async () => {
  await api.close();
  sandbox.stop();
});

const owner = { subject: 'demo-owner' };
let count = 0;
/** A person no test has used before. */
const someoneNew = () => {
  count += 1;
  return { name: 'Pat Moreno', email: `pat${count}@office.example` };
};

async function signIn(person: Record<string, string>, query?: Record<string, string>): Promise<TestClient & { isFirstLogin: boolean }> {
  const browser = openBrowser(api.origin);
  const { code, isFirstLogin } = readCallbackToken(await browser.signIn(person, query));
  return { ...(await api.redeem(code, browser.verifier)), isFirstLogin };
}

async function withFaults(faults: Record<string, unknown>, work: () => Promise<void>): Promise<void> {
  const address = `http://localhost:${sandbox.port}/services/google/faults`;
  await fetch(address, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(faults) });
  try {
    await work();
  } finally {
    await fetch(address, { method: 'DELETE' });
  }
}

describe('GET /oauth/authorize', () => {
  it('302 to the provider with PKCE, state and nonce, and a sealed cookie', async () => {
    const response = await openBrowser(api.origin).authorize();
    expect(response.status).toBe(302);
    const location = new URL(response.headers.get('location') ?? '');
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:5173/api/oauth/callback/google',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-hh_flow_[\w-]{12}=.+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(cookie).not.toContain(location.searchParams.get('nonce'));
  });

  it.each([
    ['a foreign return address', { redirectTo: 'https://evil.example/oauth/callback' }, 'invalid_redirect'],
    ['the role ADMIN', { role: 'ADMIN' }, 'validation_failed'],
    ['an unknown provider', { provider: 'yahoo' }, 'validation_failed'],
    ['a challenge that is none', { challenge: 'short' }, 'validation_failed'],
  ])('400 for %s', async (_name, query, code) => {
    const response = await openBrowser(api.origin).authorize(query);
    expect(await response.json()).toMatchObject({ status: 400, code });
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});

describe('a sign-in through the provider', () => {
  it('makes an account the first time and finds it the second', async () => {
    const person = someoneNew();
    const first = await signIn(person);
    const second = await signIn(person);
    expect([first.isFirstLogin, second.isFirstLogin]).toEqual([true, false]);
    expect([first.user.isFirstLogin, second.user.isFirstLogin]).toEqual([true, false]);
    expect(second.user).toMatchObject({ id: first.user.id, email: person.email, name: 'Pat', familyName: 'Moreno', role: 'DISPATCHER' });
  });

  it('gives the role that was asked for, and only at the first time', async () => {
    const person = someoneNew();
    expect((await signIn(person, { role: 'CARRIER' })).user.role).toBe('CARRIER');
    expect((await signIn(person, { role: 'DISPATCHER' })).user.role).toBe('CARRIER');
  });

  it('knows a person by provider and subject, never by email', async () => {
    const google = await signIn(owner);
    const microsoft = await signIn(owner, { provider: 'microsoft' });
    expect(microsoft.user.email).toBe(google.user.email);
    expect(microsoft.user.id).not.toBe(google.user.id);
    expect([google.user.iSGoogleSignInDone, microsoft.user.iSGoogleSignInDone]).toEqual([true, false]);
  });

  it('carries the invite through', async () => {
    const back = await openBrowser(api.origin).signIn(someoneNew(), { inviteToken: 'invite-7' });
    expect(back.searchParams.get('inviteToken')).toBe('invite-7');
    expect(readCallbackToken(back).isFirstLogin).toBe(true);
  });

  it('makes one account for two first sign-ins at once', async () => {
    const person = someoneNew();
    const both = await Promise.all([signIn(person), signIn(person), signIn(person)]);
    expect(new Set(both.map(({ user }) => user.id)).size).toBe(1);
    expect(both.filter(({ isFirstLogin }) => isFirstLogin)).toHaveLength(1);
    const { rows } = await api.admin.query('select count(*)::int as count from users where email = $1', [person.email]);
    expect(rows[0].count).toBe(1);
  });

  it('gives a code that only this browser can redeem', async () => {
    const browser = openBrowser(api.origin);
    const { code } = readCallbackToken(await browser.signIn(owner));
    await expect(api.redeem(code, openBrowser(api.origin).verifier)).rejects.toMatchObject({ problem: { code: 'invalid_code' } });
    expect((await api.redeem(code, browser.verifier)).user.email).toBe('nina@bluffline.example');
  });
});

describe('GET /oauth/callback/{provider}', () => {
  const errorOf = (address: URL) => [
    address.origin + address.pathname,
    address.searchParams.get('error'),
    address.searchParams.get('token'),
  ];
  const refusedWith = (code: string) => ['http://localhost:5173/oauth/callback', code, null];

  it('access_denied when the person cancels', async () => {
    expect(errorOf(await openBrowser(api.origin).signIn('cancel'))).toEqual(refusedWith('access_denied'));
  });

  it.each(['hidden', 'unverified'])('email_missing when the email is %s', async (emailState) => {
    expect(errorOf(await openBrowser(api.origin).signIn({ ...someoneNew(), emailState }))).toEqual(refusedWith('email_missing'));
  });

  it('sign_in_expired for a person vouched for by another’s key', async () => {
    const fake = await startFakeProvider('openid');
    const own = await startTestApp({ env: { GOOGLE_ISSUER: fake.address } });
    try {
      const visit = async (isForged: boolean) => {
        const browser = openBrowser(own.origin);
        const asked = new URL((await browser.authorize()).headers.get('location') ?? '').searchParams;
        fake.onToken = () => fake.grant(asked.get('nonce') ?? '', { email: 'pat@forged.example', isForged });
        return browser.comeBack(new URL(`${own.origin}/api/oauth/callback/google?code=c&state=${asked.get('state')}`));
      };
      expect(errorOf(await visit(true))).toEqual(refusedWith('sign_in_expired'));
      expect(readCallbackToken(await visit(false)).isFirstLogin).toBe(true);
    } finally {
      await own.close();
      await fake.close();
    }
  });

  it('sign_in_expired without the cookie, so that nobody is signed in by another’s link', async () => {
    const browser = openBrowser(api.origin);
    const callback = await browser.choose((await browser.authorize()).headers.get('location') ?? '', owner);
    expect(errorOf(await openBrowser(api.origin).comeBack(callback))).toEqual(refusedWith('sign_in_expired'));
    browser.forgetCookies();
    expect(errorOf(await browser.comeBack(callback))).toEqual(refusedWith('sign_in_expired'));
  });

  it('sign_in_expired for a state that is not this sign-in’s', async () => {
    const browser = openBrowser(api.origin);
    const callback = await browser.choose((await browser.authorize()).headers.get('location') ?? '', owner);
    const state = callback.searchParams.get('state') ?? '';
    for (const wrong of ['', 'x'.repeat(43), `${state.slice(0, 12)}${'x'.repeat(31)}`]) {
      const changed = new URL(callback);
      changed.searchParams.set('state', wrong);
      expect(errorOf(await browser.comeBack(changed))).toEqual(refusedWith('sign_in_expired'));
    }
    const elsewhere = new URL(callback.href.replace('/callback/google', '/callback/microsoft'));
    expect(errorOf(await browser.comeBack(elsewhere))).toEqual(refusedWith('sign_in_expired'));
  });

  it('sign_in_expired for a callback that was used before', async () => {
    const browser = openBrowser(api.origin);
    const callback = await browser.choose((await browser.authorize()).headers.get('location') ?? '', owner);
    expect((await browser.comeBack(callback)).searchParams.has('token')).toBe(true);
    expect(errorOf(await browser.comeBack(callback))).toEqual(refusedWith('sign_in_expired'));
  });

  it('sign_in_expired for a code the provider does not know', async () => {
    const browser = openBrowser(api.origin);
    const callback = await browser.choose((await browser.authorize()).headers.get('location') ?? '', owner);
    callback.searchParams.set('code', 'made-up');
    expect(errorOf(await browser.comeBack(callback))).toEqual(refusedWith('sign_in_expired'));
  });

  it.each([{ refuse: true }, { errorStatus: 503 }, { latencyMs: 60_000 }])(
    'provider_unavailable when the provider fails at the last step: %j',
    async (faults) => {
      const browser = openBrowser(api.origin);
      const callback = await browser.choose((await browser.authorize()).headers.get('location') ?? '', owner);
      await withFaults(faults, async () => {
        expect(errorOf(await browser.comeBack(callback))).toEqual(refusedWith('provider_unavailable'));
      });
    },
  );

  it('302 back with provider_unavailable when the provider has never answered, and on to it once it does', async () => {
    const fresh = await startApp();
    try {
      await withFaults({ refuse: true }, async () => {
        const response = await openBrowser(fresh.origin).authorize();
        expect(response.status).toBe(302);
        expect(response.headers.get('location')).toMatch(/\/oauth\/callback\?error=provider_unavailable$/);
        expect(response.headers.getSetCookie()).toEqual([]);
      });
      expect((await openBrowser(fresh.origin).authorize()).headers.get('location')).toContain('code_challenge=');
    } finally {
      await fresh.close();
    }
  });
});
