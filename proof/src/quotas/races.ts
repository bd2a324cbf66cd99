import { randomUUID } from 'node:crypto';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { limitEndpoints } from '@headhaul/contracts/limits';
import type { ProofDatabase } from '../lib/database.ts';
import { bearer, type Reply, send } from '../lib/http-client.ts';
import { countTo } from '../lib/parallel.ts';
import { type SignedIn, seedPeople, signInAll } from '../lib/people.ts';
import type { Stage } from '../lib/stage.ts';

const roundsPerBatch = 25;
const drivers = 5;
const lookups = 300;

export interface Races {
  rounds: number;
  requests: number;
  /** Requests that got a 503 because no database connection was free in time. Nothing was done, so they are sent again. */
  again: number;
  granted: number;
  wrong: string[];
}

/** A limit with one unit left, and the request that many people send at once to get it. */
export interface Limit {
  name: string;
  /** Uses up all but one unit of each person's limit. */
  leaveOne(database: ProofDatabase, people: readonly SignedIn[]): Promise<void>;
  /** Sends the request with this number. */
  ask(origin: string, person: SignedIn, index: number): Promise<Reply>;
  /** How much is used now. It equals `max` if nothing was given out twice. */
  used(database: ProofDatabase, person: SignedIn): Promise<number>;
  max: number;
}

export const daily: Limit = {
  name: 'brokerLookupsPerDay',
  max: lookups,
  async leaveOne({ admin }, people) {
    await admin.query(
      `insert into limit_uses (company_id, user_id, feature, day, used)
       select c.company_id, given.user_id, 'brokerLookupsPerDay', (now() at time zone c.time_zone)::date, $3
       from unnest($1::uuid[], $2::uuid[]) as given (company_id, user_id) join companies c on c.company_id = given.company_id`,
      [people.map(({ user }) => user.companyId), people.map(({ user }) => user.id), lookups - 1],
    );
  },
  ask: (origin, { token }) =>
    send(origin, limitEndpoints.useFeature, { query: { feature: 'brokerLookupsPerDay' } }, bearer(token.accessToken)),
  async used({ admin }, { user }) {
    const { rows } = await admin.query<{ used: number }>('select sum(used)::int as used from limit_uses where company_id = $1', [
      user.companyId,
    ]);
    return rows[0]?.used ?? 0;
  },
};

/** Half of the requests add a driver, half restore one from the archive. */
export function standing(archived: number): Limit {
  const archives = new Map<string, string[]>();
  return {
    name: 'drivers',
    max: drivers,
    async leaveOne({ admin }, people) {
      for (const { user } of people) {
        const ids = countTo(archived).map(() => randomUUID());
        archives.set(user.companyId, ids);
        await admin.query(
          `insert into drivers (company_id, id, name, deleted_at)
           select $1::uuid, gen_random_uuid(), 'Works', null::timestamptz from generate_series(1, $2::int)
           union all select $1::uuid, id, 'Archived', now() from unnest($3::uuid[]) as ids (id)`,
          [user.companyId, drivers - 1, ids],
        );
      }
    },
    ask(origin, { token, user }, index) {
      const id = archives.get(user.companyId)?.[index >> 1];
      if (index % 2 === 1 && id !== undefined) {
        return send(origin, driverEndpoints.restoreDriver, { params: { id } }, bearer(token.accessToken));
      }
      return send(origin, driverEndpoints.createDriver, { body: { name: `Driver ${index}` } }, bearer(token.accessToken));
    },
    async used({ admin }, { user }) {
      const { rows } = await admin.query<{ used: number }>(
        'select count(*)::int as used from drivers where company_id = $1 and deleted_at is null',
        [user.companyId],
      );
      return rows[0]?.used ?? 0;
    },
  };
}

/** In each round everybody asks at once, over all APIs. Exactly one request may succeed. */
export async function race(
  stage: Stage,
  database: ProofDatabase,
  origins: readonly string[],
  limit: Limit,
  { rounds, crowd }: { rounds: number; crowd: number },
): Promise<Races> {
  const found: Races = { rounds: 0, requests: 0, again: 0, granted: 0, wrong: [] };
  const done = stage.report.showProgress(() => `${limit.name}: ${found.rounds} of ${rounds} rounds, ${found.granted} granted`);
  for (let first = 0; first < rounds; first += roundsPerBatch) {
    const people = await signInAll(database, origins, await seedPeople(database, Math.min(roundsPerBatch, rounds - first)));
    await limit.leaveOne(database, people);
    for (const person of people) {
      const replies = await Promise.all(
        countTo(crowd).map((index) => untilServed(() => limit.ask(origins[index % origins.length] ?? '', person, index), found)),
      );
      const granted = replies.filter(({ status }) => status === 200).length;
      const refused = replies.filter((reply) => isNamedRefusal(reply, limit)).length;
      const used = await limit.used(database, person);
      found.rounds += 1;
      found.requests += replies.length;
      found.granted += granted;
      if (granted !== 1 || refused !== crowd - 1 || used !== limit.max) {
        const others = replies.filter((reply) => reply.status !== 200 && !isNamedRefusal(reply, limit));
        found.wrong.push(
          `${granted} granted, ${refused} refused, ${used} used ${others[0]?.status ?? ''} ${others[0]?.body.slice(0, 80) ?? ''}`,
        );
      }
    }
  }
  done();
  return found;
}

async function untilServed(ask: () => Promise<Reply>, found: Races): Promise<Reply> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const reply = await ask();
    if (reply.status !== 503) return reply;
    found.again += 1;
  }
  return ask();
}

function isNamedRefusal({ status, body }: Reply, { name, max }: Limit): boolean {
  if (status !== 422) return false;
  const problem = JSON.parse(body) as { code: string; limit?: { name: string; max: number } };
  return problem.code === 'limit_reached' && problem.limit?.name === name && problem.limit.max === max;
}
