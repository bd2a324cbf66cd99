import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createDatabase, type ProofDatabase } from '../lib/database.ts';
import { fetchRaw } from '../lib/http-client.ts';
import { plantFault } from '../lib/mutant.ts';
import { type Person, type SignedIn, seedPeople, signInAll } from '../lib/people.ts';
import { formatCount } from '../lib/report.ts';
import type { Stage } from '../lib/stage.ts';
import { type Api, startApi } from '../lib/start-api.ts';
import type { AttackOrder, AttackResult } from './attack-thread.ts';
import { type Attack, createAttacker } from './attacker.ts';
import { attacks } from './attacks.ts';
import { countServerErrors, percentile, type Seen, watchVictims } from './victims.ts';

interface Sizes {
  attackMs: number;
  calmMs: number;
}
const short: Sizes = { attackMs: 1_500, calmMs: 3_000 };
const full: Sizes = { attackMs: 10_000, calmMs: 20_000 };
const victimCount = 20;
const sessionsPerAttacker = 4;
const minAttacks = 28;
const attacksPerSignIn = 6;
const allowedMoreMs = 500;
const allowedRatio = 3;
/** The product's default limits per minute, for a person and for a company. `startApi` lifts them for other proofs. */
const limits = { RATE_LIMIT_API_PER_MINUTE: '2400', RATE_LIMIT_COMPANY_PER_MINUTE: '12000' };
const memory = { NODE_OPTIONS: '--max-old-space-size=512' };

interface Outcome extends AttackResult {
  attack: Attack;
  victims: Seen;
  isAlive: boolean;
}

/** How often an attack may run, each time with a new company. */
const tries = 3;

/** One company attacks one process on which twenty others work normally. */
export async function proveAvailability(stage: Stage): Promise<void> {
  const sizes = stage.isFull ? full : short;
  const database = await createDatabase(stage);
  const people = await seedPeople(database, victimCount + tries * attacks.length + 2);
  const victims = people.slice(0, victimCount);
  const api = await startApi(stage, database, { label: 'api', env: { ...limits, ...memory } });
  const calm = await watchCalm(database, api, victims, sizes);
  const outcomes: Outcome[] = [];
  let signedIn: SignedIn[] = [];
  for (const [index, attack] of attacks.entries()) {
    // An access token lives for ten minutes, which is long enough for a few attacks.
    if (index % attacksPerSignIn === 0) signedIn = await signInAll(database, [api.origin], victims);
    const attackers = people.slice(victimCount + tries * index, victimCount + tries * (index + 1)) as [Person, ...Person[]];
    let outcome = await attackWith(database, api, signedIn, attackers[0], attack, sizes.attackMs);
    stage.report.note(describe(outcome, calm));
    // If the attack caused the wait, it happens again. If something else on this machine caused it, it does not. The new try takes longer,
    // so that a short pause of the machine is less than 1% of it.
    for (const another of attackers.slice(1)) {
      if (!outcome.isAlive || attack.isForProxy || !isSlow(outcome, calm)) break;
      outcome = await attackWith(database, api, signedIn, another, attack, 3 * sizes.attackMs);
      stage.report.note(`${describe(outcome, calm)} (again)`);
    }
    outcomes.push(outcome);
    if (!outcome.isAlive) break;
  }
  assess(stage, outcomes, calm);
  await proveEnded(stage, database, api, people.at(-1) as Person);
  await api.stop();
  await catchPerSession(stage, database, people.at(-2) as Person);
  await catchPatient(stage, database, people.at(-1) as Person);
}

async function watchCalm(database: ProofDatabase, api: Api, people: readonly Person[], { calmMs }: Sizes): Promise<Seen> {
  const victims = await signInAll(database, [api.origin], people);
  // The first requests are slow because nothing is compiled or cached yet.
  await watchVictims(api.origin, victims, () => pause(1_000));
  return watchVictims(api.origin, victims, () => pause(calmMs));
}

