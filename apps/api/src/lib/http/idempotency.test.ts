import { empty, endpoints } from '@headhaul/contracts/http/endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { AppError } from '../errors.ts';
import { signedIn } from './guards.ts';
import { implement } from './implement.ts';

const probeEndpoints = endpoints({
  leaveMark: {
    method: 'POST',
    path: '/probe/marks',
    summary: 'Leaves one audit entry',
    body: z.object({ mark: z.string() }),
    reply: z.object({ mark: z.string(), count: z.int() }),
  },
  leaveQuietly: {
    method: 'POST',
    path: '/probe/quiet-marks',
    summary: 'Leaves one audit entry and says nothing',
    body: z.object({ mark: z.string() }),
    reply: empty,
  },
  leaveOther: {
    method: 'POST',
    path: '/probe/others',
    summary: 'The same under another path',
    body: z.object({ mark: z.string() }),
    reply: z.object({ mark: z.string() }),
  },
});

let runs = 0;
let failNext = false;
let api: TestApp;
let client: TestClient;
beforeAll(async () => {
  api = await startTestApp({
    extend: (app) =>
      implement(app, probeEndpoints, {
        leaveMark: signedIn(({ ctx, body }) =>
          ctx.transaction(async (tx) => {
            runs += 1;
            tx.audit({ action: 'probe.marked', actorId: ctx.actor.userId, detail: body });
            if (failNext) {
              failNext = false;
              throw new AppError('limit_reached');
            }
            return { mark: body.mark, count: runs };
          }),
        ),
        leaveQuietly: signedIn(({ ctx, body }) =>
          ctx.transaction(async (tx) => tx.audit({ action: 'probe.marked', actorId: ctx.actor.userId, detail: body })),
        ),
        leaveOther: signedIn(({ body }) => body),
      }),
  });
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.signUp();
});

function post(key: string, mark: string, by = client, path = '/api/probe/marks'): Promise<Response> {
  return by.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ mark }),
  });
}

async function marksOf(by = client): Promise<number> {
  const { rows } = await api.admin.query(
    `select count(*)::int as count from audit_log where company_id = $1 and entry::jsonb ->> 'action' = 'probe.marked'`,
    [by.user.companyId],
  );
  return rows[0].count;
}

async function keysOf(by = client): Promise<number> {
  const { rows } = await api.admin.query('select count(*)::int as count from idempotency_keys where company_id = $1', [by.user.companyId]);
  return rows[0].count;
}

describe('POST with Idempotency-Key', () => {
  it('200 twice with one effect and the same answer', async () => {
    const first = await post('one', 'a');
    const second = await post('one', 'a');
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await second.text()).toBe(await first.text());
    expect(await marksOf()).toBe(1);
  });

  it('204 twice with one effect', async () => {
    const leave = () => post('quiet', 'a', client, '/api/probe/quiet-marks');
    const [first, second] = [await leave(), await leave()];
    expect([first.status, second.status]).toEqual([204, 204]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect([await first.text(), await second.text()]).toEqual(['', '']);
    expect([second.headers.get('content-type'), second.headers.get('content-length')]).toEqual([
      first.headers.get('content-type'),
      first.headers.get('content-length'),
    ]);
    expect([await marksOf(), await keysOf()]).toEqual([1, 1]);
  });

  it('401 for a sign-out that is repeated: the first ended the session', async () => {
    const logout = () => client.fetch('/api/auth/logout', { method: 'POST', headers: { 'idempotency-key': 'bye' } });
    expect((await logout()).status).toBe(204);
    expect((await logout()).status).toBe(401);
  });

  it('422 for other content or another path under the same key', async () => {
    await post('one', 'a');
    expect((await post('one', 'b')).status).toBe(422);
    const other = await post('one', 'a', client, '/api/probe/others');
    expect(await other.json()).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
    expect(await marksOf()).toBe(1);
  });

  it('20 parallel requests have one effect and one answer', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('race', 'a')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers.filter(({ headers }) => headers.has('idempotency-replayed'))).toHaveLength(19);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    expect(await marksOf()).toBe(1);
  });

  it('keeps nothing of a request that failed, so a retry works', async () => {
    failNext = true;
    expect((await post('retry', 'a')).status).toBe(422);
    expect([await marksOf(), await keysOf()]).toEqual([0, 0]);
    expect((await post('retry', 'a')).status).toBe(200);
    expect([await marksOf(), await keysOf()]).toEqual([1, 1]);
  });

  it('200 for the same key of another person', async () => {
    const other = await api.signUp();
    await post('shared', 'a');
    const theirs = await post('shared', 'b', other);
    expect(theirs.status).toBe(200);
    expect(theirs.headers.has('idempotency-replayed')).toBe(false);
    expect([await marksOf(), await marksOf(other)]).toEqual([1, 1]);
  });

  it('200 for the same key of another member of the same company', async () => {
    const member = await api.signUp();
    await api.admin.query(`update memberships set company_id = $1, role = 'member' where user_id = $2`, [
      client.user.companyId,
      member.user.id,
    ]);
    await api.admin.query('update sessions set current_company_id = $1 where user_id = $2', [client.user.companyId, member.user.id]);
    await post('shared', 'a');
    expect((await post('shared', 'b', member)).status).toBe(200);
    expect(await marksOf()).toBe(2);
  });

  it('400 for a key that is empty or longer than 200 characters', async () => {
    expect((await post('k'.repeat(200), 'a')).status).toBe(200);
    for (const key of ['', 'k'.repeat(201)]) {
      const refused = await post(key, 'a');
      expect(await refused.json()).toMatchObject({ status: 400, errors: [{ path: 'headers.idempotency-key' }] });
    }
    expect(await marksOf()).toBe(1);
  });

  it('counts for 24 hours', async () => {
    await api.admin.query(`do $$ declare day timestamptz := date_trunc('day', now(), 'UTC');
      begin
        for i in 1..2 loop
          execute format('create table if not exists %I partition of idempotency_keys for values from (%L) to (%L)',
            'idempotency_keys_' || to_char((day - i * interval '1 day') at time zone 'UTC', 'YYYYMMDD'),
            day - i * interval '1 day', day - (i - 1) * interval '1 day');
        end loop;
      end $$`);
    const age = (span: string) =>
      api.admin.query('update idempotency_keys set created_at = now() - $1::interval where company_id = $2', [span, client.user.companyId]);
    await post('old', 'a');
    await age('23 hours 59 minutes');
    expect((await post('old', 'a')).headers.get('idempotency-replayed')).toBe('true');
    await age('24 hours 1 minute');
    expect((await post('old', 'b')).status).toBe(200);
    expect(await marksOf()).toBe(2);
  });
});
