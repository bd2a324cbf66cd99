import { type BenchApi, startBenchApi } from './bench-api.ts';
import { findBackends, watchCpu } from './cpu-time.ts';
import { ensureListDatabase } from './list-database.ts';
import { type Member, signIn, signInAgain } from './sign-in.ts';
import { addSpent, nothing, type Spent } from './spent.ts';
import type { Stage } from './stage.ts';

const width = 8;
const renewAfterMs = 4 * 60_000;

/** A signed-in person, and what they can ask for in their company. */
export interface Asker extends Member {
  driverId: string;
  /** One rate confirmation number, from the middle of the company's loads. */
  rc: string;
}

/** One server on one database, with people signed in at companies of all sizes. */
export interface Side {
  api: BenchApi;
  loads: number;
  askers: Asker[];
  /** Signs people in again, outside of the measured part, so that no token expires during it. */
  keepSignedIn(): Promise<void>;
  ask(member: Member, query: string): Promise<string>;
}

export async function openSide(stage: Stage, loads: number, companies: number, sessionsPerCompany: number): Promise<Side> {
  return openSideOn(stage, await ensureListDatabase(stage, loads), loads, companies, sessionsPerCompany);
}

export async function openSideOn(
  stage: Stage,
  databaseName: string,
  loads: number,
  companies: number,
  sessionsPerCompany: number,
): Promise<Side> {
  const api = await startBenchApi(stage, databaseName, 'info');
  const { rows } = await api.admin.query<{ companyId: string; rc: string; driverId: string | null }>(
    `select c.company_id as "companyId", 'rc' || (700000 + (c.last_number - 100000) / 2) as rc,
       (select l.driver_id from loads l where l.company_id = c.company_id and l.driver_id is not null and l.deleted_at is null
       group by l.driver_id having count(*) > 60 limit 1) as "driverId"
     from (select company_id, last_number from load_counters order by last_number desc, company_id limit 611) c`,
  );
  // The six largest companies, then every fortieth.
  const chosen = rows.filter(({ driverId }, index) => driverId !== null && (index < 6 || index % 40 === 0)).slice(0, companies);
  const askers: Asker[] = [];
  for (let index = 0; index < companies * sessionsPerCompany; index++) {
    const { companyId, rc, driverId } = chosen[index % chosen.length] ?? {};
    if (companyId === undefined || !rc || !driverId) throw new Error(`No company of ${api.databaseName} has a driver with many loads.`);
    askers.push({ ...(await signIn(api, companyId)), driverId, rc });
  }
  await api.admin.query('analyze users, sessions, memberships');
  let signedInAt = performance.now();
  const keepSignedIn = async () => {
    if (performance.now() - signedInAt < renewAfterMs) return;
    for (const asker of askers) Object.assign(asker, await signInAgain(api, asker));
    signedInAt = performance.now();
  };
  const ask = async ({ accessToken }: Member, query: string) => {
    const response = await fetch(`${api.origin}/api${query}`, { headers: { authorization: `Bearer ${accessToken}` } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} for ${query}: ${text}`);
    return text;
  };
  return { api, loads, askers, keepSignedIn, ask };
}

/** Returns how many calls were done. */
async function inParallel(count: number, work: (index: number) => Promise<unknown>): Promise<number> {
  let [next, done] = [0, 0];
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) {
        await work(next++);
        done++;
      }
    }),
  );
  return done;
}

/** The cost of this many requests for the server and its database connections. The people take turns. */
export async function spend(
  { api, askers, keepSignedIn }: Side,
  count: number,
  work: (asker: Asker) => Promise<unknown>,
  server: { pid: number; backends(): Promise<number[]> } = { pid: api.pid, backends: () => findBackends(api.admin, api.databaseName) },
): Promise<Spent> {
  await keepSignedIn();
  const stop = await watchCpu(server.pid, server.backends);
  const asked = await inParallel(count, (index) => work(askers[index % askers.length] as Asker));
  return { ...(await stop()), asked };
}

/** Runs both sides in turns, so that other work on the machine affects both equally. The first round only warms up. */
export async function compare(rounds: number, one: () => Promise<Spent>, other: () => Promise<Spent>): Promise<[one: Spent, other: Spent]> {
  await one();
  await other();
  let totals: [Spent, Spent] = [nothing, nothing];
  for (let round = 0; round < rounds; round++) totals = [addSpent(totals[0], await one()), addSpent(totals[1], await other())];
  return totals;
}
