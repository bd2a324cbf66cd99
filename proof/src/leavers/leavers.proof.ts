import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Child } from '../lib/children.ts';
import { createDatabase } from '../lib/database.ts';
import { plantFault } from '../lib/mutant.ts';
import { forEachParallel } from '../lib/parallel.ts';
import type { Random } from '../lib/random.ts';
import { formatCount } from '../lib/report.ts';
import { startProviders } from '../lib/sandbox.ts';
import type { Stage } from '../lib/stage.ts';
import { startApis, startWorker } from '../lib/start-api.ts';
import { type Cast, seedCasts } from './cast.ts';
import { courses, type Plan, type Round, runHistory } from './history.ts';
import { emptyFindings, emptyTally } from './scene.ts';
import { trySpellings } from './traces.ts';
import { readGivenUp, untilIdle } from './until-quiet.ts';
import { assessAudit, assessMails, assessSecrets, searchEverywhere } from './verdict.ts';
import type { World } from './world.ts';

interface Sizes {
  histories: number;
  width: number;
  /** Required counts are for sixty histories. A larger run multiplies them by this. */
  times: number;
}
const short: Sizes = { histories: 60, width: 6, times: 1 };
const full: Sizes = { histories: 1_000, width: 6, times: 16 };
const mutantHistories = 8;
const effectMs = 1_000;

/** A person who leaves a team loses all access, and a deleted account leaves no trace. */
export async function proveLeavers(stage: Stage): Promise<void> {
  const sizes = stage.isFull ? full : short;
  const database = await createDatabase(stage);
  const providers = await startProviders(stage);
  const filesFolder = join(stage.folder, 'files');
  await mkdir(filesFolder);
  const env = { ...providers.env, FILES_DIR: filesFolder, RATE_LIMIT_MAILBOX_CHECKS_PER_HOUR: '1000000000' };
  const processes = await startProcesses(stage, { stage, database, providers, filesFolder, origins: [] }, 'whole', env);
  const deck = shuffle(stage.random.fork('courses'), courses);
  const casts = await seedCasts(database, 0, sizes.histories);
  const round = await runRound(processes.world, casts, sizes.width, ({ index }) => ({
    course: deck[index % deck.length] ?? { first: 'left' },
  }));
  const waiting = await untilIdle(stage, database);
  await proveNothingLeaves(round, sizes, waiting.mails);
  proveNothingServed(round, sizes);
  await proveForgotten(round, casts, sizes, waiting);
  await proveLog(round, sizes);
  await processes.stop();
  await catchPresentOnly(processes.world, env);
  await catchSharedStay(processes.world, env);
}

interface Processes {
  world: World;
  stop(): Promise<void>;
}

async function startProcesses(stage: Stage, world: World, label: string, env: Record<string, string>, source?: string): Promise<Processes> {
  const options = { env, ...(source === undefined ? {} : { source }) };
  const [apis, worker] = await Promise.all([
    startApis(stage, world.database, { ...options, label: `api-${label}` }),
    startWorker(stage, world.database, { ...options, label: `worker-${label}` }),
  ]);
  const children: Child[] = [...apis, worker];
  return {
    world: { ...world, origins: apis.map(({ origin }) => origin) },
    stop: async () => void (await Promise.all(children.map((child) => child.stop()))),
  };
}

