import { type BrokerLookup, fmcsaEndpoints } from '@headhaul/contracts/fmcsa';
import { createDatabase, type ProofDatabase } from '../lib/database.ts';
import { bearer, send } from '../lib/http-client.ts';
import { plantFault } from '../lib/mutant.ts';
import { countTo, forEachParallel } from '../lib/parallel.ts';
import { type Person, type SignedIn, seedPeople, signInAll } from '../lib/people.ts';
import { formatCount } from '../lib/report.ts';
import { type Providers, startProviders } from '../lib/sandbox.ts';
import type { Stage } from '../lib/stage.ts';
import { startApi } from '../lib/start-api.ts';
import { type Fault, faults, healSandbox, plantInSandbox, switchSandbox } from './faults.ts';
import { watchQuota } from './watch-quota.ts';

/**
 * The promise is read as: 5,000 different brokers, each asked for under four of the eight faults: under two while QCMobile alone fails, and
 * under two while the open data fail too. So each fault meets 2,500 questions. Twenty people of twenty companies ask at the same time.
 * The brokers stand in as many groups as there are faults.
 */
const shortGroup = 4;
const fullGroup = 625;
const groupsPerHalf = 2;
const faultsPerBroker = groupsPerHalf * 2;
const callers = 20;
const dayMs = 86_400_000;
/** What the product uses of each service, all processes together. */
const ownPerSecond = 10;
/** At that rate the full size would take days, so it runs on a copy of the product with only this rate raised. */
const raisedPerSecond = 100;
const raisedRate = [
  { file: 'features/fmcsa/qcmobile.ts', find: 'perMinute: 600 });', replace: `perMinute: ${raisedPerSecond * 60} });` },
  { file: 'features/fmcsa/open-data.ts', find: 'token ? 600 : 120', replace: `token ? ${raisedPerSecond * 60} : 120` },
];
const noFault: Fault = { name: 'no fault', faults: {}, oddities: {} };

interface Broker {
  dot: string;
  mc: string;
  legalName: string;
  phone: string;
  /** When the record that is kept of it was checked, if there is one. */
  keptAt: string | null;
  timesAsked: number;
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
  /** The most requests in a minute, of either service. */
  busiest: string;
}

interface Ground {
  stage: Stage;
  database: ProofDatabase;
  providers: Providers;
  people: readonly Person[];
}

/** Whatever FMCSA's services do, a broker's record is answered with its true source and age, and a kept answer costs nothing. */
export async function proveBrokers(stage: Stage): Promise<void> {
  const database = await createDatabase(stage);
  const ground = { stage, database, providers: await startProviders(stage), people: await seedPeople(database, callers) };
  const size = stage.isFull ? fullGroup : shortGroup;
  const few = stage.isFull ? 100 : 20;
  const brokers = await registerBrokers(ground, size * faults.length + few);
  const groups = faults.map((_fault, index) => brokers.slice(index * size, (index + 1) * size));
  const ownRate = await runFault(ground, noFault, { alone: brokers.slice(-few), both: [] });
  report(stage, `no fault, ${callers} people at the product’s own ${ownPerSecond} questions a second`, few, ownRate);
  const source = await plantFault(stage, 'raised-rate', raisedRate);
  for (const [index, fault] of faults.entries()) {
    const take = (first: number) => countTo(groupsPerHalf).flatMap((group) => groups[(index + first + group) % groups.length] ?? []);
    const tally = await runFault(ground, fault, { alone: take(0), both: take(groupsPerHalf) }, source);
    report(stage, fault.name, size * faultsPerBroker, tally);
  }
  const asked = groups.flat().filter(({ timesAsked }) => timesAsked === faultsPerBroker);
  stage.report.check({
    what: `different brokers, each asked for under ${faultsPerBroker} of the ${faults.length} faults`,
    tried: asked.length,
    bar: size * faults.length,
    expected: 'all of them',
    found: formatCount(asked.length),
    passed: asked.length === size * faults.length,
  });
  await catchTrustedPage(ground, (groups[0] ?? []).slice(0, shortGroup));
}

function report(stage: Stage, name: string, size: number, tally: Tally): void {
  const kinds = [...tally.kinds].map(([kind, count]) => `${formatCount(count)} ${kind}`).join(', ');
  const problems = [...tally.wrong.slice(0, 3), ...tally.overQuota].join(' | ');
  stage.report.check({
    what: `${name}: ${kinds}; ${tally.busiest}`,
    tried: tally.answers,
    bar: size,
    expected: 'no 5xx, every answer with its true source and age, the quota kept, no kept answer counted',
    found: `${tally.serverErrors} × 5xx, ${tally.wrong.length} wrong, ${tally.overQuota.length} × over the quota, ${tally.cachedCounted} of ${tally.cachedAnswers} kept answers counted${problems === '' ? '' : `: ${problems}`}`,
    passed: tally.serverErrors + tally.wrong.length + tally.overQuota.length + tally.cachedCounted === 0 && tally.cachedAnswers > 0,
  });
}

