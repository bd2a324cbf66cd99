import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { findFreePort } from '@headhaul/test-servers/free-ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilBlocked } from '../../testing/database/lock-waits.ts';
import { eventually } from '../../testing/eventually.ts';
import { untilImported } from '../../testing/imports.ts';
import { makeDriver } from '../../testing/office.ts';
import { letSilencePass } from '../../testing/silence.ts';
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
      DATABASE_WORKER_URL: api.databaseUrl('worker'),
      FILES_DIR: env.FILES_STORE === 'filesystem' ? env.FILES_DIR : '',
      WORKER_OPS_PORT: String(await findFreePort()),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return child;
}

/** One row in a hundred has no rate. */
function writeFile(rows: number, drivenRow: number): File {
  const lines = Array.from({ length: rows }, (_, at) => {
    const [rate, driver] = [at % 100 === 7 ? '' : '2500', at === drivenRow ? 'Rosa Delgado' : ''];
    return `K${at},Broker ${at % 40},"Dallas, TX",11/20/2026,"Atlanta, GA",11/21/2026,${rate},${driver}`;
  });
  return new File([['Load #,Customer,Origin,PU date,Destination,Del date,Gross,Driver', ...lines].join('\r\n')], 'loads.csv');
}

const look = (client: TestClient, id: string) => client.call(dataTransferEndpoints.getImport, { params: { id } });

describe('an import whose worker is killed', () => {
  it('goes on behind the last batch that was committed', { timeout: 120_000 }, async () => {
    // More than three batches of 500 rows.
    const total = 1_800;
    const owner = await api.signUp();
    const driver = await makeDriver(owner, { name: 'Rosa', familyName: 'Delgado' });
    const { id, mapping } = await owner.call(dataTransferEndpoints.uploadImport, { body: { file: writeFile(total, 1_200) } });
    const victim = await startWorker();
    const [driverHolder, stopHolder] = [await api.admin.connect(), await api.admin.connect()];
    await driverHolder.query('begin');
    await driverHolder.query('select from drivers where id = $1 for update', [driver.id]);
    await owner.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
    // The third batch waits for the locked driver. Then it inserts its loads and waits for the lock on load_stops.
    await untilBlocked(api);
    await stopHolder.query('begin; lock table load_stops in share mode');
    await driverHolder.query('rollback');
    await eventually(async () => {
      const { rowCount } = await api.admin.query(`select from pg_locks where relation = 'load_stops'::regclass and not granted`);
      expect(rowCount).toBe(1);
    });
    const gone = once(victim, 'exit');
    victim.kill('SIGKILL');
    await gone;
    await stopHolder.query('rollback');
    for (const holder of [driverHolder, stopHolder]) holder.release();
    expect(await look(owner, id)).toMatchObject({ state: 'RUNNING', looked: 1_000 });

    await letSilencePass(api, 'data_transfer.import');
    await startWorker();
    const done = await untilImported(owner, id);
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
