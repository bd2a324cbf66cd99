import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fetchRaw } from '../lib/http-client.ts';
import { plantFault } from '../lib/mutant.ts';
import { formatCount } from '../lib/report.ts';
import { type Providers, startProviders } from '../lib/sandbox.ts';
import { apiSource, type Stage } from '../lib/stage.ts';
import type { Found, Order } from './asker.ts';

/** One minute at the provider takes ten seconds here, as in the proof of mail. */
const windowSeconds = 10;
const short = { minutes: 4, perSecond: 20, companies: 50 };
const full = { minutes: 60, perSecond: 20, companies: 50 };
const mutantMinutes = 2;
const processes = 2;
const overload = 1.2;
/** The calls of one second may go out together. That is a larger share of a short "minute" than of a real one. */
const burstSeconds = 1;
const usualPace = (0.98 * windowSeconds) / (windowSeconds + burstSeconds);
const share429 = 0.001;
const service = 'open-data';

interface Run {
  minutes: number;
  perSecond: number;
  companies: number;
  source?: string;
  /** What the processes take the provider's limit for. */
  pace?: number;
}

/**
 * Asks more than a provider allows, from two processes. The provider almost never has to refuse, every company gets its share, and every
 * question gets an answer.
 */
export async function proveProviders(stage: Stage): Promise<void> {
  const { report } = stage;
  const sizes = stage.isFull ? full : short;
  const providers = await startProviders(stage);
  const { calls, tooMany, found } = await askTogether(stage, providers, sizes);
  const answered = Object.values(found).reduce((sum, { waitsMs }) => sum + waitsMs.length, 0);
  const unanswered = Object.values(found).reduce((sum, one) => sum + one.unanswered, 0);
  report.check({
    what: `${sizes.minutes} scaled minutes at ${overload * 100} % of what the provider allows, ${sizes.companies} companies, ${processes} processes`,
    tried: answered + unanswered,
    bar: Math.floor(sizes.perSecond * overload * sizes.minutes * windowSeconds * 0.7),
    expected: '429s at most 0.1 % of calls, 0 unanswered',
    found: `${tooMany} of ${formatCount(calls)} calls (${((tooMany / Math.max(calls, 1)) * 100).toFixed(2)} %), ${unanswered} unanswered`,
    passed: tooMany <= calls * share429 && unanswered === 0,
  });
  const { mean, longest, waits } = compareWaits(found);
  report.check({
    what: 'how long each company waits meanwhile',
    tried: waits.length,
    bar: sizes.companies,
    expected: 'none more than twice the mean',
    found: `mean ${(mean / 1_000).toFixed(1)} s, longest ${(longest / 1_000).toFixed(1)} s (${(longest / mean).toFixed(2)} times)`,
    passed: longest <= 2 * mean,
  });
  await catchWrongLimit(stage, providers, sizes);
  await catchUnfairTurns(stage, providers, sizes);
}

function compareWaits(found: Found) {
  const waits = Object.values(found).map(({ waitsMs }) => waitsMs.reduce((sum, ms) => sum + ms, 0) / Math.max(waitsMs.length, 1));
  return { waits, mean: waits.reduce((sum, ms) => sum + ms, 0) / Math.max(waits.length, 1), longest: Math.max(...waits) };
}

async function catchWrongLimit(stage: Stage, providers: Providers, sizes: typeof short): Promise<void> {
  const { calls, tooMany } = await askTogether(stage, providers, { ...sizes, minutes: mutantMinutes, pace: 2 });
  stage.report.mutant(
    'the limit is taken for twice what it is',
    tooMany > calls * share429,
    `${tooMany} of ${formatCount(calls)} calls were 429`,
  );
}

async function catchUnfairTurns(stage: Stage, providers: Providers, sizes: typeof short): Promise<void> {
  const source = await plantFault(stage, 'unfair-turns', [
    {
      file: 'lib/net/providers/quota.ts',
      find: "turn = math.max(last, tonumber(redis.call('ZSCORE', served, company) or 0))",
      replace: 'turn = 0',
    },
  ]);
  const { mean, longest } = compareWaits((await askTogether(stage, providers, { ...sizes, minutes: mutantMinutes, source })).found);
  stage.report.mutant('companies do not take turns', longest > 2 * mean, `longest wait ${(longest / mean).toFixed(2)} times the mean`);
}

async function askTogether(stage: Stage, { home, env }: Providers, run: Run): Promise<{ calls: number; tooMany: number; found: Found }> {
  const { minutes, perSecond, companies, source = apiSource, pace = usualPace } = run;
  const { FMCSA_OPEN_DATA_BASE: base = '' } = env;
  const control = `${home}/services/${service}`;
  await fetchRaw(`${control}/requests`, { method: 'DELETE' });
  await fetchRaw(`${control}/oddities`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ limitCalls: perSecond * windowSeconds, limitSeconds: windowSeconds }),
  });
  const redisUrl = await stage.redisUrl();
  const lengthMs = minutes * windowSeconds * 1_000;
  const untilMs = Date.now() + lengthMs;
  const orders = Array.from(
    { length: processes },
    (): Order => ({
      source,
      base,
      redisUrl,
      perMinute: perSecond * 60 * pace,
      companies: Array.from({ length: companies }, (_, index) => ({
        id: `company-${String(index).padStart(3, '0')}`,
        everyMs: (companies * processes * 1_000) / (perSecond * overload),
      })),
      untilMs,
      patienceMs: lengthMs * 2 + 60_000,
    }),
  );
  const stopProgress = stage.report.showProgress(() => `${Math.max(Math.round((untilMs - Date.now()) / 1_000), 0)} s of asking left`);
  const parts = await Promise.all(orders.map((order) => startAsker(stage, order)));
  stopProgress();
  const reply = await fetchRaw(`${control}/requests`, { method: 'GET' });
  const { count, limited } = JSON.parse(reply.body) as { count: number; limited: number };
  return { calls: count, tooMany: limited, found: merge(parts) };
}

function startAsker(stage: Stage, order: Order): Promise<Found> {
  const child = fork(join(import.meta.dirname, 'asker.ts'), {
    env: { ...process.env, NODE_ENV: 'development', ORDER: JSON.stringify(order) },
  });
  stage.defer(async () => void child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    child.once('message', (found) => resolve(found as Found));
    child.once('exit', (code) => reject(new Error(`an asking process ended with code ${code}`)));
  });
}

function merge(parts: readonly Found[]): Found {
  const all: Found = {};
  for (const part of parts) {
    for (const [id, { waitsMs, unanswered }] of Object.entries(part)) {
      all[id] ??= { waitsMs: [], unanswered: 0 };
      const own = all[id];
      own.waitsMs.push(...waitsMs);
      own.unanswered += unanswered;
    }
  }
  return all;
}
