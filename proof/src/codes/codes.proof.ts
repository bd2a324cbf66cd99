import { readFile } from 'node:fs/promises';
import { createDatabase, type ProofDatabase } from '../lib/database.ts';
import { plantFault } from '../lib/mutant.ts';
import { seedPeople } from '../lib/people.ts';
import { formatCount } from '../lib/report.ts';
import { startProviders } from '../lib/sandbox.ts';
import { createSecretSearch, type SecretSearch } from '../lib/secret-search.ts';
import type { Stage } from '../lib/stage.ts';
import { type Api, startApis } from '../lib/start-api.ts';
import { exchangesPerCode, type RaceResult, raceForCodes, tryWrongly, walkThrough } from './races.ts';
import { startTraceReceiver, type TraceReceiver } from './trace-receiver.ts';

interface Sizes {
  codes: number;
  wrong: number;
  walks: number;
}
const short: Sizes = { codes: 100, wrong: 20, walks: 6 };
const full: Sizes = { codes: 1_000, wrong: 200, walks: 50 };
const webOrigin = 'http://localhost:5173';

/** A one-time code opens one session, and no secret is ever written to a log or a trace. */
export async function proveCodes(stage: Stage): Promise<void> {
  const sizes = stage.isFull ? full : short;
  const database = await createDatabase(stage);
  const providers = await startProviders(stage);
  const traces = await startTraceReceiver(stage);
  const env = { ...providers.env, LOG_LEVEL: 'trace', OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint };
  const apis = await startApis(stage, database, { label: 'api', env });
  const secrets = createSecretSearch();

  await proveSingleUse(stage, database, apis, sizes, secrets);
  await walkThrough(
    apis.map(({ origin }) => origin),
    webOrigin,
    sizes.walks,
    secrets,
  );
  // Spans are exported in batches. The last batch goes out when the process ends.
  await Promise.all(apis.map((api) => api.stop()));
  await proveSilence(stage, apis, traces, sizes, secrets);

  await catchDoubleUse(stage, database);
  await catchLeak(stage, database);
}

function totalWins({ wins }: RaceResult): number {
  return wins.reduce((sum, count) => sum + count, 0);
}

async function race(stage: Stage, database: ProofDatabase, origins: readonly string[], codes: number, secrets: SecretSearch) {
  const result: RaceResult = { exchanges: 0, wins: [], strange: [] };
  const stop = stage.report.showProgress(() => `${formatCount(result.exchanges)} exchanges, ${formatCount(totalWins(result))} granted`);
  const startedAt = performance.now();
  await raceForCodes(database, origins, await seedPeople(database, codes), secrets, result);
  stop();
  return { ...result, seconds: (performance.now() - startedAt) / 1_000 };
}

async function proveSingleUse(stage: Stage, database: ProofDatabase, apis: readonly Api[], sizes: Sizes, secrets: SecretSearch) {
  const { report } = stage;
  const origins = apis.map(({ origin }) => origin);
  const result = await race(stage, database, origins, sizes.codes, secrets);
  const { rows } = await database.admin.query<{ count: number }>('select count(*)::int from sessions');
  const once = result.wins.filter((count) => count === 1).length;
  report.check({
    what: `${formatCount(result.wins.length)} codes, each exchanged ${exchangesPerCode} times in parallel over two API processes`,
    tried: result.exchanges,
    bar: sizes.codes * exchangesPerCode,
    expected: `exactly ${formatCount(sizes.codes)} succeed, one for each code`,
    found: `${formatCount(totalWins(result))} succeeded, ${formatCount(once)} codes exactly once, ${formatCount(rows[0]?.count ?? 0)} sessions in the database, ${result.strange.length} other answers`,
    passed: once === sizes.codes && totalWins(result) === sizes.codes && rows[0]?.count === sizes.codes && result.strange.length === 0,
  });
  report.note(`${Math.round(result.exchanges / result.seconds)} exchanges a second`);

  const wrong = await tryWrongly(database, origins[0] ?? '', await seedPeople(database, sizes.wrong), secrets);
  report.check({
    what: 'a wrong verifier, then the right one; and codes past their minute',
    tried: sizes.wrong * 3,
    bar: sizes.wrong * 3,
    expected: `${sizes.wrong} refused, ${sizes.wrong} granted to the owner, ${sizes.wrong} expired ones refused`,
    found: `${wrong.wrongVerifier} refused, ${wrong.ownerAfterwards} granted, ${wrong.expired} expired ones refused`,
    passed: Object.values(wrong).every((count) => count === sizes.wrong),
  });
}

