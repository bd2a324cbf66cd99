import { placesTable } from './features/places/places-table.ts';
import { migrate } from './lib/db/migrate.ts';

/** Applies all migrations and the data that comes with them. Returns the names of those applied now. */
export function migrateSchema(migratorUrl: string): Promise<string[]> {
  return migrate(migratorUrl, [placesTable]);
}
