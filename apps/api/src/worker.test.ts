import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@headhaul/test-servers/free-ports';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { keepPartitions, sweepSessions } from './features/maintenance/maintenance.jobs.ts';
import { pollMs } from './lib/jobs/job-runner.ts';
import { beatMs, silentSeconds } from './lib/jobs/job-takeover.ts';
import { defineJob } from './lib/jobs/jobs.ts';
import { eventually } from './testing/eventually.ts';
import { ageLock, letSilencePass } from './testing/silence.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await api.admin.query(`create table probe_log (job text, what text, pid int, at timestamptz not null default clock_timestamp());
    create table probe_let_go (job text);
    grant insert on probe_log to worker; grant select on probe_let_go to worker`);
});
afterAll(() => api.close());

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

type Worker = ChildProcess & { pid: number; output(): string };

async function startWorker(file: string, args: string[], env: Record<string, string> = {}): Promise<Worker> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    env: { ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'info', DATABASE_WORKER_URL: api.databaseUrl('worker'), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child.stdout, 'data');
  return Object.assign(child as ChildProcess & { pid: number }, { output: () => output });
}

/** Sends SIGTERM and returns the exit code. */
async function stop(child: ChildProcess): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await exited;
  return code;
}

async function logOf(job: string): Promise<{ what: string; pid: number }[]> {
  return (await api.admin.query('select what, pid from probe_log where job = $1 order by at', [job])).rows;
}

function untilLogged(job: string, what: string, pid: number): Promise<void> {
  return eventually(async () => expect(await logOf(job)).toContainEqual({ what, pid }));
}

async function enqueue(name: string): Promise<void> {
  const job = defineJob({ name, payload: z.object({}), attempts: 5, run: async () => {} });
  await api.platform.db.transaction((db) => job({ db }, {}));
}

const letGo = (job: string) => api.admin.query('insert into probe_let_go values ($1)', [job]);

describe('node src/worker.ts', () => {
  it('runs the product’s jobs, says how it is, and leaves when asked', { timeout: 60_000 }, async () => {
    const client = await api.signUp();
    await api.admin.query(`update one_time_codes set expires_at = now() - interval '2 days' where user_id = $1`, [client.user.id]);
    await api.admin.query(`create table live_events_20200101 partition of live_events for values from ('2020-01-01') to ('2020-01-02')`);
    const port = await findFreePort();
    const worker = await startWorker('./worker.ts', [], { WORKER_OPS_PORT: String(port) });
    await eventually(async () => expect((await fetch(`http://localhost:${port}/health/ready`)).status).toBe(200));
    await api.platform.db.transaction(async (db) => {
      await sweepSessions({ db }, {});
      await keepPartitions({ db }, {});
    });
    await eventually(async () => {
      const { rowCount } = await api.admin.query('select from one_time_codes where user_id = $1', [client.user.id]);
      expect(rowCount).toBe(0);
      const { rows } = await api.admin.query(`select to_regclass('live_events_20200101') as gone`);
      expect(rows[0].gone).toBeNull();
    });
    const metrics = async () => (await fetch(`http://localhost:${port}/metrics`)).text();
    await eventually(async () => expect(await metrics()).toContain('jobs_total{job="maintenance.sessions",outcome="done"} 1'));
    await eventually(async () => expect(await metrics()).toContain('jobs_total{job="maintenance.partitions",outcome="done"} 1'));
    expect(await stop(worker)).toBe(0);
  });
});

describe('a worker', () => {
  it('finishes the job it has when asked to leave', { timeout: 60_000 }, async () => {
    const worker = await startWorker('./testing/worker-probe.ts', ['probe.last']);
    await enqueue('probe.last');
    await untilLogged('probe.last', 'started', worker.pid);
    const stopped = stop(worker);
    await eventually(() => expect(worker.output()).toContain('stopping'));
    await letGo('probe.last');
    expect(await stopped).toBe(0);
    expect(await logOf('probe.last')).toEqual([
      { what: 'started', pid: worker.pid },
      { what: 'finished', pid: worker.pid },
    ]);
    const { rows } = await api.admin.query('select count(*)::int as left from graphile_worker._private_jobs');
    expect(rows[0].left).toBe(0);
  });

  it('takes over from one that was killed, and keeps its own long job', { timeout: 60_000 }, async () => {
    const victim = await startWorker('./testing/worker-probe.ts', ['probe.doomed']);
    await enqueue('probe.doomed');
    await untilLogged('probe.doomed', 'started', victim.pid);
    const heir = await startWorker('./testing/worker-probe.ts', ['probe.doomed', 'probe.steady']);
    await enqueue('probe.steady');
    await untilLogged('probe.steady', 'started', heir.pid);
    const gone = once(victim, 'exit');
    victim.kill('SIGKILL');
    await gone;
    // Both jobs were taken equally long ago, but only one of their workers still sends heartbeats.
    await ageLock(api, 'probe.steady');
    await letSilencePass(api, 'probe.doomed');
    await untilLogged('probe.doomed', 'finished', heir.pid);

    const { rows } = await api.admin.query(
      `select attempts, locked_by is not null as "isHeld" from graphile_worker.jobs where task_identifier = 'probe.steady'`,
    );
    expect(rows).toEqual([{ attempts: 1, isHeld: true }]);
    await letGo('probe.steady');
    await untilLogged('probe.steady', 'finished', heir.pid);
    expect(await logOf('probe.steady')).toEqual([
      { what: 'started', pid: heir.pid },
      { what: 'finished', pid: heir.pid },
    ]);
    expect(await stop(heir)).toBe(0);
  });

  it('takes over within 30 s, with five of them to spare for the work itself', () => {
    // A worker is silent for `silentSeconds`, the next heartbeat of another worker notices it, and the next poll takes the job.
    expect(silentSeconds * 1_000 + beatMs + pollMs).toBeLessThanOrEqual(25_000);
    // Two heartbeats may be lost before a worker counts as dead.
    expect(silentSeconds * 1_000).toBeGreaterThanOrEqual(3 * beatMs);
  });
});
