import { sessionEndpoints } from '@headhaul/contracts/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { challengeOf, randomSecret } from '../../lib/auth/crypto.ts';
import { untilBlocked } from '../../testing/database/lock-waits.ts';
import { eventually } from '../../testing/eventually.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

function refresh(client: TestClient, token = client.token.refreshToken, cookie = client.cookie): Promise<Response> {
  return api.fetch('/api/auth/refresh-token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ refreshToken: token }),
  });
}

async function refreshed(client: TestClient, token?: string): Promise<string> {
  const response = await refresh(client, token);
  expect(response.status).toBe(200);
  return ((await response.json()) as { refreshToken: string }).refreshToken;
}

/** Moves the family's last rotation into the past, as if time had passed. */
function ageRotation(client: TestClient, seconds: number): Promise<unknown> {
  return api.admin.query('update sessions set rotated_at = rotated_at - make_interval(secs => $1) where user_id = $2', [
    seconds,
    client.user.id,
  ]);
}

async function handOff(client: TestClient): Promise<TestClient> {
  const verifier = randomSecret();
  const { code } = await client.call(sessionEndpoints.createHandoffCode, { body: { challenge: challengeOf(verifier) } });
  return api.redeem(code, verifier);
}

describe('GET /users/me', () => {
  it('200 with every session field the server knows', async () => {
    const client = await api.signUp('nina@example.test');
    expect(await client.call(sessionEndpoints.getMe, {})).toEqual({
      id: expect.any(String),
      email: 'nina@example.test',
      name: 'Test',
      familyName: 'Person',
      role: 'DISPATCHER',
      companyId: expect.any(String),
      companyName: 'Test’s company',
      mc: null,
      isTeamOwner: true,
      isBillActive: true,
      canManageBilling: true,
      isFirstLogin: true,
      isEmailProven: true,
      factoringType: null,
      createAt: expect.any(Number),
      subscriptionType: 'FREE_TRIAL',
      isAccountAttached: false,
      iSGoogleSignInDone: true,
      setupCompletedAt: null,
    });
  });

  it('401 without a token, with a foreign one, and with one for another audience', async () => {
    const client = await api.signUp();
    expect((await api.fetch('/api/users/me')).status).toBe(401);
    expect((await api.fetch('/api/users/me', { headers: { authorization: 'Bearer e30.e30.e30' } })).status).toBe(401);
    const [header, payload, signature] = client.token.accessToken.split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const forged = [header, Buffer.from(JSON.stringify({ ...claims, aud: 'extension' })).toString('base64url'), signature].join('.');
    expect((await api.fetch('/api/users/me', { headers: { authorization: `Bearer ${forged}` } })).status).toBe(401);
  });

  it('401 after removal from the team, though nobody told this process', async () => {
    const client = await api.signUp();
    await client.call(sessionEndpoints.getMe, {});
    await api.admin.query('update memberships set removed_at = now() where user_id = $1', [client.user.id]);
    await eventually(async () => expect((await client.fetch('/api/users/me')).status).toBe(401));
  });
});

