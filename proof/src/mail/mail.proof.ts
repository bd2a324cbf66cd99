import { setTimeout as pause } from 'node:timers/promises';
import type { MailProvider } from '@headhaul/contracts/mail/accounts';
import type { ProofDatabase } from '../lib/database.ts';
import { plantFault } from '../lib/mutant.ts';
import { formatCount } from '../lib/report.ts';
import { type Providers, startProviders } from '../lib/sandbox.ts';
import type { Stage } from '../lib/stage.ts';
import { startApi } from '../lib/start-api.ts';
import { connectMailboxes, type ProofMailbox } from './mailboxes.ts';
import { countWaiting, patiently, readStates, untilSettled, writeMails } from './outgoing.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { proveQuota } from './quota.ts';
import { type Arrived, type Counts, readArrived, readCounts, resetSending, services, setFaults, setLatency } from './sending-switches.ts';
import { startWorkers, type Workers } from './workers.ts';

const short = { people: 6, mails: 300, workers: 3, kills: 3, orphans: 1, killEveryMs: 1_500, cuts: 1, mutantMails: 40 };
const full = { people: 50, mails: 20_000, workers: 5, kills: 200, orphans: 50, killEveryMs: 1_000, cuts: 20, mutantMails: 200 };
const kinds: readonly MailProvider[] = ['google', 'microsoft', 'smtp'];
const faults = { tooManyPercent: 5, unavailablePercent: 2, acceptedThenUnavailablePercent: 2, acceptedThenResetPercent: 2 };
const takeoverBarMs = 30_000;
const nearlyAll = 100;
const lastWordMs = 1_000;

/** A mail to a broker is never sent twice and never silently lost. */
export async function proveMail(stage: Stage): Promise<void> {
  const sizes = stage.isFull ? full : short;
  const providers = await startProviders(stage);
  const postgres = await startOwnPostgres(stage);
  const { database } = postgres;
  const env = { ...providers.env, LOG_LEVEL: 'silent', RATE_LIMIT_MAILBOX_CHECKS_PER_HOUR: '1000000' };
  const api = await patiently(() => startApi(stage, database, { label: 'api', env }));
  const mailboxes = await connectMailboxes(database, api.origin, providers, { people: sizes.people, providers: kinds });
  await api.stop();
  stage.report.note(`${mailboxes.length} mailboxes connected through the providers’ pages`);

  await proveOnce(stage, { providers, postgres, mailboxes, env });
  await proveQuota(stage, { providers, database, mailboxes, env });
  await catchRetries(stage, { providers, database, mailboxes, env });
}

interface World {
  providers: Providers;
  mailboxes: readonly ProofMailbox[];
  env: Record<string, string>;
}

