import { findFreePorts } from '@headhaul/test-servers/free-ports';
import { createDatabase, type ProofDatabase } from '../lib/database.ts';
import { plantFault } from '../lib/mutant.ts';
import { formatCount } from '../lib/report.ts';
import type { Stage } from '../lib/stage.ts';
import { startApis } from '../lib/start-api.ts';
import { dropShare, emptyTally, findRefused, openBrowsers, refreshTogether, type Tally, tabsPerBrowser } from './browsers.ts';
import { countLate, describeTimes, effectBarMs } from './effect.ts';
import { endings, measureEnding } from './endings.ts';
import { refreshWithoutCookie, replayAfterOverlap, replayTwoOld, type TheftResult } from './theft.ts';

interface Sizes {
  sessions: number;
  rounds: number;
  thefts: number;
  endings: number;
}
const short: Sizes = { sessions: 50, rounds: 3, thefts: 30, endings: 8 };
const full: Sizes = { sessions: 1_000, rounds: 5, thefts: 1_000, endings: 200 };

/** Parallel tabs and the extension never sign anybody out, stolen tokens are detected, and an ended session ends on every process. */
export async function proveSessions(stage: Stage): Promise<void> {
  const sizes = stage.isFull ? full : short;
  const database = await createDatabase(stage);
  const apis = await startApis(stage, database, { label: 'api' });
  const origins = apis.map(({ origin }) => origin);

  await proveParallelRefresh(stage, database, origins, sizes);
  const { report } = stage;
  const stop = report.showProgress(() => 'replaying stolen tokens');
  reportTheft(stage, 'a two-old refresh token is replayed', sizes.thefts, await replayTwoOld(database, origins, sizes.thefts));
  reportTheft(
    stage,
    'the previous refresh token is replayed after the overlap (rotated_at moved back 31 s instead of waiting)',
    sizes.thefts,
    await replayAfterOverlap(database, origins, sizes.thefts),
  );
  reportNoCookie(stage, sizes.thefts, await refreshWithoutCookie(database, origins, sizes.thefts));
  stop();

  await proveEndings(stage, database, origins, sizes, 'Redis up');
  report.check({
    what: 'the API processes outlived the run',
    tried: apis.length,
    bar: 2,
    expected: 'all running',
    found: `${apis.filter((api) => api.isRunning()).length} running`,
    passed: apis.every((api) => api.isRunning()),
  });
  await Promise.all(apis.map((api) => api.stop()));

  const closedPort = await findFreePorts(1);
  const withoutRedis = await startApis(stage, database, { label: 'no-redis', env: { REDIS_URL: `redis://127.0.0.1:${closedPort}` } });
  await proveEndings(
    stage,
    database,
    withoutRedis.map(({ origin }) => origin),
    sizes,
    'Redis down',
  );
  await Promise.all(withoutRedis.map((api) => api.stop()));

  await catchMutants(stage, database);
}

async function runRefreshes(stage: Stage, database: ProofDatabase, origins: readonly string[], sessions: number, rounds: number) {
  const tally = emptyTally();
  const stop = stage.report.showProgress(() => `${formatCount(tally.refreshes)} refreshes, ${tally.signOuts.length} sign-outs`);
  const browsers = await openBrowsers(database, origins, sessions);
  const startedAt = performance.now();
  await refreshTogether(database, browsers, origins, rounds, stage.random.fork('tabs'), tally);
  const seconds = (performance.now() - startedAt) / 1_000;
  const refused = await findRefused(browsers, origins);
  stop();
  return { tally, refused, opened: browsers.length, seconds };
}

function hurt(tally: Tally, refused: readonly string[]): number {
  return tally.signOuts.length + tally.strange.length + refused.length;
}

