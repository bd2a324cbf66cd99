import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { documentEndpoints } from '@headhaul/contracts/documents';
import { isForm } from '@headhaul/contracts/http/endpoint';
import { errorCodes } from '@headhaul/contracts/http/errors';
import { findBuiltWebApp } from '@headhaul/test-servers/built-web-app';
import { findFreePort } from '@headhaul/test-servers/free-ports';
import { type NginxServer, nginxCertificate, startNginx } from '@headhaul/test-servers/nginx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './testing/eventually.ts';
import { makeLoad } from './testing/office.ts';
import { startTestApp, type TestApp, type TestClient } from './testing/test-app.ts';

/** Debian's nginx with deploy/nginx, the real build and the real API behind it. */
let dist: string;
let api: TestApp;
let nginx: NginxServer;
let client: TestClient;
const ca = readFileSync(nginxCertificate);

beforeAll(async () => {
  dist = findBuiltWebApp();
  api = await startTestApp({
    env: { TRUSTED_PROXY_HOPS: '1', WEB_DIST: dist },
    extend: ({ server }) =>
      server.get('/api/who-asks', async ({ ip, ips, host, protocol, headers }) => ({
        ip,
        ips,
        host,
        protocol,
        forwarded: headers.forwarded,
        realIp: headers['x-real-ip'],
      })),
  });
  nginx = await startNginx({ apiPort: Number(new URL(api.origin).port), webDist: dist });
  client = await api.signUp();
}, 120_000);
afterAll(async () => {
  await nginx.stop();
  await api.close();
  if (process.env.PREBUILT_WEB === undefined) rmSync(dist, { recursive: true });
});

interface Asking {
  method?: string;
  headers?: Record<string, string | number>;
  body?: Buffer;
  port?: number;
}

interface Got {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

function ask(path: string, { method = 'GET', headers = {}, body, port = nginx.port }: Asking = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = httpsRequest({
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      ca,
      path,
      method,
      headers: { host: 'localhost', ...headers },
    });
    sent.once('error', reject).once('response', async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) });
    });
    // The request announces a body length but never sends the body.
    if (body === undefined && 'content-length' in headers) sent.flushHeaders();
    else sent.end(body);
  });
}

const script = () => `/assets/${readdirSync(join(dist, 'assets')).find((name) => /^index-.*\.js$/.test(name))}`;

/** Headers that may differ: they belong to the connection, to one answer, or to the API only. */
const ofNoConcern =
  /^(date|server|connection|keep-alive|content-length|etag|last-modified|accept-ranges|vary|x-request-id|access-control-.*)$/;

