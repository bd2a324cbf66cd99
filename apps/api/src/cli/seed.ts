import { parseArgs } from 'node:util';
import { databaseName } from '../lib/db/migrate.ts';
import { readApiEnv, readDevelopmentEnv, readWorkerEnv } from '../lib/env.ts';
import { seedDemo } from './seed/demo.ts';
import { companySizes, seedVolume } from './seed/volume.ts';

/**
 * `pnpm db:seed` makes the demo offices. `pnpm db:seed --loads 10000000` fills an empty database for measurements. With `--one-company`
 * all of these loads belong to one office. `--brokers 50` says how many brokers each office has.
 */
const { values } = parseArgs({
  options: { loads: { type: 'string' }, 'one-company': { type: 'boolean', default: false }, brokers: { type: 'string' } },
});
const { DATABASE_ADMIN_URL, DATABASE_MIGRATOR_URL } = readDevelopmentEnv();
if (values.loads === undefined) {
  await seedDemo(readApiEnv(), readWorkerEnv().DATABASE_WORKER_URL);
  process.stdout.write('The demo offices are ready.\n');
} else {
  const url = Object.assign(new URL(DATABASE_ADMIN_URL), { pathname: `/${databaseName(DATABASE_MIGRATOR_URL)}` });
  const sizes = values['one-company'] ? [Number(values.loads)] : companySizes(Number(values.loads));
  const brokers = values.brokers === undefined ? undefined : Number(values.brokers);
  await seedVolume(url.href, sizes, (line) => process.stdout.write(`${line}\n`), brokers);
}
