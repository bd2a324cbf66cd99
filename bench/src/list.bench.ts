import { type BareList, openBare } from './lib/bare-list.ts';
import { sumCpuMs } from './lib/cpu-time.ts';
import type { Form } from './lib/form.ts';
import { type Asker, compare, openSide, type Side, spend } from './lib/list-side.ts';
import type { Measured } from './lib/report.ts';
import type { Result } from './lib/results.ts';
import { fieldsOf, requireSameFields } from './lib/same-fields.ts';
import { asRatio } from './lib/spent.ts';
import type { Stage } from './lib/stage.ts';
import { startUsualApi, type UsualApi } from './lib/usual-process.ts';

interface Size {
  large: number;
  small: number;
  companies: number;
  sessionsPerCompany: number;
  rounds: number;
  /** In each round, of each side. */
  requests: number;
  /** How often each figure is requested. */
  figures: number;
}
const sizes: Record<Form, Size> = {
  // Fewer requests would cost less CPU time than the kernel can count. With fewer loads no driver would have more than one page of them.
  tiny: { large: 2_000, small: 1_000, companies: 1, sessionsPerCompany: 4, rounds: 1, requests: 24, figures: 5 },
  short: { large: 200_000, small: 10_000, companies: 20, sessionsPerCompany: 10, rounds: 3, requests: 250, figures: 40 },
  full: { large: 10_000_000, small: 10_000, companies: 20, sessionsPerCompany: 10, rounds: 6, requests: 1_000, figures: 40 },
};
const activeStatuses = ['DRAFT', 'BOOKED', 'DISPATCHED', 'AT_PICKUP', 'IN_TRANSIT', 'AT_DELIVERY', 'PROBLEM', 'DELIVERED'];
/** Requests before the figures are timed. */
const warmUps = 5;

const shapes: { name: string; query: (asker: Asker) => string }[] = [
  { name: 'plain', query: () => '/loads' },
  { name: 'by the active statuses', query: () => `/loads?${activeStatuses.map((status) => `status=${status}`).join('&')}` },
  { name: 'by two settled statuses', query: () => '/loads?status=INVOICED&status=PAID&order=desc' },
  { name: 'by driver', query: ({ driverId }) => `/loads?driverId=${driverId}` },
  { name: 'search, beginning of a city', query: () => '/loads?search=dall' },
  { name: 'search, number of an RC', query: ({ rc }) => `/loads?search=${rc}` },
];

/** Measures what `docs/performance.md` promises for the list and the figures, side by side in one run. */
export async function benchList(stage: Stage): Promise<Measured> {
  const size = sizes[stage.form];
  const large = await openSide(stage, size.large, size.companies, size.sessionsPerCompany);
  const small = await openSide(stage, size.small, size.companies, size.sessionsPerCompany);
  const [bare, usual] = [await openBare(stage, large.api.databaseName), await startUsualApi(stage, large.api)];
  await requireSameAnswers(large, bare, usual);
  for (const side of [large, small]) await requireAnswers(side);

  const results: Result[] = [];
  // Printed one by one, because the whole run takes long.
  const keep = (found: Result[]) => {
    results.push(...found);
    for (const { id, promise, figure } of found) process.stdout.write(`${id} ${promise}: ${figure.toFixed(2)}\n`);
  };
  keep([await againstBare(large, bare, size)]);
  keep(await growth(large, small, size));
  keep([await depth(large, size)]);
  keep([await againstUsual(large, usual, size)]);
  keep(await figures(large, size));

  const { rows } = await large.api.admin.query<{ loads: string; size: string }>(
    `select count(*) as loads, pg_size_pretty(pg_database_size(current_database())) as size from loads`,
  );
  const loads = Number(rows[0]?.loads);
  if (loads < size.large * 0.99) throw new Error('The database has fewer loads than this run is for.');
  return { results, about: `${loads.toLocaleString('en-US')} loads (${rows[0]?.size}) against ${small.loads.toLocaleString('en-US')}` };
}

/** The compared lists must have the same fields. A field that is added to the list must be added to the other two as well. */
async function requireSameAnswers(side: Side, bare: BareList, usual: UsualApi): Promise<void> {
  const [asker] = side.askers as [Asker, ...Asker[]];
  const ours = await side.ask(asker, '/loads');
  requireSameFields('The usual list', fieldsOf(ours), fieldsOf(await usual.ask(asker.companyId)));
  const rowFields = [...fieldsOf(ours)].filter((field) => field.startsWith('loads.')).map((field) => field.slice('loads.'.length));
  requireSameFields('The bare list', rowFields, await bare.read(asker.companyId));
}

