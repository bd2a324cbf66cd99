import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Endpoint } from '@headhaul/contracts/http/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeLoad } from '../../testing/office.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { chooseEncoding, compress } from './compress.ts';

let api: TestApp;
let client: TestClient;
beforeAll(async () => {
  api = await startTestApp({
    extend: ({ server, endpoints }) =>
      server.get('/api/three-at-once', async (_request, reply) => {
        const list = endpoints.find(({ name }) => name === 'listLoads')?.endpoint as Endpoint;
        const answers = await Promise.all(Array.from({ length: 3 }, () => compress(list, reply, 'a'.repeat(5_000))));
        void reply.removeHeader('content-encoding');
        return answers.map((answer) => answer instanceof Buffer);
      }),
  });
  client = await api.signUp();
  for (let count = 0; count < 4; count++) await makeLoad(client);
});
afterAll(() => api.close());

/** Returns the body as it was sent. `fetch` would decompress it. */
async function ask(path: string, encoding: string): Promise<{ status: number; encoding: string | undefined; vary: string; body: Buffer }> {
  const headers = { authorization: `Bearer ${client.token.accessToken}`, 'accept-encoding': encoding };
  return new Promise((resolve, reject) => {
    const sent = request(`${api.origin}/api${path}`, { headers }, async (response) => {
      const { statusCode = 0, headers: got } = response;
      resolve({ status: statusCode, encoding: got['content-encoding'], vary: String(got.vary), body: await buffer(response) });
    });
    sent.once('error', reject).end();
  });
}

const compressed = () => api.app.endpoints.filter(({ endpoint }) => endpoint.isCompressed);

function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : [];
  return [...own, ...Object.values(schema).flatMap(keysOf)];
}

describe('what may be compressed', () => {
  it('is these lists and figures, and nothing that nobody named', () => {
    expect(new Set(compressed().map(({ name }) => name))).toEqual(
      new Set([
        'findEmptyNear',
        'getDieselPrices',
        'getEmailFunnel',
        'getLoadStats',
        'getLoadStatsByDrivers',
        'getTopBrokers',
        'getTopLanes',
        'listBoardDrivers',
        'listBrokers',
        'listDrivers',
        'listEmails',
        'listFleet',
        'listLoadEvents',
        'listLoads',
        'listOwnPlaces',
        'searchPlaces',
        'suggestBrokers',
      ]),
    );
  });

  it('is asked for by GET and holds nothing by its schema that opens anything', () => {
    const opens = /token|secret|password|code$|link|url|signature|verifier|challenge/i;
    for (const { name, endpoint } of compressed()) {
      expect(endpoint.method, name).toBe('GET');
      const schema = z.toJSONSchema((endpoint as Endpoint & { reply: z.ZodType }).reply, { io: 'output', unrepresentable: 'any' });
      const keys = keysOf(schema);
      expect(keys.length, name).toBeGreaterThan(0);
      expect(
        keys.filter((key) => opens.test(key)),
        name,
      ).toEqual([]);
    }
  });
});

describe('an answer', () => {
  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    ['', undefined, (bytes: Buffer) => bytes],
  ] as const)('of a list, to who takes “%s”: %s', async (takes, encoding, open) => {
    const answer = await ask('/loads', takes);
    expect([answer.status, answer.encoding]).toEqual([200, encoding]);
    expect(answer.vary).toBe('Origin, accept-encoding');
    expect(JSON.parse(open(answer.body).toString())).toMatchObject({ nextCursor: null });
  });

  it('that is short, or a refusal, is sent as it is', async () => {
    expect(await ask('/v2/drivers/all', 'br')).toMatchObject({ status: 200, encoding: undefined });
    expect(await ask('/loads?limit=nothing', 'br')).toMatchObject({ encoding: undefined });
  });

  it.each(['br', 'gzip', 'gzip, br', '*'])('that holds a token is never compressed, whatever “%s” asks for', async (takes) => {
    const redirectTo = encodeURIComponent('http://localhost:5173/oauth/login');
    expect(await ask(`/user/team-members/link?redirectTo=${redirectTo}`, takes)).toMatchObject({ status: 200, encoding: undefined });
    expect(await ask('/users/me', takes)).toMatchObject({ status: 200, encoding: undefined });
    const response = await api.fetch('/api/auth/refresh-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': takes, cookie: client.cookie },
      body: JSON.stringify({ refreshToken: client.token.refreshToken }),
    });
    const answer = (await response.json()) as { accessToken: string; refreshToken: string };
    expect(response.status).toBe(200);
    expect(response.headers.get('content-encoding')).toBeNull();
    client.token = answer;
  });

  it('is sent as it is where two others are being compressed: nobody waits', async () => {
    const response = await client.fetch('/api/three-at-once');
    expect(await response.json()).toEqual([true, true, false]);
  });
});

it.each([
  ['br', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0.0, gzip;q=0.5', 'gzip'],
  ['deflate, zstd', undefined],
  ['*', undefined],
  ['', undefined],
])('of “%s” chooses %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
