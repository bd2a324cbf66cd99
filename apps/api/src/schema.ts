import { placesTable } from './features/places/places-table.ts';
import { migrate } from './lib/db/migrate.ts';

/** The whole schema with the data that comes with it; returns the names of what was applied now. */
export function migrateSchema(migratorUrl: string): Promise<string[]> {
  return migrate(migratorUrl, [placesTable]);
}
