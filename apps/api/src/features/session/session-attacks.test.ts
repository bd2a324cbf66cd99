import { randomUUID } from 'node:crypto';
import { sessionEndpoints } from '@headhaul/contracts/session';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { challengeOf, randomSecret } from '../../lib/auth/crypto.ts';
import { eventually } from '../../testing/eventually.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { findOrCreatePerson } from './people.service.ts';
import { issueCode } from './sign-in.service.ts';

/** Attacks that once worked, each kept as a test. */
let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

function refresh(token: string, cookie = ''): Promise<Response> {
  return api.fetch('/api/auth/refresh-token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ refreshToken: token }),
  });
}

async function handOff(web: TestClient): Promise<TestClient> {
  const verifier = randomSecret();
  const { code } = await web.call(sessionEndpoints.createHandoffCode, { body: { challenge: challengeOf(verifier) } });
  return api.redeem(code, verifier);
}

describe('POST /auth/handoff', () => {
  it('403 with the access token alone: a stolen one must not become an extension’s family', async () => {
    const web = await api.signUp();
    for (const cookie of ['', '__Host-hh_half=guess', (await api.signUp()).cookie]) {
      const body = { challenge: challengeOf(randomSecret()) };
      await expect(web.call(sessionEndpoints.createHandoffCode, { body }, { cookie })).rejects.toMatchObject({ problem: { status: 403 } });
    }
  });

  it('leaves no extension session alive when it races a logout', async () => {
    const alive: string[] = [];
    for (let round = 0; round < 15; round++) {
      const web = await api.signUp();
      const [extension] = await Promise.allSettled([handOff(web), web.call(sessionEndpoints.logout, {})]);
      if (extension.status === 'fulfilled' && (await refresh(extension.value.token.refreshToken)).status === 200)
        alive.push(`round ${round}`);
    }
    expect(alive).toEqual([]);
  });
});

describe('POST /auth/logout', () => {
  it('422 for another session of the same person with the same Idempotency-Key, never a replayed 204', async () => {
    const web = await api.signUp();
    const extension = await handOff(web);
    const headers = { 'idempotency-key': randomUUID() };
    await extension.call(sessionEndpoints.logout, {}, headers);
    await expect(web.call(sessionEndpoints.logout, {}, headers)).rejects.toMatchObject({ problem: { status: 422 } });
    await web.call(sessionEndpoints.logout, {});
    expect((await web.fetch('/api/users/me')).status).toBe(401);
  });
});

describe('POST /auth/refresh-token', () => {
  it('401 for another spelling of the same token, and the family lives on', async () => {
    const web = await api.signUp();
    expect((await refresh(`${web.token.refreshToken}==`, web.cookie)).status).toBe(401);
    expect((await refresh(web.token.refreshToken, web.cookie)).status).toBe(200);
  });
});

describe('POST /auth/exchange', () => {
  it.each([
    ['jörg@müller.example', 'Jörg'],
    ['a&b@corp.example', 'A&B'],
    ['long@example.test', 'N'.repeat(200)],
  ])('200 for a person the provider vouches for as %s', async (email, name) => {
    const proof = { isEmailProven: true, authenticatedAt: null, hasSecondFactor: false };
    const identity = { provider: 'google', issuer: 'https://odd.example', subject: email, email, name, familyName: '', ...proof } as const;
    const person = await findOrCreatePerson(api.platform, identity, 'DISPATCHER');
    const verifier = randomSecret();
    const code = await issueCode(api.platform.db.global, person, {
      audience: 'web',
      challenge: challengeOf(verifier),
      parentSessionId: null,
      isConfirmation: false,
      ...proof,
    });
    expect((await api.redeem(code, verifier)).user.email).toBe(email);
  });
});

describe('a code that is shown twice', () => {
  it('ends what it opened, if the secret that belongs to it comes along', async () => {
    const verifier = randomSecret();
    const owner = await api.signUp();
    const person = { userId: owner.user.id, companyId: owner.user.companyId, isFirstLogin: false };
    const proof = { authenticatedAt: null, hasSecondFactor: false, isConfirmation: false };
    const bound = { audience: 'web', challenge: challengeOf(verifier), parentSessionId: null, ...proof } as const;
    const code = await issueCode(api.platform.db.global, person, bound);
    const client = await api.redeem(code, verifier);
    await expect(api.redeem(code, randomSecret())).rejects.toMatchObject({ problem: { code: 'invalid_code' } });
    expect((await client.fetch('/api/users/me')).status).toBe(200);
    await expect(api.redeem(code, verifier)).rejects.toMatchObject({ problem: { code: 'invalid_code' } });
    await eventually(async () => expect((await client.fetch('/api/users/me')).status).toBe(401));
    expect((await owner.fetch('/api/users/me')).status).toBe(200);
  });
});

describe('a sign-in in a browser that has one', () => {
  it('ends the one before and its extension, and no other of that person', async () => {
    const email = 'twice@signin.example';
    const [before, elsewhere] = [await api.signUp(email), await api.signUp(email)];
    const extension = await handOff(before);
    const verifier = randomSecret();
    const person = { userId: before.user.id, companyId: before.user.companyId, isFirstLogin: false };
    const proof = { authenticatedAt: null, hasSecondFactor: false, isConfirmation: false };
    const bound = { audience: 'web', challenge: challengeOf(verifier), parentSessionId: null, ...proof } as const;
    const code = await issueCode(api.platform.db.global, person, bound);
    const headers = { 'content-type': 'application/json', cookie: before.cookie };
    const again = await api.fetch('/api/auth/exchange', { method: 'POST', headers, body: JSON.stringify({ code, verifier }) });
    expect(again.status).toBe(200);
    for (const ended of [before, extension]) await eventually(async () => expect((await ended.fetch('/api/users/me')).status).toBe(401));
    expect((await elsewhere.fetch('/api/users/me')).status).toBe(200);
  });
});

describe('the application’s database roles', () => {
  async function asRole<T>(role: 'app' | 'worker', work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: api.databaseUrl(role) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  it('cannot run code as the owner by shadowing a type for enqueue_job', async () => {
    // Lifts the database's ban on temporary objects, so that the function alone has to hold.
    await api.admin.query(`grant temporary on database ${api.admin.options.connectionString?.split('/').at(-1)} to app`);
    const ranAsOwner = await asRole('app', async (client) => {
      await client.query('create temporary table seen (who pg_catalog.text)');
      await client.query(`create function pg_temp.note(v pg_catalog.text) returns boolean language plpgsql as
        $$ begin insert into pg_temp.seen values (current_user); return true; end $$`);
      await client.query('create domain pg_temp.text as pg_catalog.text check (pg_temp.note(value))');
      await client.query(`select public.enqueue_job('maintenance.sessions', '{}', null, null, 1, null)`);
      const { rows } = await client.query(`select who from pg_temp.seen where who <> 'app'`);
      return rows;
    });
    expect(ranAsOwner).toEqual([]);
  });

  it('cannot drop the audit log, or what is young, through ensure_partitions', async () => {
    await asRole('worker', async (client) => {
      for (const call of [
        `'audit_log', 'month', -1, -400`,
        `'audit_log', 'month', 0, 1`,
        `'live_events', 'day', 0, -5`,
        `'live_events', 'day', 0, 0`,
      ]) {
        await expect(client.query(`select ensure_partitions(${call})`)).rejects.toThrow('cannot keep');
      }
    });
  });
});
