import { setTimeout as pause } from 'node:timers/promises';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../lib/jobs/jobs.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { readDatabaseText } from '../../testing/database/database-text.ts';
import { untilBlocked } from '../../testing/database/lock-waits.ts';
import { makeLoad } from '../../testing/office.ts';
import { beginSignIn, invite, plantDigits, readLinkToken } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { emptyCompanyRecord } from './empty-company.jobs.ts';
import { forgetPerson } from './forget-person.jobs.ts';
import { sweepUnproven } from './sweep-unproven.jobs.ts';

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());

const sweep = () => runJob(sweepUnproven, worker, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
const isDeleted = async ({ user }: TestClient) =>
  (await api.admin.query<{ isDeleted: boolean }>('select deleted_at is not null as "isDeleted" from users where id = $1', [user.id]))
    .rows[0]?.isDeleted;

/** As if the account was opened this many days ago and last used then, by somebody who never typed the digits. */
async function age({ user }: TestClient, days: number): Promise<void> {
  await api.admin.query(`update users set email_proven_at = null, created_at = now() - $2 * interval '1 day' where id = $1`, [
    user.id,
    days,
  ]);
  await api.admin.query(`update sessions set rotated_at = now() - $2 * interval '1 day' where user_id = $1`, [user.id, days]);
}

describe('an account whose address nobody proved', () => {
  it('is deleted after 30 days with its company, and its address is found nowhere', async () => {
    const person = await api.signUp('unproven-canary@sweep.test');
    await age(person, 31);
    await sweep();
    await runWaitingJobs(api, worker, emptyCompanyRecord);
    await runWaitingJobs(api, worker, forgetPerson);
    expect(await isDeleted(person)).toBe(true);
    expect(await readDatabaseText(api.admin)).not.toContain('unproven-canary@sweep.test');
    const { rows } = await api.admin.query('select name, archived_at is not null as archived from companies where company_id = $1', [
      person.user.companyId,
    ]);
    expect(rows).toEqual([{ name: 'Deleted company', archived: true }]);
    expect((await person.fetch('/api/users/me')).status).toBe(401);
    expect((await api.signUp('unproven-canary@sweep.test')).user.id).not.toBe(person.user.id);
  });

  it.each<[string, (person: TestClient) => Promise<unknown>]>([
    ['is 29 days old', (person) => age(person, 29)],
    [
      'was used yesterday',
      (person) => api.admin.query(`update sessions set rotated_at = now() - interval '1 day' where user_id = $1`, [person.user.id]),
    ],
    ['was proved', (person) => api.admin.query('update users set email_proven_at = now() where id = $1', [person.user.id])],
    [
      'belongs to a team',
      async (person) => {
        await api.admin.query('update users set email_proven_at = now() where id = $1', [person.user.id]);
        await person.call(teamEndpoints.joinByLink, { query: { inviteToken: await readLinkToken(await api.signUp()) } });
        await age(person, 31);
      },
    ],
    [
      'has loads from before addresses were proved',
      async (person) => {
        await api.admin.query('update users set email_proven_at = now() where id = $1', [person.user.id]);
        await makeLoad(person);
        await age(person, 31);
      },
    ],
    [
      'has invited somebody',
      async (person) => {
        await api.admin.query('update users set email_proven_at = now() where id = $1', [person.user.id]);
        await invite(api, person, `friend-${person.user.id}@sweep.test`);
        await age(person, 31);
      },
    ],
  ])('stays when it %s', async (_why, change) => {
    const person = await api.signUp();
    await age(person, 31);
    await change(person);
    await sweep();
    expect(await isDeleted(person)).toBe(false);
  });
});

const countDeadlocks = async () => {
  // A connection reports its count once a second.
  await pause(1_500);
  const { rows } = await api.admin.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks;
};

describe('an account that is proved or used while the sweep comes to it', () => {
  it('is locked after its company, as the sweep does', async () => {
    const person = await api.signUp();
    await age(person, 31);
    const digits = await plantDigits(api, person);
    const holder = await api.admin.connect();
    try {
      await holder.query('begin');
      await holder.query('select from companies where company_id = $1 for update', [person.user.companyId]);
      const proving = person.call(sessionEndpoints.confirmEmailCode, { body: { digits } });
      proving.catch(() => {});
      await untilBlocked(api);
      await holder.query('select from users where id = $1 for update nowait', [person.user.id]);
      await holder.query('rollback');
      expect((await proving).isEmailProven).toBe(true);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it('is proved or deleted, never both, without a deadlock: 200 rounds', { timeout: 240_000 }, async () => {
    const before = await countDeadlocks();
    const statuses = new Set<number>();
    for (let round = 0; round < 200; round++) {
      const person = await api.signUp();
      await age(person, 31);
      const digits = await plantDigits(api, person);
      const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ digits }) };
      const [answer] = await Promise.all([
        pause(round % 3).then(() => person.fetch('/api/auth/email-code/confirm', json)),
        pause(round % 7).then(sweep),
      ]);
      statuses.add(answer.status);
      const { rows } = await api.admin.query<{ fates: number }>(
        'select num_nonnulls(email_proven_at, deleted_at)::int as fates from users where id = $1',
        [person.user.id],
      );
      expect(rows[0]?.fates, `round ${round}`).toBe(1);
    }
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    expect(await countDeadlocks()).toBe(before);
  });

  it('opens no session once it is deleted, and none is deleted under its session: 100 rounds', { timeout: 240_000 }, async () => {
    const before = await countDeadlocks();
    for (let round = 0; round < 100; round++) {
      const person = await api.signUp();
      await age(person, 31);
      const { code, verifier } = await beginSignIn(api, person);
      const [opened] = await Promise.allSettled([
        pause(round % 3).then(() => api.redeem(code, verifier, { cookie: person.cookie })),
        pause(round % 7).then(sweep),
      ]);
      if (opened.status === 'rejected') expect(opened.reason.problem?.status, `round ${round}`).toBeLessThan(500);
      expect(await isDeleted(person), `round ${round}`).toBe(opened.status === 'rejected');
    }
    const { rows } = await api.admin.query(
      'select s.id from sessions s join users u on u.id = s.user_id where u.deleted_at is not null and s.revoked_at is null',
    );
    expect(rows).toEqual([]);
    expect(await countDeadlocks()).toBe(before);
  });
});
