import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Driver, driverEndpoints } from '@headhaul/contracts/drivers';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import { loadStatsEndpoints } from '@headhaul/contracts/loads/stats';
import { profitEndpoints } from '@headhaul/contracts/profit';
import type { PayTerms } from '@headhaul/domain/drivers/pay';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationsFolder } from '../../../lib/db/migrations-folder.ts';
import { dayFromNow, deliveryAt, loadInput, makeDriver, makeLoad, pickupAt, toLoadInput } from '../../../testing/office.ts';
import { setRates } from '../../../testing/rates.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const before: PayTerms = { model: 'PER_MILE', rate: 65 };
const after: PayTerms = { model: 'PER_MILE', rate: 80 };

async function changeTerms(client: TestClient, driver: Driver, pay: PayTerms): Promise<void> {
  const query = { version: driver.version };
  await client.call(driverEndpoints.updateDriver, { params: { id: driver.id }, query, body: { name: driver.name, pay } });
}

/** A load of 781 miles and 40 empty ones, whose driver gets a raise afterwards. */
async function loadBeforeRaise(client: TestClient, more: { driverPayCents?: number } = {}): Promise<{ load: Load; driver: Driver }> {
  const driver = await makeDriver(client, { pay: before });
  const load = await makeLoad(client, { driverId: driver.id, deadheadMiles: 40, ...more });
  await changeTerms(client, driver, after);
  return { load, driver };
}

const payNote = async (client: TestClient, id: string) =>
  (await client.call(profitEndpoints.getLoadProfit, { params: { id } })).ledger.find(({ name }) => name === 'Driver pay')?.note;