async function readLogs(apis: readonly Api[]): Promise<string> {
  return (await Promise.all(apis.map(({ logFile }) => readFile(logFile, 'utf8')))).join('\n');
}

async function proveSilence(stage: Stage, apis: readonly Api[], traces: TraceReceiver, sizes: Sizes, secrets: SecretSearch) {
  const { report } = stage;
  const logs = await readLogs(apis);
  const lines = logs.split('\n').filter((line) => line.startsWith('{')).length;
  const spans = traces.countSpans();
  const hits = { logs: secrets.countHits(logs), traces: secrets.countHits(traces.bodies.join('\n')) };
  report.check({
    what: `${formatCount(secrets.size)} marked secrets (codes, verifiers, tokens, cookie halves, states, provider codes) searched in logs at level trace`,
    tried: lines,
    bar: sizes.codes * exchangesPerCode,
    expected: '0 hits',
    found: `${hits.logs} hits in ${formatCount(lines)} log lines`,
    passed: hits.logs === 0,
  });
  report.check({
    what: 'the same secrets searched in exported traces',
    tried: spans,
    bar: sizes.codes,
    expected: '0 hits',
    found: `${hits.traces} hits in ${formatCount(spans)} spans`,
    passed: hits.traces === 0,
  });
  report.injected(`whole sign-ins through the provider`, sizes.walks);
}

async function catchDoubleUse(stage: Stage, database: ProofDatabase): Promise<void> {
  const file = 'features/session/sign-in.service.ts';
  const source = await plantFault(stage, 'used-twice', [{ file, find: `.where('used_at', 'is', null)\n`, replace: '\n' }]);
  const apis = await startApis(stage, database, { label: 'used-twice', source });
  const result = await race(
    stage,
    database,
    apis.map(({ origin }) => origin),
    5,
    createSecretSearch(),
  );
  stage.report.mutant('a used code can be used again', totalWins(result) > 5, `${totalWins(result)} sessions from 5 codes`);
  await Promise.all(apis.map((api) => api.stop()));
}

async function catchLeak(stage: Stage, database: ProofDatabase): Promise<void> {
  const source = await plantFault(stage, 'talkative', [
    { file: 'lib/http/observe.ts', find: 'path: pathOf(request),', replace: 'path: pathOf(request), sent: JSON.stringify(request.body),' },
    {
      file: 'lib/http/observe.ts',
      find: `{ 'request.id': request.id }`,
      replace: `{ 'request.id': request.id, sent: JSON.stringify(request.body) ?? '' }`,
    },
  ]);
  const traces = await startTraceReceiver(stage);
  const env = { LOG_LEVEL: 'trace', OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint };
  const apis = await startApis(stage, database, { label: 'talkative', source, env });
  const secrets = createSecretSearch();
  await race(
    stage,
    database,
    apis.map(({ origin }) => origin),
    5,
    secrets,
  );
  await Promise.all(apis.map((api) => api.stop()));
  const hits = { logs: secrets.countHits(await readLogs(apis)), traces: secrets.countHits(traces.bodies.join('\n')) };
  stage.report.mutant(
    'request bodies are logged and traced',
    hits.logs > 0 && hits.traces > 0,
    `${hits.logs} hits in logs, ${hits.traces} in traces`,
  );
}
