import type { Form } from './lib/form.ts';
import { ensureBrokersDatabase } from './lib/list-database.ts';
import { type Asker, compare, openSideOn, type Side, spend } from './lib/list-side.ts';
import type { Measured } from './lib/report.ts';
import type { Result } from './lib/results.ts';
import { asRatio } from './lib/spent.ts';
import type { Stage } from './lib/stage.ts';

interface Size {
  large: number;
  small: number;
  sessions: number;
  rounds: number;
  /** In each round, of each side. */
  requests: number;
}
const sizes: Record<Form, Size> = {
  tiny: { large: 2_000, small: 1_000, sessions: 4, rounds: 1, requests: 24 },
  short: { large: 100_000, small: 1_000, sessions: 40, rounds: 4, requests: 200 },
  full: { large: 1_000_000, small: 1_000, sessions: 100, rounds: 6, requests: 500 },
};

/** On both sides, so that the answers have the same size: one full page. */
const brokers = 50;
/** Changes of loads that are not folded yet. With more than 500 lines a read starts a fold. */
const changes = 200;

interface Office {
  side: Side;
  companyId: string;
  brokerIds: string[];
}

/** Measures that a company's brokers cost the same whatever the number of its loads, side by side in one run. */
export async function benchBrokers(stage: Stage): Promise<Measured> {
  const size = sizes[stage.form];
  const [large, small] = [await openOffice(stage, size.large, size), await openOffice(stage, size.small, size)];
  for (const office of [large, small]) await requireAnswers(office);
  const results: Result[] = [];
  const keep = (result: Result) => {
    results.push(result);
    process.stdout.write(`${result.id} ${result.promise}: ${result.figure.toFixed(2)}\n`);
  };
  const samples = size.rounds * size.requests;
  const ask = ({ side, brokerIds }: Office, what: (brokerId: string) => string) => {
    let next = 0;
    return () => spend(side, size.requests, (asker) => side.ask(asker, what(brokerIds[next++ % brokerIds.length] ?? '')));
  };
  const list = () => '/brokers';
  const page = (brokerId: string) => `/brokers/${brokerId}`;
  const loads = () => '/loads';
  for (const [name, what] of [
    ['GET /brokers', list],
    ['GET /brokers/{id}', page],
  ] as const) {
    const [big, little] = await compare(size.rounds, ask(large, what), ask(small, what));
    keep({ id: 'B7', promise: `${name}: large ÷ small`, ...asRatio(big, little, samples), bar: { atMost: 1.5 } });
    const [own, other] = await compare(size.rounds, ask(large, what), ask(large, loads));
    keep({ id: 'B8', promise: `${name} ÷ GET /loads`, ...asRatio(own, other, samples), bar: { atMost: 3 } });
  }
  const [still] = await compare(size.rounds, ask(large, list), ask(large, list));
  await changeLoads(large);
  const [busy] = await compare(size.rounds, ask(large, list), ask(large, list));
  await fold(large);
  keep({ id: 'B9', promise: `GET /brokers, ${changes * 2} changes waiting ÷ none`, ...asRatio(busy, still, samples), bar: null });

  const { rows } = await large.side.api.admin.query<{ loads: string; size: string }>(
    `select count(*) as loads, pg_size_pretty(pg_database_size(current_database())) as size from loads`,
  );
  const counted = Number(rows[0]?.loads);
  if (counted < size.large * 0.99) throw new Error('The database has fewer loads than this run is for.');
  const about = `${counted.toLocaleString('en-US')} loads (${rows[0]?.size}) against ${size.small.toLocaleString('en-US')}, ${brokers} brokers each`;
  return { results, about };
}

async function openOffice(stage: Stage, loads: number, { sessions }: Size): Promise<Office> {
  const side = await openSideOn(stage, await ensureBrokersDatabase(stage, loads, brokers), loads, 1, sessions);
  const companyId = side.askers[0]?.companyId ?? '';
  const { rows } = await side.api.admin.query<{ id: string }>('select id from brokers where company_id = $1 order by id', [companyId]);
  const office = { side, companyId, brokerIds: rows.map(({ id }) => id) };
  // A kept database is of an earlier day.
  await fold(office);
  return office;
}

/** As the worker does it. */
async function fold({ side, companyId }: Office): Promise<void> {
  await side.api.admin.query('select fold_broker_figures($1, 1000000)', [companyId]);
}

/** A full page of brokers with loads, because brokers without loads cost nothing. */
async function requireAnswers({ side, brokerIds }: Office): Promise<void> {
  const [asker] = side.askers as [Asker, ...Asker[]];
  const list = JSON.parse(await side.ask(asker, '/brokers')) as { brokers: { history: { paidLoads: number } }[] };
  if (list.brokers.length !== brokers || list.brokers.some(({ history }) => history.paidLoads === 0))
    throw new Error(`Not every broker of ${side.api.databaseName} has paid loads.`);
  const broker = JSON.parse(await side.ask(asker, `/brokers/${brokerIds[0]}`)) as { topLanes: unknown[] };
  if (broker.topLanes.length === 0) throw new Error(`A broker of ${side.api.databaseName} has no lanes.`);
}

async function changeLoads({ side, companyId }: Office): Promise<void> {
  const { rowCount } = await side.api.admin.query(
    `update loads set linehaul_cents = linehaul_cents + 100 where company_id = $1 and id in (
       select id from loads where company_id = $1 and status = 'PAID' and deleted_at is null order by pickup_at desc limit $2)`,
    [companyId, changes],
  );
  if (rowCount !== changes) throw new Error(`Changed ${rowCount} loads, not ${changes}.`);
}
