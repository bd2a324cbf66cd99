import { call } from '@headhaul/contracts/call';
import { sessionEndpoints } from '@headhaul/contracts/session';
import pg from 'pg';
import { type BenchApi, startBenchApi } from './lib/bench-api.ts';
import { findBackends, sumCpuMs } from './lib/cpu-time.ts';
import { type Member, signIn } from './lib/sign-in.ts';

const sessionCount = 50;
const rounds = 5;
const requestsPerRound = 2_000;
const width = 8;

/** CPU of `GET /users/me` (Node and Postgres) against the same statements in a bare loop, side by side in one run. */
export async function benchMe(): Promise<void> {
  const api = await startBenchApi();
  try {
    const members: Member[] = [];
    for (let index = 0; index < sessionCount; index++) members.push(await signIn(api));
    await api.admin.query('analyze');
    const bare = new pg.Client({ connectionString: api.appUrl });
    await bare.connect();
    const { rows } = await bare.query<{ pid: number }>('select pg_backend_pid() as pid');
    const barePid = rows[0]?.pid ?? 0;

    await askMany(api, members, requestsPerRound);
    await loopBare(bare, members, requestsPerRound);
    const spent = { apiNode: 0, apiPostgres: 0, bareLoop: 0, barePostgres: 0 };
    for (let round = 0; round < rounds; round++) {
      const backends = (await findBackends(api.admin, api.databaseName)).filter((pid) => pid !== barePid);
      const before = { node: sumCpuMs([api.pid]), postgres: sumCpuMs(backends) };
      await askMany(api, members, requestsPerRound);
      spent.apiNode += sumCpuMs([api.pid]) - before.node;
      spent.apiPostgres += sumCpuMs(backends) - before.postgres;

      const start = { loop: process.cpuUsage(), postgres: sumCpuMs([barePid]) };
      await loopBare(bare, members, requestsPerRound);
      const { user, system } = process.cpuUsage(start.loop);
      spent.bareLoop += (user + system) / 1_000;
      spent.barePostgres += sumCpuMs([barePid]) - start.postgres;
    }
    await bare.end();
    print(spent);
  } finally {
    await api.close();
  }
}

function print(spent: Record<'apiNode' | 'apiPostgres' | 'bareLoop' | 'barePostgres', number>): void {
  const count = rounds * requestsPerRound;
  const each = (ms: number) => `${((ms * 1_000) / count).toFixed(0)} µs`;
  const whole = spent.apiNode + spent.apiPostgres;
  const bare = spent.bareLoop + spent.barePostgres;
  process.stdout.write(
    [
      `bench me: ${count} requests and as many bare loops, in ${rounds} rounds, ${sessionCount} sessions`,
      `  GET /users/me   ${each(whole)} CPU each (Node ${each(spent.apiNode)}, Postgres ${each(spent.apiPostgres)})`,
      `  bare statements ${each(bare)} CPU each (client ${each(spent.bareLoop)}, Postgres ${each(spent.barePostgres)})`,
      `  bare ÷ API, client and Postgres  ${(bare / whole).toFixed(3)}`,
      `  bare ÷ API, Postgres of the bare loop alone  ${(spent.barePostgres / whole).toFixed(3)}`,
      '',
    ].join('\n'),
  );
}

async function askMany({ origin }: BenchApi, members: readonly Member[], count: number): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) {
        const { accessToken } = members[next++ % members.length] as Member;
        await call(sessionEndpoints.getMe, {}, { base: `${origin}/api`, headers: { authorization: `Bearer ${accessToken}` } });
      }
    }),
  );
}

/** The statements of `GET /users/me`, prepared, on one connection, with nothing around them. */
async function loopBare(client: pg.Client, members: readonly Member[], count: number): Promise<void> {
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
}