describe('pay by terms that have changed since', () => {
  it('is still pay by terms: it stays while the load is driven, and follows a TONU', async () => {
    const client = await api.signUp();
    const { load } = await loadBeforeRaise(client);
    expect(load).toMatchObject({ driverPayCents: 821 * 65, payTerms: before });
    expect(await payNote(client, load.id)).toBe('821 mi × $0.65');
    const params = { id: load.id };
    const driven = await client.call(loadEndpoints.changeLoadStatus, { params, body: { newStatus: 'DISPATCHED' } });
    expect(driven).toMatchObject({ driverPayCents: 821 * 65, payTerms: before });
    const tonu = await client.call(loadEndpoints.markTonu, { params, body: { newRate: 25_000 } });
    expect(tonu.driverPayCents).toBe(40 * 65);
  });

  it('goes with the driver: the next one is paid by their own terms of today', async () => {
    const client = await api.signUp();
    const { load, driver } = await loadBeforeRaise(client);
    const next = await makeDriver(client, { pay: { model: 'PER_LOAD', rate: 50_000 } });
    const give = (driverId: string) =>
      client.call(loadEndpoints.assignLoad, { params: { id: load.id }, body: { driverId, confirmDoubleBooking: true } });
    expect(await give(next.id)).toMatchObject({ driverPayCents: 50_000, payTerms: { model: 'PER_LOAD', rate: 50_000 } });
    expect(await give(driver.id)).toMatchObject({ driverPayCents: 821 * 80, payTerms: after });
  });

  it.each([
    ['a TONU that pays nothing', 0],
    ['a TONU that pays the way to the pickup', 40],
  ])('comes back with its terms when %s is undone', async (_name, deadheadMiles) => {
    const client = await api.signUp();
    const driver = await makeDriver(client, { pay: before });
    const { id } = await makeLoad(client, { driverId: driver.id, deadheadMiles });
    await changeTerms(client, driver, after);
    const params = { id };
    const tonu = await client.call(loadEndpoints.markTonu, { params, body: { newRate: 25_000 } });
    expect(tonu.driverPayCents).toBe(deadheadMiles * 65);
    const miles = 781 + deadheadMiles;
    expect(await client.call(loadEndpoints.undoLoadStatus, { params })).toMatchObject({ driverPayCents: miles * 65, payTerms: before });
    expect(await payNote(client, id)).toBe(`${miles} mi × $0.65`);
  });

  it('comes back with its terms when the driver does', async () => {
    const client = await api.signUp();
    const { load, driver } = await loadBeforeRaise(client);
    const params = { id: load.id };
    await client.call(loadEndpoints.changeLoadStatus, { params, body: { newStatus: 'DISPATCHED' } });
    const open = await client.call(loadEndpoints.changeLoadStatus, { params, body: { newStatus: 'BOOKED' } });
    expect(open).toMatchObject({ driverId: null, driverPayCents: 0 });
    const back = await client.call(loadEndpoints.undoLoadStatus, { params });
    expect(back).toMatchObject({ driverId: driver.id, driverPayCents: 821 * 65, payTerms: before });
    const tonu = await client.call(loadEndpoints.markTonu, { params, body: { newRate: 25_000 } });
    expect(tonu.driverPayCents).toBe(40 * 65);
  });

  it('stays when the load comes back from the trash without its second driver', async () => {
    const client = await api.signUp();
    const [driver, second] = [await makeDriver(client, { pay: before }), await makeDriver(client)];
    const { id, driverPayCents } = await makeLoad(client, { driverId: driver.id, coDriverId: second.id, deadheadMiles: 40 });
    expect(driverPayCents).toBe(821 * 65);
    await changeTerms(client, driver, after);
    await client.call(loadEndpoints.deleteLoad, { params: { id } });
    await client.call(driverEndpoints.deleteDriver, { params: { id: second.id } });
    const back = await client.call(loadEndpoints.restoreLoad, { params: { id } });
    expect(back).toMatchObject({ driverId: driver.id, coDriverId: null, driverPayCents: 821 * 65, payTerms: before });
  });

  it('is counted by the terms of then in the form, too, for the same driver', async () => {
    const client = await api.signUp();
    await setRates(client, {});
    const { load, driver } = await loadBeforeRaise(client);
    const stops = load.stops.map(({ id, kind, city, state, day, time }) => ({ id, kind, city, state, day, time }));
    const drafted = { loadId: load.id, equipment: load.equipment, linehaulCents: load.linehaulCents, loadedMiles: 781, deadheadMiles: 40 };
    const cutWith = async (driverId: string) => {
      const body = { ...drafted, driverId, stops: stops.map(({ id: _, ...stop }) => stop) };
      return (await client.call(profitEndpoints.findProfit, { body })).cutCents;
    };
    expect(await cutWith(driver.id)).toBe(load.linehaulCents - 821 * 65);
    const next = await makeDriver(client, { pay: after });
    expect(await cutWith(next.id)).toBe(load.linehaulCents - 821 * 80);
    const body = loadInput({ brokerId: load.brokerId, driverId: driver.id, deadheadMiles: 40, commodity: 'Tiles', stops });
    const saved = await client.call(loadEndpoints.updateLoad, { params: { id: load.id }, query: { version: load.version }, body });
    expect(saved).toMatchObject({ commodity: 'Tiles', driverPayCents: 821 * 65 });
  });

  it('counts for the company’s terms as well', async () => {
    const client = await api.signUp();
    await setRates(client, { driverPay: before });
    const { id } = await makeLoad(client, { driverId: (await makeDriver(client)).id });
    expect(await payNote(client, id)).toBe('781 mi × $0.65 (company default)');
    await setRates(client, { driverPay: after });
    expect(await payNote(client, id)).toBe('781 mi × $0.65');
    expect(await client.call(loadEndpoints.getLoad, { params: { id } })).toMatchObject({ driverPayCents: 781 * 65, payTerms: before });
  });

  it('doesn’t count where no pay was saved: the terms of today do', async () => {
    const client = await api.signUp();
    const driver = await makeDriver(client, { pay: { model: 'WEEKLY', rate: 150_000 } });
    const { id } = await makeLoad(client, { driverId: driver.id });
    await changeTerms(client, driver, after);
    const read = () => client.call(loadEndpoints.getLoad, { params: { id } });
    expect(await read()).toMatchObject({ driverPayCents: 0, countedPayCents: 781 * 80, payTerms: after });
    const given = await client.call(loadEndpoints.assignLoad, { params: { id }, body: { driverId: driver.id, deadheadMiles: 40 } });
    expect(given.driverPayCents).toBe(821 * 80);
    await changeTerms(client, { ...driver, version: driver.version + 1 }, before);
    expect((await read()).payTerms).toEqual(after);
  });
});

describe('typed pay', () => {
  it('stays typed, whatever the terms are', async () => {
    const client = await api.signUp();
    const { load } = await loadBeforeRaise(client, { driverPayCents: 60_000 });
    expect(await payNote(client, load.id)).toBe('agreed for this load');
    const tonu = await client.call(loadEndpoints.markTonu, { params: { id: load.id }, body: { newRate: 25_000 } });
    expect(tonu.driverPayCents).toBe(60_000);
  });
});

