import { cpus, loadavg } from 'node:os';
import { loopBare, openBare } from './lib/bare-list.ts';
import { type BenchApi, startBenchApi } from './lib/bench-api.ts';
import { findBackends, sumCpuMs, watchCpu } from './lib/cpu-time.ts';
import { ensureListDatabase } from './lib/list-database.ts';
import { isReached, printResults, type Result, writeResults } from './lib/list-results.ts';
import { type Member, signIn, signInAgain } from './lib/sign-in.ts';
import { startUsualApi } from './lib/usual-process.ts';

interface Size {
  large: number;
  small: number;
  rounds: number;
  /** In each round, of each side. */
  requests: number;
}
const full: Size = { large: 10_000_000, small: 10_000, rounds: 6, requests: 1_000 };
const short: Size = { large: 200_000, small: 10_000, rounds: 3, requests: 250 };
const companies = 20;
const sessionsPerCompany = 10;
const width = 8;
const renewAfterMs = 4 * 60_000;
const activeStatuses = ['DRAFT', 'BOOKED', 'DISPATCHED', 'AT_PICKUP', 'IN_TRANSIT', 'AT_DELIVERY', 'PROBLEM', 'DELIVERED'];

interface Spent {
  node: number;
  postgres: number;
  asked: number;
}
const none: Spent = { node: 0, postgres: 0, asked: 0 };
const add = (a: Spent, b: Spent): Spent => ({ node: a.node + b.node, postgres: a.postgres + b.postgres, asked: a.asked + b.asked });
const each = ({ node, postgres, asked }: Spent) => ((node + postgres) * 1_000) / asked;
const inWords = (spent: Spent) =>
  `${each(spent).toFixed(0)} µs (Node ${((spent.node * 1_000) / spent.asked).toFixed(0)}, Postgres ${((spent.postgres * 1_000) / spent.asked).toFixed(0)})`;

/** One server on one database, with people signed in at companies of all its sizes. */
interface Side {
  api: BenchApi;
  loads: number;
  members: (Member & { driverId: string })[];
  /** Outside of what is measured: nobody's token may end within it. */
  keepSignedIn(): Promise<void>;
  ask(member: Member, query: string): Promise<string>;
}

