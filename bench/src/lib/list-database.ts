import pg from 'pg';
import { adminUrl, runScript } from './bench-api.ts';

/** A migrated database with this many loads; built once and kept, because the large one takes many minutes. */
export async function ensureListDatabase(loads: number): Promise<string> {
  const name = `hh_bench_list_${loads}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 1 && (await isWhole(name, loads))) {
    await admin.end();
    return name;
  }
  process.stdout.write(`building ${name}\n`);
  await admin.query(`drop database if exists ${name} with (force)`);
  await runScript('cli/migrate.ts', name);
  await runScript('cli/seed.ts', name, ['--loads', String(loads)]);
  // What the last steps left to write must not fall into the measurement.
  await admin.query('checkpoint');
  await admin.end();
  return name;
}

/** Not one that was given up half-way, or built by other migrations. */
async function isWhole(name: string, loads: number): Promise<boolean> {
  try {
    await runScript('cli/migrate.ts', name);
  } catch {
    return false;
  }
  const client = new pg.Client({ connectionString: Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href });
  await client.connect();
  const { rows } = await client.query<{ loads: string; totals: boolean }>(
    `select (select sum(last_number - 100000) from load_counters) as loads, exists (select from load_day_totals) and exists (select from load_month_figures) as totals`,
  );
  const { rows: counted } = await client.query<{ about: string }>(
    `select reltuples::bigint as about from pg_class where relname = 'loads'`,
  );
  await client.end();
  const about = Number(counted[0]?.about ?? 0);
  return rows[0]?.totals === true && Math.abs(Number(rows[0].loads) - loads) <= 1_000 && about > loads * 0.95;
}