describe('what nginx serves of the web app', () => {
  it.each(['/', '/login', '/mail/gone', '/boot.js', '/favicon.svg', '/mail/icon.png', 'asset'])(
    '%s has the headers that the API gives it',
    async (path) => {
      const address = path === 'asset' ? script() : path;
      const direct = await api.fetch(address, { headers: { 'accept-encoding': 'br' } });
      await direct.body?.cancel();
      const through = await ask(address, { headers: { 'accept-encoding': 'br' } });
      const judged = (headers: Iterable<[string, unknown]>) =>
        Object.fromEntries([...headers].filter(([name]) => !ofNoConcern.test(name)).sort(([a], [b]) => a.localeCompare(b)));
      expect(through.status).toBe(direct.status);
      expect(judged(Object.entries(through.headers))).toEqual(judged(direct.headers));
      expect(Object.keys(through.headers)).toEqual(expect.arrayContaining(['strict-transport-security', 'content-security-policy']));
      expect(through.headers.server).toBe('nginx');
    },
  );

  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    ['', undefined, (bytes: Buffer) => bytes],
  ] as const)('whoever takes “%s” gets %s', async (takes, encoding, open) => {
    for (const path of ['/', script()]) {
      const { headers, body } = await ask(path, { headers: { 'accept-encoding': takes } });
      expect(headers['content-encoding']).toBe(encoding);
      expect(open(body)).toEqual(readFileSync(join(dist, path === '/' ? 'index.html' : path)));
    }
  });

  it.each(['/', '/login', '/dispatcher/my-loads?load=7', '/oauth/callback?token=x'])('%s gets the page, never kept', async (path) => {
    const { status, headers, body } = await ask(path);
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([200, 'no-cache', 'text/html; charset=utf-8']);
    expect(body.toString()).toContain('<title>Headhaul</title>');
  });

  it('keeps what is named by its content for a year, and asks again for the rest', async () => {
    expect((await ask(script())).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const first = await ask('/boot.js');
    expect(first.headers['cache-control']).toBe('no-cache');
    expect((await ask('/boot.js', { headers: { 'if-none-match': String(first.headers.etag) } })).status).toBe(304);
  });

  it.each(['/assets/gone.js', '/assets/', '/.vite/manifest.json', '/assets/..%2f..%2f..%2fetc%2fpasswd'])(
    '%s is not there, and no cache keeps that',
    async (path) => {
      const { status, headers, body } = await ask(path);
      expect([400, 404]).toContain(status);
      expect(body.toString()).not.toMatch(/<title>Headhaul|root:|"file"/);
      expect(headers['cache-control']).toBeUndefined();
    },
  );

  it('speaks HTTP/2', async () => {
    const session = connectHttp2(`https://localhost:${nginx.port}`, {
      ca,
      lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    const stream = session.request({ ':path': '/login' });
    expect(await text(stream)).toContain('<title>Headhaul</title>');
    session.close();
  });
});

describe('what nginx passes on to the API', () => {
  it('believes nobody about their own address, host or protocol', async () => {
    const forged = {
      'x-forwarded-for': '203.0.113.9, 198.51.100.7',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    };
    const { body } = await ask('/api/who-asks', { headers: forged });
    expect(JSON.parse(body.toString())).toEqual({
      ip: '127.0.0.1',
      ips: [expect.stringMatching(/127\.0\.0\.1$/), '127.0.0.1'],
      host: 'localhost',
      protocol: 'https',
    });
  });

  it('refuses a host that is not ours', async () => {
    expect((await ask('/', { headers: { host: 'evil.example' } })).status).toBe(421);
    await expect(
      new Promise((_resolve, reject) => {
        httpsRequest({ host: '127.0.0.1', port: nginx.port, servername: 'evil.example', rejectUnauthorized: false })
          .once('error', reject)
          .end();
      }),
    ).rejects.toThrow(/unrecognized name|handshake/i);
  });

  it('gives the API’s own answers as they are', async () => {
    const { status, headers, body } = await ask('/api/users/me');
    expect(status).toBe(401);
    expect(JSON.parse(body.toString())).toMatchObject({ code: 'not_signed_in', requestId: headers['x-request-id'] });
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect((await ask('/i/nothing.png')).headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  it('an event is on the screen while its stream stays open', async () => {
    const authorization = `Bearer ${client.token.accessToken}`;
    const sent = httpsRequest({
      host: '127.0.0.1',
      servername: 'localhost',
      port: nginx.port,
      ca,
      path: '/api/events',
      headers: { host: 'localhost', authorization },
    });
    let received = '';
    sent.once('response', (response) => response.setEncoding('utf8').on('data', (part: string) => (received += part)));
    sent.on('error', () => {});
    sent.end();
    await eventually(() => expect(received).toContain('event: ready'));
    await api.platform.db.withTenant(client.user.companyId, async (tx) => tx.publish({ type: 'company.changed' }));
    await eventually(() => expect(received).toContain('company.changed'));
    sent.destroy();
  });

  it('lets a document through, and all that any form takes', async () => {
    const load = await makeLoad(client);
    const form = new FormData();
    form.set('kind', 'POD');
    form.set('file', new File([Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000_000, ' ')])], 'pod.pdf'));
    const sent = new Response(form);
    const body = Buffer.from(await sent.arrayBuffer());
    const answer = await ask(`/api${documentEndpoints.uploadLoadDocument.path.replace('{id}', load.id)}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${client.token.accessToken}`,
        'content-type': String(sent.headers.get('content-type')),
        'content-length': body.length,
      },
      body,
    });
    expect(JSON.parse(answer.body.toString())).toMatchObject({ fileName: 'pod.pdf' });
    const configuration = readFileSync(new URL('../../../deploy/nginx/nginx.conf', import.meta.url), 'utf8');
    const limitBytes = Number(/client_max_body_size (\d+)m;/.exec(configuration)?.[1]) * 1024 * 1024;
    const forms = api.app.endpoints.flatMap(({ endpoint }) => (isForm(endpoint.body) ? [endpoint.body.maxFileBytes ?? 0] : []));
    const largest = Math.max(...forms);
    expect(limitBytes - largest).toBeGreaterThan(100_000);
    expect(limitBytes).toBeLessThan(1.1 * largest);
  });

  it('413 before anything of a body beyond that is read, in the API’s words', async () => {
    const { status, body } = await ask('/api/loads', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 27 * 1024 * 1024 },
    });
    expect(status).toBe(413);
    expect(JSON.parse(body.toString())).toMatchObject({ code: 'body_too_large', ...errorCodes.body_too_large });
  });

  it('411 for a body that does not say how long it is', async () => {
    const { status } = await ask('/api/loads', { method: 'POST', headers: { 'transfer-encoding': 'chunked' }, body: Buffer.from('{}') });
    expect(status).toBe(411);
  });

  it('503 in the API’s words while there is no API', async () => {
    const alone = await startNginx({ apiPort: await findFreePort(), webDist: dist });
    try {
      const { status, headers, body } = await ask('/api/users/me', { port: alone.port });
      expect([status, headers['retry-after'], headers['content-type']]).toEqual([503, '5', 'application/problem+json; charset=utf-8']);
      expect(JSON.parse(body.toString())).toMatchObject({ code: 'unavailable', ...errorCodes.unavailable });
      expect((await ask('/login', { port: alone.port })).status).toBe(200);
    } finally {
      await alone.stop();
    }
  });

  it('writes no query into its log', async () => {
    await ask('/oauth/callback?token=marked-secret');
    await eventually(() => expect(nginx.readLog()).toContain('/oauth/callback'));
    expect(nginx.readLog()).not.toContain('marked-secret');
  });
});
