import { join } from 'node:path';
import { findFreePorts } from '@headhaul/test-servers/free-ports';
import { startServer } from '../lib/children.ts';
import { createDatabase, type ProofDatabase } from '../lib/database.ts';
import { type Patch, plantFault } from '../lib/mutant.ts';
import { formatCount } from '../lib/report.ts';
import { apiSource, type Stage } from '../lib/stage.ts';
import { findRoleFaults, readCatalogue, type TenantTable, tryWithoutCompany } from './catalogue.ts';
import { type Companies, countRows, seedCompanies } from './seed-companies.ts';
import { emptyTraffic, runTraffic, type Traffic } from './traffic.ts';

interface Sizes {
  requests: number;
  aborts: number;
}
const short: Sizes = { requests: 20_000, aborts: 1_000 };
const full: Sizes = { requests: 1_000_000, aborts: 50_000 };
const companyCount = 200;
const poolSize = 4;
const mutantMs = 10_000;

/** One company's rows never reach another company, even if the application forgets to filter by company. */
export async function proveIsolation(stage: Stage): Promise<void> {
  const sizes = stage.isFull ? full : short;
  const database = await createDatabase(stage);
  const companies = await seedCompanies(database, companyCount);
  const catalogue = await proveCatalogue(stage, database);
  const tables = catalogue.map(({ name }) => name);
  await countRows(database, tables, companies);
  await proveClosed(stage, database, catalogue);
  await proveTraffic(stage, database, companies, tables, sizes);
  for (const fault of sessionFaults) await catchSessionSet(stage, database, companies, tables, fault);
  await catchBareTable(stage, database);
}

async function proveCatalogue({ report }: Stage, database: ProofDatabase): Promise<TenantTable[]> {
  const catalogue = await readCatalogue(database);
  const faults = [
    ...catalogue.flatMap(({ name, faults: own }) => own.map((fault) => `${name}: ${fault}`)),
    ...(await findRoleFaults(database)),
  ];
  const partitions = catalogue.filter(({ isPartition }) => isPartition).length;
  report.check({
    what: 'catalogue: tables with a company_id, partitions included',
    tried: catalogue.length,
    bar: 7,
    expected: 'row-level security on and forced, the one rule, nothing owned by an application role',
    found: `${catalogue.length} tables (${partitions} partitions), ${faults.length} faults${sample(faults)}`,
    passed: faults.length === 0,
  });
  return catalogue.filter(({ isPartition }) => !isPartition);
}

async function proveClosed({ report }: Stage, database: ProofDatabase, tables: readonly TenantTable[]): Promise<void> {
  const { tried, leaks } = await tryWithoutCompany(database, tables);
  report.check({
    what: 'no company set, an empty one, or nonsense: reads and inserts on every table by both application roles',
    tried,
    bar: tables.length * 12,
    expected: 'no row, nothing written',
    found: `${leaks.length} leaks${sample(leaks)}`,
    passed: leaks.length === 0,
  });
}

async function startProbe(stage: Stage, database: ProofDatabase, label: string, source = apiSource) {
  const port = await findFreePorts(1);
  const origin = `http://localhost:${port}`;
  const child = await startServer(stage, label, join(source, 'testing/database/isolation-probe.ts'), `${origin}/`, {
    PORT: String(port),
    DATABASE_APP_URL: database.url('app'),
    DATABASE_POOL_SIZE: String(poolSize),
  });
  return { ...child, origin };
}

function countFaults({ foreign, missing, trespasses, strange }: Traffic): number {
  return foreign.length + missing + trespasses.length + strange.length;
}

function countAborts({ injected }: Traffic): number {
  return injected.givenUp + injected.hungUp + injected.cancels + injected.terminations;
}

