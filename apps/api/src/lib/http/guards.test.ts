import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { empty, endpoints } from '@headhaul/contracts/http/endpoint';
import { errorCodes } from '@headhaul/contracts/http/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { admin, signedIn, teamOwner } from './guards.ts';
import { implement } from './implement.ts';

const probeEndpoints = endpoints({
  forMembers: { method: 'GET', path: '/probe/members', summary: 'Any member', reply: empty },
  forOwners: { method: 'GET', path: '/probe/owners', summary: 'The owner', reply: empty },
  forStaff: { method: 'POST', path: '/probe/staff', summary: 'Headhaul’s own', reply: empty },
});

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp({
    extend: (app) =>
      implement(app, probeEndpoints, {
        forMembers: signedIn(() => {}),
        forOwners: teamOwner(() => {}),
        forStaff: admin(() => {}),
      }),
  });
});
afterAll(() => api.close());

async function statusOf(client: TestClient, path: string, method = 'GET'): Promise<number> {
  return (await client.fetch(path, { method })).status;
}

describe('a guard', () => {
  it('401 for anyone signed out, before anything is said about the request', async () => {
    for (const [path, method] of [
      ['/api/probe/members', 'GET'],
      ['/api/probe/owners', 'GET'],
      ['/api/probe/staff', 'POST'],
    ] as const) {
      const response = await api.fetch(path, { method });
      expect(await response.json()).toMatchObject({ status: 401, code: 'not_signed_in' });
    }
  });

  it('403 for a member where only the owner may', async () => {
    const owner = await api.signUp();
    const member = await api.signUp();
    await api.admin.query(`update memberships set role = 'member' where user_id = $1`, [member.user.id]);
    expect([await statusOf(owner, '/api/probe/owners'), await statusOf(member, '/api/probe/members')]).toEqual([204, 204]);
    const refused = await member.fetch('/api/probe/owners');
    expect(await refused.json()).toMatchObject({ status: 403, code: 'not_allowed', detail: 'Only the team owner can do this.' });
  });

  it('404 for all but staff, as if the path did not exist', async () => {
    const owner = await api.signUp();
    const staff = await api.signUp();
    await api.admin.query(`update users set role = 'ADMIN' where id = $1`, [staff.user.id]);
    expect(await statusOf(staff, '/api/probe/staff', 'POST')).toBe(204);
    const hidden = (await (await owner.fetch('/api/probe/staff', { method: 'POST' })).json()) as Record<string, unknown>;
    const unknown = (await (await owner.fetch('/api/probe/nothing', { method: 'POST' })).json()) as Record<string, unknown>;
    expect({ ...hidden, instance: '', requestId: '' }).toEqual({ ...unknown, instance: '', requestId: '' });
  });

  it('takes back a role, though nobody told this process', async () => {
    const owner = await api.signUp();
    expect(await statusOf(owner, '/api/probe/owners')).toBe(204);
    await api.admin.query(`update memberships set role = 'member' where user_id = $1`, [owner.user.id]);
    await eventually(async () => expect(await statusOf(owner, '/api/probe/owners')).toBe(403));
  });
});

/** Every path with its methods, as the router prints them. Deeper lines continue the path of the line above. */
function listRoutes(): { path: string; methods: string[] }[] {
  const above: string[] = [];
  return api.app.server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', segment = '', methods = ''] = /^([│├└─ ]*)(\S+) \(([A-Z, ]+)\)$/.exec(line) ?? [];
      if (segment === '') return [];
      const depth = indent.length / 4;
      above.splice(depth - 1, Number.POSITIVE_INFINITY, segment);
      return [{ path: above.join(''), methods: methods.split(', ') }];
    });
}

/** Routes that anyone may call without signing in. A new open route that is missing here fails the test. */
const openToStrangers = [
  // The sealed cookie and the `state` of the OAuth flow protect it.
  'GET /api/email-accounts/callback/:provider|:value',
  // Signed configurations of load boards, the same for everybody.
  'GET /api/ext/boards/manifest.json',
  'GET /api/ext/boards/packs/:board|:value/:version|:value',
  'GET /api/oauth/authorize',
  'GET /api/oauth/callback/:provider|:value',
  'GET /api/user/invitations/preview',
  'POST /api/auth/exchange',
  'POST /api/auth/refresh-token',
  // Stripe's signature protects it.
  'POST /api/billing/stripe-events',
  'POST /api/feedback',
];

describe('every route of the application', () => {
  it('401 for a stranger unless it is on the short list', async () => {
    // Pictures in signatures (`/i/`) are open, because the readers of a mail load them.
    const routes = listRoutes().filter(({ path }) => path !== '*' && !path.startsWith('/api/docs') && path !== '/i/:file');
    expect(routes.map(({ path }) => path)).toEqual(expect.arrayContaining(['/api/users/me', '/api/events', '/api/probe/staff']));
    const paths = new Set(api.app.endpoints.map(({ endpoint }) => endpoint.path.replace(/\{\w+\}/g, ':value')));
    expect(routes).toHaveLength(paths.size);
    const open: string[] = [];
    for (const { path, methods } of routes) {
      for (const method of methods) {
        const { status } = await api.fetch(path.replace(/:\w+(\|:\w+)*/g, 'google'), { method });
        if (status !== 401 && status !== 405) open.push(`${method} ${path}`);
      }
    }
    expect(new Set(open)).toEqual(new Set(openToStrangers));
  });
});

describe('409', () => {
  it('stands for session_conflict alone', () => {
    const codes = Object.entries(errorCodes).filter(([, { status }]) => status === 409);
    expect(codes.map(([code]) => code)).toEqual(['session_conflict']);
  });

  it('is written nowhere in the source', () => {
    const source = fileURLToPath(new URL('../../', import.meta.url));
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file));
    expect(files.length).toBeGreaterThan(40);
    expect(files.filter((file) => /\b409\b/.test(readFileSync(`${source}${file}`, 'utf8')))).toEqual([]);
  });
});