/** Every list must find loads, because a list that finds nothing costs nothing. */
async function requireAnswers(side: Side): Promise<void> {
  const [asker] = side.askers as [Asker, ...Asker[]];
  for (const { name, query } of shapes) {
    const { loads } = JSON.parse(await side.ask(asker, query(asker))) as { loads: unknown[] };
    if (loads.length === 0) throw new Error(`${name}: no load is found in ${side.api.databaseName}.`);
  }
}

async function againstBare(side: Side, bare: BareList, size: Size): Promise<Result> {
  const theirs = async () => {
    const before = sumCpuMs([bare.pid]);
    const asked = await bare.loop(side.askers, size.requests);
    return { node: 0, postgres: sumCpuMs([bare.pid]) - before, asked };
  };
  const ours = () => spend(side, size.requests, (asker) => side.ask(asker, '/loads'));
  const [whole, columns] = await compare(size.rounds, ours, theirs);
  return {
    id: 'B1',
    promise: 'bare list query ÷ GET /loads',
    ...asRatio(columns, whole, size.rounds * size.requests),
    bar: { atLeast: 0.22 },
  };
}

async function growth(large: Side, small: Side, size: Size): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, query } of shapes) {
    const ask = (side: Side) => () => spend(side, size.requests, (asker) => side.ask(asker, query(asker)));
    const [big, little] = await compare(size.rounds, ask(large), ask(small));
    results.push({
      id: 'B3',
      promise: `${name}: large ÷ small`,
      ...asRatio(big, little, size.rounds * size.requests),
      bar: { atMost: 1.5 },
    });
  }
  return results;
}

/** Goes deep into the list as a client would, page after page. */
async function depth(side: Side, size: Size): Promise<Result> {
  const { rows } = await side.api.admin.query<{ company_id: string; loads: string }>(
    'select company_id, last_number - 100000 as loads from load_counters order by last_number desc limit 1',
  );
  const { company_id: companyId = '', loads = '0' } = rows[0] ?? {};
  const askers = side.askers.filter((asker) => asker.companyId === companyId);
  const wanted = Math.floor(Number(loads) * 0.9);
  let cursor = '';
  let walked = 0;
  while (walked < wanted) {
    await side.keepSignedIn();
    const page = JSON.parse(
      await side.ask(askers[walked % askers.length] as Asker, `/loads?limit=200${cursor && `&cursor=${cursor}`}`),
    ) as { loads: unknown[]; nextCursor: string | null };
    if (page.loads.length === 0 || page.nextCursor === null) throw new Error(`The list ends after ${walked} of ${loads} loads.`);
    walked += page.loads.length;
    cursor = page.nextCursor;
  }
  const one = { ...side, askers };
  const ask = (query: string) => () => spend(one, size.requests, (asker) => side.ask(asker, query));
  const [deep, first] = await compare(size.rounds, ask(`/loads?cursor=${cursor}`), ask('/loads'));
  return {
    id: 'B4',
    promise: `page at depth ${walked.toLocaleString('en-US')} ÷ first page`,
    ...asRatio(deep, first, size.rounds * size.requests),
    bar: { atMost: 1.5 },
  };
}

async function againstUsual(side: Side, usual: UsualApi, size: Size): Promise<Result> {
  const ours = () => spend(side, size.requests, (asker) => side.ask(asker, '/loads'));
  const theirs = () => spend(side, size.requests, ({ companyId }) => usual.ask(companyId), usual);
  const [mine, other] = await compare(size.rounds, ours, theirs);
  return {
    id: 'B6',
    promise: 'the usual way without row-level security ÷ ours with it',
    ...asRatio(other, mine, size.rounds * size.requests),
    bar: { atLeast: 1 },
  };
}

async function figures(side: Side, size: Size): Promise<Result[]> {
  await side.keepSignedIn();
  const [owner] = side.askers as [Asker, ...Asker[]];
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const period = `from=${dayBefore(364)}&to=${dayBefore(0)}`;
  const results: Result[] = [];
  for (const [name, query] of [
    ['a year by week', `/load-stats?${period}`],
    ['a year by driver', `/load-stats/by-drivers?${period}`],
  ] as const) {
    const took: number[] = [];
    for (let index = 0; index < warmUps + size.figures; index++) {
      const start = performance.now();
      await side.ask(owner, query);
      if (index >= warmUps) took.push(performance.now() - start);
    }
    took.sort((a, b) => a - b);
    results.push({
      id: 'stats',
      promise: `${name}, largest company, p95`,
      figure: took[Math.floor(took.length * 0.95)] ?? Number.NaN,
      samples: { taken: took.length, wanted: size.figures },
      bar: { atMost: 300 },
      unit: ' ms',
      detail: `median ${took[Math.floor(took.length / 2)]?.toFixed(0)} ms`,
    });
  }
  return results;
}
