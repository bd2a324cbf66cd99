import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { readEnv } from '../lib/env.ts';
import { startJobRunner } from '../lib/job-runner.ts';
import { defineJob } from '../lib/jobs.ts';
import { createPlatform } from '../lib/platform.ts';
import { drainOnSignal } from '../lib/shutdown.ts';

/** A worker like the product's, with jobs that take as long as a test wants. The names it takes are its arguments. */
const platform = createPlatform(readEnv(), 'worker');

const jobs = process.argv.slice(2).map((name) =>
  defineJob({
    name,
    payload: z.object({ ms: z.number() }),
    attempts: 5,
    async run({ attempt }, { ms }) {
      const tell = (what: string) =>
        sql`insert into probe_log (job, what, pid) values (${name}, ${what}, ${process.pid})`.execute(platform.db.global);
      await tell('started');
      // Only the first try is slow: whoever takes the job over finishes it.
      await pause(attempt === 1 ? ms : 0);
      await tell('finished');
    },
  }),
);

const runner = await startJobRunner(platform, jobs);
process.stdout.write('ready\n');
drainOnSignal(platform, () => runner.stop());
