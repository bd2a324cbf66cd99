import { readFile } from 'node:fs/promises';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { loadStatsEndpoints } from '@headhaul/contracts/loads/stats';
import { profitEndpoints } from '@headhaul/contracts/profit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayFromNow, deliveryAt, makeDriver, makeLoad, pickupAt, toLoadInput } from '../../testing/office.ts';
import { noRates } from '../../testing/rates.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { foldOnce } from './fold-figures.ts';

let api: TestApp;
let worker: ReturnType<TestApp['openWorker']>;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());

const query = { from: dayFromNow(-30), to: dayFromNow(30) };
const totalsOf = async (client: TestClient) => (await client.call(loadStatsEndpoints.getLoadStats, { query })).totals;
const fold = (client: TestClient) => worker.db.withTenant(client.user.companyId, foldOnce);

describe('GET /load-stats', () => {
  it('200 and says how many loads have no pay and no factor fee, until somebody enters them', async () => {
    const client = await api.signUp();
    const driver = await makeDriver(client, { pay: { model: 'WEEKLY', rate: 150_000 } });
    const paid = await makeLoad(client, { driverPayCents: 60_000 });
    const open = await makeLoad(client, { driverId: driver.id, factoringStatus: 'APPROVED' });
    await makeLoad(client, { asDraft: true });
    expect(await totalsOf(client)).toMatchObject({
      loads: 2,
      driverPayCents: 60_000,
      cutCents: paid.grossCents + open.grossCents - 60_000,
      loadsWithoutPay: 1,
      loadsWithoutFactorFee: 1,
    });
    const { drivers } = await client.call(loadStatsEndpoints.getLoadStatsByDrivers, { query });
    expect(drivers.find(({ driverId }) => driverId === driver.id)).toMatchObject({ loadsWithoutPay: 1, loadsWithoutFactorFee: 1 });
    const { lanes } = await client.call(loadStatsEndpoints.getTopLanes, { query });
    expect(lanes).toMatchObject([{ loads: 2, loadsWithoutPay: 1, loadsWithoutFactorFee: 1 }]);

    await fold(client);
    const fee = { type: 'QUICK_PAY_FEE' as const, brokerAmountCents: 4_000, driverAmountCents: 0, reason: '', status: 'PAID' as const };
    await client.call(loadEndpoints.addFee, { params: { id: open.id }, body: { ...fee, documentId: null } });
    expect(await totalsOf(client)).toMatchObject({ loadsWithoutPay: 1, loadsWithoutFactorFee: 0 });
    await client.call(loadEndpoints.changeLoadStatus, { params: { id: open.id }, body: { newStatus: 'CANCELLED' } });
    await fold(client);
    expect(await totalsOf(client)).toMatchObject({ loads: 1, loadsWithoutPay: 0, loadsWithoutFactorFee: 0 });
  });

  it('200 and takes a percentage of 0 for known, though the cut stays', async () => {
    const client = await api.signUp();
    const { id } = await makeLoad(client, { driverPayCents: 60_000, factoringStatus: 'FUNDED' });
    const before = await totalsOf(client);
    expect(before.loadsWithoutFactorFee).toBe(1);
    await api.admin.query('update loads set factoring_fee_bps = 0 where id = $1', [id]);
    expect(await totalsOf(client)).toEqual({ ...before, loadsWithoutFactorFee: 0 });
  });
});

describe('loads without loaded miles', () => {
  it('are counted until somebody enters the miles, and a TONU is none', async () => {
    const client = await api.signUp();
    const nowhere = [pickupAt(), deliveryAt({ city: 'Nowhereville' })];
    const { id, version } = await makeLoad(client, { loadedMiles: null, deadheadMiles: 40, stops: nowhere });
    const tonu = await makeLoad(client, { deadheadMiles: 10 });
    await client.call(loadEndpoints.markTonu, { params: { id: tonu.id }, body: { newRate: 25_000 } });
    expect(await totalsOf(client)).toMatchObject({ loads: 2, loadedMiles: 0, deadheadMiles: 50, loadsWithoutMiles: 1 });
    await fold(client);
    expect((await client.call(loadStatsEndpoints.getTopLanes, { query })).lanes.map((lane) => lane.loadsWithoutMiles)).toContain(1);
    const load = await client.call(loadEndpoints.getLoad, { params: { id } });
    const body = { ...toLoadInput(load), loadedMiles: 780 };
    await client.call(loadEndpoints.updateLoad, { params: { id }, query: { version }, body });
    expect(await totalsOf(client)).toMatchObject({ loadedMiles: 780, loadsWithoutMiles: 0 });
  });
});

describe('the migrations of unknown costs and miles', () => {
  it('count the loads from before, folded or not, and change no other figure', async () => {
    const client = await api.signUp();
    await client.call(profitEndpoints.updateRates, { body: noRates });
    await makeLoad(client, { factoringStatus: 'FUNDED' });
    await makeLoad(client, { driverPayCents: 50_000, factoringStatus: 'FUNDED' });
    await fold(client);
    await makeLoad(client, { driverId: (await makeDriver(client)).id });
    await makeLoad(client, { asDraft: true });
    await api.admin.query('update loads set loaded_miles = 0 where company_id = $1 and driver_pay_cents > 0', [client.user.companyId]);
    const deleted = await makeLoad(client);
    await client.call(loadEndpoints.deleteLoad, { params: { id: deleted.id } });
    const before = await totalsOf(client);
    expect(before).toMatchObject({ loads: 3, loadsWithoutPay: 2, loadsWithoutFactorFee: 2, loadsWithoutMiles: 1 });

    const migrator = new pg.Client({ connectionString: api.databaseUrl('migrator') });
    await migrator.connect();
    try {
      await migrator.query('begin');
      for (const table of ['load_figure_deltas', 'load_day_figures', 'load_month_figures', 'load_day_totals']) {
        const columns = ['pay', 'factor_fee', 'miles'].map((what) => `drop column loads_without_${what}`);
        await migrator.query(`alter table ${table} ${columns.join(', ')}`);
      }
      await migrator.query('alter table company_directory drop column has_early_pay_to_sum');
      await migrator.query(await readFile(new URL('../../../migrations/0039_unknown_figures.sql', import.meta.url), 'utf8'));
      await migrator.query('commit');
    } finally {
      await migrator.end();
    }
    expect(await totalsOf(client)).toEqual(before);
    await fold(client);
    expect(await totalsOf(client)).toEqual(before);
  });

  it('lets no process fold lines without their counts', async () => {
    const client = await api.signUp();
    await makeLoad(client);
    // What a process of the version before would write.
    const columns = 'loads, tonu_loads, gross_cents, loaded_gross_cents, loaded_miles, deadhead_miles, driver_pay_cents, cut_cents';
    const fold = `insert into load_day_totals (company_id, basis, day, ${columns})
      select company_id, 'DELIVERY', delivery_day, ${columns} from load_figure_deltas where company_id = $1`;
    await expect(api.admin.query(fold, [client.user.companyId])).rejects.toMatchObject({ code: '23502' });
  });
});