async function attackWith(
  database: ProofDatabase,
  api: Api,
  victims: readonly SignedIn[],
  person: Person,
  attack: Attack,
  attackMs: number,
): Promise<Outcome> {
  const sessions = await signInAll(database, [api.origin], Array(sessionsPerAttacker).fill(person));
  const facts: Record<string, string> = {};
  await attack.seed?.({ database, companyId: person.companyId, userId: person.userId, facts });
  let result: AttackResult = { requests: 0, statuses: new Map() };
  const order: AttackOrder = { name: attack.name, origin: api.origin, sessions, facts, attackMs };
  const victimsSaw = await watchVictims(api.origin, victims, async () => {
    result = await runThread(order);
  });
  const isAlive =
    api.isRunning() &&
    (await fetchRaw(`${api.origin}/api/users/me`).then(
      ({ status }) => status === 401,
      () => false,
    ));
  return { attack, ...result, victims: victimsSaw, isAlive };
}

function runThread(order: AttackOrder): Promise<AttackResult> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./attack-thread.ts', import.meta.url), { workerData: order });
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}

function isBearable(p99: number, calm: number): boolean {
  return p99 <= calm + allowedMoreMs || p99 <= calm * allowedRatio;
}

function isSlow({ victims }: Outcome, calm: Seen): boolean {
  return !isBearable(percentile(victims.meMs, 0.99), percentile(calm.meMs, 0.99));
}