describe('POST /auth/exchange', () => {
  it('400 for a wrong verifier, and the code still works for the right one', async () => {
    const client = await api.signUp();
    const verifier = randomSecret();
    const { code } = await client.call(sessionEndpoints.createHandoffCode, { body: { challenge: challengeOf(verifier) } });
    await expect(api.redeem(code, randomSecret())).rejects.toMatchObject({ problem: { status: 400, code: 'invalid_code' } });
    expect((await api.redeem(code, verifier)).user.id).toBe(client.user.id);
  });

  it('one of 20 parallel exchanges succeeds', async () => {
    const client = await api.signUp();
    const verifier = randomSecret();
    const { code } = await client.call(sessionEndpoints.createHandoffCode, { body: { challenge: challengeOf(verifier) } });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => api.redeem(code, verifier)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('200 in the company that the web session moves to between the look at the code and its redemption', async () => {
    const [client, other] = [await api.signUp(), await api.signUp()];
    const { id } = client.user;
    await api.admin.query(`insert into memberships (company_id, id, user_id, role) values ($1, gen_random_uuid(), $2, 'member')`, [
      other.user.companyId,
      id,
    ]);
    await api.admin.query('insert into user_companies (user_id, member_of) values ($2, $1)', [other.user.companyId, id]);
    const verifier = randomSecret();
    const { code } = await client.call(sessionEndpoints.createHandoffCode, { body: { challenge: challengeOf(verifier) } });
    const holder = await api.admin.connect();
    await holder.query('begin');
    await holder.query('select from one_time_codes where user_id = $1 for update', [id]);
    const redeemed = api.redeem(code, verifier);
    redeemed.catch(() => {});
    await untilBlocked(api);
    await holder.query('update sessions set current_company_id = $1 where user_id = $2', [other.user.companyId, id]);
    await holder.query('commit');
    holder.release();
    expect((await redeemed).user).toMatchObject({ id, companyId: other.user.companyId });
  });

  it('200 with 50 open sessions ends the one that was used longest ago, and the extension that came from it', {
    timeout: 90_000,
  }, async () => {
    const email = 'many@sessions.test';
    const clients = [await api.signUp(email)];
    const [first] = clients as [TestClient];
    await api.admin.query(
      `insert into sessions (id, user_id, current_company_id, audience, parent_id, current_hash, cookie_hash, rotated_at, expires_at)
       select gen_random_uuid(), user_id, current_company_id, 'extension', id, current_hash, null, now(), expires_at from sessions where user_id = $1`,
      [first.user.id],
    );
    while (clients.length < 49) clients.push(await api.signUp(email));
    // The second session was used longest ago.
    const [, second] = clients as [TestClient, TestClient];
    await api.admin.query(
      `update sessions set rotated_at = now() - interval '1 day' where id = (select id from sessions where user_id = $1 order by created_at, id offset 2 limit 1)`,
      [first.user.id],
    );
    const status = async (client: TestClient) => (await client.fetch('/api/users/me')).status;
    const open = async () =>
      (await api.admin.query('select from sessions where user_id = $1 and revoked_at is null', [first.user.id])).rowCount;
    expect(await open()).toBe(50);
    clients.push(await api.signUp(email));
    expect([await open(), await status(second)]).toEqual([50, 401]);
    // The next one to end is the first session, with its extension.
    clients.push(await api.signUp(email));
    expect([await open(), await status(first)]).toEqual([49, 401]);
    expect(await status(clients.at(-1) as TestClient)).toBe(200);
  });

  it('400 for a code older than 60 seconds', async () => {
    const client = await api.signUp();
    const verifier = randomSecret();
    const { code } = await client.call(sessionEndpoints.createHandoffCode, { body: { challenge: challengeOf(verifier) } });
    await api.admin.query(`update one_time_codes set expires_at = expires_at - interval '61 seconds' where user_id = $1`, [client.user.id]);
    await expect(api.redeem(code, verifier)).rejects.toMatchObject({ problem: { code: 'invalid_code' } });
  });

  it('keeps only hashes: neither code nor token is in the database', async () => {
    const client = await api.signUp();
    const { rows } = await api.admin.query('select row_to_json(s)::text as row from sessions s where user_id = $1', [client.user.id]);
    expect(rows).toHaveLength(1);
    for (const secret of [client.token.refreshToken, client.cookie.split('=')[1] ?? '']) expect(rows[0].row).not.toContain(secret);
  });
});

describe('POST /auth/exchange, when the log can’t be written', () => {
  beforeAll(async () => {
    await api.admin.query(`create function refuse_opened() returns trigger language plpgsql as $$
      begin
        if new.entry::jsonb ->> 'action' = 'session.opened' then raise exception 'the log is full'; end if;
        return new;
      end $$`);
  });

  it('500 and no session; the code is not spent', async () => {
    const client = await api.signUp();
    const verifier = randomSecret();
    const { code } = await client.call(sessionEndpoints.createHandoffCode, { body: { challenge: challengeOf(verifier) } });
    const sessions = async () => {
      const { rows } = await api.admin.query<{ count: number }>('select count(*)::int as count from sessions where user_id = $1', [
        client.user.id,
      ]);
      return rows[0]?.count;
    };
    const opened = async () => {
      const { rows } = await api.admin.query<{ count: number }>(
        `select count(*)::int as count from audit_log where company_id = $1 and entry::jsonb ->> 'action' = 'session.opened'`,
        [client.user.companyId],
      );
      return rows[0]?.count;
    };
    await api.admin.query('create trigger refuse_opened before insert on audit_log for each row execute function refuse_opened()');
    try {
      await expect(api.redeem(code, verifier)).rejects.toMatchObject({ problem: { status: 500 } });
    } finally {
      await api.admin.query('drop trigger refuse_opened on audit_log');
    }
    expect([await sessions(), await opened()]).toEqual([1, 1]);
    await api.redeem(code, verifier);
    expect([await sessions(), await opened()]).toEqual([2, 2]);
  });
});

describe('POST /auth/refresh-token', () => {
  it('200 rotates, and the new token rotates again', async () => {
    const client = await api.signUp();
    const second = await refreshed(client);
    await ageRotation(client, 31);
    const third = await refreshed(client, second);
    expect(new Set([client.token.refreshToken, second, third]).size).toBe(3);
  });

  it('200 gives eight parallel tabs the same successor', async () => {
    const client = await api.signUp();
    const successors = await Promise.all(Array.from({ length: 8 }, () => refreshed(client)));
    expect(new Set(successors).size).toBe(1);
  });

  it('200 hands the current token back within the overlap, so that late answers never make it two old', async () => {
    const client = await api.signUp();
    const second = await refreshed(client);
    expect(await refreshed(client, second)).toBe(second);
    expect(await refreshed(client)).toBe(second);
  });

  it('401 for the previous token after the overlap, and the family ends', async () => {
    const client = await api.signUp();
    const second = await refreshed(client);
    await ageRotation(client, 31);
    expect((await refresh(client)).status).toBe(401);
    expect((await refresh(client, second)).status).toBe(401);
  });

  it('401 for a token two generations old, and the family ends', async () => {
    const client = await api.signUp();
    const second = await refreshed(client);
    await ageRotation(client, 31);
    const third = await refreshed(client, second);
    expect((await refresh(client)).status).toBe(401);
    expect((await refresh(client, third)).status).toBe(401);
    await eventually(async () => expect((await client.fetch('/api/users/me')).status).toBe(401));
  });

  it('401 for a replayed token is written to the log once, and the person is told by mail', async () => {
    const client = await api.signUp();
    const second = await refreshed(client);
    await ageRotation(client, 31);
    await refreshed(client, second);
    for (let time = 0; time < 3; time++) expect((await refresh(client)).status).toBe(401);
    const { rows } = await api.admin.query(
      `select entry::json -> 'detail' as detail from audit_log where company_id = $1 and entry like '%session.replayed%'`,
      [client.user.companyId],
    );
    expect(rows).toEqual([{ detail: { sessionId: expect.any(String), audience: 'web' } }]);
    const jobs = await api.admin.query<{ payload: unknown }>(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'session.replay_notice' and payload ->> 'userId' = $1`,
      [client.user.id],
    );
    expect(jobs.rows).toHaveLength(1);
  });

  it('401 when nobody used the session for two weeks', async () => {
    const client = await api.signUp();
    await ageRotation(client, 13 * 86_400);
    const second = await refreshed(client);
    await ageRotation(client, 15 * 86_400);
    expect((await refresh(client, second)).status).toBe(401);
    expect((await refresh(client, second)).status).toBe(401);
  });

  it('401 without the cookie half, and the family lives on', async () => {
    const client = await api.signUp();
    expect((await refresh(client, client.token.refreshToken, '')).status).toBe(401);
    expect((await refresh(client, client.token.refreshToken, '__Host-hh_half=wrong')).status).toBe(401);
    await refreshed(client);
  });

  it('401 for a made-up token of the same family, and the family lives on', async () => {
    const client = await api.signUp();
    const bytes = Buffer.from(client.token.refreshToken, 'base64url');
    bytes[30] = (bytes[30] ?? 0) ^ 1;
    expect((await refresh(client, bytes.toString('base64url'))).status).toBe(401);
    await refreshed(client);
  });

  it('401 after the family’s absolute life', async () => {
    const client = await api.signUp();
    await api.admin.query(`update sessions set expires_at = now() where user_id = $1`, [client.user.id]);
    expect((await refresh(client)).status).toBe(401);
  });
});

describe('POST /auth/handoff', () => {
  it('200 gives the extension a family of its own, without a cookie', async () => {
    const web = await api.signUp();
    const extension = await handOff(web);
    expect(extension.user.id).toBe(web.user.id);
    expect(extension.cookie).toBe('');
    await refreshed(extension);
    await refreshed(web);
  });

  it('403 from an extension’s session', async () => {
    const extension = await handOff(await api.signUp());
    await expect(handOff(extension)).rejects.toMatchObject({ problem: { status: 403 } });
  });

  it('gives a session that reaches nothing but what the extension has a use for', async () => {
    const extension = await handOff(await api.signUp());
    const reachable = api.app.endpoints.filter(({ endpoint }) => endpoint.isForExtension);
    const mail = ['checkEmail', 'sendEmail', 'listEmailedLoads', 'withdrawEmail', 'listEmailAccounts', 'streamEvents'];
    const boards = ['sendBoardHealth', 'getActiveBoardFilters', 'getBoardFilterChoice', 'chooseBoardFilter', 'getRateMarks', 'getBoardDay'];
    const pages = ['offerTaughtPage', 'listAgreedPages', 'sendLayoutReport'];
    const ownFilters = ['createBoardFilter', 'updateBoardFilter', 'deleteBoardFilter'];
    const panel = ['describePosting', 'findPostedBrokers', 'findPostingProfit', 'findPostingRoute', 'listBoardDrivers', 'lookUpBroker'];
    const panelActs = ['countCall', 'markPostedBroker', 'savePosting'];
    const all = ['getMe', 'logout', ...boards, ...pages, ...ownFilters, ...mail, ...panel, ...panelActs];
    expect(new Set(reachable.map(({ name }) => name))).toEqual(new Set(all));
    for (const path of ['/api/loads', '/api/users/me/profile', '/api/user/team-members', '/api/users/me/sessions']) {
      expect((await extension.fetch(path)).status, path).toBe(403);
    }
    // A staff path answers 404 to everybody else, so that nobody can find it.
    expect((await extension.fetch('/api/admin/billing')).status).toBe(404);
    expect((await extension.fetch('/api/users/me')).status).toBe(200);
  });
});

describe('POST /auth/logout', () => {
  it('204 ends the web session and the extension’s at once', async () => {
    const web = await api.signUp();
    const extension = await handOff(web);
    await web.call(sessionEndpoints.logout, {});
    expect((await web.fetch('/api/users/me')).status).toBe(401);
    expect((await extension.fetch('/api/users/me')).status).toBe(401);
    expect((await refresh(web)).status).toBe(401);
    expect((await refresh(extension)).status).toBe(401);
  });

  it('204 from the extension leaves the web session open', async () => {
    const web = await api.signUp();
    const extension = await handOff(web);
    await extension.call(sessionEndpoints.logout, {});
    await web.call(sessionEndpoints.getMe, {});
  });
});
