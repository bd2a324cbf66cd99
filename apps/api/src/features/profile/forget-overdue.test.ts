import { profileEndpoints } from '@headhaul/contracts/profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../lib/jobs/jobs.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { forgetOverdue, forgetPerson } from './forget-person.jobs.ts';

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());

const look = () => runJob(forgetOverdue, worker, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
const jobsOf = async (userId: string) =>
  (await api.admin.query(`select from graphile_worker._private_jobs where payload ->> 'userId' = $1`, [userId])).rowCount;
const waitingFor = async (userId: string) => (await api.admin.query('select from people_to_forget where user_id = $1', [userId])).rowCount;
const late = async () => (await worker.metrics.forgettingsLate.get()).values[0]?.value ?? 0;

async function deleteSomebody(): Promise<string> {
  const owner = await api.signUp();
  const mate = await addTeammate(api, owner);
  await mate.call(profileEndpoints.deleteAccount, { body: { email: mate.user.email } });
  return mate.user.id;
}
const age = (userId: string, interval: string) =>
  api.admin.query('update people_to_forget set asked_at = now() - $2::interval where user_id = $1', [userId, interval]);

describe('the daily look at who is to be forgotten', () => {
  it('begins again what was lost or given up, and leaves alone what has just begun', async () => {
    const [lost, fresh] = [await deleteSomebody(), await deleteSomebody()];
    await api.admin.query('delete from graphile_worker._private_jobs');
    await age(lost, '2 hours');
    await look();
    expect([await jobsOf(lost), await jobsOf(fresh)]).toEqual([1, 0]);
    await runWaitingJobs(api, worker, forgetPerson);
    expect(await waitingFor(lost)).toBe(0);
    expect(await waitingFor(fresh)).toBeGreaterThan(0);
  });

  it('begins again what has given up, and adds no second job to one that waits', async () => {
    const userId = await deleteSomebody();
    await age(userId, '2 hours');
    await api.admin.query(`update graphile_worker._private_jobs set attempts = max_attempts where payload ->> 'userId' = $1`, [userId]);
    await look();
    await look();
    const { rowCount } = await api.admin.query(
      `select from graphile_worker._private_jobs where payload ->> 'userId' = $1 and attempts < max_attempts`,
      [userId],
    );
    expect(rowCount).toBe(1);
    expect(await late()).toBe(0);
  });

  it('counts what is left after a day', async () => {
    const userId = await deleteSomebody();
    await age(userId, '25 hours');
    const lines = (await waitingFor(userId)) ?? 0;
    expect(lines).toBeGreaterThan(0);
    await look();
    expect(await late()).toBe(lines);
  });
});
