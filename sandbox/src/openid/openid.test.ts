import { demoPeople } from '@headhaul/contracts/demo-people';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox, testClient } from '../test-sandbox.ts';
import { type Page, TestBrowser } from './test-browser.ts';

type Provider = 'google' | 'microsoft';
const callbackOf = (provider: Provider) => `http://localhost:4000/api/oauth/callback/${provider}`;
const owner = { subject: 'demo-owner' };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

function discover(provider: Provider, authentication = openid.ClientSecretPost(testClient.secret)): Promise<openid.Configuration> {
  const options = { execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks] };
  return openid.discovery(new URL(addressOf(sandbox, provider)), testClient.id, undefined, authentication, options);
}

async function begin(provider: Provider, extra: Record<string, string> = {}, browser = new TestBrowser()) {
  const config = await discover(provider);
  const checks = {
    pkceCodeVerifier: openid.randomPKCECodeVerifier(),
    expectedState: openid.randomState(),
    expectedNonce: openid.randomNonce(),
  };
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: callbackOf(provider),
    scope: 'openid email profile',
    code_challenge: await openid.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...extra,
  });
  const page = await browser.open(address.href);
  return { config, checks, browser, page };
}

async function signIn(provider: Provider, fields: Record<string, string>, extra: Record<string, string> = {}, browser = new TestBrowser()) {
  const { config, checks, page } = await begin(provider, extra, browser);
  const back = await browser.submit(page, fields);
  const tokens = await openid.authorizationCodeGrant(config, new URL(back.address), checks);
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('no id_token');
  return { config, checks, back, tokens, claims };
}

const queryOf = (page: Page) => Object.fromEntries(new URL(page.address).searchParams);

describe.each(['google', 'microsoft'] as const)('%s', (provider) => {
  it('announces the code flow with S256 alone', async () => {
    const metadata = (await discover(provider)).serverMetadata();
    expect(metadata).toMatchObject({
      issuer: addressOf(sandbox, provider),
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    });
  });

  it.each(demoPeople)('signs in $label with all claims in the id_token and at userinfo', async (person) => {
    const { config, tokens, claims } = await signIn(provider, { subject: person.subject });
    const expected = {
      sub: person.subject,
      email: person.email,
      ...(provider === 'google' ? { email_verified: true } : { xms_edov: true }),
      given_name: person.name,
      family_name: person.familyName,
      name: `${person.name} ${person.familyName}`,
    };
    expect(claims).toMatchObject({ ...expected, iss: addressOf(sandbox, provider), aud: testClient.id });
    expect(claims.amr).toEqual(person.subject === 'demo-admin' ? ['pwd', 'mfa'] : ['pwd']);
    expect(await openid.fetchUserInfo(config, tokens.access_token, person.subject)).toEqual(expected);
  });
});

describe('when the person signed in', () => {
  const asked = { claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }), max_age: '0' };

  it('is what Microsoft says when asked', async () => {
    const { claims } = await signIn('microsoft', owner, asked);
    expect(claims.auth_time).toBeGreaterThan(claims.iat - 60);
  });

  it('is what Google keeps to itself', async () => {
    const { claims } = await signIn('google', owner, asked);
    expect(claims).not.toHaveProperty('auth_time');
  });
});

describe('the sign-in page', () => {
  it('lists the demo people as buttons and says what it is', async () => {
    const { page } = await begin('google');
    expect(page.text).toContain('Headhaul sandbox: stands in for Google');
    for (const person of demoPeople) expect(page.text).toMatch(new RegExp(`<button[^>]* value="${person.subject}"[^>]*>`));
  });

  it('has strict headers and no script', async () => {
    const { page } = await begin('microsoft');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.text).not.toContain('<script');
  });

  it.each(['', 'login', 'select_account', 'consent'])('comes again for the next sign-in of one browser (prompt "%s")', async (prompt) => {
    const browser = new TestBrowser();
    const extra: Record<string, string> = prompt === '' ? {} : { prompt };
    const first = await signIn('google', owner, extra, browser);
    const second = await signIn('google', { subject: 'demo-carrier' }, extra, browser);
    expect([first.claims.sub, second.claims.sub]).toEqual(['demo-owner', 'demo-carrier']);
  });

  it('is required: prompt=none answers login_required', async () => {
    const { page } = await begin('google', { prompt: 'none' });
    expect(queryOf(page)).toMatchObject({ error: 'login_required' });
  });

  it('opens only in the browser that began', async () => {
    const { page } = await begin('google');
    const elsewhere = await new TestBrowser().open(page.address);
    expect(elsewhere.status).toBe(404);
    expect(elsewhere.text).not.toContain('<form');
  });

  it('400 for a subject that is not on the list', async () => {
    const { browser, page } = await begin('google');
    const again = await browser.submit(page, { subject: 'demo-nobody' });
    expect(again.status).toBe(400);
    expect((await browser.submit(again, owner)).address).toContain('code=');
  });

  it('Cancel goes back with access_denied', async () => {
    const { browser, checks, config, page } = await begin('google');
    const back = await browser.follow(page, 'Cancel');
    expect(queryOf(back)).toMatchObject({ error: 'access_denied', state: checks.expectedState });
    await expect(openid.authorizationCodeGrant(config, new URL(back.address), checks)).rejects.toMatchObject({ error: 'access_denied' });
  });
});

