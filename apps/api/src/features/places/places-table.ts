import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { DataFile } from '../../lib/db/migrate.ts';
import { migrationsFolder } from '../../lib/db/migrations-folder.ts';

const name = 'places.tsv';
const file = join(migrationsFolder, name);

/**
 * Loads the table of places from the file. Returns true if it had to be loaded. Unlike a migration, this data may change after it
 * was applied. Then all rows are replaced, and readers see the old rows until the new ones are complete.
 */
async function loadPlaces(client: pg.Client): Promise<boolean> {
  const rows = await readFile(file, 'utf8');
  const checksum = createHash('sha256').update(rows).digest('hex');
  const { rowCount } = await client.query('select from schema_migrations where name = $1 and checksum = $2', [name, checksum]);
  if (rowCount === 1) return false;
  await client.query('begin');
  try {
    await client.query('delete from places');
    await client.query(
      `insert into places (id, city, state, zip, county, lat, lng, time_zone, weight)
       select field[1], field[2], field[3], nullif(field[4], ''), nullif(field[5], ''), field[6]::float8, field[7]::float8, field[8], field[9]::int
       from string_to_table(rtrim($1, E'\\n'), E'\\n') as line, string_to_array(line, E'\\t') as field`,
      [rows],
    );
    await client.query(
      `insert into schema_migrations (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
  // The next search must not be planned for an empty table.
  await client.query('analyze places');
  return true;
}

export const placesTable: DataFile = { name, load: loadPlaces };
