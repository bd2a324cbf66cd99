import { call } from '@headhaul/contracts/http/call';
import { sessionEndpoints } from '@headhaul/contracts/session';
import pg from 'pg';
import { type BenchApi, startBenchApi } from './lib/bench-api.ts';
import { findBackends, sumCpuMs, watchCpu } from './lib/cpu-time.ts';
import { databaseUrl, makeOwnDatabase } from './lib/database.ts';
import type { Form } from './lib/form.ts';
import type { Measured } from './lib/report.ts';
import { type Member, signIn } from './lib/sign-in.ts';
import { addSpent, asRatio, nothing, type Spent } from './lib/spent.ts';
import type { Stage } from './lib/stage.ts';

interface Size {
  sessions: number;
  rounds: number;
  requests: number;
}
const sizes: Record<Form, Size> = {
  // Fewer requests would cost less CPU time than the kernel can count.
  tiny: { sessions: 4, rounds: 1, requests: 80 },
  short: { sessions: 50, rounds: 3, requests: 1_000 },
  full: { sessions: 50, rounds: 5, requests: 2_000 },
};
const width = 8;

/** CPU time of `GET /users/me` (Node and Postgres) compared with the same statements in a bare loop, side by side in one run. */
export async function benchMe(stage: Stage): Promise<Measured> {
  const { sessions, rounds, requests } = sizes[stage.form];
  const api = await startBenchApi(stage, await makeOwnDatabase(stage, 'me'), 'warn');
  const members: Member[] = [];
  for (let index = 0; index < sessions; index++) members.push(await signIn(api));
  await api.admin.query('analyze');
  const bare = await openBare(stage, api);

  await askMany(api, members, requests);
  await loopBare(bare.client, members, requests);
  let [whole, loop] = [nothing, nothing];
  for (let round = 0; round < rounds; round++) {
    whole = addSpent(whole, await spendOnApi(api, bare.pid, members, requests));
    loop = addSpent(loop, await spendOnLoop(bare, members, requests));
  }
  const wanted = rounds * requests;
  return {
    results: [
      { id: 'me', promise: 'bare statements, client and Postgres ÷ GET /users/me', ...asRatio(loop, whole, wanted), bar: null },
      { id: 'me', promise: 'bare statements, Postgres alone ÷ GET /users/me', ...asRatio({ ...loop, node: 0 }, whole, wanted), bar: null },
    ],
    about: `${wanted.toLocaleString('en-US')} requests and as many bare loops in ${rounds} rounds, ${sessions} sessions`,
  };
}

interface Bare {
  client: pg.Client;
  pid: number;
}

async function openBare(stage: Stage, { databaseName }: BenchApi): Promise<Bare> {
  const client = new pg.Client({ connectionString: databaseUrl(databaseName, 'app') });
  client.on('error', () => {});
  await client.connect();
  stage.defer(() => client.end());
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { client, pid: rows[0]?.pid ?? 0 };
}

async function spendOnApi(api: BenchApi, barePid: number, members: readonly Member[], requests: number): Promise<Spent> {
  const findPids = async () => (await findBackends(api.admin, api.databaseName)).filter((pid) => pid !== barePid);
  const stop = await watchCpu(api.pid, findPids);
  const asked = await askMany(api, members, requests);
  return { ...(await stop()), asked };
}

async function spendOnLoop({ client, pid }: Bare, members: readonly Member[], requests: number): Promise<Spent> {
  const before = { loop: process.cpuUsage(), postgres: sumCpuMs([pid]) };
  const asked = await loopBare(client, members, requests);
  const { user, system } = process.cpuUsage(before.loop);
  return { node: (user + system) / 1_000, postgres: sumCpuMs([pid]) - before.postgres, asked };
}

async function askMany({ origin }: BenchApi, members: readonly Member[], count: number): Promise<number> {
  let [next, done] = [0, 0];
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) {
        const { accessToken } = members[next++ % members.length] as Member;
        await call(sessionEndpoints.getMe, {}, { base: `${origin}/api`, headers: { authorization: `Bearer ${accessToken}` } });
        done++;
      }
    }),
  );
  return done;
}

/** The statements of `GET /users/me`, prepared, on one connection, with nothing around them. */
async function loopBare(client: pg.Client, members: readonly Member[], count: number): Promise<number> {
  for (let index = 0; index < count; index++) {
    const { sessionId, userId, companyId } = members[index % members.length] as Member;
    await client.query({ name: 'session', text: 'select is_first_login from sessions where id = $1', values: [sessionId] });
    await client.query(`begin; set local app.company_id = '${companyId}'`);
    await client.query({
      name: 'user',
      text: `select id, email, name, family_name, role, created_at, setup_completed_at,
        exists (select issuer from identities where identities.user_id = users.id and provider = 'google') as has_google
        from users where id = $1`,
      values: [userId],
    });
    await client.query({
      name: 'company',
      text: `select m.role, m.can_manage_billing, c.name, c.mc, c.factoring_type, c.subscription_type, c.paid_until > now() as is_paid
        from memberships m join companies c on c.company_id = m.company_id
        where m.company_id = $1 and m.user_id = $2 and m.removed_at is null`,
      values: [companyId, userId],
    });
    await client.query('commit');
  }
  return count;
}
