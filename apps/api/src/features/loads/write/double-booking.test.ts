import { randomUUID } from 'node:crypto';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain, logStatements } from '../../../testing/database/statement-log.ts';
import {
  dayFromNow,
  deliveryAt,
  loadInput,
  makeBroker,
  makeDriver,
  makeLoad,
  pickupAt,
  plantLoad,
  toLoadInput,
} from '../../../testing/office.ts';
import { problemOf, sendJson } from '../../../testing/send-json.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { findDoubleBookings } from './double-booking.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

function move(client: TestClient, load: Pick<Load, 'id'>, newStatus: LoadStatus): Promise<Load> {
  return client.call(loadEndpoints.changeLoadStatus, { params: { id: load.id }, body: { newStatus } });
}

const later = { stops: [pickupAt({ day: dayFromNow(8) }), deliveryAt({ day: dayFromNow(9) })] };

async function busyDriver() {
  const owner = await api.signUp();
  const driver = await makeDriver(owner);
  const load = await makeLoad(owner, { driverId: driver.id });
  const asked = { status: 422, code: 'confirmation_needed', detail: `${driver.name} has load ${load.loadNumber} at that time.` };
  return { owner, driver, load, asked };
}

describe('a driver with hundreds of loads at that time', () => {
  it('is named with one of them for each load that is asked about', async () => {
    const owner = await api.signUp();
    const { id: brokerId } = await makeBroker(owner);
    const driver = await makeDriver(owner);
    const first = await plantLoad(api, owner, { brokerId, driverId: driver.id, pickupAt: `now() + interval '1 hour'` });
    for (let load = 0; load < 200; load += 1) await plantLoad(api, owner, { brokerId, coDriverId: driver.id });
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const asked = Array.from({ length: 20 }, () => ({
      id: randomUUID(),
      status: 'BOOKED' as const,
      driverId: driver.id,
      coDriverId: null,
      pickupEndsAt: at(2),
      deliveryAt: at(40),
    }));
    const { steps, found } = await api.platform.db.withTenant(owner.user.companyId, async (tx) => {
      const { db, statements } = logStatements(tx.db);
      const clashes = await findDoubleBookings({ ...tx, db }, asked);
      return { steps: await explain(api.admin, statements[0]), found: clashes };
    });
    expect([...found.values()]).toEqual(Array(20).fill(`${driver.name} has load ${first.loadNumber} at that time.`));
    // The query picks from one clash per load, not from all of the driver's loads.
    const chosenFrom = steps.find((step) => step['Node Type'] === 'Unique')?.Plans?.at(-1);
    expect(chosenFrom?.['Actual Rows']).toBe(20);
    const widest = Math.max(...steps.filter((step) => step['Node Type'] === 'CTE Scan').map((step) => step.Output?.length ?? 0));
    expect(widest, 'columns of a load that are held').toBeLessThan(10);
  });
});

