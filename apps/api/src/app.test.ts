import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let api: TestApp;
let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'headhaul-dist-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>Headhaul</title>');
  await writeFile(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(dist, 'assets', 'main-abc123.js'), 'export {};');
  await writeFile(join(dist, 'assets', 'main-abc123.js.br'), brotliCompressSync('export {};'));
  await writeFile(join(dist, 'index.html.gz'), gzipSync('<!doctype html><title>Headhaul</title>'));
  api = await startTestApp({ env: { WEB_DIST: dist } });
});
afterAll(async () => {
  await api.close();
  await rm(dist, { recursive: true });
});

describe('CORS', () => {
  const allowOrigin = async (origin: string, init: RequestInit = {}) => {
    const { headers } = await api.fetch('/api/users/me', { ...init, headers: { origin, ...init.headers } });
    return headers.get('access-control-allow-origin');
  };

  it.each(['http://localhost:5173', 'http://localhost:4000', `chrome-extension://${developmentExtensionId}`])(
    'lets %s in',
    async (origin) => {
      expect(await allowOrigin(origin)).toBe(origin);
    },
  );

  it.each([
    'https://evil.example',
    'http://localhost:5174',
    'https://localhost:5173',
    'http://localhost:5173.evil.example',
    'http://LOCALHOST:5173',
    `chrome-extension://${'a'.repeat(32)}`,
    'null',
  ])('does not let %s in', async (origin) => {
    expect(await allowOrigin(origin)).toBeNull();
    expect(await allowOrigin(origin, { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } })).toBeNull();
  });

  it('204 for a preflight, with what the clients send', async () => {
    const preflight = await api.fetch('/api/auth/refresh-token', {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-credentials')).toBe('true');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    expect(preflight.headers.get('vary')).toContain('Origin');
  });
});

describe('every answer of the API', () => {
  it.each([
    ['/api/users/me', 401],
    ['/api/nowhere', 404],
    ['/api/auth/logout', 405],
    ['/api/oauth/authorize', 400],
  ])('%s has the security headers and the id the problem names', async (path, status) => {
    const response = await api.fetch(path, { headers: { 'x-request-id': 'forged' } });
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(response.headers.has('x-powered-by')).toBe(false);
    const { requestId } = (await response.json()) as { requestId: string };
    expect(requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(response.headers.get('x-request-id')).toBe(requestId);
  });

  it('has a content policy also where no route was looked for', async () => {
    const policy = "default-src 'none';base-uri 'none';frame-ancestors 'none'";
    const undecodable = await api.fetch('/api/%zz');
    expect([undecodable.status, undecodable.headers.get('content-security-policy')]).toEqual([400, policy]);
    const tooLong = await api.fetch('/api/users/me', { headers: { 'x-long': 'x'.repeat(100_000) } });
    expect([tooLong.status, tooLong.headers.get('content-security-policy')]).toEqual([431, policy]);
  });

  it('is kept by no cache when it holds a person’s data', async () => {
    const client = await api.signUp();
    for (const path of ['/api/users/me', '/api/nowhere']) {
      expect((await client.fetch(path)).headers.get('cache-control'), path).toBe('no-store');
    }
  });
});

describe('the web app', () => {
  it.each(['/', '/login', '/dispatcher/my-loads?load=7', '/oauth/callback?token=x'])('%s gets the page, never kept', async (path) => {
    const response = await api.fetch(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<title>Headhaul</title>');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(response.headers.get('content-security-policy')).not.toContain("'unsafe-eval'");
  });

  it('keeps hashed assets for a year and asks again for the rest', async () => {
    const asset = await api.fetch('/assets/main-abc123.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toContain('javascript');
    expect((await api.fetch('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    ['/assets/main-abc123.js', 'gzip, br', 'br', 'export {};'],
    ['/assets/main-abc123.js', 'gzip', null, 'export {};'],
    ['/login', 'gzip, br', 'gzip', '<!doctype html><title>Headhaul</title>'],
  ])('sends %s to who takes %s as the build compressed it: %s', async (path, takes, encoding, content) => {
    const response = await api.fetch(path, { headers: { 'accept-encoding': takes } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(await response.text()).toBe(content);
  });

  it.each([
    ['GET', '/assets/gone.js'],
    ['GET', '/api'],
    ['GET', '/api/nowhere'],
    ['POST', '/login'],
  ])('404 for %s %s', async (method, path) => {
    const response = await api.fetch(path, { method });
    expect(await response.text()).not.toContain('<title>');
    expect(response.status).toBe(404);
  });
});

describe('a path that climbs out of the web app', () => {
  it.each(['/..%2f..%2fetc%2fpasswd', '/assets/..%2f..%2f..%2fetc%2fpasswd', '/assets/%2e%2e/%2e%2e/etc/passwd'])(
    '%s finds nothing',
    async (path) => {
      expect(await (await api.fetch(path)).text()).not.toContain('root:');
    },
  );
});

describe('the reference', () => {
  it('200 as a page at /api/docs', async () => {
    const response = await fetch(`${api.origin}/api/docs`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    const script = await fetch(`${api.origin}/api/docs/static/swagger-ui-bundle.js`);
    expect(script.status).toBe(200);
  });

  it('404 in production', async () => {
    const { server } = await createApp({ ...api.platform, env: { ...api.platform.env, NODE_ENV: 'production' } });
    const origin = await server.listen({ port: 0, host: '127.0.0.1' });
    for (const path of ['', '/', '/json', '/yaml', '/static/swagger-ui-bundle.js']) {
      expect((await fetch(`${origin}/api/docs${path}`)).status, path).toBe(404);
    }
    expect((await fetch(`${origin}/api/users/me`)).status).toBe(401);
    await server.close();
  });

  it('describes every endpoint in OpenAPI 3.1', async () => {
    const document = (await (await api.fetch('/api/docs/json')).json()) as {
      openapi: string;
      paths: Record<
        string,
        Record<string, { operationId: string; parameters: { name: string; in: string; required: boolean }[]; responses: object }>
      >;
      components: { schemas: Record<string, object> };
    };
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Headhaul API', version: '1' } });
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );
    expect(operations).toHaveLength(api.app.endpoints.length);
    for (const { name, endpoint } of api.app.endpoints) {
      const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
      expect(operation?.operationId).toBe(name);
      expect(operation?.responses).toHaveProperty('default');
      const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
      expect(inPath).toEqual([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter));
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];
    for (const reference of references) expect(document.components.schemas).toHaveProperty(reference.split('/').pop() ?? '');
  });
});
