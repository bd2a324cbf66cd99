import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox, testClient } from '../test-sandbox.ts';
import type { GrantView } from './grants.ts';
import { gmailSendScope, graphReadScopes, graphSendScopes } from './mail-consent.ts';
import { TestBrowser } from './test-browser.ts';

type Provider = 'google' | 'microsoft';
const owner = { subject: 'demo-owner' };
const signInScope = 'openid email profile';
const askFor: Readonly<Record<Provider, Record<string, string>>> = {
  google: { scope: `${signInScope} ${gmailSendScope}`, access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
  microsoft: { scope: `${signInScope} offline_access ${graphSendScopes[0]} ${graphReadScopes[0]}`, prompt: 'select_account' },
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

function discover(provider: Provider): Promise<openid.Configuration> {
  const options = { execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks] };
  const login = openid.ClientSecretPost(testClient.secret);
  return openid.discovery(new URL(addressOf(sandbox, provider)), testClient.id, undefined, login, options);
}

async function begin(provider: Provider, person: Record<string, string> = owner, extra: Record<string, string> = {}) {
  const config = await discover(provider);
  const browser = new TestBrowser();
  const checks = {
    pkceCodeVerifier: openid.randomPKCECodeVerifier(),
    expectedState: openid.randomState(),
    expectedNonce: openid.randomNonce(),
  };
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: `http://localhost:4000/api/email-accounts/callback/${provider}`,
    code_challenge: await openid.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...askFor[provider],
    ...extra,
  });
  const signInPage = await browser.open(address.href);
  const page = await browser.submit(signInPage, person);
  return { config, checks, browser, signInPage, page };
}

async function connect(
  provider: Provider,
  ticked: readonly string[],
  person: Record<string, string> = owner,
  extra: Record<string, string> = {},
) {
  const { config, checks, browser, page } = await begin(provider, person, extra);
  const subject = /name="subject" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const back = await browser.submit(page, { subject, ...(ticked[0] === undefined ? {} : { scope: ticked[0] }) });
  const tokens = await openid.authorizationCodeGrant(config, new URL(back.address), checks);
  return { config, tokens, scopes: (tokens.scope ?? '').split(' ') };
}

const grantsAt = (provider: Provider) => `${sandbox.address}/services/${provider}/grants`;
const listGrants = async (provider: Provider) => (await (await fetch(grantsAt(provider))).json()) as GrantView[];
const withdraw = (provider: Provider, email: string) => fetch(`${grantsAt(provider)}/${encodeURIComponent(email)}`, { method: 'DELETE' });

async function refreshToken(tokens: { refresh_token?: string }): Promise<string> {
  expect(tokens.refresh_token).toBeDefined();
  return tokens.refresh_token ?? '';
}

