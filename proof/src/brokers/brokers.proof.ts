import { type BrokerLookup, fmcsaEndpoints } from '@headhaul/contracts/fmcsa';
import { createDatabase, type ProofDatabase } from '../lib/database.ts';
import { bearer, send } from '../lib/http-client.ts';
import { plantFault } from '../lib/mutant.ts';
import { countTo, forEachParallel } from '../lib/parallel.ts';
import { type SignedIn, seedPeople, signInAll } from '../lib/people.ts';
import { formatCount } from '../lib/report.ts';
import { type Providers, startProviders } from '../lib/sandbox.ts';
import type { Stage } from '../lib/stage.ts';
import { startApi } from '../lib/start-api.ts';
import { countRequests, type Fault, faults, healSandbox, plantInSandbox, type Service, switchSandbox } from './faults.ts';

/** Brokers for each fault. In full size 5,000 altogether. */
const short = 12;
const full = 625;
const mutantSize = 6;
const brokersPerPerson = 100;
const dayMs = 86_400_000;
/** What the product uses of each service, all processes together. */
const perSecond = 10;

interface Broker {
  dot: string;
  mc: string;
  legalName: string;
  phone: string;
  /** When the record that is kept of it was checked, if there is one. */
  keptAt: string | null;
}

interface Tally {
  answers: number;
  /** By outcome and source. */
  kinds: Map<string, number>;
  serverErrors: number;
  wrong: string[];
  cachedAnswers: number;
  cachedCounted: number;
  overQuota: string[];
}

/** Whatever FMCSA's services do, a broker's record is answered with its true source and age, and a kept answer costs nothing. */
export async function proveBrokers(stage: Stage): Promise<void> {
  const providers = await startProviders(stage);
  const database = await createDatabase(stage);
  const size = stage.isFull ? full : short;
  for (const fault of faults) {
    const tally = await runFault(stage, database, providers, fault, size);
    report(stage, fault, size, tally);
  }
  await catchTrustedPage(stage, database, providers);
}

function report(stage: Stage, fault: Fault, size: number, tally: Tally): void {
  const kinds = [...tally.kinds].map(([kind, count]) => `${formatCount(count)} ${kind}`).join(', ');
  const problems = [...tally.wrong.slice(0, 3), ...tally.overQuota].join(' | ');
  stage.report.check({
    what: `${fault.name}: ${kinds}`,
    tried: tally.answers,
    bar: size,
    expected: 'no 5xx, every answer with its true source and age, the quota kept, no kept answer counted',
    found: `${tally.serverErrors} × 5xx, ${tally.wrong.length} wrong, ${tally.overQuota.length} × over the quota, ${tally.cachedCounted} of ${tally.cachedAnswers} kept answers counted${problems === '' ? '' : `: ${problems}`}`,
    passed: tally.serverErrors + tally.wrong.length + tally.overQuota.length + tally.cachedCounted === 0 && tally.cachedAnswers > 0,
  });
}

/** Each fault gets an API of its own: after a failure a process leaves a service alone for a while. */
async function runFault(
  stage: Stage,
  database: ProofDatabase,
  providers: Providers,
  fault: Fault,
  size: number,
  source?: string,
): Promise<Tally> {
  await healSandbox(providers);
  const label = `api-${fault.name.replaceAll(' ', '-')}`;
  const api = await startApi(stage, database, { label, env: providers.env, ...(source === undefined ? {} : { source }) });
  const people = await signInAll(database, [api.origin], await seedPeople(database, Math.ceil((size * 3) / brokersPerPerson) + 1));
  const brokers = await registerBrokers(stage, providers, size);
  const tally: Tally = {
    answers: 0,
    kinds: new Map(),
    serverErrors: 0,
    wrong: [],
    cachedAnswers: 0,
    cachedCounted: 0,
    overQuota: [],
  };
  const startedMs = Date.now();
  const run = { database, providers, fault, origin: api.origin, tally };
  const known = brokers.filter((_broker, index) => index % 3 === 0);
  const person = (index: number) => people[Math.floor(index / brokersPerPerson)] as SignedIn;
  for (const [index, broker] of known.entries()) await remember(run, person(index), broker);
  const half = Math.ceil(brokers.length / 2);
  for (const [isBoth, part, from] of [
    [false, brokers.slice(0, half), known.length],
    [true, brokers.slice(half), known.length + half],
  ] as const) {
    await plantInSandbox(providers, fault, isBoth);
    for (const [index, broker] of part.entries()) await askAndJudge(run, person(from + index), broker, isBoth);
  }
  const seconds = (Date.now() - startedMs) / 1_000;
  for (const service of ['fmcsa', 'open-data'] as Service[]) {
    const count = await countRequests(providers, service);
    if (count > perSecond * (seconds + 1)) tally.overQuota.push(`${count} requests to ${service} in ${seconds.toFixed(1)} s`);
  }
  await api.stop();
  await healSandbox(providers);
  return tally;
}

async function registerBrokers(stage: Stage, providers: Providers, size: number): Promise<Broker[]> {
  const first = 10_000_000 + stage.random.below(80_000_000);
  const brokers = countTo(size).map((index): Broker => {
    const number = String(first + index);
    return { dot: number, mc: number, legalName: `PROOF BROKER ${number} LLC`, phone: `402${String(2_000_000 + index)}`, keptAt: null };
  });
  await forEachParallel(brokers, 8, async ({ dot, mc, legalName, phone }) => {
    await switchSandbox(providers, 'PUT', `fmcsa/registrants/${dot}`, { mc, legalName, phone });
  });
  return brokers;
}

interface Run {
  database: ProofDatabase;
  providers: Providers;
  fault: Fault;
  origin: string;
  tally: Tally;
}

