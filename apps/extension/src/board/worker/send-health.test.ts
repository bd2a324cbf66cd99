import type { BoardHealth } from '@headhaul/contracts/boards/health';
import { errorCodes } from '@headhaul/contracts/http/errors';
import { expect, test, vi } from 'vitest';
import { mayCollectHealth } from './health-permission.ts';
import { createHealthSender } from './send-health.ts';

const report: BoardHealth = {
  installId: '0199a000-0000-4000-8000-00000000000a',
  extVersion: '0.1.0',
  cause: 'STATE',
  pages: [
    {
      board: 'demo',
      configVersion: 1,
      source: 'BUNDLED',
      layout: null,
      state: 'DEGRADED',
      rowsSeen: 0,
      rowsRead: 0,
      attachMs: null,
      flushP95Ms: null,
      mutationStorms: 0,
      missingContainers: 1,
      isRegressed: false,
      fields: {},
    },
  ],
};

function problem(code: keyof typeof errorCodes): Response {
  const { status } = errorCodes[code];
  const body = { type: 'about:blank', title: code, status, code, detail: code, instance: '/' };
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } });
}

function open(answer: () => Promise<Response>) {
  const fetchWith = vi.fn<typeof fetch>(answer);
  const send = createHealthSender({
    base: 'https://api.example/api',
    fetch: fetchWith,
    callSignedIn: async (run) => ({ answer: await run('token') }),
  });
  return { fetchWith, send };
}

test('a report goes to our API, with the session’s token and without cookies', async () => {
  const { fetchWith, send } = open(async () => new Response(null, { status: 204 }));
  expect(await send(report)).toBe('TAKEN');
  const [url, init] = fetchWith.mock.calls[0] ?? [];
  expect(String(url)).toBe('https://api.example/api/ext/boards/health');
  expect(init).toMatchObject({ method: 'POST', credentials: 'omit' });
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer token');
  expect(JSON.parse(String(init?.body))).toEqual(report);
});

test.each<[string, () => Promise<Response>, string]>([
  ['without a network', () => Promise.reject(new TypeError('Failed to fetch')), 'LATER'],
  ['after too many', async () => problem('too_many_requests'), 'LATER'],
  ['that the API doesn’t understand', async () => problem('validation_failed'), 'REFUSED'],
  ['that a proxy answers', async () => new Response('<html>', { status: 403 }), 'LATER'],
])('a report %s', async (_, answer, outcome) => expect(await open(answer).send(report)).toBe(outcome));

test('a report waits while nobody is signed in', async () => {
  const send = createHealthSender({ base: '', fetch, callSignedIn: async () => null });
  expect(await send(report)).toBe('LATER');
});

test.each<[unknown, boolean]>([
  [{ permissions: ['storage'] }, true],
  [{ permissions: [], data_collection: ['authenticationInfo', 'technicalAndInteraction'] }, true],
  [{ permissions: [], data_collection: ['authenticationInfo'] }, false],
])('a browser with %j lets us report: %s', async (granted, expected) => {
  expect(await mayCollectHealth({ getAll: async () => granted })).toBe(expected);
});