async function openSide(loads: number): Promise<Side> {
  const api = await startBenchApi(await ensureListDatabase(loads), 'info');
  const { rows } = await api.admin.query<{ company_id: string; driver_id: string }>(
    `select c.company_id, (select l.driver_id from loads l where l.company_id = c.company_id and l.driver_id is not null and l.deleted_at is null
       group by l.driver_id having count(*) > 60 limit 1) as driver_id
     from (select company_id from load_counters order by last_number desc, company_id limit 611) c`,
  );
  // The largest, some of the large, most of the small ones.
  const chosen = rows.filter(({ driver_id }, index) => driver_id !== null && (index < 6 || index % 40 === 0)).slice(0, companies);
  const members: Side['members'] = [];
  for (let index = 0; index < companies * sessionsPerCompany; index++) {
    const company = chosen[index % chosen.length];
    if (company) members.push({ ...(await signIn(api, company.company_id)), driverId: company.driver_id });
  }
  await api.admin.query('analyze users, sessions, memberships');
  let signedInAt = performance.now();
  const keepSignedIn = async () => {
    if (performance.now() - signedInAt < renewAfterMs) return;
    for (const member of members) Object.assign(member, await signInAgain(api, member));
    signedInAt = performance.now();
  };
  const ask = async ({ accessToken }: Member, query: string) => {
    const response = await fetch(`${api.origin}/api${query}`, { headers: { authorization: `Bearer ${accessToken}` } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} for ${query}: ${text}`);
    return text;
  };
  return { api, loads, members, keepSignedIn, ask };
}

async function inParallel(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

async function spend(
  { api, members, keepSignedIn }: Side,
  count: number,
  work: (member: Side['members'][number], index: number) => Promise<unknown>,
): Promise<Spent> {
  await keepSignedIn();
  const stop = await watchCpu(api.pid, () => findBackends(api.admin, api.databaseName));
  await inParallel(count, (index) => work(members[index % members.length] as Side['members'][number], index));
  return { ...(await stop()), asked: count };
}

/** Each side in turn, round by round, so that whatever else the machine does hits both alike. */
async function compare(rounds: number, sides: (() => Promise<Spent>)[]): Promise<Spent[]> {
  for (const side of sides) await side();
  let totals = sides.map(() => none);
  for (let round = 0; round < rounds; round++) {
    const spent: Spent[] = [];
    for (const side of sides) spent.push(await side());
    totals = totals.map((total, index) => add(total, spent[index] ?? none));
  }
  return totals;
}

const shapes: { name: string; query: (member: { driverId: string }) => string }[] = [
  { name: 'plain', query: () => '/loads' },
  { name: 'by the active statuses', query: () => `/loads?${activeStatuses.map((status) => `status=${status}`).join('&')}` },
  { name: 'by two settled statuses', query: () => '/loads?status=INVOICED&status=PAID&order=desc' },
  { name: 'by driver', query: ({ driverId }) => `/loads?driverId=${driverId}` },
  { name: 'search, beginning of a city', query: () => '/loads?search=dall' },
  { name: 'search, number of an RC', query: () => '/loads?search=rc705123' },
];

/** What `docs/performance.md` promises of the list and the figures, measured side by side in one run. */
export async function benchList(isFull: boolean): Promise<void> {
  const size = isFull ? full : short;
  const large = await openSide(size.large);
  const small = await openSide(size.small);
  try {
    const results: Result[] = [];
    // Told as they come: the whole takes long.
    const keep = (found: Result[]) => {
      results.push(...found);
      for (const { id, promise, figure } of found) process.stdout.write(`${id} ${promise}: ${figure.toFixed(2)}\n`);
    };
    keep(await againstBare(large, size));
    keep(await growth(large, small, size));
    keep([await depth(large, size)]);
    keep([await againstUsual(large, size)]);
    keep(await figures(large));
    printResults(results);
    const { rows } = await large.api.admin.query<{ loads: string; size: string }>(
      `select count(*) as loads, pg_size_pretty(pg_database_size(current_database())) as size from loads`,
    );
    const about = `${Number(rows[0]?.loads).toLocaleString('en-US')} loads (${rows[0]?.size}) against ${small.loads.toLocaleString('en-US')}; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}; ${new Date().toISOString().slice(0, 10)}.`;
    process.stdout.write(`${about}\n`);
    if (isFull) await writeResults(results, about);
    if (Number(rows[0]?.loads) < size.large * 0.99) throw new Error('The database has fewer loads than this run is for.');
    if (!results.every(isReached)) process.exitCode = 1;
  } finally {
    await Promise.all([large.api.close(), small.api.close()]);
  }
}

async function againstBare(side: Side, size: Size): Promise<Result[]> {
  const bare = await openBare(side.api);
  const ours = () => spend(side, size.requests, (member) => side.ask(member, '/loads'));
  const theirs = async () => {
    const before = sumCpuMs([bare.pid]);
    await loopBare(bare.client, side.members, size.requests);
    return { node: 0, postgres: sumCpuMs([bare.pid]) - before, asked: size.requests };
  };
  const [whole = none, columns = none] = await compare(size.rounds, [ours, theirs]);
  await bare.client.end();
  return [
    {
      id: 'B1',
      promise: 'bare list query ÷ GET /loads',
      figure: each(columns) / each(whole),
      bar: { atLeast: 0.22 },
      detail: `${inWords(columns)} ÷ ${inWords(whole)}`,
    },
  ];
}

async function growth(large: Side, small: Side, size: Size): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, query } of shapes) {
    const ask = (side: Side) => () => spend(side, size.requests, (member) => side.ask(member, query(member)));
    const [big = none, little = none] = await compare(size.rounds, [ask(large), ask(small)]);
    results.push({
      id: 'B3',
      promise: `${name}: large ÷ small`,
      figure: each(big) / each(little),
      bar: { atMost: 1.5 },
      detail: `${inWords(big)} ÷ ${inWords(little)}`,
    });
  }
  return results;
}

/** Walks there as a client would, page after page. */
async function depth(side: Side, size: Size): Promise<Result> {
  const { rows } = await side.api.admin.query<{ company_id: string; loads: string }>(
    'select company_id, last_number - 100000 as loads from load_counters order by last_number desc limit 1',
  );
  const { company_id: companyId = '', loads = '0' } = rows[0] ?? {};
  const members = side.members.filter((member) => member.companyId === companyId);
  const wanted = Math.floor(Number(loads) * 0.9);
  let cursor = '';
  let walked = 0;
  while (walked < wanted) {
    await side.keepSignedIn();
    const page = JSON.parse(
      await side.ask(members[walked % members.length] as Member, `/loads?limit=200${cursor && `&cursor=${cursor}`}`),
    ) as { loads: unknown[]; nextCursor: string };
    walked += page.loads.length;
    cursor = page.nextCursor;
  }
  const one = { ...side, members };
  const ask = (query: string) => () => spend(one, size.requests, (member) => side.ask(member, query));
  const [deep = none, first = none] = await compare(size.rounds, [ask(`/loads?cursor=${cursor}`), ask('/loads')]);
  return {
    id: 'B4',
    promise: `page at depth ${walked.toLocaleString('en-US')} ÷ first page`,
    figure: each(deep) / each(first),
    bar: { atMost: 1.5 },
    detail: `${inWords(deep)} ÷ ${inWords(first)}`,
  };
}

async function againstUsual(side: Side, size: Size): Promise<Result> {
  const usual = await startUsualApi(side.api);
  try {
    const ours = () => spend(side, size.requests, (member) => side.ask(member, '/loads'));
    const theirs = async () => {
      const stop = await watchCpu(usual.pid, usual.backends);
      await inParallel(size.requests, (index) => usual.ask((side.members[index % side.members.length] as Member).companyId));
      return { ...(await stop()), asked: size.requests };
    };
    const [mine = none, other = none] = await compare(size.rounds, [ours, theirs]);
    return {
      id: 'B6',
      promise: 'the usual way without row-level security ÷ ours with it',
      figure: each(other) / each(mine),
      bar: { atLeast: 1 },
      detail: `${inWords(other)} ÷ ${inWords(mine)}`,
    };
  } finally {
    await usual.close();
  }
}

async function figures(side: Side): Promise<Result[]> {
  await side.keepSignedIn();
  const [owner] = side.members;
  const year = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const period = `from=${year(364)}&to=${year(0)}`;
  const results: Result[] = [];
  for (const [name, query] of [
    ['a year by week', `/load-stats?${period}`],
    ['a year by driver', `/load-stats/by-drivers?${period}`],
  ] as const) {
    const took: number[] = [];
    for (let index = 0; index < 45; index++) {
      const start = performance.now();
      await side.ask(owner as Member, query);
      if (index >= 5) took.push(performance.now() - start);
    }
    took.sort((a, b) => a - b);
    results.push({
      id: 'stats',
      promise: `${name}, largest company, p95`,
      figure: took[Math.floor(took.length * 0.95)] ?? Number.NaN,
      bar: { atMost: 300 },
      unit: ' ms',
      detail: `median ${took[Math.floor(took.length / 2)]?.toFixed(0)} ms`,
    });
  }
  return results;
}
