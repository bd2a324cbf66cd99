import { ensureRolesAndDatabase } from '../lib/db/migrate.ts';
import { readMigratorEnv } from '../lib/env.ts';
import { migrateSchema } from '../schema.ts';

const env = readMigratorEnv();
if (env.DATABASE_ADMIN_URL) await ensureRolesAndDatabase(env.DATABASE_ADMIN_URL, env.DATABASE_MIGRATOR_URL);
const applied = await migrateSchema(env.DATABASE_MIGRATOR_URL);
process.stdout.write(applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`);
