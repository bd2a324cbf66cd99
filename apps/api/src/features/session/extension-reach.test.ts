import type { Endpoint } from '@headhaul/contracts/http/endpoint';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { challengeOf, randomSecret } from '../../lib/auth/crypto.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

// What the extension's token may do, asked of every endpoint. `session.test.ts` has the list of those that it has a use for.

let api: TestApp;
let web: TestClient;
let extension: TestClient;

beforeAll(async () => {
  // A refused call costs the person who makes it, and here one person makes all of them.
  api = await startTestApp({ env: { RATE_LIMIT_API_PER_MINUTE: '1000000' } });
  web = await api.signUp();
  const verifier = randomSecret();
  const { code } = await web.call(sessionEndpoints.createHandoffCode, { body: { challenge: challengeOf(verifier) } });
  extension = await api.redeem(code, verifier);
});
afterAll(() => api.close());

const anId = '0199a000-0000-7000-8000-00000000000a';

async function ask(who: Pick<TestClient, 'fetch'>, { method, path }: Endpoint): Promise<{ status: number; code: string | null }> {
  const leaving = new AbortController();
  const answer = await who.fetch(`/api${path.replaceAll(/\{\w+\}/g, anId)}`, { method, redirect: 'manual', signal: leaving.signal });
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json') === true;
  const code = isProblem ? ((await answer.json()) as { code: string }).code : null;
  // A stream of events would never end.
  leaving.abort();
  return { status: answer.status, code };
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

describe('the extension’s session', () => {
  it('is refused at every endpoint that is not for it, before the endpoint is asked', async () => {
    const closed = api.app.endpoints.filter(({ endpoint }) => endpoint.isForExtension !== true);
    const answers = { open: 0, refused: 0 };
    const reached: string[] = [];
    for (const { endpoint } of closed) {
      if ((await ask(api, endpoint)).status !== 401) {
        answers.open += 1;
        continue;
      }
      const { status, code } = await ask(extension, endpoint);
      // A staff path answers 404 to everybody else, so that nobody can find it.
      const isHidden = status === 404 && endpoint.path.startsWith('/admin/');
      if ((status === 403 && code === 'not_allowed') || isHidden) answers.refused += 1;
      else reached.push(`${nameOf(endpoint)}: ${status} ${code}`);
    }
    expect(reached).toEqual([]);
    // The open ones are known by name in `guards.test.ts`.
    expect(answers.open).toBeLessThan(15);
    expect(answers.refused).toBe(closed.length - answers.open);
    expect(answers.refused).toBeGreaterThan(100);
  });

  it('is let in where the contract says so', async () => {
    const open = api.app.endpoints.filter(({ name, endpoint }) => endpoint.isForExtension && name !== 'logout');
    for (const { endpoint } of open) {
      expect([401, 403], nameOf(endpoint)).not.toContain((await ask(extension, endpoint)).status);
    }
  });
});

describe('an endpoint that is for the extension', () => {
  it('asks for no fresh sign-in: who must prove themselves does it in the web app', () => {
    const open = api.app.endpoints.filter(({ endpoint }) => endpoint.isForExtension);
    expect(open.filter(({ endpoint }) => endpoint.freshWithinMinutes !== undefined).map(({ name }) => name)).toEqual([]);
  });

  it('is never one of a team, a payment, an export, an import, a sign-in or of our staff', () => {
    const rooms = /^\/(admin|auth|billing|companies|exports?|imports?|oauth|user)(\/|$)|\/(export|import|invit|owner|team|connect)/;
    const open = api.app.endpoints.filter(({ name, endpoint }) => endpoint.isForExtension && name !== 'logout');
    expect(open.filter(({ endpoint }) => rooms.test(endpoint.path)).map(({ endpoint }) => nameOf(endpoint))).toEqual([]);
  });

  it.each(['makeOwner', 'startCompanyExport', 'exportMyData', 'inviteTeamMembers', 'getTeamLink', 'deleteAccount', 'createHandoffCode'])(
    'is not %s',
    (name) => {
      expect(api.app.endpoints.find((one) => one.name === name)?.endpoint).toMatchObject({ method: expect.any(String) });
      expect(api.app.endpoints.find((one) => one.name === name)?.endpoint.isForExtension).toBeUndefined();
    },
  );
});
