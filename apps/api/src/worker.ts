import { EventEmitter } from 'node:events';
import { parseCronItems, run } from 'graphile-worker';
import * as features from './features/index.ts';
import { readEnv } from './lib/env.ts';
import { startTakeover } from './lib/job-takeover.ts';
import { isJob, type Job, runJob } from './lib/jobs.ts';
import { startOpsServer } from './lib/ops-server.ts';
import { createPlatform } from './lib/platform.ts';
import { drainOnSignal } from './lib/shutdown.ts';

const concurrency = 8;

const env = readEnv();
const platform = createPlatform(env, 'worker');
const jobs: Job[] = Object.values(features)
  .flatMap((feature) => (typeof feature === 'object' ? Object.values(feature) : []))
  .filter(isJob);

const stopping = new AbortController();
const events = new EventEmitter();
const takeover = startTakeover(platform);
events.on('worker:create', ({ worker }: { worker: { workerId: string } }) => takeover.addWorker(worker.workerId));

const runner = await run({
  connectionString: env.DATABASE_WORKER_URL,
  concurrency,
  noHandleSignals: true,
  pollInterval: 1_000,
  // biome-ignore lint/suspicious/noExplicitAny: graphile-worker types its emitter by its own interface.
  events: events as any,
  taskList: Object.fromEntries(
    jobs.map((job) => [
      job.definition.name,
      (payload: unknown, helpers: { job: { attempts: number; max_attempts: number } }) =>
        runJob(job, platform, payload, { attempt: helpers.job.attempts, maxAttempts: helpers.job.max_attempts, signal: stopping.signal }),
    ]),
  ),
  parsedCronItems: parseCronItems(
    jobs.flatMap(({ definition }) =>
      definition.cron === undefined
        ? []
        : [
            {
              task: definition.name,
              match: definition.cron,
              identifier: definition.name,
              options: { maxAttempts: definition.attempts, backfillPeriod: 0 },
            },
          ],
    ),
  ),
});

const ops = await startOpsServer(env.WORKER_OPS_PORT, platform);
platform.log.info({ jobs: jobs.length, concurrency }, 'worker started');

drainOnSignal(platform, async () => {
  ops.markDraining();
  stopping.abort();
  await runner.stop();
  await takeover.stop();
  await ops.close();
});