/**
 * Each fault gets an API of its own: after a failure a process leaves a service alone for a while. `alone` are the brokers that are asked for
 * while only QCMobile fails. Without `source` the product itself runs, at its own rate.
 */
async function runFault(
  { stage, database, providers, people }: Ground,
  fault: Fault,
  brokers: { alone: Broker[]; both: Broker[] },
  source?: string,
): Promise<Tally> {
  await healSandbox(providers);
  const label = `api-${fault.name.replaceAll(' ', '-')}`;
  const api = await startApi(stage, database, { label, env: providers.env, ...(source === undefined ? {} : { source }) });
  const perSecond = source === undefined ? ownPerSecond : raisedPerSecond;
  const tally: Tally = {
    answers: 0,
    kinds: new Map(),
    serverErrors: 0,
    wrong: [],
    cachedAnswers: 0,
    cachedCounted: 0,
    overQuota: [],
    busiest: '',
  };
  const run = { database, providers, fault, origin: api.origin, tally };
  await database.admin.query('delete from limit_uses');
  const stopWatching = watchQuota(providers, perSecond);
  /** Each person asks for one broker after the other, because their lookups are counted before and after. */
  async function askParallel(asked: readonly Broker[], ask: (person: SignedIn, broker: Broker) => Promise<unknown>): Promise<void> {
    const signedIn = await signInAll(database, [api.origin], people);
    await Promise.all(
      signedIn.map(async (person, at) => {
        for (const broker of asked.filter((_broker, index) => index % callers === at)) await ask(person, broker);
      }),
    );
  }
  const all = [...brokers.alone, ...brokers.both];
  const known = all.filter(({ timesAsked }, index) => timesAsked === 0 && index % 3 === 0);
  await askParallel(known, (person, { dot }) => lookUp(run, person, { dot }));
  await makeKeptOlder(database, all);
  for (const [isBoth, asked] of [
    [false, brokers.alone],
    [true, brokers.both],
  ] as const) {
    await plantInSandbox(providers, fault, isBoth);
    await askParallel(asked, (person, broker) => askAndJudge(run, person, broker, isBoth));
  }
  Object.assign(tally, await stopWatching());
  await api.stop();
  await healSandbox(providers);
  return tally;
}

async function registerBrokers({ stage, providers }: Ground, count: number): Promise<Broker[]> {
  const first = 10_000_000 + stage.random.below(80_000_000);
  const brokers = countTo(count).map((index): Broker => {
    const number = String(first + index);
    const phone = `402${String(2_000_000 + index)}`;
    return { dot: number, mc: number, legalName: `PROOF BROKER ${number} LLC`, phone, keptAt: null, timesAsked: 0 };
  });
  await forEachParallel(brokers, 8, async ({ dot, mc, legalName, phone }) => {
    await switchSandbox(providers, 'PUT', `fmcsa/registrants/${dot}`, { mc, legalName, phone });
  });
  return brokers;
}

/** Makes every record that is kept thirty hours older, and notes when it says that it was checked. */
async function makeKeptOlder({ admin }: ProofDatabase, brokers: readonly Broker[]): Promise<void> {
  const { rows } = await admin.query<{ dot: string; checked_at: Date }>(
    `update fmcsa_records set checked_at = checked_at - interval '30 hours', open_data_as_of = open_data_as_of - interval '30 hours'
     returning dot, checked_at`,
  );
  const times = new Map(rows.map(({ dot, checked_at }) => [dot, checked_at.toISOString()]));
  for (const broker of brokers) broker.keptAt = times.get(broker.dot) ?? null;
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
  broker.timesAsked += 1;
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

async function catchTrustedPage(ground: Ground, brokers: Broker[]): Promise<void> {
  const source = await plantFault(ground.stage, 'trusted-page', [
    ...raisedRate,
    { file: 'features/fmcsa/qcmobile.ts', find: '.parse(body)', replace: '.parse(body ?? { content: null })' },
  ]);
  const page = faults.find(({ name }) => name === 'maintenance page') as Fault;
  const { wrong } = await runFault(ground, page, { alone: brokers, both: [] }, source);
  ground.stage.report.mutant('a maintenance page is read as an answer without a broker', wrong.length > 0, wrong[0] ?? 'nothing');
}