describe('someone else', () => {
  it('is one account per email, at any spelling', async () => {
    const first = await signIn('google', { name: 'Pat de la Cruz', email: 'pat@office.example' });
    const second = await signIn('google', { name: 'Pat', email: ' PAT@office.example ' });
    const other = await signIn('google', { name: 'Pat de la Cruz', email: 'pat2@office.example' });
    expect(first.claims).toMatchObject({ given_name: 'Pat', family_name: 'de la Cruz', email: 'pat@office.example', email_verified: true });
    expect(second.claims.sub).toBe(first.claims.sub);
    expect(second.claims).not.toHaveProperty('family_name');
    expect(other.claims.sub).not.toBe(first.claims.sub);
  });

  it("is the demo person when the email is that person's", async () => {
    const { claims } = await signIn('google', { name: 'Not Nina', email: 'nina@bluffline.example' });
    expect(claims).toMatchObject({ sub: 'demo-owner', name: 'Nina Alvarez' });
  });

  it('may have an email that is not verified, or share none', async () => {
    const unverified = await signIn('google', { name: 'Una', email: 'una@office.example', emailState: 'unverified' });
    expect(unverified.claims).toMatchObject({ email: 'una@office.example', email_verified: false });
    const hidden = await signIn('google', { name: 'Hal', email: 'hal@office.example', emailState: 'hidden' });
    expect(hidden.claims).not.toHaveProperty('email');
    expect(hidden.claims).not.toHaveProperty('email_verified');
  });

  it('400 with the typed text kept and escaped when a field is wrong', async () => {
    const { browser, page } = await begin('google');
    const again = await browser.submit(page, { name: '"><script>alert(1)</script>', email: 'nobody' });
    expect(again.status).toBe(400);
    expect(again.text).toContain('Enter an email like pat@office.example');
    expect(again.text).toContain('&quot;&gt;&lt;script&gt;');
    expect(again.text).not.toContain('<script');
    const empty = await browser.submit(page, {});
    expect(empty.text).toContain('Enter a name');
    expect(empty.text).toContain('Enter an email');
  });
});

describe('what the provider refuses', () => {
  it.each([
    'http://localhost:4000/api/oauth/callback/microsoft',
    'http://localhost:4000/api/oauth/callback/google/',
    'http://localhost:4000/api/oauth/callback/google?next=1',
    'http://localhost:4000/api/oauth/callback/google#x',
    'http://localhost:4000/api/oauth/callback/../callback/google',
    'http://localhost:4000/elsewhere',
    'http://localhost:99999/api/oauth/callback/google',
    'http://localhost/api/oauth/callback/google',
    'https://localhost:4000/api/oauth/callback/google',
    'http://127.0.0.1:4000/api/oauth/callback/google',
    'http://localhost:4000@evil.example/api/oauth/callback/google',
    'http://localhost.evil.example:4000/api/oauth/callback/google',
    'http://evil.example:4000/api/oauth/callback/google',
    'http://localhost:4000/api/oauth/callback/google\nhttp://evil.example',
  ])('redirect address %j', async (redirect_uri) => {
    const { page } = await begin('google', { redirect_uri });
    expect(page.status).toBe(400);
    expect(page.address).toContain(addressOf(sandbox, 'google'));
    expect(page.text).toContain('Sign-in stopped');
  });

  it('accepts the callback on any port of this machine', async () => {
    const { claims } = await signIn('google', owner, { redirect_uri: 'http://localhost:25173/api/oauth/callback/google' });
    expect(claims.sub).toBe('demo-owner');
  });

  it('a request without PKCE, and with the plain method', async () => {
    const config = await discover('google');
    const bare = { redirect_uri: callbackOf('google'), scope: 'openid', state: 's' };
    const without = await new TestBrowser().open(openid.buildAuthorizationUrl(config, bare).href);
    expect(queryOf(without)).toMatchObject({ error: 'invalid_request' });
    const plain = { ...bare, code_challenge: openid.randomPKCECodeVerifier(), code_challenge_method: 'plain' };
    expect(queryOf(await new TestBrowser().open(openid.buildAuthorizationUrl(config, plain).href))).toMatchObject({
      error: 'invalid_request',
    });
  });

  it('a wrong verifier', async () => {
    const { browser, checks, config, page } = await begin('google');
    const back = await browser.submit(page, owner);
    const wrong = { ...checks, pkceCodeVerifier: openid.randomPKCECodeVerifier() };
    await expect(openid.authorizationCodeGrant(config, new URL(back.address), wrong)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('a code used twice, and then the token it gave', async () => {
    const { back, checks, config, tokens } = await signIn('google', owner);
    await expect(openid.authorizationCodeGrant(config, new URL(back.address), checks)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(openid.fetchUserInfo(config, tokens.access_token, 'demo-owner')).rejects.toMatchObject({ status: 401 });
  });

  it('a code at the other provider', async () => {
    const { browser, page, checks } = await begin('google');
    const back = new URL((await browser.submit(page, owner)).address);
    back.searchParams.set('iss', addressOf(sandbox, 'microsoft'));
    await expect(openid.authorizationCodeGrant(await discover('microsoft'), back, checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('a wrong client secret; the right one is taken in both usual ways', async () => {
    const { browser, checks, page } = await begin('google');
    const back = new URL((await browser.submit(page, owner)).address);
    const stranger = await discover('google', openid.ClientSecretBasic('wrong'));
    await expect(openid.authorizationCodeGrant(stranger, back, checks)).rejects.toMatchObject({ status: 401 });
    const basic = await discover('google', openid.ClientSecretBasic(testClient.secret));
    expect((await openid.authorizationCodeGrant(basic, back, checks)).claims()?.sub).toBe('demo-owner');
  });
});
