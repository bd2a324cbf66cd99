import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { distributionStatements } from '../lib/db/citus.ts';
import { readMigratorEnv } from '../lib/env.ts';

/** Writes deploy/citus/distribute.sql from the migrated database. */
const client = new pg.Client({ connectionString: readMigratorEnv().DATABASE_MIGRATOR_URL });
await client.connect();
const statements = await distributionStatements(client);
await client.end();
const outFile = fileURLToPath(new URL('../../../../deploy/citus/distribute.sql', import.meta.url));
await writeFile(
  outFile,
  `-- Written by \`pnpm db:citus\` from the catalogue; a test keeps it true. When and how to run it: README.md beside it.\n${statements.join('\n')}\n`,
);
process.stdout.write(`Wrote ${statements.length} statements.\n`);
