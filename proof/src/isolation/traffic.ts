import { setTimeout as pause } from 'node:timers/promises';
import type { ProofDatabase } from '../lib/database.ts';
import { fetchRaw } from '../lib/http-client.ts';
import { countTo } from '../lib/parallel.ts';
import type { Random } from '../lib/random.ts';
import { type Companies, rowKey } from './seed-companies.ts';

const connections = 16;

/** How often each act is chosen, in percent. */
const acts = {
  read: 43,
  hot: 20,
  unset: 10,
  unsetInTransaction: 4,
  touch: 4,
  pair: 4,
  delete: 3,
  throw: 3,
  fail: 3,
  slow: 2,
  trespass: 2,
  plant: 2,
};
type ActName = keyof typeof acts;
const deck = Object.entries(acts).flatMap(([name, share]) => countTo(share).map(() => name as ActName));

/** Tables that the application role may change. */
const changeable = [
  'companies',
  'memberships',
  'audit_heads',
  'live_event_heads',
  'loads',
  'load_stops',
  'drivers',
  'brokers',
  'email_accounts',
  'emails',
];
/** The application may not delete memberships or documents. */
const deletable = ['load_stops', 'load_fees', 'load_notes', 'saved_views', 'email_templates'];

export interface Traffic {
  requests: number;
  rowsSeen: number;
  foreign: string[];
  /** Rows of the requesting company that were not shown. */
  missing: number;
  /** Acts on another company that succeeded, or that failed for another reason than the policy. */
  trespasses: string[];
  strange: string[];
  injected: { givenUp: number; hungUp: number; cancels: number; terminations: number };
  /** Requests that failed because of a cancel or a termination. */
  cut: number;
  firstForeignMs: number | undefined;
}

export interface TrafficOptions {
  origin: string;
  database: ProofDatabase;
  companies: Companies;
  tables: readonly string[];
  random: Random;
  /** Asked before each request. The traffic stops when it returns true. */
  isDone: (traffic: Traffic) => boolean;
}

export function emptyTraffic(): Traffic {
  const injected = { givenUp: 0, hungUp: 0, cancels: 0, terminations: 0 };
  return { requests: 0, rowsSeen: 0, foreign: [], missing: 0, trespasses: [], strange: [], injected, cut: 0, firstForeignMs: undefined };
}

// Errors that a request gets when its statement or connection was cut, when it met a deadlock, or when the pool had no free connection in
// time.
const cutCodes =
  /^(57014|57P01|57P03|40P01|08\w{3}|Connection terminated.*|Client has encountered a connection error.*|timeout exceeded when.*|ECONNRESET|EPIPE|unavailable)$/;

export async function runTraffic(options: TrafficOptions, traffic: Traffic): Promise<void> {
  const startedAt = performance.now();
  const stopCutting = new AbortController();
  const cutting = cutConnections(options, traffic, stopCutting.signal);
  try {
    await Promise.all(countTo(connections).map((lane) => driveLane(options, options.random.fork(lane), traffic, startedAt)));
  } finally {
    stopCutting.abort();
    await cutting;
  }
}

async function driveLane(options: TrafficOptions, random: Random, traffic: Traffic, startedAt: number): Promise<void> {
  const { companies, tables, isDone, origin } = options;
  while (!isDone(traffic)) {
    traffic.requests += 1;
    const act = random.pick(deck);
    const company = random.pick(companies.ids);
    const other = random.pick(companies.ids);
    const table = random.pick(act === 'delete' ? deletable : act === 'touch' || act === 'trespass' ? changeable : tables);
    const address = `${origin}/?act=${act}&company=${company}&other=${other}&table=${table}`;
    const hangsUp = act === 'slow' && random.chance(0.5);
    const body = await fetchRaw(address, hangsUp ? { signal: AbortSignal.timeout(1 + random.below(5)) } : {}).then(
      (reply) => reply.body,
      (error: unknown) => {
        if (!hangsUp) throw error;
        traffic.injected.hungUp += 1;
        return undefined;
      },
    );
    if (body === undefined) continue;
    const before = traffic.foreign.length;
    assess(traffic, companies, { act, company, other, table }, body);
    if (traffic.foreign.length > before) traffic.firstForeignMs ??= performance.now() - startedAt;
  }
}

interface Asked {
  act: ActName;
  company: string;
  other: string;
  table: string;
}

function assess(traffic: Traffic, companies: Companies, { act, company, other, table }: Asked, body: string): void {
  const space = body.indexOf(' ');
  const outcome = body.slice(0, space);
  const detail = body.slice(space + 1);
  if (outcome === 'failed') {
    if (cutCodes.test(detail)) traffic.cut += 1;
    else if ((act === 'trespass' || act === 'plant') && company !== other) {
      if (detail !== '42501') traffic.trespasses.push(`${act} ${table}: ${detail}`);
    } else if (act !== 'trespass' && act !== 'plant') traffic.strange.push(`${act} ${table}: ${detail}`);
    return;
  }
  if (outcome === 'gave-up') traffic.injected.givenUp += 1;
  if ((act === 'trespass' || act === 'plant') && company !== other) traffic.trespasses.push(`${act} ${table} went through`);
  const seen = detail === '' ? [] : detail.split(',');
  traffic.rowsSeen += seen.length;
  const isUnset = act === 'unset' || act === 'unsetInTransaction';
  const allowed = isUnset ? [] : act === 'pair' ? [company, other] : [company];
  for (const id of seen) if (!allowed.includes(id)) traffic.foreign.push(`${act} ${table} for ${company} showed ${id}`);
  if (act !== 'plant') {
    const times = act === 'slow' ? 2 : 1;
    const expected = allowed.reduce((sum, id) => sum + times * (companies.rows.get(rowKey(table, id)) ?? 0), 0);
    if (seen.length < expected) traffic.missing += 1;
  }
}

/** Now and then cancels a statement or ends a connection, as an operator or a failing network would. */
async function cutConnections({ database, random }: TrafficOptions, traffic: Traffic, signal: AbortSignal): Promise<void> {
  const chance = random.fork('cuts');
  while (!signal.aborted) {
    const isTermination = chance.chance(0.1);
    const { rowCount } = await database.admin.query(
      `select ${isTermination ? 'pg_terminate_backend' : 'pg_cancel_backend'}(pid) from pg_stat_activity
       where datname = $1 and usename = 'app' and state <> 'idle' order by random() limit 1`,
      [database.name],
    );
    if (isTermination) traffic.injected.terminations += rowCount ?? 0;
    else traffic.injected.cancels += rowCount ?? 0;
    await pause(40 + chance.below(80), undefined, { signal }).catch(() => undefined);
  }
}
