import { connect } from 'node:net';
import { call } from '@headhaul/contracts/call';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openEvents } from './testing/event-reader.ts';
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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('SIGTERM', () => {
  it('turns readiness off first, lets the request in flight finish, and leaves', async () => {
    server = await startServerProcess(api, { LOG_LEVEL: 'silent', DRAIN_SECONDS: '0.5' });
    const { origin, ops } = server;
    const client = await api.signUp();
    const onServer = (path: string) => fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${client.token.accessToken}` } });
    // A browser's connection ahead of need, and an open screen: neither may hold the server up.
    const silent = connect(Number(new URL(origin).port), 'localhost').on('error', () => {});
    const screen = await openEvents({
      ...client,
      fetch: (path, init) => fetch(`${origin}${path}`, { ...init, headers: { authorization: `Bearer ${client.token.accessToken}` } }),
    });
    expect((await fetch(`${ops}/health/ready`)).status).toBe(200);

    const lock = await api.admin.connect();
    await lock.query('begin; lock table sessions in access exclusive mode');
    const inFlight = onServer('/api/users/me');
    await pause(200);
    const exit = server.stop('SIGTERM');
    await vi.waitFor(async () => expect((await fetch(`${ops}/health/ready`)).status).toBe(503), { timeout: 400 });
    expect((await fetch(`${ops}/health/live`)).status).toBe(200);
    // While it drains, requests that still arrive are served.
    expect((await fetch(`${origin}/api/nowhere`)).status).toBe(404);
    await pause(900);
    await expect(fetch(`${origin}/api/nowhere`)).rejects.toThrow();
    await lock.query('rollback');
    lock.release();
    const response = await inFlight;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: client.user.id });
    expect(await exit).toBe(0);
    await screen.ended;
    silent.destroy();
  });
});

describe('the log', () => {
  it('says what happened and holds no secret', async () => {
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

    const output = server.output();
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
});

describe('the operations port', () => {
  it('has every metric the dashboards read', async () => {
    server = await startServerProcess(api, { LOG_LEVEL: 'silent' });
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
