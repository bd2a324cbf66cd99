import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readMigratorEnv } from '../lib/env.ts';

/** Writes the row types of the migrated database. With `--verify` it fails instead if they differ. */
const outFile = fileURLToPath(new URL('../lib/db/generated.ts', import.meta.url));
const args = [
  `--url=${readMigratorEnv().DATABASE_MIGRATOR_URL}`,
  '--dialect=postgres',
  '--default-schema=public',
  '--include-pattern=public.*',
  '--exclude-pattern=public.*_20*',
  '--numeric-parser=number',
  `--out-file=${outFile}`,
  ...process.argv.slice(2),
];
execFileSync('pnpm', ['exec', 'kysely-codegen', ...args], { stdio: 'inherit' });
