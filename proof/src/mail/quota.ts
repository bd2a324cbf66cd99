import { setTimeout as pause } from 'node:timers/promises';
import type { ProofDatabase } from '../lib/database.ts';
import { formatCount } from '../lib/report.ts';
import type { Providers } from '../lib/sandbox.ts';
import type { Stage } from '../lib/stage.ts';
import type { ProofMailbox } from './mailboxes.ts';
import { readStates, untilSettled, writeMails } from './outgoing.ts';
import { readArrived, readCounts, resetSending, setLimits } from './sending-switches.ts';
import { startWorkers } from './workers.ts';

/**
 * `perSecond` is less than the number of mailboxes. Each mailbox may send one mail a second, so only our limit for all mailboxes is
 * exceeded. A minute at the provider takes `windowSeconds`. In the short form it isn't less than ten, because a short stall of the machine
 * would then fill a whole "minute". The full form takes real ones: how long a stall may be without a refusal grows with them.
 */
const short = { minutes: 5, windowSeconds: 10, perSecond: 4, companies: 6 };
const full = { minutes: 20, windowSeconds: 60, perSecond: 20, companies: 50 };
const overload = 1.2;
/** What the engine's token bucket holds, in seconds of its rate. It is a larger share of a short "minute" than of a real one. */
const bucketSeconds = 0.5;
const share429 = 0.001;

interface World {
  providers: Providers;
  database: ProofDatabase;
  mailboxes: readonly ProofMailbox[];
  env: Record<string, string>;
}

interface Run {
  google: readonly ProofMailbox[];
  minutes: number;
  windowSeconds: number;
  perSecond: number;
  /** The share of the provider's limit that the engine uses. Above 1 it sends too fast. */
  pace: number;
}

/**
 * Offers more mails than the provider lets all mailboxes send. The provider almost never has to refuse, no company waits much longer than
 * the others, and nothing is lost.
 */
export async function proveQuota(stage: Stage, world: World): Promise<void> {
  const { report } = stage;
  const { minutes, windowSeconds, perSecond, companies } = stage.isFull ? full : short;
  const google = world.mailboxes.filter(({ provider }) => provider === 'google').slice(0, companies);
  const pace = (0.98 * windowSeconds) / (windowSeconds + bucketSeconds);
  const { ids, calls, tooMany, left, states } = await sendAtQuota(stage, world, { google, minutes, windowSeconds, perSecond, pace });
  const arrived = new Set((await readArrived(world.providers)).map(({ messageId }) => messageId));
  const lost = states.filter(({ state, messageId }) => state !== 'SENT' || !arrived.has(messageId));
  report.check({
    what: `${minutes} minutes of ${windowSeconds} s at ${overload * 100} % of what Gmail lets all of us send, ${google.length} companies`,
    tried: ids.length,
    bar: Math.floor(perSecond * overload * minutes * windowSeconds * 0.7),
    expected: '429s at most 0.1 % of calls, 0 lost',
    found: `${tooMany} of ${formatCount(calls)} calls (${((tooMany / calls) * 100).toFixed(2)} %), ${lost.length + left} lost`,
    passed: tooMany <= calls * share429 && lost.length + left === 0,
  });
  const waits = [...Map.groupBy(states, ({ companyId }) => companyId).values()].map((mails) =>
    mean(mails.map(({ waitMs }) => waitMs ?? 0)),
  );
  const longest = Math.max(...waits);
  report.check({
    what: 'how long each company waits meanwhile',
    tried: waits.length,
    bar: google.length,
    expected: 'none more than twice the mean',
    found: `mean ${(mean(waits) / 1_000).toFixed(1)} s, longest ${(longest / 1_000).toFixed(1)} s (${(longest / mean(waits)).toFixed(2)} times)`,
    passed: longest <= 2 * mean(waits),
  });

  const fast = await sendAtQuota(stage, world, { ...short, google, minutes: 2, pace: 2 });
  report.mutant(
    'the limit of all of us is taken for twice what it is',
    fast.tooMany > fast.calls * share429,
    `${fast.tooMany} of ${formatCount(fast.calls)} calls were 429`,
  );
}

async function sendAtQuota(stage: Stage, { providers, database, env }: World, run: Run) {
  const { google, minutes, windowSeconds, perSecond, pace } = run;
  await resetSending(providers);
  await setLimits(providers, 'gmail', {
    projectPerMinute: perSecond * windowSeconds,
    clockScale: 60 / windowSeconds,
    perDay: 100_000,
  });
  await database.admin.query(`update email_accounts set daily_cap = 100000; update mail_lanes set room = 100000`);
  const ours = { MAIL_PROJECT_GOOGLE_PER_MINUTE: String(perSecond * 60 * pace) };
  const workers = await startWorkers(stage, database, { size: 2, env: { ...env, ...ours } });
  const ids: string[] = [];
  const stopProgress = stage.report.showProgress(() => `${formatCount(ids.length)} mails offered`);
  const until = performance.now() + minutes * windowSeconds * 1_000;
  for (let owed = 0; performance.now() < until; ) {
    const from = performance.now();
    await pause(500);
    owed += ((performance.now() - from) / 1_000) * perSecond * overload;
    // Whole rounds, so that every company offers the same number of mails.
    const rounds = Math.floor(owed / google.length);
    owed -= rounds * google.length;
    if (rounds > 0) ids.push(...(await writeMails(database, google, rounds * google.length)));
  }
  const left = await untilSettled(database, minutes * windowSeconds * 1_000 + 60_000);
  stopProgress();
  await workers.stop();
  const { calls, overMinute, overProject, overDay } = await readCounts(providers, 'gmail');
  return { ids, left, calls: Math.max(calls, 1), tooMany: overMinute + overProject + overDay, states: await readStates(database, ids) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}
