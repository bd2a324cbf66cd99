import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint } from '@headhaul/contracts/http/endpoint';
import { createDatabase, type ProofDatabase } from '../lib/database.ts';
import { fetchRaw } from '../lib/http-client.ts';
import { plantFault } from '../lib/mutant.ts';
import { countTo, forEachParallel } from '../lib/parallel.ts';
import { type SignedIn, seedPeople, signInAll } from '../lib/people.ts';
import type { Random } from '../lib/random.ts';
import { formatCount } from '../lib/report.ts';
import { startProviders } from '../lib/sandbox.ts';
import type { Stage } from '../lib/stage.ts';
import { startApi } from '../lib/start-api.ts';
import { listRoutes } from '../matrix/routes.ts';
import { keepId, type Pool } from './generate.ts';
import { assessAnswer, makeRequest, type Operation, readOperations } from './operation.ts';

const perOperation = { short: 60, full: 1_000 };
const atOnce = 6;
/** After this many tries that all got a 503, the request counts as not answered. */
const mostTimesAgain = 5;
/** These operations end or move the session that calls them, so each call gets a new session. */
const endsSession = new Set([
  'logout',
  'deleteAccount',
  'leaveTeam',
  'switchCompany',
  'endSession',
  'makeOwner',
  'refreshToken',
  'removeTeamMember',
  'removeAndHandOver',
]);

interface Findings {
  sent: number;
  clean: number;
  accepted: number;
  breaks: Map<string, string>;
  byStatus: Map<number, number>;
}