describe('pay that can’t be known', () => {
  const nowhere = [pickupAt(), deliveryAt({ city: 'Nowhereville' })];
  const stats = async (client: TestClient) =>
    (await client.call(loadStatsEndpoints.getLoadStats, { query: { from: dayFromNow(-30), to: dayFromNow(30) } })).totals;

  it('is not saved for the deadhead alone, when a load is made, given and changed', async () => {
    const client = await api.signUp();
    const driver = await makeDriver(client, { pay: before });
    const unknown = { driverPayCents: 0, countedPayCents: null, cutCents: null, loadedMiles: 0 };
    const made = await makeLoad(client, { driverId: driver.id, loadedMiles: null, deadheadMiles: 40, stops: nowhere });
    expect(made).toMatchObject(unknown);
    expect(await stats(client)).toMatchObject({ loads: 1, driverPayCents: 0, loadsWithoutPay: 1 });
    const params = { id: made.id };
    const given = await client.call(loadEndpoints.assignLoad, { params, body: { driverId: driver.id, deadheadMiles: 50 } });
    expect(given).toMatchObject({ ...unknown, deadheadMiles: 50 });
    const body = { ...toLoadInput(given), driverPayCents: null, loadedMiles: null, commodity: 'Tiles' };
    const changed = await client.call(loadEndpoints.updateLoad, { params, query: { version: given.version }, body });
    expect(changed).toMatchObject({ ...unknown, commodity: 'Tiles' });
    const driven = await client.call(loadEndpoints.changeLoadStatus, { params, body: { newStatus: 'DISPATCHED' } });
    expect(driven).toMatchObject(unknown);
    const tonu = await client.call(loadEndpoints.markTonu, { params, body: { newRate: 25_000 } });
    expect(tonu.driverPayCents).toBe(50 * 65);
    expect(await client.call(loadEndpoints.undoLoadStatus, { params })).toMatchObject(unknown);
  });

  it('is not saved for the surcharge alone', async () => {
    const client = await api.signUp();
    const driver = await makeDriver(client, { pay: { model: 'PERCENTAGE', rate: 2_500 } });
    const rate = { linehaulCents: 0, fuelSurchargeCents: 20_000 };
    const made = await makeLoad(client, { asDraft: true, driverId: driver.id, ...rate });
    expect(made).toMatchObject({ driverPayCents: 0, countedPayCents: null });
  });

  it('is forgotten on loads from before, by the migration, and analytics says so', async () => {
    const client = await api.signUp();
    const byMile = await makeDriver(client, { pay: before });
    const byShare = await makeDriver(client, { pay: { model: 'PERCENTAGE', rate: 2_500 } });
    const plant = async (input: Parameters<typeof makeLoad>[1], pay: number, isUnused = false) => {
      const { id } = await makeLoad(client, input);
      if (isUnused) await client.call(loadEndpoints.markTonu, { params: { id }, body: { newRate: 25_000 } });
      await api.admin.query('update loads set driver_pay_cents = $3, pay_terms = null where company_id = $1 and id = $2', [
        client.user.companyId,
        id,
        pay,
      ]);
      return id;
    };
    const noMiles = { driverId: byMile.id, loadedMiles: null, deadheadMiles: 40, stops: nowhere };
    const ids = [
      await plant(noMiles, 40 * 65),
      await plant({ asDraft: true, driverId: byShare.id, linehaulCents: 0, fuelSurchargeCents: 20_001 }, 5_000),
      await plant(noMiles, 40 * 65 + 1),
      await plant(noMiles, 40 * 65, true),
      await plant({ driverId: byMile.id, deadheadMiles: 40 }, 821 * 65),
    ];
    const pays = () => Promise.all(ids.map(async (id) => (await client.call(loadEndpoints.getLoad, { params: { id } })).countedPayCents));
    const [wrongMiles, wrongShare, ...right] = await pays();
    expect([wrongMiles, wrongShare]).toEqual([40 * 65, 5_000]);
    const figures = await stats(client);

    const migrator = new pg.Client({ connectionString: api.databaseUrl('migrator') });
    await migrator.connect();
    try {
      await migrator.query(`begin; ${await readFile(join(migrationsFolder, '0044_unknown_pay.sql'), 'utf8')}; commit`);
    } finally {
      await migrator.end();
    }
    expect(await pays()).toEqual([null, null, ...right]);
    expect(await stats(client)).toEqual({
      ...figures,
      driverPayCents: figures.driverPayCents - 40 * 65,
      cutCents: figures.cutCents + 40 * 65,
      loadsWithoutPay: figures.loadsWithoutPay + 1,
    });
  });
});
