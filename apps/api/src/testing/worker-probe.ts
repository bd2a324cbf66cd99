import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { readWorkerEnv } from '../lib/env.ts';
import { startJobRunner } from '../lib/jobs/job-runner.ts';
import { defineJob } from '../lib/jobs/jobs.ts';
import { createWorkerPlatform } from '../lib/platform.ts';
import { drainOnSignal } from '../lib/shutdown.ts';

/** A worker like the product's, whose jobs run until the test releases them. Its arguments are the names of the jobs it takes. */
const platform = createWorkerPlatform(readWorkerEnv());

async function isLetGo(job: string): Promise<boolean> {
  const { rows } = await sql`select from probe_let_go where job = ${job}`.execute(platform.db.global);
  return rows.length > 0;
}

const jobs = process.argv.slice(2).map((name) =>
  defineJob({
    name,
    payload: z.object({}),
    attempts: 5,
    async run({ attempt }) {
      const tell = (what: string) =>
        sql`insert into probe_log (job, what, pid) values (${name}, ${what}, ${process.pid})`.execute(platform.db.global);
      tell('started');
      // Only the first attempt waits. The worker that takes the job over finishes it at once.
      while (attempt === 1 && !(await isLetGo(name))) await pause(50);
      tell('finished');
    },
  }),
);

const runner = await startJobRunner(platform, jobs);
process.stdout.write('ready\n');
drainOnSignal(platform, () => runner.stop());