async function proveOnce(stage: Stage, { providers, postgres, mailboxes, env }: World & { postgres: OwnPostgres }): Promise<void> {
  const { report } = stage;
  const sizes = stage.isFull ? full : short;
  const { database } = postgres;
  await resetSending(providers);
  await setFaults(providers, faults);
  // Without this delay, a kill would rarely hit a mail that is being sent.
  await setLatency(providers, 800);
  const workers = await startWorkers(stage, database, { size: sizes.workers, env });
  // Gmail lets a mailbox send twice as fast as the others do.
  const byPace = mailboxes.flatMap((mailbox) => (mailbox.provider === 'google' ? [mailbox, mailbox] : [mailbox]));
  let isDone = false;
  let cuts = 0;
  // The first kills may all have hit idle workers. Then more follow, up to ten times as many.
  const areKillsEnough = () =>
    workers.kills() >= sizes.kills && (workers.orphans().length >= 3 * sizes.orphans || workers.kills() >= 10 * sizes.kills);
  const stopProgress = report.showProgress(() => `${workers.kills()} kills, ${cuts} stops of the database`);
  const [ids] = await Promise.all([
    writeAndWait(database, byPace, sizes.mails, () => areKillsEnough() && cuts >= sizes.cuts).finally(() => (isDone = true)),
    workers.killWhile(sizes.killEveryMs, () => isDone || (!stage.isFull && areKillsEnough())),
    cutWhile(
      stage,
      postgres,
      sizes.cuts,
      () => isDone,
      () => (cuts += 1),
    ),
  ]);
  const left = await untilSettled(database, 120_000);
  stopProgress();
  const found = compare(await readStates(database, ids), await readArrived(providers));
  const total = await sumCounts(providers);
  report.injected(
    `answers 429, ${formatCount(total.unavailable)} 503 without and ${formatCount(total.acceptedThenUnavailable)} after taking the mail, ${formatCount(total.acceptedThenReset)} resets after taking it`,
    total.tooMany,
  );
  report.injected('kills of a worker while it sent', workers.kills());
  report.injected('immediate stops of the database', cuts);
  await workers.stop();

  report.check({
    what: 'mails through Gmail, Graph and SMTP',
    tried: ids.length,
    bar: sizes.mails,
    expected: 'none arrived twice',
    found: `${formatCount(found.arrived)} arrived, ${found.twice.length} of them twice${sample(found.twice)}`,
    passed: found.twice.length === 0,
  });
  report.check({
    what: 'every one ends as sent, failed or unknown, and every sent one arrived',
    tried: found.sent + found.failed + found.unknown + found.lost.length,
    bar: ids.length,
    expected: '0 lost',
    found: `${formatCount(found.sent)} sent, ${formatCount(found.failed)} failed, ${formatCount(found.unknown)} unknown, ${left} still waiting, ${found.lost.length} lost, ${found.liars.length} that arrived and are called failed${sample([...found.lost, ...found.liars])}`,
    passed: left === 0 && found.lost.length === 0 && found.liars.length === 0,
  });
  report.check({
    what: 'mails that the provider took before it failed',
    tried: found.ambiguous,
    bar: Math.max(1, Math.floor(sizes.mails * 0.03)),
    expected: 'all unknown, none tried again',
    found: `${formatCount(found.ambiguous - found.guessed.length)} unknown, ${found.guessed.length} otherwise${sample(found.guessed)}`,
    passed: found.guessed.length === 0,
  });
  report.check({
    what: 'workers killed while they sent',
    tried: workers.kills(),
    bar: sizes.kills,
    expected: `at least ${sizes.kills} kills and ${sizes.cuts} stops of the database`,
    found: `${workers.kills()} kills, ${cuts} stops`,
    passed: cuts >= sizes.cuts,
  });
  await reportTakeover(stage, database, workers, sizes.orphans);
}

/** Waits until nearly all mails have left and all kills and stops are done. Writes more mails if the work would end earlier. */
async function writeAndWait(
  database: ProofDatabase,
  mailboxes: readonly ProofMailbox[],
  count: number,
  isDone: () => boolean,
): Promise<string[]> {
  const ids = await writeMails(database, mailboxes, count);
  for (let waiting = ids.length; waiting > 0 && !(isDone() && waiting < nearlyAll); waiting = await countWaiting(database)) {
    if (!isDone() && waiting < nearlyAll) ids.push(...(await writeMails(database, mailboxes, nearlyAll)));
    await pause(500);
  }
  return ids;
}

async function cutWhile(stage: Stage, postgres: OwnPostgres, count: number, isDone: () => boolean, onCut: () => void): Promise<void> {
  for (let cut = 0; cut < count && !isDone(); cut++) {
    await pause(stage.isFull ? 8_000 + stage.random.below(8_000) : 4_000);
    await postgres.cutPower();
    onCut();
  }
}