async function proveTraffic(stage: Stage, database: ProofDatabase, companies: Companies, tables: readonly string[], sizes: Sizes) {
  const { report } = stage;
  const probe = await startProbe(stage, database, 'probe');
  const traffic = emptyTraffic();
  const startedAt = performance.now();
  const stop = report.showProgress(
    () =>
      `${formatCount(traffic.requests)} requests, ${formatCount(countAborts(traffic))} aborts, ${traffic.foreign.length} foreign rows, ${countFaults(traffic)} faults in all`,
  );
  await runTraffic(
    {
      origin: probe.origin,
      database,
      companies,
      tables,
      random: stage.random.fork('traffic'),
      isDone: ({ requests }) => requests >= sizes.requests,
    },
    traffic,
  );
  stop();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { injected } = traffic;
  report.check({
    what: `requests without a company filter: ${companyCount} companies, ${tables.length} tables, a pool of ${poolSize}`,
    tried: traffic.requests,
    bar: sizes.requests,
    expected: '0 foreign rows, 0 own rows missing, 0 writes into another company',
    found: `${traffic.foreign.length} foreign rows among ${formatCount(traffic.rowsSeen)} seen, ${traffic.missing} answers with own rows missing, ${traffic.trespasses.length} writes into another company, ${traffic.strange.length} strange answers${sample([...traffic.foreign, ...traffic.trespasses, ...traffic.strange])}`,
    passed: countFaults(traffic) === 0 && probe.isRunning(),
  });
  report.injected('transactions given up half-way', injected.givenUp);
  report.injected('clients that hung up', injected.hungUp);
  report.injected('statements cancelled', injected.cancels);
  report.injected(`connections terminated (${formatCount(traffic.cut)} requests felt a cut)`, injected.terminations);
  report.note(`${Math.round(traffic.requests / seconds)} requests a second`);
  report.check({
    what: 'random aborts among them',
    tried: countAborts(traffic),
    bar: sizes.aborts,
    expected: 'every kind happened',
    found: Object.entries(injected)
      .map(([kind, count]) => `${kind} ${formatCount(count)}`)
      .join(', '),
    passed: Object.values(injected).every((count) => count > 0),
  });
  await probe.stop();
}

/** Faults in both places that set the company: for a transaction and for a hot read. */
const sessionFaults: { name: string; words: string; patch: Patch }[] = [
  {
    name: 'session-set',
    words: 'the company is set for the connection instead of the transaction',
    patch: { file: 'lib/db/database.ts', find: '`set local app.company_id =', replace: '`set app.company_id =' },
  },
  {
    name: 'session-read',
    words: 'a hot read sets the company for the connection',
    patch: {
      file: 'lib/db/tenant-read.ts',
      find: `set_config('app.company_id', $1, true)`,
      replace: `set_config('app.company_id', $1, false)`,
    },
  },
];

async function catchSessionSet(
  stage: Stage,
  database: ProofDatabase,
  companies: Companies,
  tables: readonly string[],
  { name, words, patch }: (typeof sessionFaults)[number],
): Promise<void> {
  const source = await plantFault(stage, name, [patch]);
  const probe = await startProbe(stage, database, name, source);
  const traffic = emptyTraffic();
  const deadline = performance.now() + mutantMs;
  await runTraffic(
    {
      origin: probe.origin,
      database,
      companies,
      tables,
      random: stage.random.fork('mutant'),
      isDone: ({ foreign }) => foreign.length > 0 || performance.now() > deadline,
    },
    traffic,
  );
  const after = traffic.firstForeignMs;
  stage.report.mutant(
    words,
    after !== undefined && after < mutantMs,
    after === undefined
      ? `nothing in ${formatCount(traffic.requests)} requests`
      : `foreign rows after ${Math.round(after)} ms and ${formatCount(traffic.requests)} requests${sample(traffic.foreign.slice(0, 1))}`,
  );
  await probe.stop();
}

async function catchBareTable(stage: Stage, database: ProofDatabase): Promise<void> {
  await database.admin.query('create table proof_bare_table (company_id uuid not null, id uuid not null, primary key (company_id, id))');
  const found = (await readCatalogue(database)).find(({ name }) => name === 'proof_bare_table');
  await database.admin.query('drop table proof_bare_table');
  stage.report.mutant(
    'a table with a company_id and no protection',
    (found?.faults.length ?? 0) > 0,
    (found?.faults ?? ['nothing']).join(', '),
  );
}

function sample(texts: readonly string[]): string {
  return texts.length === 0 ? '' : ` (${[...new Set(texts)].slice(0, 3).join('; ')})`;
}
