import { randomUUID } from 'node:crypto';
import { toWire } from '@headhaul/contracts/http/call';
import type { LoadInput } from '@headhaul/contracts/loads/input';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { ProofDatabase } from '../lib/database.ts';
import { bearer, fetchRaw } from '../lib/http-client.ts';
import { countTo, forEachParallel } from '../lib/parallel.ts';
import { type Person, type SignedIn, seedPeople, signInAll } from '../lib/people.ts';
import { formatCount } from '../lib/report.ts';
import type { Stage } from '../lib/stage.ts';
import type { Fleet } from './fleet.ts';

const companies = 10;
const atOnce = 12;
/** A batch of this size ends before its access tokens expire. */
const perBatch = 1_000;

export interface Creates {
  keys: number;
  sent: number;
  cuts: number;
  wrong: string[];
  otherBodyRefused: number;
  otherBodyTried: number;
}

export function loadInput(number: number): LoadInput {
  return {
    brokerName: `Broker ${number % 40}`,
    linehaulCents: 100_000 + number,
    stops: [
      { kind: 'PICKUP', city: 'Omaha', state: 'NE', day: '2026-11-20', time: '08:00' },
      { kind: 'DELIVERY', city: 'Denver', state: 'CO', day: '2026-11-21', time: '14:00' },
    ],
  };
}

/** Each load has one idempotency key. Its request is sent one to five times at once, and each of them is repeated until it is answered. */
export async function createKeyed(
  stage: Stage,
  database: ProofDatabase,
  fleet: Fleet,
  origin: () => string,
  count: number,
): Promise<Creates> {
  const people = await seedPeople(database, companies);
  const found: Creates = { keys: 0, sent: 0, cuts: 0, wrong: [], otherBodyRefused: 0, otherBodyTried: 0 };
  const done = stage.report.showProgress(() => `${formatCount(found.keys)} of ${formatCount(count)} loads, ${fleet.kills()} kills`);
  for (let first = 0; first < count; first += perBatch) {
    const sessions = await signInPatiently(database, origin, people);
    await forEachParallel(countTo(Math.min(perBatch, count - first)), atOnce, async (index) => {
      const number = first + index;
      const session = sessions[number % sessions.length] as SignedIn;
      const random = stage.random.fork(number);
      const key = randomUUID();
      const ids = await Promise.all(countTo(1 + random.below(5)).map(() => create(fleet, session, key, loadInput(number), found)));
      if (new Set(ids).size !== 1 || ids.includes('')) found.wrong.push(`key ${number}: ${ids.join(', ')}`);
      found.keys += 1;
      if (random.chance(0.01)) {
        found.otherBodyTried += 1;
        const { reply } = await fleet.ask((at, signal) => post(at, session, key, loadInput(number + 1), signal));
        found.otherBodyRefused += reply.status === 422 ? 1 : 0;
      }
    });
  }
  done();
  return found;
}

async function signInPatiently(database: ProofDatabase, origin: () => string, people: readonly Person[]): Promise<SignedIn[]> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return await signInAll(database, [origin()], people);
    } catch {
      // The API that was asked is being killed right now.
    }
  }
  throw new Error('nobody could sign in');
}

async function create(fleet: Fleet, session: SignedIn, key: string, input: LoadInput, found: Creates): Promise<string> {
  const { reply, cuts } = await fleet.ask((origin, signal) => {
    found.sent += 1;
    return post(origin, session, key, input, signal);
  });
  found.cuts += cuts;
  if (reply.status !== 200) {
    found.wrong.push(`${reply.status} ${reply.body.slice(0, 150)}`);
    return '';
  }
  return (JSON.parse(reply.body) as { id: string }).id;
}

function post(origin: string, { token }: SignedIn, key: string, input: LoadInput, signal: AbortSignal) {
  const wire = toWire(loadEndpoints.createLoad, { body: input });
  return fetchRaw(`${origin}/api${wire.path}`, {
    method: 'POST',
    headers: { ...bearer(token.accessToken), 'content-type': 'application/json', 'idempotency-key': key },
    body: String(wire.body),
    signal,
  });
}
