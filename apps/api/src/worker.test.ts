import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@headhaul/test-servers/free-ports';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { keepPartitions, sweepSessions } from './features/upkeep/upkeep.jobs.ts';
import { defineJob } from './lib/jobs.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await api.admin.query(`create table probe_log (job text, what text, pid int, at timestamptz not null default clock_timestamp());
    grant insert on probe_log to worker`);
});
afterAll(() => api.close());

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function startWorker(file: string, args: string[], env: Record<string, string> = {}): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    env: { ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'info', DATABASE_WORKER_URL: api.databaseUrl('worker'), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return child as ChildProcess & { pid: number };
}

async function exitCodeAfter(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = await exited;
  return code;
}

async function logOf(job: string): Promise<{ what: string; pid: number }[]> {
  return (await api.admin.query('select what, pid from probe_log where job = $1 order by at', [job])).rows;
}

function untilLogged(job: string, what: string, pid: number, timeout = 10_000): Promise<void> {
  return vi.waitFor(async () => expect(await logOf(job)).toContainEqual({ what, pid }), { timeout, interval: 100 });
}

async function enqueue(name: string, ms: number): Promise<void> {
  const job = defineJob({ name, payload: z.object({ ms: z.number() }), attempts: 5, run: async () => {} });
  await api.platform.db.transaction((db) => job({ db }, { ms }));
}

describe('node src/worker.ts', () => {
  it('runs the product’s jobs, says how it is, and leaves when asked', async () => {
    const client = await api.signUp();
    await api.admin.query(`update one_time_codes set expires_at = now() - interval '2 days' where user_id = $1`, [client.user.id]);
    await api.admin.query(`create table live_events_20200101 partition of live_events for values from ('2020-01-01') to ('2020-01-02')`);
    const port = await findFreePort();
    const worker = await startWorker('./worker.ts', [], { WORKER_OPS_PORT: String(port) });
    await vi.waitFor(async () => expect((await fetch(`http://localhost:${port}/health/ready`)).status).toBe(200), { timeout: 5_000 });
    await api.platform.db.transaction(async (db) => {
      await sweepSessions({ db }, {});
      await keepPartitions({ db }, {});
    });
    await vi.waitFor(
      async () => {
        const { rowCount } = await api.admin.query('select from one_time_codes where user_id = $1', [client.user.id]);
        expect(rowCount).toBe(0);
        const { rows } = await api.admin.query(`select to_regclass('live_events_20200101') as gone`);
        expect(rows[0].gone).toBeNull();
      },
      { timeout: 5_000, interval: 50 },
    );
    const metrics = async () => (await fetch(`http://localhost:${port}/metrics`)).text();
    await vi.waitFor(async () => expect(await metrics()).toContain('jobs_total{job="upkeep.sessions",outcome="done"} 1'));
    await vi.waitFor(async () => expect(await metrics()).toContain('jobs_total{job="upkeep.partitions",outcome="done"} 1'));
    expect(await exitCodeAfter(worker, 'SIGTERM')).toBe(0);
  });
});

describe('a worker', () => {
  it('finishes the job it has when asked to leave', async () => {
    const worker = await startWorker('./testing/worker-probe.ts', ['probe.last']);
    await enqueue('probe.last', 1_500);
    await untilLogged('probe.last', 'started', worker.pid);
    expect(await exitCodeAfter(worker, 'SIGTERM')).toBe(0);
    expect(await logOf('probe.last')).toEqual([
      { what: 'started', pid: worker.pid },
      { what: 'finished', pid: worker.pid },
    ]);
    const { rows } = await api.admin.query('select count(*)::int as left from graphile_worker._private_jobs');
    expect(rows[0].left).toBe(0);
  });

  it('takes over from one that was killed within 30 s, and keeps its own long job', { timeout: 60_000 }, async () => {
    const victim = await startWorker('./testing/worker-probe.ts', ['probe.doomed']);
    await enqueue('probe.doomed', 60_000);
    await untilLogged('probe.doomed', 'started', victim.pid);
    const heir = await startWorker('./testing/worker-probe.ts', ['probe.doomed', 'probe.steady']);
    await enqueue('probe.steady', 24_000);
    await untilLogged('probe.steady', 'started', heir.pid);
    victim.kill('SIGKILL');
    const killedAt = performance.now();
    await untilLogged('probe.doomed', 'finished', heir.pid, 30_000);
    const tookMs = Math.round(performance.now() - killedAt);
    process.stdout.write(`  a killed worker's job was taken over after ${tookMs} ms\n`);
    expect(tookMs).toBeLessThan(30_000);

    await untilLogged('probe.steady', 'finished', heir.pid, 30_000);
    await pause(1_500);
    expect(await logOf('probe.steady')).toEqual([
      { what: 'started', pid: heir.pid },
      { what: 'finished', pid: heir.pid },
    ]);
    expect(await exitCodeAfter(heir, 'SIGTERM')).toBe(0);
  });
});