async function proveParallelRefresh(stage: Stage, database: ProofDatabase, origins: readonly string[], sizes: Sizes): Promise<void> {
  const { report } = stage;
  const { tally, refused, opened, seconds } = await runRefreshes(stage, database, origins, sizes.sessions, sizes.rounds);
  report.check({
    what: `${formatCount(opened)} sessions, each ${tabsPerBrowser} tabs and the extension refreshing together without a lock, two API processes`,
    tried: tally.refreshes,
    bar: sizes.sessions * (tabsPerBrowser + 1) * sizes.rounds,
    expected: '0 sign-outs, and every session still served',
    found: `${tally.signOuts.length} sign-outs, ${tally.strange.length} other answers, ${refused.length} sessions refused${sample([...tally.signOuts, ...tally.strange, ...refused])}`,
    passed: hurt(tally, refused) === 0,
  });
  const share = tally.dropped / tally.refreshes;
  report.injected(`lost answers (${(share * 100).toFixed(1)} % of all)`, tally.dropped);
  report.note(`${sizes.rounds} rounds, ${Math.round(tally.refreshes / seconds)} refreshes a second`);
  report.check({
    what: 'answers were lost as promised',
    tried: tally.refreshes,
    bar: 1,
    expected: `${dropShare * 100} %, give or take what chance allows`,
    found: `${(share * 100).toFixed(2)} %`,
    passed: Math.abs(share - dropShare) < 4.5 * Math.sqrt((dropShare * (1 - dropShare)) / tally.refreshes),
  });
}

function sample(texts: readonly string[]): string {
  return texts.length === 0 ? '' : ` (${[...new Set(texts)].slice(0, 3).join('; ')})`;
}

function isTheftCaught({ tried, caught, times }: TheftResult): boolean {
  return caught === tried && countLate(times) === 0;
}

function reportTheft({ report }: Stage, what: string, bar: number, result: TheftResult): void {
  report.check({
    what,
    tried: result.tried,
    bar,
    expected: `every family ended with its extension's, access refused within ${effectBarMs} ms on both processes`,
    found: `${result.caught} ended, ${countLate(result.times)} too late, ${describeTimes(result.times)}${sample(result.misses)}`,
    passed: isTheftCaught(result),
  });
}

function reportNoCookie({ report }: Stage, bar: number, result: TheftResult): void {
  report.check({
    what: 'refresh without the cookie half, or with another person’s',
    tried: result.tried,
    bar,
    expected: 'all refused, and the owner goes on',
    found: `${result.caught} refused with the owner unharmed${sample(result.misses)}`,
    passed: isTheftCaught(result),
  });
}

async function proveEndings(stage: Stage, database: ProofDatabase, origins: readonly string[], sizes: Sizes, where: string): Promise<void> {
  const stop = stage.report.showProgress(() => `endings with ${where}`);
  for (const ending of endings) {
    const times = await measureEnding(database, origins, ending, sizes.endings);
    stage.report.check({
      what: `${ending.name}, ${where}`,
      tried: times.length,
      bar: sizes.endings,
      expected: `felt by web and extension within ${effectBarMs} ms on both processes`,
      found: `${countLate(times)} too late, ${describeTimes(times)}`,
      passed: countLate(times) === 0,
    });
  }
  stop();
}

async function catchMutants(stage: Stage, database: ProofDatabase): Promise<void> {
  const service = 'features/session/session.service.ts';
  const startMutant = async (name: string, file: string, find: string, replace: string) => {
    const source = await plantFault(stage, name, [{ file, find, replace }]);
    const apis = await startApis(stage, database, { label: name, source });
    return { origins: apis.map(({ origin }) => origin), stop: () => Promise.all(apis.map((api) => api.stop())) };
  };

  const noOverlap = await startMutant(
    'no-overlap',
    service,
    'family.rotated_seconds_ago <= refreshOverlapSeconds',
    'family.rotated_seconds_ago < 0',
  );
  const { tally, refused } = await runRefreshes(stage, database, noOverlap.origins, 10, 1);
  stage.report.mutant(
    'the previous token gets no overlap',
    tally.signOuts.length > 0,
    `${tally.signOuts.length} sign-outs, ${refused.length} sessions refused in 10 browsers`,
  );
  await noOverlap.stop();

  const noRevoke = await startMutant(
    'no-revoke',
    'features/session/end-families.service.ts',
    `const ended = await revokeFamilies(tx.db, sessionId, 'replay');`,
    'const ended: string[] = [];',
  );
  const theft = await replayTwoOld(database, noRevoke.origins, 5);
  stage.report.mutant('a replay ends nothing', !isTheftCaught(theft), `${theft.caught} of ${theft.tried} families ended`);
  await noRevoke.stop();

  const longMemory = await startMutant('long-memory', 'lib/auth/actor.ts', 'const cacheMs = 250;', 'const cacheMs = 5_000;');
  const [signOut] = endings;
  const times = signOut ? await measureEnding(database, longMemory.origins, signOut, 5) : [];
  stage.report.mutant(
    'a process remembers a session for 5 s',
    countLate(times) > 0,
    `${countLate(times)} of ${times.length} sign-outs too late`,
  );
  await longMemory.stop();
}