function shuffle<T>(random: Random, all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, at: random.fraction() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

async function runRound(world: World, casts: readonly Cast[], width: number, planFor: (cast: Cast) => Plan): Promise<Round> {
  const round: Round = { world, tally: emptyTally(), findings: emptyFindings() };
  const { tally } = round;
  let done = 0;
  const stopProgress = world.stage.report.showProgress(() => `${done} of ${casts.length} histories, ${tally.ends} ends`);
  await forEachParallel(casts, width, async (cast) => {
    await runHistory(round, cast, planFor(cast));
    done += 1;
  }).finally(stopProgress);
  return round;
}

function sample(wrong: readonly string[]): string {
  return wrong.length === 0 ? '' : `, for example ${wrong.slice(0, 3).join(' | ')}`;
}

async function proveNothingLeaves({ world, tally, findings }: Round, { times }: Sizes, waiting: number): Promise<void> {
  const { database, providers } = world;
  const { report } = world.stage;
  const mails = await assessMails(database, providers, findings);
  report.check({
    what: `mails that waited when their writer or their mailbox went, at ${formatCount(tally.ends)} ends`,
    tried: mails.inFlight,
    bar: 60 * times,
    expected: '0 begin to leave afterwards, and none waits for ever',
    found: `${formatCount(mails.cancelled)} cancelled, ${mails.late.length} left, ${waiting} still wait${sample(mails.late)}; ${mails.onTheWay} more were at the server already`,
    passed: mails.late.length === 0 && waiting === 0,
  });
  report.check({
    what: 'mails that waited in a mailbox that was handed over',
    tried: findings.handedMails.size,
    bar: 10 * times,
    expected: 'all leave, none under the name of who went',
    found: `${formatCount(mails.handedLeft)} left, ${mails.handedWrong.length} did not${sample(mails.handedWrong)}`,
    passed: mails.handedWrong.length === 0,
  });
  const secrets = await assessSecrets(database, findings);
  report.check({
    what: `mailboxes of who went, beside ${formatCount(findings.handedMailboxes.size)} that were handed over`,
    tried: findings.endedMailboxes.size,
    bar: 60 * times,
    expected: `0 have a secret left; all ${formatCount(findings.handedMailboxes.size)} handed over have theirs`,
    found: `${secrets.left} have one; ${formatCount(secrets.handed)} of those handed over`,
    passed: secrets.left === 0 && secrets.handed === findings.handedMailboxes.size && secrets.handed >= 10 * times,
  });
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function proveNothingServed({ world, tally, findings }: Round, { times }: Sizes): void {
  const { refusedMs, streamMs, downloadMs, plainMs, served } = findings;
  const { report } = world.stage;
  const barMs = effectMs + percentile(plainMs, 0.99);
  const told = (all: readonly number[]) => `p99 ${Math.round(percentile(all, 0.99))} ms, longest ${Math.round(Math.max(...all))} ms`;
  const expected = `felt within ${effectMs / 1_000} s and what a plain request takes here, ${Math.round(barMs)} ms in all (p99)`;
  const isInTime = (all: readonly number[]) => percentile(all, 0.99) <= barMs;
  report.check({
    what: `ends: ${formatCount(tally.deletions)} deletions, the others left, were removed or handed over; each session on two processes, ${formatCount(tally.extensions)} of them the extension’s`,
    tried: tally.ends,
    bar: 60 * times,
    expected,
    found: told(refusedMs),
    passed: isInTime(refusedMs) && tally.deletions >= 30 * times,
  });
  report.check({
    what: 'open streams',
    tried: tally.streams,
    bar: 20 * times,
    expected,
    found: told(streamMs),
    passed: isInTime(streamMs),
  });
  report.check({
    what: 'downloads in the middle',
    tried: tally.downloads,
    bar: 10 * times,
    expected,
    found: told(downloadMs),
    passed: isInTime(downloadMs),
  });
  report.check({
    what: 'reads and refreshes by sessions that ended, and what they had open',
    tried: findings.readsTried + tally.streams + tally.downloads,
    bar: 480 * times,
    expected: '0 served',
    found: `${served.length} served${sample(served)}`,
    passed: served.length === 0,
  });
}

async function proveForgotten(
  { world, tally, findings }: Round,
  casts: readonly Cast[],
  { times }: Sizes,
  { jobs, people }: { jobs: number; people: number },
): Promise<void> {
  const { stage, database, filesFolder } = world;
  const { traces, characters, files } = await searchEverywhere(stage, database, filesFolder, phonesOf(casts));
  const hits = [...findings.deletedMarks].filter((mark) => traces.count(mark) > 0);
  const missed = [...findings.keptMarks].filter((mark) => traces.count(mark) === 0);
  const givenUp = await readGivenUp(database);
  stage.report.check({
    what: `people who deleted the account, searched in dumps of ${formatCount(characters)} characters and ${formatCount(files)} files; they had left ${formatCount(tally.pastAtDeletion)} teams before, and ${formatCount(tally.invitesWithoutAnswer)} invites found nobody`,
    tried: findings.deletedMarks.size,
    bar: 30 * times,
    expected: '0 found; the worker has done all its work',
    found: `${hits.length} found${sample(hits.flatMap((mark) => traces.places(mark).slice(0, 2)))}; ${jobs} jobs wait, ${people} people wait, ${givenUp.length} jobs gave up${sample(givenUp)}`,
    passed: hits.length === 0 && jobs === 0 && people === 0 && givenUp.length === 0 && tally.pastAtDeletion >= 15 * times,
  });
  const spellings = trySpellings();
  stage.report.check({
    what: `the same search for people who only left, and for ${spellings.tried} spellings of a word`,
    tried: findings.keptMarks.size,
    bar: 15 * times,
    expected: 'all found',
    found: `${formatCount(findings.keptMarks.size - missed.length)} people found, ${spellings.missed.length} spellings missed${sample(spellings.missed)}`,
    passed: missed.length === 0 && spellings.missed.length === 0,
  });
  stage.report.note(
    `${formatCount(tally.mailboxes)} mailboxes connected, ${formatCount(tally.mails)} mails, ${formatCount(tally.texts)} texts that name them, ${formatCount(tally.exports)} exports`,
  );
}

function phonesOf(casts: readonly Cast[]): Map<string, string> {
  return new Map(casts.map(({ canary }) => [canary.phone, canary.mark]));
}

async function proveLog({ world }: Round, { times, histories }: Sizes): Promise<void> {
  const audit = await assessAudit(world.stage, world.database);
  world.stage.report.check({
    what: `logs of all companies, ${formatCount(audit.entries)} entries of which ${formatCount(audit.forgotten)} say that words were taken out`,
    tried: audit.companies,
    bar: histories,
    expected: 'every chain is whole',
    found: `${audit.broken.length} broken${sample(audit.broken)}`,
    passed: audit.broken.length === 0 && audit.entries >= 100 * times,
  });
}

/** The canary works in a team and has a shared mailbox with their name in its address. */
const shared = { mailbox: { kind: 'named', isShared: true }, acts: 2 } as const;
const pastTeam: Plan = { ...shared, course: { first: 'removed', isDeletedLater: true } };
const removed: Plan = { ...shared, course: { first: 'removed' } };

async function catchPresentOnly(world: World, env: Record<string, string>): Promise<void> {
  const source = await plantFault(world.stage, 'present-only', [
    {
      file: 'features/profile/delete-account.service.ts',
      find: "await platform.db.global.selectFrom('person_companies').where('user_id', '=', actor.userId).select('been_in').execute()",
      replace:
        "await platform.db.global.selectFrom('user_companies').where('user_id', '=', actor.userId).select('member_of as been_in').execute()",
    },
    {
      file: 'features/profile/delete-account.service.ts',
      find: "await db.selectFrom('person_companies').where('user_id', '=', userId).select('been_in').execute()",
      replace: "await db.selectFrom('user_companies').where('user_id', '=', userId).select('member_of as been_in').execute()",
    },
  ]);
  const processes = await startProcesses(world.stage, world, 'present-only', env, source);
  const casts = await seedCasts(world.database, 100_000, mutantHistories);
  const { findings } = await runRound(processes.world, casts, short.width, () => pastTeam);
  await untilIdle(world.stage, world.database, false);
  await processes.stop();
  const { traces } = await searchEverywhere(world.stage, world.database, world.filesFolder, phonesOf(casts));
  const hits = [...findings.deletedMarks].filter((mark) => traces.count(mark) > 0);
  world.stage.report.mutant(
    'account deletion knows only where the person works now',
    hits.length > 0,
    `${hits.length} of ${findings.deletedMarks.size} people found${sample(hits.flatMap((mark) => traces.places(mark).slice(0, 1)))}`,
  );
}

async function catchSharedStay(world: World, env: Record<string, string>): Promise<void> {
  const source = await plantFault(world.stage, 'shared-stay', [
    {
      file: 'features/email-accounts/disconnect.service.ts',
      find: "    .where('status', '<>', 'DISCONNECTED')\n    .orderBy('id')\n",
      replace: "    .where('status', '<>', 'DISCONNECTED')\n    .where('is_shared', '=', false)\n    .orderBy('id')\n",
    },
  ]);
  const processes = await startProcesses(world.stage, world, 'shared-stay', env, source);
  const casts = await seedCasts(world.database, 200_000, mutantHistories);
  const { findings } = await runRound(processes.world, casts, short.width, () => removed);
  await untilIdle(world.stage, world.database);
  await processes.stop();
  const { late } = await assessMails(world.database, world.providers, findings);
  const { left } = await assessSecrets(world.database, findings);
  world.stage.report.mutant(
    'shared mailboxes of who went stay connected',
    late.length > 0 && left > 0,
    `${late.length} mails left, ${left} of ${findings.endedMailboxes.size} mailboxes have a secret`,
  );
}