function describe({ attack, requests, statuses, victims }: Outcome, calm: Seen): string {
  const said = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`);
  const p99 = percentile(victims.meMs, 0.99);
  const mark = isBearable(p99, percentile(calm.meMs, 0.99)) && countServerErrors(victims) === 0 ? ' ' : '!';
  return `${mark} ${attack.name}: ${formatCount(requests)} requests (${said.join(', ') || 'none answered'}); victims p99 ${Math.round(p99)} ms, ${countServerErrors(victims)} errors of ${formatCount(victims.requests)}`;
}

function assess({ report }: Stage, outcomes: readonly Outcome[], calm: Seen): void {
  const calmP99 = percentile(calm.meMs, 0.99);
  const assessed = outcomes.filter(({ attack }) => !attack.isForProxy);
  const slow = assessed.filter((outcome) => isSlow(outcome, calm));
  const worst = [...assessed].sort((a, b) => percentile(b.victims.meMs, 0.99) - percentile(a.victims.meMs, 0.99))[0];
  report.check({
    what: `attacks of one company with ${sessionsPerAttacker} sessions against ${victimCount} others on one process with 512 MB`,
    tried: assessed.length,
    bar: minAttacks,
    expected: `victims’ p99 of /users/me at most ${allowedMoreMs} ms above ${Math.round(calmP99)} ms without attack, or ${allowedRatio} times that`,
    found: `worst ${Math.round(percentile(worst?.victims.meMs ?? [], 0.99))} ms (${worst?.attack.name}); ${slow.length} too slow${slow.length === 0 ? '' : `: ${slow.map(({ attack }) => attack.name).join(' | ')}`}`,
    passed: slow.length === 0,
  });
  const requests = outcomes.reduce((sum, { victims }) => sum + victims.requests, 0);
  const failed = outcomes.filter(({ victims }) => countServerErrors(victims) > 0);
  report.check({
    what: 'requests of victims during the attacks',
    tried: requests,
    bar: outcomes.length * 100,
    expected: '0 × 5xx, 0 without an answer',
    found: `${failed.reduce((sum, { victims }) => sum + countServerErrors(victims), 0)}${failed.length === 0 ? '' : `: ${failed.map(({ attack, victims }) => `${attack.name} ${[...victims.statuses].map(([status, count]) => `${count}×${status}`).join(' ')}`).join(' | ')}`}`,
    passed: failed.length === 0,
  });
  const all = outcomes.flatMap(({ statuses }) => [...statuses]);
  const sum = (wanted: (status: number) => boolean) => all.reduce((total, [status, count]) => total + (wanted(status) ? count : 0), 0);
  const refused = sum((status) => [400, 401, 408, 411, 413, 415, 422, 429, 503].includes(status));
  report.check({
    what: 'requests of attackers that were answered',
    tried: sum(() => true),
    bar: 500,
    expected: 'some refused (408, 411, 413, 429, 503), none a 500, and the process lives',
    found: `${formatCount(refused)} refused, ${sum((status) => status === 429)} of them 429, ${sum((status) => status === 503)} 503, ${sum((status) => status === 413)} 413; ${sum((status) => status === 500)} × 500; ${outcomes.every(({ isAlive }) => isAlive) ? 'alive' : 'dead'}`,
    passed:
      refused > 0 &&
      sum((status) => status === 429) > 0 &&
      sum((status) => status === 500) === 0 &&
      outcomes.every(({ isAlive }) => isAlive),
  });
}

const stallMs = 20_000;

/** Starts uploads that send no more bytes, and counts those that the server ends with 408. Nobody else uses this company's upload slots. */
async function countEnded(database: ProofDatabase, api: Api, person: Person): Promise<{ sent: number; ended: number }> {
  const sessions = await signInAll(database, [api.origin], [person]);
  const over = new AbortController();
  const attacker = createAttacker(api.origin, sessions, {}, over.signal);
  const stall = attacks.find(({ name }) => name === 'uploads that stand still');
  const sent = 3;
  const answers = Array.from({ length: sent }, (_, count) => stall?.run(attacker, count) ?? Promise.resolve(0));
  const timer = setTimeout(() => over.abort(), stallMs);
  const statuses = await Promise.all(answers);
  clearTimeout(timer);
  return { sent, ended: statuses.filter((status) => status === 408).length };
}

async function proveEnded(stage: Stage, database: ProofDatabase, api: Api, person: Person): Promise<void> {
  const { sent, ended } = await countEnded(database, api, person);
  stage.report.check({
    what: `uploads that stand still for ${stallMs / 1_000} s`,
    tried: sent,
    bar: 3,
    expected: 'each ended by 408',
    found: `${ended} ended`,
    passed: ended === sent,
  });
}

/** How many requests of a burst are served to one person with eight sessions. */
async function countServed(database: ProofDatabase, api: Api, person: Person): Promise<number> {
  const sessions = await signInAll(database, [api.origin], Array(8).fill(person));
  const attacker = createAttacker(api.origin, sessions, {}, new AbortController().signal);
  let served = 0;
  const ask = async () => {
    for (let count = 0; count < 20; count++) if ((await attacker.send('GET', '/users/me')) === 200) served += 1;
  };
  await Promise.all(Array.from({ length: 8 }, ask));
  return served;
}

async function catchPerSession(stage: Stage, database: ProofDatabase, person: Person): Promise<void> {
  const few = { RATE_LIMIT_API_PER_MINUTE: '40', RATE_LIMIT_COMPANY_PER_MINUTE: '100000' };
  const honest = await startApi(stage, database, { label: 'few', env: few });
  const served = await countServed(database, honest, person);
  await honest.stop();
  stage.report.check({
    what: '160 requests of one person by eight sessions where 40 a minute are allowed',
    tried: 160,
    bar: 160,
    expected: '40 served',
    found: `${served} served`,
    passed: served === 40,
  });
  const source = await plantFault(stage, 'per-session', [
    {
      file: 'lib/http/implement.ts',
      find: "limits.take('api', userId, points)",
      replace: "limits.take('api', sessionId, points)",
    },
    { file: 'lib/http/implement.ts', find: '{ userId }: Actor, points', replace: '{ sessionId }: Actor, points' },
  ]);
  const mutant = await startApi(stage, database, { label: 'per-session', source, env: few });
  const servedByMutant = await countServed(database, mutant, person);
  await mutant.stop();
  stage.report.mutant('limits count sessions instead of people', servedByMutant > 40, `${servedByMutant} of 160 served`);
}

async function catchPatient(stage: Stage, database: ProofDatabase, person: Person): Promise<void> {
  const source = await plantFault(stage, 'patient', [
    { file: 'lib/admission/slow-bodies.ts', find: "answerByHand(request.socket, new AppError('request_too_slow'));", replace: '' },
    { file: 'lib/admission/http-server.ts', find: 'requestTimeout: requestMs, ', replace: '' },
  ]);
  const mutant = await startApi(stage, database, { label: 'patient', source, env: limits });
  const { sent, ended } = await countEnded(database, mutant, person);
  await mutant.stop();
  stage.report.mutant('a body may stand still for ever', ended < sent, `${ended} of ${sent} ended within ${stallMs / 1_000} s`);
}
