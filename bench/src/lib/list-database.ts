import pg from 'pg';
import { databaseUrl, dropDatabase, makeDatabase, makeOwnDatabase, runAsAdmin, runCli } from './database.ts';
import type { Stage } from './stage.ts';

/**
 * A migrated database with this many loads. It is built once and kept, because the large one takes many minutes. A tiny run drops its
 * database at the end.
 */
export async function ensureListDatabase(stage: Stage, loads: number): Promise<string> {
  return ensureDatabase(stage, 'list', loads, []);
}

/** The same with one company, which has this many brokers. */
export async function ensureBrokersDatabase(stage: Stage, loads: number, brokers: number): Promise<string> {
  return ensureDatabase(stage, 'brokers', loads, ['--one-company', '--brokers', String(brokers)]);
}

async function ensureDatabase(stage: Stage, purpose: string, loads: number, options: readonly string[]): Promise<string> {
  if (stage.form === 'tiny') return fill(stage, await makeOwnDatabase(stage, `${purpose}_${loads}`), loads, options);
  const name = `hh_bench_${purpose}_${loads}`;
  if (await isWhole(stage, name, loads)) return name;
  process.stdout.write(`building ${name}\n`);
  await dropDatabase(name);
  await makeDatabase(stage, name);
  return fill(stage, name, loads, options);
}

async function fill(stage: Stage, name: string, loads: number, options: readonly string[]): Promise<string> {
  await runCli(stage, 'seed.ts', name, ['--loads', String(loads), ...options]);
  // Writes everything to disk now, so that it is not part of the measurement.
  await runAsAdmin(['checkpoint']);
  return name;
}

/** Whether the database exists, is complete, and was built with the current migrations. */
async function isWhole(stage: Stage, name: string, loads: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl(name) });
  try {
    await client.connect();
  } catch {
    return false;
  }
  try {
    await runCli(stage, 'migrate.ts', name);
    const { rows } = await client.query<{ loads: string; totals: boolean }>(
      `select (select sum(last_number - 100000) from load_counters) as loads, exists (select from load_day_totals) and exists (select from load_month_figures)
         and exists (select from broker_figures) as totals`,
    );
    const { rows: counted } = await client.query<{ about: string }>(
      `select reltuples::bigint as about from pg_class where relname = 'loads'`,
    );
    const about = Number(counted[0]?.about ?? 0);
    return rows[0]?.totals === true && Math.abs(Number(rows[0].loads) - loads) <= 1_000 && about > loads * 0.95;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