async function lookUp({ origin, tally }: Run, { token }: SignedIn, query: { mc: string } | { dot: string }): Promise<BrokerLookup | null> {
  const reply = await send(origin, fmcsaEndpoints.lookUpBroker, { query }, bearer(token.accessToken));
  if (reply.status >= 500) tally.serverErrors += 1;
  return reply.status === 200 ? fmcsaEndpoints.lookUpBroker.reply.parse(JSON.parse(reply.body)) : null;
}

/** Looks a broker up while everything works, and makes the record thirty hours old. */
async function remember(run: Run, person: SignedIn, broker: Broker): Promise<void> {
  await lookUp(run, person, { dot: broker.dot });
  const { rows } = await run.database.admin.query<{ checked_at: Date }>(
    `update fmcsa_records set checked_at = checked_at - interval '30 hours', open_data_as_of = open_data_as_of - interval '30 hours'
     where dot = $1 returning checked_at`,
    [broker.dot],
  );
  broker.keptAt = rows[0]?.checked_at.toISOString() ?? null;
}

async function countLookups({ database }: Run, { user }: SignedIn): Promise<number> {
  const { rows } = await database.admin.query<{ used: number }>(
    `select coalesce(sum(used), 0)::int as used from limit_uses where user_id = $1 and feature = 'brokerLookupsPerDay'`,
    [user.id],
  );
  return rows[0]?.used ?? 0;
}

async function askAndJudge(run: Run, person: SignedIn, broker: Broker, isBoth: boolean): Promise<void> {
  const { tally, fault } = run;
  const before = await countLookups(run, person);
  const startedMs = Date.now();
  const answer = await lookUp(run, person, Number(broker.dot) % 2 === 0 ? { dot: broker.dot } : { mc: broker.mc });
  const counted = (await countLookups(run, person)) - before;
  tally.answers += 1;
  const kind = answer === null ? 'no answer' : kindOf(answer);
  tally.kinds.set(kind, (tally.kinds.get(kind) ?? 0) + 1);
  const problem = answer === null ? 'no answer' : findProblem(answer, broker, { startedMs, endedMs: Date.now(), fault, counted });
  if (problem !== null) tally.wrong.push(`${broker.dot}${isBoth ? ', both faulty' : ''}: ${problem}`);
  if (answer?.keptBecause === 'UNAVAILABLE') noteCached(tally, counted);
  if (answer?.found && answer.keptBecause === null) {
    const again = await lookUp(run, person, { dot: broker.dot });
    noteCached(tally, (await countLookups(run, person)) - before - counted);
    if (again?.keptBecause !== 'RECENT' || again.found?.checkedAt !== answer.found.checkedAt) tally.wrong.push(`${broker.dot}: not kept`);
  }
}

function noteCached(tally: Tally, counted: number): void {
  tally.cachedAnswers += 1;
  if (counted !== 0) tally.cachedCounted += 1;
}

function kindOf({ outcome, keptBecause, found }: BrokerLookup): string {
  if (found === null) return outcome === 'NOT_FOUND' ? 'not found' : 'unavailable';
  return keptBecause === null ? `from ${found.source}` : 'kept';
}

interface Circumstances {
  startedMs: number;
  endedMs: number;
  fault: Fault;
  counted: number;
}

/** What is untrue in an answer about a broker that is in the register. */
function findProblem(answer: BrokerLookup, broker: Broker, { startedMs, endedMs, fault, counted }: Circumstances): string | null {
  const { outcome, found, keptBecause } = answer;
  if (outcome === 'NOT_FOUND') return 'said to be in no register';
  if (outcome === 'UNAVAILABLE' || found === null) {
    if (broker.keptAt !== null) return 'a kept record was not shown';
    return counted === 0 ? null : 'an answer that never came was counted';
  }
  const { record, source, checkedAt, openDataAsOf } = found;
  if (record.dot !== broker.dot || record.legalName !== broker.legalName) return 'another broker';
  // By USDOT number, QCMobile alone does not say the MC number.
  if (record.mc !== null && record.mc !== broker.mc) return `MC ${record.mc}`;
  if (record.authorityStatus !== null && record.authorityStatus !== 'ACTIVE') return `authority ${record.authorityStatus}`;
  if (record.phone !== null && record.phone !== `+1${broker.phone}`) return `phone ${record.phone}`;
  if (keptBecause === 'UNAVAILABLE') return checkedAt === broker.keptAt ? null : 'a kept record with another age';
  if (keptBecause !== null) return 'a record of yesterday called recent';
  if (counted !== 1) return `${counted} lookups counted`;
  if (Date.parse(checkedAt) < startedMs || Date.parse(checkedAt) > endedMs) return 'checked at another time than now';
  if (source === 'QCMOBILE' && ['500', 'reset', 'maintenance page', 'truncated', 'slow', 'stale'].includes(fault.name)) {
    return 'an answer of QCMobile, which does not answer';
  }
  if (source === 'QCMOBILE') return null;
  const ageMs = endedMs - Date.parse(openDataAsOf ?? '');
  return Math.abs(ageMs - (fault.ageDays ?? 0) * dayMs) < 60_000 ? null : `open data said to be ${Math.round(ageMs / 1_000)} s old`;
}

async function catchTrustedPage(stage: Stage, database: ProofDatabase, providers: Providers): Promise<void> {
  const source = await plantFault(stage, 'trusted-page', [
    { file: 'features/fmcsa/qcmobile.ts', find: '.parse(body)', replace: '.parse(body ?? { content: null })' },
  ]);
  const page = faults.find(({ name }) => name === 'maintenance page') as Fault;
  const { wrong } = await runFault(stage, database, providers, page, mutantSize, source);
  stage.report.mutant('a maintenance page is read as an answer without a broker', wrong.length > 0, wrong[0] ?? 'nothing');
}