/** No input breaks the API. The requests are made from the API's own description, some valid and some spoiled. */
export async function proveFuzz(stage: Stage): Promise<void> {
  const database = await createDatabase(stage);
  const { env } = await startProviders(stage);
  const api = await startApi(stage, database, { label: 'api', env });
  const document = JSON.parse((await fetchRaw(`${api.origin}/api/docs/json`)).body) as Parameters<typeof readOperations>[0];
  const operations = readOperations(document);
  const each = stage.isFull ? perOperation.full : perOperation.short;
  const findings = await assault(stage, database, api.origin, operations, each);
  stage.report.note(
    `answers: ${[...findings.byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status} × ${formatCount(count)}`)
      .join(', ')}`,
  );
  stage.report.note(`${formatCount(findings.clean)} requests as the document allows them, ${formatCount(findings.accepted)} accepted`);
  stage.report.check({
    what: `${operations.length} operations × ${formatCount(each)} generated requests`,
    tried: findings.sent,
    bar: operations.length * each,
    expected: '0 × 5xx, 0 × 409, 0 answers outside their schema',
    found:
      findings.breaks.size === 0
        ? 'none'
        : `${findings.breaks.size} kinds: ${[...findings.breaks].map(([what, how]) => `${what}: ${how}`).join(' | ')}`,
    passed: findings.breaks.size === 0,
  });
  stage.report.check({
    what: 'the generator gets past validation',
    tried: findings.sent,
    bar: operations.length * each,
    expected: 'at least 10 % of all requests are accepted',
    found: formatCount(findings.accepted),
    passed: findings.accepted * 10 >= findings.sent,
  });
  await api.stop();
  await catchUnchecked(stage, database, env, operations);
}

async function assault(
  stage: Stage,
  database: ProofDatabase,
  origin: string,
  operations: readonly Operation[],
  each: number,
): Promise<Findings> {
  const endpoints = new Map((await listRoutes()).map(({ name, endpoint }) => [name, endpoint]));
  const findings: Findings = { sent: 0, clean: 0, accepted: 0, breaks: new Map(), byStatus: new Map() };
  const total = operations.length * each;
  const done = stage.report.showProgress(
    () => `${formatCount(findings.sent)} of ${formatCount(total)}, ${findings.breaks.size} kinds of break`,
  );
  const people = await seedPeople(database, 2);
  const pools = people.map((): Pool => new Map());
  let sessions = await signInAll(database, [origin], people);
  const renew = async (index: number): Promise<SignedIn> => {
    const [fresh] = await signInAll(database, [origin], await seedPeople(database, 1));
    if (!fresh) throw new Error('nobody could sign in');
    sessions = sessions.with(index, fresh);
    return fresh;
  };
  // The operations take turns, so that one finds what another has created.
  const order = countTo(total).map((index) => operations[index % operations.length] as Operation);
  await forEachParallel(order, atOnce, async (operation, index) => {
    const endpoint = endpoints.get(operation.name);
    if (!endpoint) throw new Error(`${operation.name} is in no contract`);
    const random = stage.random.fork(index);
    const who = index % sessions.length;
    const session = endsSession.has(operation.name)
      ? ((await signInAll(database, [origin], await seedPeople(database, 1)))[0] as SignedIn)
      : (sessions[who] as SignedIn);
    const pool = pools[who] as Pool;
    const { path, init, isClean } = makeRequest(operation, random, pool);
    const answer = await send(`${origin}/api${path}`, init, session);
    findings.sent += 1;
    findings.clean += isClean ? 1 : 0;
    findings.accepted += answer.status < 400 ? 1 : 0;
    findings.byStatus.set(answer.status, (findings.byStatus.get(answer.status) ?? 0) + 1);
    const wrong = assessAnswer(endpoint as Endpoint, answer.status, answer.contentType, answer.text);
    if (wrong !== null && !findings.breaks.has(operation.name))
      findings.breaks.set(operation.name, `${wrong} by ${init.method} ${path.slice(0, 90)} ${describeBody(init)}`);
    if (answer.status === 401 && !endsSession.has(operation.name)) await renew(who);
    if (answer.status < 400) keepIds(pool, operation.path, answer.text, random);
  });
  done();
  return findings;
}

function describeBody({ body }: RequestInit): string {
  return typeof body === 'string' ? body.slice(0, 600) : '';
}

function keepIds(pool: Pool, path: string, text: string, random: Random): void {
  const found = text.matchAll(/"(id|\w+Id)":"([0-9a-f]{8}-[0-9a-f-]{27})"/g);
  // The first bare `id` is the object's. Later ones belong to its parts.
  let isFirst = true;
  for (const [, name = '', id = ''] of [...found].slice(0, 12)) {
    if (name !== 'id' || isFirst) keepId(pool, name, path, id, random);
    if (name === 'id') isFirst = false;
  }
}

/** A busy API may answer 503 with `retry-after`. Then the request is sent again, as a client does, and only the last answer counts. */
async function send(address: string, init: RequestInit, { token, cookie }: SignedIn) {
  const headers = {
    authorization: `Bearer ${token.accessToken}`,
    cookie,
    ...(init.method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
    ...(init.headers as Record<string, string> | undefined),
  };
  const ask = () => fetch(address, { ...init, signal: AbortSignal.timeout(30_000), headers });
  let response = await ask();
  for (let again = 0; again < mostTimesAgain && response.status === 503 && response.headers.has('retry-after'); again += 1) {
    await response.body?.cancel();
    await pause(Number(response.headers.get('retry-after')) * 1_000);
    response = await ask();
  }
  const contentType = response.headers.get('content-type') ?? '';
  if (contentType.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, contentType, text: '' };
  }
  return { status: response.status, contentType, text: await response.text() };
}

/** The proof must notice an API that passes unchecked input to the database. */
async function catchUnchecked(
  stage: Stage,
  database: ProofDatabase,
  env: Record<string, string>,
  operations: readonly Operation[],
): Promise<void> {
  const source = await plantFault(stage, 'unchecked', [
    {
      file: 'lib/http/receive.ts',
      find: 'if (parsed.success) return parsed.data;',
      replace: 'if (parsed.success || part === "query" || part === "params") return parsed.data ?? value;',
    },
  ]);
  const faulty = await startApi(stage, database, { label: 'unchecked', source, env });
  const tried = operations.filter(({ name }) => ['getLoad', 'listLoads', 'getDriver', 'listTeamMembers'].includes(name));
  const found = await assault(stage, database, faulty.origin, tried, 80);
  await faulty.stop();
  stage.report.mutant('queries and paths reach the database unchecked', found.breaks.size > 0, `${found.breaks.size} kinds of break`);
}
