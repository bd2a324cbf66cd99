import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { untilBlocked } from '../../testing/database/lock-waits.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { WorkerPlatform } from '../platform.ts';
import { defineJob, isJob, PermanentFailure, runJob } from './jobs.ts';

let behave: (load: { id: string; miles: number }) => Promise<void> = async () => {};
const weigh = defineJob({
  name: 'probe.weigh',
  payload: z.object({ id: z.string().min(1), miles: z.string().transform(Number) }),
  attempts: 4,
  run: (_ctx, load) => behave(load),
});

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());
beforeEach(() => api.admin.query('truncate graphile_worker._private_jobs'));

async function waiting(): Promise<{ payload: unknown; max_attempts: number; key: string | null; run_at: Date }[]> {
  const { rows } = await api.admin.query(
    `select j.payload, j.max_attempts, j.key, j.run_at from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'probe.weigh' order by j.id`,
  );
  return rows;
}

describe('calling a job', () => {
  it('adds it if and only if the caller’s transaction commits', async () => {
    const { companyId } = (await api.signUp()).user;
    await expect(
      api.platform.db.withTenant(companyId, async (tx) => {
        await weigh(tx, { id: 'a', miles: '10' });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await waiting()).toEqual([]);

    await api.platform.db.withTenant(companyId, async (tx) => {
      await weigh(tx, { id: 'b', miles: '10' });
      expect(await waiting()).toEqual([]);
    });
    expect(await waiting()).toMatchObject([{ payload: { id: 'b', miles: '10' }, max_attempts: 4, key: null }]);
  });

  it('refuses a payload that does not fit, before the queue sees it', async () => {
    await expect(api.platform.db.transaction((db) => weigh({ db }, { id: '', miles: '1' }))).rejects.toThrow(z.ZodError);
    expect(await waiting()).toEqual([]);
  });

  it('takes only its own payload', () => {
    expectTypeOf(weigh).parameter(1).toEqualTypeOf<{ id: string; miles: string }>();
    expectTypeOf(weigh.definition.run).parameter(1).toEqualTypeOf<{ id: string; miles: number }>();
  });

  it('replaces a waiting job with the same key', async () => {
    const runAt = new Date(Date.now() + 3_600_000);
    await api.platform.db.transaction(async (db) => {
      await weigh({ db }, { id: 'a', miles: '1' }, { key: 'load-7', runAt });
      await weigh({ db }, { id: 'b', miles: '2' }, { key: 'load-7', runAt });
      await weigh({ db }, { id: 'c', miles: '3' }, { key: 'load-8', runAt });
    });
    const jobs = await waiting();
    expect(jobs).toMatchObject([{ payload: { id: 'b' }, key: 'load-7' }, { payload: { id: 'c' } }]);
    expect(jobs[0]?.run_at).toEqual(runAt);
  });

  it('adds another when the one with the same key begins in that very moment: it may not see what this call is about', async () => {
    await api.platform.db.transaction((db) => weigh({ db }, { id: 'a', miles: '1' }, { key: 'load-9' }));
    const worker = await api.admin.connect();
    await worker.query(
      `begin; update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w', attempts = 1 where key = 'load-9'`,
    );
    const added = api.platform.db.transaction((db) => weigh({ db }, { id: 'b', miles: '2' }, { key: 'load-9' }));
    await untilBlocked(api);
    await worker.query('commit');
    worker.release();
    await added;
    expect(await waiting()).toMatchObject([
      { payload: { id: 'a' }, key: null },
      { payload: { id: 'b' }, key: 'load-9' },
    ]);
  });
});

describe('runJob', () => {
  async function countOf(outcome: string): Promise<number> {
    const { values } = await worker.metrics.jobs.get();
    return values.find(({ labels }) => labels.job === 'probe.weigh' && labels.outcome === outcome)?.value ?? 0;
  }
  const runOnce = (payload: unknown, attempt = 1) =>
    runJob(weigh as never, worker, payload, { attempt, maxAttempts: 4, signal: new AbortController().signal });

  it('gives the checked payload to the job and counts it', async () => {
    const seen: unknown[] = [];
    behave = async (load) => void seen.push(load);
    await runOnce({ id: 'a', miles: '12', extra: true });
    expect(seen).toEqual([{ id: 'a', miles: 12 }]);
    expect(await countOf('done')).toBe(1);
  });

  it('hands a failure back to be tried again, and gives up at the last try', async () => {
    behave = async () => {
      throw new Error('scale is busy');
    };
    await expect(runOnce({ id: 'a', miles: '1' })).rejects.toThrow('scale is busy');
    expect([await countOf('failed'), await countOf('gave_up')]).toEqual([1, 0]);
    await expect(runOnce({ id: 'a', miles: '1' }, 4)).rejects.toThrow('scale is busy');
    expect([await countOf('failed'), await countOf('gave_up')]).toEqual([1, 1]);
  });

  it('does not try again what no retry can mend', async () => {
    behave = async () => {
      throw new PermanentFailure('no such load');
    };
    const before = await countOf('gave_up');
    await runOnce({ id: 'a', miles: '1' });
    expect(await countOf('gave_up')).toBe(before + 1);
  });

  it('measures how long it ran', async () => {
    behave = async () => {};
    await runOnce({ id: 'a', miles: '1' });
    expect(await worker.metrics.registry.metrics()).toMatch(/job_duration_seconds_count\{job="probe.weigh"\} \d/);
  });
});

describe('isJob', () => {
  it('tells a job from any other function', () => {
    expect([isJob(weigh), isJob(() => {}), isJob(undefined)]).toEqual([true, false, false]);
  });
});
