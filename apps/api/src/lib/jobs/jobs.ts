import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { TenantTx } from '../db/database.ts';
import type { DB } from '../db/generated.ts';
import type { WorkerPlatform } from '../platform.ts';

export interface JobCtx {
  platform: WorkerPlatform;
  log: Logger;
  attempt: number;
  isLastAttempt: boolean;
  /** Aborted when the worker is asked to stop. */
  signal: AbortSignal;
  transaction<T>(companyId: string, work: (tx: TenantTx) => Promise<T>): Promise<T>;
}

interface JobDefinition<S extends z.ZodType> {
  name: string;
  payload: S;
  /** Number of tries in total. The pause before the next try is about 3 s at first and grows by a factor of e (2.7) each time. */
  attempts: number;
  /** Schedule in UTC. The job then runs with an empty payload. */
  cron?: string;
  /** A job may run twice after a crash, so running it again must do no harm. */
  run(ctx: JobCtx, payload: z.output<S>): Promise<void>;
}

interface EnqueueOptions {
  runAt?: Date;
  /** A waiting job with the same key is replaced instead of doubled. */
  key?: string;
  /** Jobs of one queue run one after another. */
  queue?: string;
}

/** Calling the job enqueues it in the caller's transaction: it exists if and only if that commits. */
export interface Job<S extends z.ZodType = z.ZodType> {
  (tx: { db: Kysely<DB> }, payload: z.input<S>, options?: EnqueueOptions): Promise<void>;
  definition: JobDefinition<S>;
}

/** A failure that a retry cannot fix. The job is logged, counted and not tried again. */
export class PermanentFailure extends Error {}

export function defineJob<S extends z.ZodType>(definition: JobDefinition<S>): Job<S> {
  const enqueue = async (tx: { db: Kysely<DB> }, payload: z.input<S>, options: EnqueueOptions = {}): Promise<void> => {
    // Only a check: the payload is stored as given, because `runJob` applies the schema and it must not be applied twice.
    z.parse(definition.payload, payload);
    for (let attempt = 0; attempt < 5; attempt++) {
      const { rows } = await sql<{ id: string | null }>`select enqueue_job(${definition.name}, ${JSON.stringify(payload)}::json,
        ${options.queue ?? null}, ${options.runAt ?? null}, ${definition.attempts}, ${options.key ?? null}) as id`.execute(tx.db);
      // No id means that a worker took the job with this key at this moment. That run can't see our transaction, so another job
      // must follow it. The next call finds the old job running and adds a new one.
      if (rows[0]?.id != null) return;
    }
    throw new Error(`${definition.name} could not be enqueued`);
  };
  return Object.assign(enqueue, { definition });
}

export function isJob(value: unknown): value is Job {
  return typeof value === 'function' && 'definition' in value;
}

/** One run of one job, as the queue hands it over. */
export async function runJob(
  job: Job,
  platform: WorkerPlatform,
  payload: unknown,
  taken: { attempt: number; maxAttempts: number; signal: AbortSignal },
): Promise<void> {
  const { name } = job.definition;
  const companyId = (payload as { companyId?: unknown } | null)?.companyId;
  const log = platform.log.child({ job: name, attempt: taken.attempt, ...(typeof companyId === 'string' ? { companyId } : {}) });
  const isLastAttempt = taken.attempt >= taken.maxAttempts;
  const stopTimer = platform.metrics.jobDuration.startTimer({ job: name });
  try {
    // Cron adds its own key to the payload; schemas of cron jobs are empty objects and drop it.
    const checked = z.parse(job.definition.payload, payload);
    await platform.tracing.span(`job ${name}`, { 'job.attempt': taken.attempt }, () =>
      job.definition.run(
        { platform, log, attempt: taken.attempt, isLastAttempt, signal: taken.signal, transaction: platform.db.withTenant },
        checked,
      ),
    );
    platform.metrics.jobs.inc({ job: name, outcome: 'done' });
  } catch (error) {
    const gaveUp = isLastAttempt || error instanceof PermanentFailure;
    platform.metrics.jobs.inc({ job: name, outcome: gaveUp ? 'gave_up' : 'failed' });
    log[gaveUp ? 'error' : 'warn']({ err: error }, gaveUp ? 'gave up' : 'failed, will be tried again');
    if (!(error instanceof PermanentFailure)) throw error;
  } finally {
    stopTimer();
  }
}
