import { createDatabase, type ProofDatabase } from '../lib/database.ts';
import { plantFault } from '../lib/mutant.ts';
import { formatCount } from '../lib/report.ts';
import type { Stage } from '../lib/stage.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { type Creates, createKeyed } from './keyed-creates.ts';
import { type Edits, editTogether } from './shared-edits.ts';

// Enough work for the kills, because a killed API takes seconds to come back before the next one is killed.
const short = { creates: 800, createKills: 4, edits: 700, editKills: 3 };
const full = { creates: 50_000, createKills: 100, edits: 200_000, editKills: 100 };
const apis = 2;

/** A retried POST has one effect, an acknowledged change is kept, and two people at one load never overwrite each other's changes. */
export async function proveUpdates(stage: Stage): Promise<void> {
  const { report } = stage;
  const sizes = stage.isFull ? full : short;
  const database = await createDatabase(stage);
  const fleet = await startFleet(stage, database, apis);

  const creates = await whileKilling(fleet, sizes.createKills, () => createKeyed(stage, database, fleet, fleet.origin, sizes.creates));
  reportKills(stage, fleet.kills(), sizes.createKills);
  const made = await countLoads(database);
  report.check({
    what: `keyed creates sent 1 to 5 times, ${formatCount(creates.sent)} requests, ${formatCount(creates.cuts)} cut off`,
    tried: creates.keys,
    bar: sizes.creates,
    expected: `exactly ${formatCount(sizes.creates)} loads, every sending answered with its own`,
    found: `${formatCount(made.loads)} loads, ${formatCount(made.numbers)} numbers, ${creates.wrong.length} wrong answers${sample(creates.wrong)}`,
    passed: made.loads === sizes.creates && made.numbers === sizes.creates && creates.wrong.length === 0,
  });
  report.check({
    what: 'the same key with another load',
    tried: creates.otherBodyTried,
    bar: Math.max(1, Math.floor(sizes.creates / 400)),
    expected: 'all refused with 422',
    found: `${creates.otherBodyRefused} refused`,
    passed: creates.otherBodyRefused === creates.otherBodyTried,
  });

  const before = fleet.kills();
  const edits = await whileKilling(fleet, before + sizes.editKills, () => editTogether(stage, database, fleet, fleet.origin, sizes.edits));
  reportKills(stage, fleet.kills() - before, sizes.editKills);
  report.check({
    what: `3 people at each load: ${formatCount(edits.refusedAsStale)} saves refused as stale, ${formatCount(edits.ambiguous)} cut off, ${formatCount(edits.fees)} fees between them`,
    tried: edits.acknowledged,
    bar: sizes.edits,
    expected: 'every acknowledged change is there, none overwrote another',
    found: edits.wrong.length === 0 ? 'all there' : `${edits.wrong.length} wrong${sample(edits.wrong)}`,
    passed: edits.wrong.length === 0 && edits.refusedAsStale > 0,
  });
  await fleet.stop();
  await catchForgottenKeys(stage, database);
  await catchOverwriting(stage, database);
}

/** Kills APIs during the work, and stops when the work is done. */
async function whileKilling<T extends Creates | Edits>(fleet: Fleet, kills: number, work: () => Promise<T>): Promise<T> {
  let isDone = false;
  const [result] = await Promise.all([work().finally(() => (isDone = true)), fleet.killUntil(kills, () => isDone)]);
  return result;
}

function reportKills({ report }: Stage, kills: number, bar: number): void {
  report.injected('kills of an API while it worked', kills);
  report.check({ what: 'APIs killed at work', tried: kills, bar, expected: `at least ${bar}`, found: String(kills), passed: true });
}

async function countLoads({ admin }: ProofDatabase): Promise<{ loads: number; numbers: number }> {
  const { rows } = await admin.query<{ loads: number; numbers: number }>(
    'select count(*)::int as loads, count(distinct (company_id, load_number))::int as numbers from loads',
  );
  return rows[0] ?? { loads: 0, numbers: 0 };
}

function sample(wrong: readonly string[]): string {
  return wrong.length === 0 ? '' : `, for example ${wrong.slice(0, 3).join(' | ')}`;
}

async function catchForgottenKeys(stage: Stage, database: ProofDatabase): Promise<void> {
  const source = await plantFault(stage, 'forgotten-keys', [
    { file: 'lib/http/idempotency.ts', find: `.where('key', '=', key)`, replace: `.where('key', '=', key + 'x')` },
  ]);
  const fleet = await startFleet(stage, database, 1, source);
  const before = await countLoads(database);
  const creates = await createKeyed(stage, database, fleet, fleet.origin, 30);
  const made = (await countLoads(database)).loads - before.loads;
  await fleet.stop();
  stage.report.mutant(
    'keys are not found again',
    made !== 30 || creates.wrong.length > 0,
    `${made} loads for 30 keys, ${creates.wrong.length} wrong answers`,
  );
}

async function catchOverwriting(stage: Stage, database: ProofDatabase): Promise<void> {
  const source = await plantFault(stage, 'overwriting', [
    { file: 'features/loads/write/update-load.service.ts', find: 'if (load.version !== version) throw', replace: 'if (version < 0) throw' },
  ]);
  const fleet = await startFleet(stage, database, 1, source);
  const edits = await editTogether(stage, database, fleet, fleet.origin, 120);
  await fleet.stop();
  stage.report.mutant('a stale version is saved', edits.wrong.length > 0, `${edits.wrong.length} loads with lost changes`);
}
