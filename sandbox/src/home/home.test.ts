import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Problem } from '@headhaul/contracts/http/errors';
import { findSandboxPort, sandboxPortCount } from '@headhaul/test-servers/sandbox-ports';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PortTakenError, type Sandbox, startSandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox, testClient } from '../test-sandbox.ts';

/** Some containers have no IPv6. */
const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));
const discoveryPath = '/.well-known/openid-configuration';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => {
  for (const resident of sandbox.residents) resident.setFaults({});
});
afterAll(() => sandbox.stop());

const switchOf = (name: string) => `${sandbox.address}/services/${name}/faults`;

function put(name: string, body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }): Promise<Response> {
  return fetch(switchOf(name), { method: 'PUT', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
}

async function expectProblem(response: Response, status: number, code: string): Promise<Problem> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  const problem = Problem.parse(await response.json());
  expect(problem).toMatchObject({ status, code });
  return problem;
}

const ask = (name: string, init?: RequestInit) => fetch(addressOf(sandbox, name) + discoveryPath, init);

/** fetch sets Host by itself, so a foreign one needs the plain client. */
function askWithHost(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${sandbox.address}/services`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('GET /', () => {
  it('shows services, addresses, people and current faults, without inline script', async () => {
    await put('google', { latencyMs: 5, errorStatus: 503, errorPercent: 25 });
    const response = await fetch(`${sandbox.address}/`);
    const page = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
    for (const text of [
      'Google sign-in',
      addressOf(sandbox, 'microsoft'),
      'nina@bluffline.example',
      'Delays 5 ms',
      'Answers 503 to 25% of requests',
    ]) {
      expect(page).toContain(text);
    }
    expect(page).not.toMatch(/<script(?![^>]* src=)/);
  });

  it.each(['/sandbox.css', '/pages.css', '/home.js', '/icon.svg'])('serves %s', async (path) => {
    expect((await fetch(sandbox.address + path)).status).toBe(200);
  });
});

describe('GET /health', () => {
  it.each(['localhost', '127.0.0.1', ...(hasIpv6 ? ['[::1]'] : [])])('200 at %s, and so does each service', async (host) => {
    const at = (address: string) => address.replace('localhost', host);
    expect(await (await fetch(`${at(sandbox.address)}/health`)).json()).toEqual({ status: 'ok', missing: [] });
    for (const { address, service } of sandbox.residents)
      expect((await fetch(at(service.lookAt.isAtHome ? sandbox.address : address) + service.lookAt.path)).status).toBe(200);
  });
});

describe('GET /services', () => {
  it('lists address and faults', async () => {
    await put('microsoft', { latencyMs: 1 });
    expect(await (await fetch(`${sandbox.address}/services`)).json()).toMatchObject([
      { name: 'google', address: addressOf(sandbox, 'google'), listening: true, faults: {} },
      { name: 'microsoft', address: addressOf(sandbox, 'microsoft'), listening: true, faults: { latencyMs: 1 } },
      { name: 'mail', address: addressOf(sandbox, 'mail'), listening: true, faults: {} },
      { name: 'geocoder', address: addressOf(sandbox, 'geocoder'), listening: true, faults: {} },
      { name: 'stripe', address: addressOf(sandbox, 'stripe'), listening: true, faults: {} },
      { name: 'gmail', address: addressOf(sandbox, 'gmail'), listening: true, faults: {} },
      { name: 'graph', address: addressOf(sandbox, 'graph'), listening: true, faults: {} },
      { name: 'smtp', address: addressOf(sandbox, 'smtp'), listening: true, faults: {} },
      { name: 'smtps', address: addressOf(sandbox, 'smtps'), listening: true, faults: {} },
      { name: 'clamd', address: addressOf(sandbox, 'clamd'), listening: true, faults: {} },
      { name: 'fmcsa', address: addressOf(sandbox, 'fmcsa'), listening: true, faults: {} },
      { name: 'open-data', address: addressOf(sandbox, 'open-data'), listening: true, faults: {} },
      { name: 'eia', address: addressOf(sandbox, 'eia'), listening: true, faults: {} },
      { name: 'here', address: addressOf(sandbox, 'here'), listening: true, faults: {} },
      { name: 'google-routes', address: addressOf(sandbox, 'google-routes'), listening: true, faults: {} },
      { name: 'factor', address: addressOf(sandbox, 'factor'), listening: true, faults: {} },
    ]);
  });

  it('403 under a foreign host name', async () => {
    expect(await askWithHost('evil.example')).toBe(403);
    expect(await askWithHost(new URL(sandbox.address).host)).toBe(200);
  });
});

describe('PUT /services/{name}/faults', () => {
  it('latencyMs delays each answer of that service alone', async () => {
    expect((await put('google', { latencyMs: 300 })).status).toBe(200);
    const startedMs = performance.now();
    expect((await ask('google')).status).toBe(200);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(290);

    // Two minutes, so that on any machine the other service answers first.
    await put('google', { latencyMs: 120_000 });
    const waiting = new AbortController();
    const first = await Promise.race([ask('google', { signal: waiting.signal }), ask('microsoft')]);
    expect(first.url).toBe(addressOf(sandbox, 'microsoft') + discoveryPath);
    waiting.abort();
  });

  it('errorStatus alone answers every request with it', async () => {
    await put('google', { errorStatus: 502 });
    for (let index = 0; index < 5; index += 1) expect((await ask('google')).status).toBe(502);
    expect((await ask('microsoft')).status).toBe(200);
  });

  it.each([0, 10, 25, 50, 90, 100])('errorPercent %i holds over 200 requests, the same way each time', async (errorPercent) => {
    const run = async () => {
      await put('google', { errorStatus: 503, errorPercent });
      const statuses: number[] = [];
      for (let index = 0; index < 200; index += 1) statuses.push((await ask('google')).status);
      return statuses;
    };
    const statuses = await run();
    expect(Math.abs(statuses.filter((status) => status === 503).length - errorPercent * 2)).toBeLessThanOrEqual(3);
    expect(await run()).toEqual(statuses);
  });

  it('refuse drops new and kept-alive connections, DELETE brings the service back', async () => {
    await ask('google');
    await put('google', { refuse: true });
    for (let index = 0; index < 3; index += 1) await expect(ask('google')).rejects.toThrow();
    expect((await ask('microsoft')).status).toBe(200);
    expect((await fetch(switchOf('google'), { method: 'DELETE' })).status).toBe(204);
    expect((await ask('google')).status).toBe(200);
  });

  it('replaces what was set before', async () => {
    await put('google', { latencyMs: 10, errorStatus: 500 });
    expect(await (await put('google', { latencyMs: 20 })).json()).toMatchObject({ name: 'google', faults: { latencyMs: 20 } });
    expect((await ask('google')).status).toBe(200);
  });

  it.each([
    [{ latencyMs: -1 }, 'body.latencyMs'],
    [{ latencyMs: '5' }, 'body.latencyMs'],
    [{ latencyMs: 1e9 }, 'body.latencyMs'],
    [{ errorStatus: 200 }, 'body.errorStatus'],
    [{ errorStatus: 503, errorPercent: 101 }, 'body.errorPercent'],
    [{ errorPercent: 50 }, 'body.errorStatus'],
    [{ refuse: 'yes' }, 'body.refuse'],
    [{ slow: true }, 'body'],
    [[], 'body'],
  ])('400 for %j', async (body, path) => {
    const problem = await expectProblem(await put('google', body), 400, 'validation_failed');
    expect(problem.errors?.map((error) => error.path)).toContain(path);
    expect((await ask('google')).status).toBe(200);
  });

  it('400 for text that is not JSON, 413 for too much of it', async () => {
    await expectProblem(await put('google', '{'), 400, 'malformed_request');
    await expectProblem(await put('google', { latencyMs: 'x'.repeat(20_000) }), 413, 'body_too_large');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    '415 for %s, which a foreign form can send',
    async (type) => {
      await expectProblem(await put('google', { refuse: true }, { 'content-type': type }), 415, 'unsupported_media_type');
      expect((await ask('google')).status).toBe(200);
    },
  );

  it.each(['http://evil.example', 'null', 'http://localhost:5173'])('403 from the origin %s', async (origin) => {
    const json = { 'content-type': 'application/json', origin };
    await expectProblem(await put('google', { refuse: true }, json), 403, 'not_allowed');
    await expectProblem(await fetch(switchOf('google'), { method: 'DELETE', headers: { origin } }), 403, 'not_allowed');
    expect((await ask('google')).status).toBe(200);
  });

  it('200 from the own origin', async () => {
    const json = { 'content-type': 'application/json', origin: sandbox.address };
    expect((await put('google', {}, json)).status).toBe(200);
  });

  it('404 for a service that does not live here, 405 for another method', async () => {
    await expectProblem(await put('yahoo', {}), 404, 'not_found');
    await expectProblem(await fetch(switchOf('google'), { method: 'POST' }), 405, 'method_not_allowed');
    await expectProblem(await fetch(`${sandbox.address}/nowhere`), 404, 'not_found');
  });
});

describe('startSandbox', () => {
  it('needs no more ports than the tests find for it', () => {
    expect(Math.max(...sandbox.residents.map(({ service }) => service.portOffset))).toBeLessThan(sandboxPortCount);
  });

  it('says which port is taken and leaves none of the others open', async () => {
    const basePort = await findSandboxPort();
    const holder = createServer().listen(basePort + 2);
    await once(holder, 'listening');
    const start = startSandbox({ basePort, client: testClient });
    await expect(start).rejects.toThrow(PortTakenError);
    await expect(start).rejects.toThrow(`Port ${basePort + 2} (Microsoft sign-in) is taken`);
    await expect(fetch(`http://localhost:${basePort + 1}${discoveryPath}`)).rejects.toThrow();
    holder.close();
  });
});