describe('a driver who has another load at that time', () => {
  it('is asked about for a new load', async () => {
    const { owner, driver, asked } = await busyDriver();
    const input = loadInput({ driverId: driver.id });
    expect(await problemOf(sendJson(owner, 'POST', '/loads', input))).toMatchObject(asked);
    expect((await owner.call(loadEndpoints.listLoads, {})).loads).toHaveLength(1);
    expect((await sendJson(owner, 'POST', '/loads', { ...input, confirmDoubleBooking: true })).status).toBe(200);
    expect((await sendJson(owner, 'POST', '/loads', loadInput({ ...later, driverId: driver.id }))).status).toBe(200);
  });

  it('is asked about when a load’s stops move to that time, and only then', async () => {
    const { owner, driver, asked } = await busyDriver();
    const load = await makeLoad(owner, { ...later, driverId: driver.id });
    const [pickup, delivery] = toLoadInput(load).stops;
    const stops = [
      { ...pickup, day: dayFromNow(1) },
      { ...delivery, day: dayFromNow(2) },
    ];
    const save = (more: object) => sendJson(owner, 'PUT', `/loads/${load.id}?version=${load.version}`, { ...toLoadInput(load), ...more });
    expect(await problemOf(save({ stops }))).toMatchObject(asked);
    const moved = (await (await save({ stops, confirmDoubleBooking: true })).json()) as Load;
    const body = { ...toLoadInput(moved), commodity: 'Paper' };
    expect((await sendJson(owner, 'PUT', `/loads/${load.id}?version=${moved.version}`, body)).status).toBe(200);
  });

  it('is asked about when a cancelled load or a draft is booked', async () => {
    const { owner, driver, load, asked } = await busyDriver();
    await move(owner, load, 'CANCELLED');
    const other = await makeLoad(owner, { driverId: driver.id });
    const detail = `${driver.name} has load ${other.loadNumber} at that time.`;
    const book = (id: string, more = {}) => sendJson(owner, 'PUT', `/loads/${id}/status`, { newStatus: 'BOOKED', anyway: {}, ...more });
    expect(await problemOf(book(load.id))).toMatchObject({ ...asked, detail });
    const draft = await makeLoad(owner, { asDraft: true, driverId: driver.id });
    expect(await problemOf(book(draft.id))).toMatchObject({ ...asked, detail });
    expect((await book(load.id, { confirmDoubleBooking: true })).status).toBe(200);
  });

  it('is found among several loads that are booked at once', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const drafts = [
      await makeLoad(owner, { asDraft: true, driverId: driver.id }),
      await makeLoad(owner, { asDraft: true, driverId: driver.id }),
      await makeLoad(owner, { ...later, asDraft: true, driverId: driver.id }),
    ];
    const ids = drafts.map(({ id }) => id);
    const { done, refused } = await owner.call(loadEndpoints.changeManyStatuses, { body: { ids, newStatus: 'BOOKED', anyway: {} } });
    expect(done.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect(refused).toEqual([
      { id: ids[1], loadNumber: drafts[1]?.loadNumber, why: `The driver goes with load ${drafts[0]?.loadNumber}.` },
    ]);
  });

  it('is asked about when a load comes out of the bin', async () => {
    const { owner, driver, load } = await busyDriver();
    await move(owner, load, 'DISPATCHED');
    await owner.call(loadEndpoints.deleteLoad, { params: { id: load.id } });
    const other = await makeLoad(owner, { driverId: driver.id });
    await move(owner, other, 'DISPATCHED');
    const detail = `${driver.name} is on load ${other.loadNumber} now.`;
    const params = { id: load.id };
    expect(await problemOf(sendJson(owner, 'POST', `/loads/${load.id}/restore`))).toMatchObject({ code: 'confirmation_needed', detail });
    expect((await owner.call(loadEndpoints.getLoad, { params })).deletedAt).not.toBeNull();
    const back = await owner.call(loadEndpoints.restoreLoad, { params, query: { confirmDoubleBooking: 'true' } });
    expect(back).toMatchObject({ status: 'DISPATCHED', driverId: driver.id, deletedAt: null });
  });

  it('lets one of two people through who book the same driver at once', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const answers = await Promise.all([1, 2, 3].map(() => sendJson(owner, 'POST', '/loads', loadInput({ driverId: driver.id }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });
});

describe('a driver who was archived while the load lay in the bin', () => {
  async function binned(status: LoadStatus | null, more: object = {}) {
    const owner = await api.signUp();
    const driver = await makeDriver(owner, { truckNumber: '114', pay: { model: 'PER_LOAD', rate: 50_000 } });
    const load = await makeLoad(owner, { driverId: driver.id, ...more });
    if (status) await move(owner, load, status);
    await owner.call(loadEndpoints.deleteLoad, { params: { id: load.id } });
    await owner.call(driverEndpoints.deleteDriver, { params: { id: driver.id } });
    return { owner, driver, load, restore: () => owner.call(loadEndpoints.restoreLoad, { params: { id: load.id } }) };
  }

  it('does not come back with it, and a load that rolled is only booked', async () => {
    const { owner, driver, load, restore } = await binned('DISPATCHED');
    expect(load).toMatchObject({ driverPayCents: 50_000, truckNumber: '114' });
    const back = await restore();
    expect(back).toMatchObject({ status: 'BOOKED', driverId: null, truckId: null, driverPayCents: 0, deletedAt: null });
    expect(back.stops.map(({ status }) => status)).toEqual(['PENDING', 'PENDING']);
    const { events } = await owner.call(loadEndpoints.listLoadEvents, { params: { id: load.id } });
    expect(events.slice(0, 2).map(({ kind }) => kind)).toEqual(['status', 'restored']);
    expect(events[0]?.changes).toContainEqual({ field: 'Driver', from: driver.name, to: null });
    expect(await problemOf(sendJson(owner, 'POST', `/loads/${load.id}/status/undo`))).toMatchObject({
      status: 422,
      detail: `${driver.name} is archived. Assign another driver.`,
    });
  });

  it('stays on a load whose work is done', async () => {
    const { driver, restore } = await binned('CANCELLED');
    expect(await restore()).toMatchObject({ status: 'CANCELLED', driverId: driver.id });
  });

  it('leaves it to the second driver', async () => {
    const owner = await api.signUp();
    const [first, second] = [await makeDriver(owner), await makeDriver(owner, { pay: { model: 'PER_LOAD', rate: 70_000 } })];
    const load = await makeLoad(owner, { driverId: first.id, coDriverId: second.id });
    await move(owner, load, 'DISPATCHED');
    await owner.call(loadEndpoints.deleteLoad, { params: { id: load.id } });
    await owner.call(driverEndpoints.deleteDriver, { params: { id: first.id } });
    const back = await owner.call(loadEndpoints.restoreLoad, { params: { id: load.id } });
    expect(back).toMatchObject({ status: 'DISPATCHED', driverId: second.id, coDriverId: null, driverPayCents: 70_000 });
  });
});