describe('Google', () => {
  it('asks the person, and gives lasting access with the email in the id_token', async () => {
    const { page } = await begin('google');
    expect(page.text).toContain('Send email on your behalf');
    expect(page.text).not.toMatch(/<input[^>]*type="checkbox"[^>]* checked/);
    const { config, tokens, scopes } = await connect('google', [gmailSendScope]);
    expect(new Set(scopes)).toEqual(new Set(['email', gmailSendScope, 'openid', 'profile']));
    expect(tokens.claims()).toMatchObject({ email: 'nina@bluffline.example', email_verified: true });
    const again = await openid.refreshTokenGrant(config, await refreshToken(tokens));
    expect(again.access_token).not.toBe(tokens.access_token);
    expect(again.scope).toContain(gmailSendScope);
    // The refresh token stays the same and stays valid.
    await openid.refreshTokenGrant(config, await refreshToken(tokens));
  });

  it('leaves out of the scope what the person did not tick', async () => {
    const { scopes } = await connect('google', [], { name: 'Una', email: 'una@office.example' });
    expect(new Set(scopes)).toEqual(new Set(['email', 'openid', 'profile']));
  });

  it('adds what was granted before when asked to', async () => {
    const person = { name: 'Ivy', email: 'ivy@office.example' };
    await connect('google', [gmailSendScope], person);
    const { scopes } = await connect('google', [], person);
    expect(scopes).toContain(gmailSendScope);
    const { scopes: without } = await connect('google', [], person, { include_granted_scopes: 'false' });
    expect(without).not.toContain(gmailSendScope);
  });

  it('gives a refresh token for access_type=offline alone, and without a new consent only once', async () => {
    const person = { name: 'Ora', email: 'ora@office.example' };
    expect((await connect('google', [gmailSendScope], person, { access_type: 'online' })).tokens.refresh_token).toBeUndefined();
    const quiet = { prompt: 'select_account' };
    expect((await connect('google', [gmailSendScope], person, quiet)).tokens.refresh_token).toBeDefined();
    expect((await connect('google', [gmailSendScope], person, quiet)).tokens.refresh_token).toBeUndefined();
    expect((await connect('google', [gmailSendScope], person)).tokens.refresh_token).toBeDefined();
  });

  it('Cancel goes back with access_denied', async () => {
    const { browser, checks, page } = await begin('google');
    const back = new URL((await browser.follow(page, 'Cancel')).address);
    expect(back.pathname).toBe('/api/email-accounts/callback/google');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: checks.expectedState });
  });

  it('prefills the email of login_hint', async () => {
    const { signInPage } = await begin('google', owner, { login_hint: 'pat@office.example' });
    expect(signInPage.text).toContain('value="pat@office.example"');
  });

  it.each(['refresh_token', 'access_token'] as const)('takes access back by the %s, and then refuses both', async (kind) => {
    const { config, tokens } = await connect('google', [gmailSendScope], { name: 'Rue', email: `rue-${kind}@office.example` });
    expect(config.serverMetadata().revocation_endpoint).toBe(`${addressOf(sandbox, 'google')}/revoke`);
    const refresh = await refreshToken(tokens);
    await openid.tokenRevocation(config, kind === 'access_token' ? tokens.access_token : refresh);
    await expect(openid.refreshTokenGrant(config, refresh)).rejects.toMatchObject({ status: 400, error: 'invalid_grant' });
    await expect(openid.fetchUserInfo(config, tokens.access_token, openid.skipSubjectCheck)).rejects.toMatchObject({ status: 401 });
    const again = await fetch(`${addressOf(sandbox, 'google')}/revoke`, { method: 'POST', body: new URLSearchParams({ token: refresh }) });
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_token' }]);
  });

  it('ends every access of the person with any one token, as Google does', async () => {
    const person = { name: 'Two', email: 'two@office.example' };
    const first = await connect('google', [gmailSendScope], person);
    const second = await connect('google', [gmailSendScope], person);
    await openid.tokenRevocation(first.config, await refreshToken(first.tokens));
    await expect(openid.refreshTokenGrant(second.config, await refreshToken(second.tokens))).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('Microsoft', () => {
  it.each([0, 1] as const)('grants what was asked for, in the same spelling (%i), with a refresh token', async (spelling) => {
    const scope = `${signInScope} offline_access ${graphSendScopes[spelling]} ${graphReadScopes[spelling]}`;
    const { tokens, scopes } = await connect('microsoft', [], owner, { scope });
    expect(scopes).toEqual(expect.arrayContaining([graphSendScopes[spelling], graphReadScopes[spelling]]));
    expect(tokens.claims()).toMatchObject({ email: 'nina@bluffline.example' });
    expect(tokens.refresh_token).toBeDefined();
  });

  it('has no boxes to tick, and a new refresh token at each use while the old one stays good', async () => {
    const { page } = await begin('microsoft');
    expect(page.text).toContain('Send mail as you');
    expect(page.text).not.toContain('type="checkbox"');
    const { config, tokens } = await connect('microsoft', []);
    const old = await refreshToken(tokens);
    const first = await openid.refreshTokenGrant(config, old, { scope: `offline_access ${graphSendScopes[0]}` });
    const second = await openid.refreshTokenGrant(config, old);
    expect(new Set([old, first.refresh_token, second.refresh_token]).size).toBe(3);
    await openid.refreshTokenGrant(config, await refreshToken(first));
  });

  it('gives no refresh token without offline_access, and has no revocation endpoint', async () => {
    const { config, tokens } = await connect('microsoft', [], owner, { scope: `${signInScope} ${graphSendScopes[0]}` });
    expect(tokens.refresh_token).toBeUndefined();
    expect(config.serverMetadata().revocation_endpoint).toBeUndefined();
  });
});

describe('the grants on the home port', () => {
  it.each(['google', 'microsoft'] as const)('are listed and withdrawn at %s', async (provider) => {
    const email = `kay-${provider}@office.example`;
    const { config, tokens } = await connect(provider, [gmailSendScope], { name: 'Kay', email });
    expect((await listGrants(provider)).find((grant) => grant.email === email)).toMatchObject({ isOffline: true });
    expect((await withdraw(provider, email)).status).toBe(204);
    expect((await listGrants(provider)).some((grant) => grant.email === email)).toBe(false);
    await expect(openid.refreshTokenGrant(config, await refreshToken(tokens))).rejects.toMatchObject({
      status: 400,
      error: 'invalid_grant',
    });
    expect((await withdraw(provider, email)).status).toBe(404);
  });

  it('a plain sign-in is none of them', async () => {
    await begin('google', { name: 'Sig', email: 'sig@office.example' }, { scope: signInScope, access_type: 'online' });
    expect((await listGrants('google')).some(({ email }) => email === 'sig@office.example')).toBe(false);
  });

  it.each(['google', 'microsoft'] as const)('are given without a browser at %s', async (provider) => {
    const email = `load-${provider}@office.example`;
    const reply = await fetch(grantsAt(provider), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, name: 'Load Tester' }),
    });
    const minted = (await reply.json()) as { accessToken: string; refreshToken: string; expiresIn: number };
    const config = await discover(provider);
    expect(minted.expiresIn).toBe(3600);
    expect(await openid.fetchUserInfo(config, minted.accessToken, openid.skipSubjectCheck)).toMatchObject({ email });
    expect((await openid.refreshTokenGrant(config, minted.refreshToken)).scope).toMatch(/gmail\.send|Mail\.Send/);
  });

  it('400 for a body that is none, 403 from another origin', async () => {
    const post = (body: string, headers: Record<string, string> = {}) =>
      fetch(grantsAt('google'), { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
    expect((await post('{"email": "nobody"}')).status).toBe(400);
    expect((await post('{')).status).toBe(400);
    expect((await post('{"email": "a@b.example"}', { origin: 'http://evil.example' })).status).toBe(403);
  });
});
