import { databaseName, dropDatabase, ensureRolesAndDatabase } from '../lib/db/migrate.ts';
import { readDevelopmentEnv } from '../lib/env.ts';
import { migrateSchema } from '../schema.ts';

const env = readDevelopmentEnv();
await dropDatabase(env.DATABASE_ADMIN_URL, databaseName(env.DATABASE_MIGRATOR_URL));
await ensureRolesAndDatabase(env.DATABASE_ADMIN_URL, env.DATABASE_MIGRATOR_URL);
await migrateSchema(env.DATABASE_MIGRATOR_URL);
process.stdout.write('The database was made anew. Run `pnpm db:seed` for the demo office.\n');
