import { EventEmitter } from 'node:events';
import { Logger, type LogLevel, parseCronItems, run, type WorkerEvents } from 'graphile-worker';
import type { Platform, WorkerPlatform } from '../platform.ts';
import { startTakeover } from './job-takeover.ts';
import { type Job, runJob } from './jobs.ts';

const concurrency = 8;
export const pollMs = 1_000;

export interface JobRunner {
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>;
  /** Settles when the runner has ended, whether it was stopped or failed. */
  ended: Promise<void>;
}

/** Runs these jobs in this process until it is stopped. */
export async function startJobRunner(platform: WorkerPlatform, jobs: readonly Job[]): Promise<JobRunner> {
  const stopping = new AbortController();
  const takeover = startTakeover(platform);
  const events: WorkerEvents = new EventEmitter();
  // Jobs are locked with the id of the pool, so the heartbeat must carry that id.
  events.on('pool:create', ({ workerPool }) => takeover.addHolder(workerPool.id));

  const runner = await run({
    connectionString: platform.env.DATABASE_WORKER_URL,
    concurrency,
    noHandleSignals: true,
    pollInterval: pollMs,
    events,
    // Without these the queue doesn't wait for the last "done" to be written when it stops, and that job would run again.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: createQueueLogger(platform),
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

  return {
    async stop() {
      stopping.abort();
      await runner.stop();
      await takeover.stop();
    },
    ended: runner.promise.catch(() => {}),
  };
}

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const satisfies Record<`${LogLevel}`, string>;

/** The queue's messages go to our log without the job attached to them: its payload may hold a person's data. */
function createQueueLogger({ log }: Platform): Logger {
  return new Logger(() => (level, message, meta) => {
    // `runJob` has already logged a failed job, at the right level.
    const isReported = meta?.failure === true;
    log[isReported ? 'trace' : levels[level]](message);
  });
}
