import { parseArgs } from 'node:util';
import { findDrift, recount } from '../features/brokers/figure-drift.ts';
import { readWorkerEnv } from '../lib/env.ts';
import { createWorkerPlatform } from '../lib/platform.ts';

/**
 * `pnpm db:broker-figures` compares the kept figures of brokers with the loads of every company. It runs with the worker's environment, and
 * ends with an error if they differ. `pnpm db:broker-figures --recount` counts those anew that differ.
 */
const { values } = parseArgs({ options: { recount: { type: 'boolean', default: false } } });
const { db, close } = createWorkerPlatform(readWorkerEnv());
try {
  const companies = await db.global.selectFrom('company_directory').select('id').orderBy('id').execute();
  let wrong = 0;
  for (const { id } of companies) {
    const drift = await db.withTenant(id, findDrift);
    if (drift.length === 0) continue;
    wrong += 1;
    process.stdout.write(`${id}: ${drift.length} figures differ, such as ${drift[0]}\n`);
    if (values.recount) await db.withTenant(id, recount);
  }
  process.stdout.write(`${companies.length} companies compared, ${wrong} differ${values.recount ? ' and were counted anew' : ''}.\n`);
  if (wrong > 0 && !values.recount) process.exitCode = 1;
} finally {
  await close();
}
