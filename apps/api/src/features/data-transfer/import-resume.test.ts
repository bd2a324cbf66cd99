import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { findFreePort } from '@headhaul/test-servers/free-ports';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
const children: ChildProcess[] = [];
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await api.close();
});

async function startWorker(): Promise<ChildProcess> {
  const { env } = api.platform;
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../worker.ts', import.meta.url))], {
    env: {
      ...process.env,
      LOG_LEVEL: 'info',
      DATABASE_WORKER_URL: env.DATABASE_WORKER_URL,
      FILES_DIR: env.FILES_STORE === 'filesystem' ? env.FILES_DIR : '',
      WORKER_OPS_PORT: String(await findFreePort()),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return child;
}

/** One row in a hundred misses its rate. */
function writeFile(rows: number): File {
  const lines = Array.from({ length: rows }, (_, at) => {
    const rate = at % 100 === 7 ? '' : '2500';
    return `K${at},Broker ${at % 40},"Dallas, TX",11/20/2026,"Atlanta, GA",11/21/2026,${rate}`;
  });
  return new File([['Load #,Customer,Origin,PU date,Destination,Del date,Gross', ...lines].join('\r\n')], 'loads.csv');
}

const look = (client: TestClient, id: string) => client.call(dataTransferEndpoints.getImport, { params: { id } });

describe('an import whose worker is killed', () => {
  it('goes on behind the last batch that was committed', { timeout: 120_000 }, async () => {
    const total = 8_000;
    const owner = await api.signUp();
    const { id, mapping } = await owner.call(dataTransferEndpoints.uploadImport, { body: { file: writeFile(total) } });
    const victim = await startWorker();
    await owner.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
    await vi.waitFor(async () => expect((await look(owner, id)).looked).toBeGreaterThanOrEqual(1_000), { timeout: 30_000, interval: 10 });
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    const { looked, state } = await look(owner, id);
    expect(state).toBe('RUNNING');
    expect(looked).toBeLessThan(total);
    await startWorker();
    await vi.waitFor(async () => expect((await look(owner, id)).finishedAt).not.toBeNull(), { timeout: 90_000, interval: 100 });
    process.stdout.write(`  killed and went on at ${looked} of ${total} rows\n`);
    const done = await look(owner, id);
    expect(done).toMatchObject({ state: 'DONE', looked: total, made: total - total / 100, bad: total / 100 });
    const { rows } = await api.admin.query(
      `select count(*)::int as loads, count(distinct load_number)::int as numbers,
         (select count(*)::int from load_events e where e.company_id = $1 and e.source = 'import') as events,
         (select count(*)::int from load_stops s where s.company_id = $1) as stops,
         (select count(*)::int from data_import_problems p where p.company_id = $1) as problems
       from loads where company_id = $1`,
      [owner.user.companyId],
    );
    expect(rows[0]).toEqual({ loads: done.made, numbers: done.made, events: done.made, stops: 2 * done.made, problems: done.bad });
  });
});