async function reportTakeover({ report }: Stage, database: ProofDatabase, workers: Workers, bar: number): Promise<void> {
  const killedAt = new Map(workers.orphans().map(({ emailId, killedAt: at }) => [emailId, at]));
  const all = await readStates(database, [...killedAt.keys()]);
  // A worker's last answer may already be on its way to the database when the worker dies. Then the mail is SENT within `lastWordMs`, and
  // no other worker wrote that.
  const isWritten = ({ id, state, finishedAt }: (typeof all)[number]) =>
    state === 'SENT' && finishedAt !== null && finishedAt.getTime() - (killedAt.get(id)?.getTime() ?? 0) < lastWordMs;
  const states = all.filter((one) => !isWritten(one));
  const times = states
    .map(({ id, finishedAt }) =>
      finishedAt === null ? Number.POSITIVE_INFINITY : finishedAt.getTime() - (killedAt.get(id)?.getTime() ?? 0),
    )
    .sort((a, b) => a - b);
  const p99 = times[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? Number.POSITIVE_INFINITY;
  const wrong = states.filter(({ state }) => state !== 'UNKNOWN').map(({ id, state }) => `${id} ${state}`);
  report.check({
    what: 'mails that a killed worker had at a provider',
    tried: times.length,
    bar,
    expected: `all unknown, within ${takeoverBarMs / 1_000} s (p99)`,
    found: `p99 ${(p99 / 1_000).toFixed(1)} s, longest ${((times.at(-1) ?? 0) / 1_000).toFixed(1)} s, ${wrong.length} not unknown${sample(wrong)}; ${all.length - states.length} more whose answer was written as they died`,
    passed: p99 <= takeoverBarMs && wrong.length === 0,
  });
}

interface Found {
  arrived: number;
  sent: number;
  failed: number;
  unknown: number;
  twice: string[];
  lost: string[];
  /** Mails marked as failed that did arrive. */
  liars: string[];
  ambiguous: number;
  guessed: string[];
}

function compare(states: Awaited<ReturnType<typeof readStates>>, arrived: readonly Arrived[]): Found {
  const byMessage = Map.groupBy(arrived, ({ messageId }) => messageId);
  const found: Found = { arrived: 0, sent: 0, failed: 0, unknown: 0, twice: [], lost: [], liars: [], ambiguous: 0, guessed: [] };
  for (const { id, state, messageId } of states) {
    const there = byMessage.get(messageId) ?? [];
    if (there.length > 0) found.arrived += 1;
    if (there.length > 1) found.twice.push(id);
    if (state === 'SENT') found.sent += 1;
    else if (state === 'FAILED') found.failed += 1;
    else if (state === 'UNKNOWN') found.unknown += 1;
    else found.lost.push(`${id} ${state}`);
    if (state === 'SENT' && there.length === 0) found.lost.push(`${id} sent, not arrived`);
    if (state === 'FAILED' && there.length > 0) found.liars.push(id);
    if (there.some(({ failure }) => failure !== null)) {
      found.ambiguous += 1;
      if (state !== 'UNKNOWN') found.guessed.push(`${id} ${state}`);
    }
  }
  return found;
}

async function sumCounts(providers: Providers): Promise<Counts> {
  const all = await Promise.all(services.map((service) => readCounts(providers, service)));
  return all.reduce(
    (sum, one) =>
      Object.fromEntries(Object.entries(sum).map(([key, value]) => [key, value + one[key as keyof Counts]])) as unknown as Counts,
  );
}

function sample(wrong: readonly string[]): string {
  return wrong.length === 0 ? '' : `, for example ${wrong.slice(0, 3).join(' | ')}`;
}

/** Mutant: the client treats a 503 as "not accepted" and tries again. */
async function catchRetries(stage: Stage, { providers, database, mailboxes, env }: World & { database: ProofDatabase }): Promise<void> {
  const sizes = stage.isFull ? full : short;
  const source = await plantFault(stage, 'retries-on-5xx', [
    {
      file: 'features/email-accounts/senders/mail-http.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: It is the source's own text.
      find: "return { kind: 'unknown', reason: `The mail service answered with a fault of its own (${status}).` };",
      replace: "return { kind: 'later', retryAfterMs: 100, reason: 'RATE' };",
    },
  ]);
  await resetSending(providers);
  await setFaults(providers, { acceptedThenUnavailablePercent: 40 });
  const workers = await startWorkers(stage, database, { size: 1, env, source });
  const ids = await writeMails(
    database,
    mailboxes.filter(({ provider }) => provider !== 'smtp'),
    sizes.mutantMails,
  );
  // Many times longer than it takes, because on a busy machine a worker starts slowly.
  await untilSettled(database, 300_000);
  await workers.stop();
  const found = compare(await readStates(database, ids), await readArrived(providers));
  stage.report.mutant('a 503 is tried again', found.twice.length > 0, `${found.twice.length} of ${ids.length} mails arrived twice`);
}
