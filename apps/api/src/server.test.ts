import { connect } from 'node:net';
import { call } from '@headhaul/contracts/http/call';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { untilBlocked } from './testing/database/lock-waits.ts';
import { openEvents } from './testing/event-reader.ts';
import { eventually } from './testing/eventually.ts';
import { openBrowser, readCallbackToken } from './testing/provider-browser.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

let server: ServerProcess | undefined;
afterEach(() => server?.kill());

describe('SIGTERM', () => {
  const statusAt = (url: string) =>
    fetch(url).then(
      ({ status }) => status,
      () => null,
    );

  /** Polls from the signal until the port is closed, and returns each change: is the server ready, is it live, does it serve requests? */
  async function watchLeaving({ origin, ops }: ServerProcess): Promise<string[]> {
    const seen: string[] = [];
    for (;;) {
      // One after another: a request that is served after readiness went off was then also sent after that.
      const ready = await statusAt(`${ops}/health/ready`);
      const [live, served] = [await statusAt(`${ops}/health/live`), await statusAt(`${origin}/api/nowhere`)];
      const line = `ready ${ready}, live ${live}, served ${served}`;
      if (seen.at(-1) !== line) seen.push(line);
      if (served === null) return seen;
    }
  }

  it('turns readiness off first, lets the request in flight finish, and leaves', { timeout: 60_000 }, async () => {
    const client = await api.signUp();
    // Half a second is enough on an idle machine. If the test misses the moment on a busy one, it tries again with ten seconds.
    for (const drainSeconds of [0.5, 10]) {
      server = await startServerProcess(api, { LOG_LEVEL: 'silent', DRAIN_SECONDS: String(drainSeconds) });
      const { origin, ops } = server;
      const onServer: typeof client.fetch = (path, init) =>
        fetch(`${origin}${path}`, { ...init, headers: { authorization: `Bearer ${client.token.accessToken}` } });
      // A connection that a browser opens in advance, and an open live stream. Neither may delay the shutdown.
      const silent = connect(Number(new URL(origin).port), 'localhost').on('error', () => {});
      const screen = await openEvents({ ...client, fetch: onServer });
      expect(await statusAt(`${ops}/health/ready`)).toBe(200);

      const lock = await api.admin.connect();
      await lock.query('begin; lock table sessions in access exclusive mode');
      const inFlight = onServer('/api/users/me');
      await untilBlocked(api);
      const exit = server.stop('SIGTERM');
      const seen = await watchLeaving(server);
      await lock.query('rollback');
      lock.release();
      const response = await inFlight;
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ id: client.user.id });
      expect(await exit).toBe(0);
      await screen.ended;
      silent.destroy();
      // While the server drains, it serves requests that still arrive.
      const drained = seen.includes('ready 503, live 200, served 404');
      if (!drained && drainSeconds < 10) continue;
      expect(drained, seen.join('; ')).toBe(true);
      expect(seen.at(-1), seen.join('; ')).toMatch(/^ready (503|null), live (200|null), served null$/);
      return;
    }
  });
});

