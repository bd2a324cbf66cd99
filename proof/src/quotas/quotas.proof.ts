import { createDatabase, type ProofDatabase } from '../lib/database.ts';
import { plantFault } from '../lib/mutant.ts';
import { formatCount } from '../lib/report.ts';
import type { Stage } from '../lib/stage.ts';
import { startApis } from '../lib/start-api.ts';
import { daily, type Limit, race, standing } from './races.ts';
import { keepFlushing } from './redis-flush.ts';

const short = { rounds: 15, crowd: 60, flushEveryMs: 50 };
const full = { rounds: 500, crowd: 200, flushEveryMs: 200 };
const mutantSizes = { rounds: 3, crowd: 60 };

/**
 * When one unit of a limit is left and many ask for it in the same moment, exactly one gets it. This holds for daily and for standing
 * limits.
 */
export async function proveQuotas(stage: Stage): Promise<void> {
  const sizes = stage.isFull ? full : short;
  const database = await createDatabase(stage);
  const apis = await startApis(stage, database, { label: 'api' });
  const origins = apis.map(({ origin }) => origin);
  const flushing = keepFlushing(await stage.redisUrl(), sizes.flushEveryMs);
  await proveLimit(stage, database, origins, 'a daily limit', daily, sizes);
  await proveLimit(
    stage,
    database,
    origins,
    'a standing limit, by adding and by taking out of the archive',
    standing(sizes.crowd / 2),
    sizes,
  );
  flushing.stop();
  stage.report.injected('times all of Redis was forgotten meanwhile', flushing.flushes());
  await Promise.all(apis.map((api) => api.stop()));
  await catchCheckedBefore(stage, database);
  await catchUnheldCount(stage, database);
}

async function proveLimit(
  stage: Stage,
  database: ProofDatabase,
  origins: readonly string[],
  words: string,
  limit: Limit,
  { rounds, crowd }: typeof short,
): Promise<void> {
  const found = await race(stage, database, origins, limit, { rounds, crowd });
  stage.report.check({
    what: `${words}: one left, ${crowd} at once, ${formatCount(found.requests)} requests, ${formatCount(found.again)} asked again after 503`,
    tried: found.rounds,
    bar: rounds,
    expected: `exactly ${formatCount(rounds)} granted, one each round; the others refused with the limit named`,
    found: `${formatCount(found.granted)} granted, ${found.wrong.length} rounds wrong${found.wrong.length === 0 ? '' : `: ${found.wrong.slice(0, 3).join(' | ')}`}`,
    passed: found.granted === rounds && found.wrong.length === 0,
  });
}

async function catchCheckedBefore(stage: Stage, database: ProofDatabase): Promise<void> {
  const file = 'features/limits/plan-limits.service.ts';
  const source = await plantFault(stage, 'checked-before', [
    {
      file,
      find: 'if (!allowance.isActive) throw limitReached(allowance, name, await',
      replace: `if (max !== null && (await readUsed(tx, actor.userId, name, day)) >= max) throw limitReached(allowance, name, max);
  if (!allowance.isActive) throw limitReached(allowance, name, await`,
    },
    { file, find: `.where(sql<boolean>\`\${max}::int is null or limit_uses.used < \${max}\`)`, replace: '' },
  ]);
  await catchIn(stage, database, source, daily, 'a daily limit is looked at first and counted after');
}

async function catchUnheldCount(stage: Stage, database: ProofDatabase): Promise<void> {
  const source = await plantFault(stage, 'unheld-count', [
    { file: 'features/limits/plan-limits.service.ts', find: 'select pg_advisory_xact_lock(hashtextextended(', replace: 'select length((' },
    {
      file: 'features/limits/plan-limits.service.ts',
      find: ', 0))`.execute(tx.db);\n  const current',
      replace: '))`.execute(tx.db);\n  const current',
    },
  ]);
  await catchIn(stage, database, source, standing(mutantSizes.crowd / 2), 'drivers are counted while others add theirs');
}

async function catchIn(stage: Stage, database: ProofDatabase, source: string, limit: Limit, what: string): Promise<void> {
  const apis = await startApis(stage, database, { label: `mutant-${limit.name}`, source });
  const origins = apis.map(({ origin }) => origin);
  const { granted, wrong, rounds } = await race(stage, database, origins, limit, mutantSizes);
  await Promise.all(apis.map((api) => api.stop()));
  stage.report.mutant(what, wrong.length > 0 && granted > rounds, `${granted} granted in ${rounds} rounds`);
}