describe('the log', () => {
  it('says what happened and holds no secret', { timeout: 60_000 }, async () => {
    server = await startServerProcess(api, { LOG_LEVEL: 'trace' });
    const { origin } = server;
    const base = { base: `${origin}/api` };
    const browser = openBrowser(origin);
    const start = await browser.authorize({ provider: 'microsoft' });
    const toProvider = new URL(start.headers.get('location') ?? '');
    const callback = await browser.choose(toProvider.href, { name: 'Log Reader', email: 'marked-person@office.example' });
    const { code } = readCallbackToken(await browser.comeBack(callback));
    const exchanged = await fetch(`${origin}/api/auth/exchange`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, verifier: browser.verifier }),
    });
    const { token } = (await exchanged.json()) as { token: { accessToken: string; refreshToken: string } };
    const cookie = exchanged.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const refreshed = await call(
      sessionEndpoints.refreshToken,
      { body: { refreshToken: token.refreshToken } },
      { ...base, headers: { cookie } },
    );

    const send = (path: string, init: RequestInit = {}) =>
      fetch(`${origin}${path}`, { ...init, headers: { authorization: `Bearer ${refreshed.accessToken}`, cookie, ...init.headers } });
    const json = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await send('/api/auth/refresh-token', json('{"refreshToken":"marked-malformed'));
    await send('/api/auth/refresh-token', json('{"refreshToken":"marked-refused"}'));
    await send('/api/auth/exchange', json('{"code":"marked-code","verifier":"marked-verifier"}'));
    await send('/api/nowhere?token=marked-query');
    await send('/api/%zz?token=marked-unroutable');
    await send('/api/oauth/authorize?redirectTo=https://marked-redirect.example');
    await send('/api/users/me', { headers: { authorization: 'Bearer marked-bearer' } });
    await openBrowser(origin).comeBack(new URL('http://localhost/api/oauth/callback/google?code=marked-grant&state=marked-state'));
    await api.admin.query('alter table users rename column name to gone');
    const broken = await send('/api/users/me?q=marked-broken');
    await api.admin.query('alter table users rename column gone to name');
    const { requestId } = (await broken.json()) as { requestId: string };
    expect(broken.status).toBe(500);

    const { output: read } = server;
    // The last line may still be on its way.
    await eventually(() => expect(read()).toMatch(new RegExp(`"level":50.*${requestId}.*\\n`)));
    const output = read();
    const secrets = [
      ...[toProvider.searchParams.get('state'), toProvider.searchParams.get('nonce'), callback.searchParams.get('code')],
      ...[start.headers.getSetCookie()[0]?.split(/[=;]/)[1], code, browser.verifier, cookie.split('=')[1]],
      ...[token.accessToken, token.refreshToken, refreshed.accessToken, refreshed.refreshToken],
    ];
    for (const secret of secrets) {
      expect(secret?.length).toBeGreaterThan(20);
      expect(output).not.toContain(secret);
    }
    expect(output).not.toContain('marked-');
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'answered', path: '/api/auth/exchange', status: 200 }));
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'refused', problem: 'refresh_refused' }));
    expect(lines).toContainEqual(expect.objectContaining({ level: 50, reqId: requestId, problem: 'internal' }));
  });

  it('says who asked, in which session and company and from where, on every line of a request', { timeout: 60_000 }, async () => {
    const client = await api.signUp('line-reader@office.example');
    server = await startServerProcess(api, { LOG_LEVEL: 'trace', TRUSTED_PROXY_HOPS: '1' });
    const { origin, output: read } = server;
    const headers = { authorization: `Bearer ${client.token.accessToken}`, 'x-forwarded-for': '203.0.113.9' };
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${origin}${path}`, { ...init, headers: { ...headers, ...init.headers } });
      return response.headers.get('x-request-id');
    };
    // Served, not found, refused by the guard, refused with its own message, and (`stranger`) refused before the server knows who asks.
    const known = [
      await ask('/api/users/me'),
      await ask('/api/loads/00000000-0000-4000-8000-000000000000'),
      await ask('/api/admin/billing'),
      await ask('/api/user/team-members/resend-invite', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"quoted-person@office.example"}',
      }),
    ];
    const stranger = await ask('/api/users/me', { headers: { authorization: 'Bearer nobody' } });
    await eventually(() => expect(read()).toMatch(new RegExp(`"reqId":"${stranger}".*"answered"`)));
    const lines = read()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const { userId, companyId } = { userId: client.user.id, companyId: client.user.companyId };
    for (const id of known) {
      const own = lines.filter(({ reqId }) => reqId === id);
      expect(own.length).toBeGreaterThan(0);
      for (const line of own) {
        expect(line).toMatchObject({ ip: '203.0.113.9', userId, companyId, sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
      }
    }
    for (const line of lines.filter(({ reqId }) => reqId === stranger)) {
      expect(line).toMatchObject({ ip: '203.0.113.9' });
      expect(line).not.toHaveProperty('userId');
    }
    expect(read()).not.toContain('@office.example');
  });
});

describe('the operations port', () => {
  it('has every metric the dashboards read', { timeout: 60_000 }, async () => {
    server = await startServerProcess(api, { LOG_LEVEL: 'silent' });
    expect((await fetch(`${server.origin}/api/users/me`)).status).toBe(401);
    const response = await fetch(`${server.ops}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain');
    const metrics = await response.text();
    for (const name of [
      ...['http_request_duration_seconds', 'sessions_refreshed_total', 'rate_limited_total', 'live_connections', 'jobs_total'],
      ...['job_duration_seconds', 'jobs_waiting', 'jobs_taken_over_total', 'nodejs_eventloop_lag_seconds', 'process_cpu_seconds_total'],
    ]) {
      expect(metrics).toContain(`# TYPE ${name} `);
    }
    expect(metrics).toContain('http_request_duration_seconds_count{method="GET",route="/api/users/me",status="401"}');
    expect((await fetch(`${server.ops}/anything`)).status).toBe(404);
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(404);
  });
});
