import { randomUUID } from 'node:crypto';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayFromNow, deliveryAt, makeDriver, makeLoad, pickupAt } from '../../../testing/office.ts';
import { problemOf, sendJson } from '../../../testing/send-json.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

function move(client: TestClient, load: Pick<Load, 'id'>, newStatus: LoadStatus, more: object = {}): Promise<Load> {
  return client.call(loadEndpoints.changeLoadStatus, { params: { id: load.id }, body: { newStatus, ...more } });
}

function undo(client: TestClient, load: Pick<Load, 'id'>): Promise<Load> {
  return client.call(loadEndpoints.undoLoadStatus, { params: { id: load.id } });
}

describe('PUT /loads/{id}/assignment', () => {
  const assign = (client: TestClient, load: Pick<Load, 'id'>, body: object) =>
    sendJson(client, 'PUT', `/loads/${load.id}/assignment`, body);

  it('200 for a driver, another driver, and nobody', async () => {
    const owner = await api.signUp();
    const first = await makeDriver(owner, { name: 'Ana', truckNumber: '7', pay: { model: 'PER_MILE', rate: 60 } });
    const second = await makeDriver(owner, { name: 'Bo' });
    const load = await makeLoad(owner, { loadedMiles: 1_000 });
    const given = (await (await assign(owner, load, { driverId: first.id, deadheadMiles: 50 })).json()) as Load;
    expect(given).toMatchObject({ driverName: 'Ana', truckNumber: '7', deadheadMiles: 50, driverPayCents: 63_000, version: 2 });
    expect(await (await assign(owner, load, { driverId: first.id, deadheadMiles: 50 })).json()).toEqual(given);
    expect(await (await assign(owner, load, { driverId: first.id, truckId: null })).json()).toMatchObject({ truckNumber: null });
    expect(await (await assign(owner, load, { driverId: second.id, coDriverId: first.id })).json()).toMatchObject({
      driverName: 'Bo',
      coDriverName: 'Ana',
      driverPayCents: 0,
    });
    expect(await (await assign(owner, load, { driverId: null })).json()).toMatchObject({
      driverId: null,
      coDriverId: null,
      status: 'BOOKED',
    });
  });

  it('takes the driver off a dispatched load by moving it back to booked, and undo brings both back', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const load = await makeLoad(owner, { driverId: driver.id });
    await move(owner, load, 'DISPATCHED');
    expect(await (await assign(owner, load, { driverId: null })).json()).toMatchObject({ status: 'BOOKED', driverId: null });
    expect(await undo(owner, load)).toMatchObject({ status: 'DISPATCHED', driverId: driver.id });
  });

  it('422 for nobody on a load that rolls; another driver may take it over', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const relief = await makeDriver(owner);
    const load = await makeLoad(owner, { driverId: driver.id });
    await move(owner, load, 'DISPATCHED');
    await move(owner, load, 'IN_TRANSIT');
    expect(await problemOf(assign(owner, load, { driverId: null }))).toMatchObject({ status: 422, code: 'move_not_allowed' });
    expect((await assign(owner, load, { driverId: relief.id })).status).toBe(200);
  });

  it('422 for a driver who has another load at that time, unless confirmed; 200 for the load after it', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const first = await makeLoad(owner, { driverId: driver.id });
    const overlapping = await makeLoad(owner);
    expect(await problemOf(assign(owner, overlapping, { driverId: driver.id }))).toMatchObject({
      status: 422,
      code: 'confirmation_needed',
      detail: `${driver.name} has load ${first.loadNumber} at that time.`,
    });
    expect((await assign(owner, overlapping, { driverId: driver.id, confirmDoubleBooking: true })).status).toBe(200);
    const next = await makeLoad(owner, { stops: [pickupAt({ day: dayFromNow(2), time: '16:00' }), deliveryAt({ day: dayFromNow(3) })] });
    expect((await assign(owner, next, { driverId: driver.id })).status).toBe(200);
  });

  it('400 for a driver of another company, an archived one, and the same one twice', async () => {
    const owner = await api.signUp();
    const foreign = await makeDriver(await api.signUp());
    const archived = await makeDriver(owner);
    await owner.call(driverEndpoints.deleteDriver, { params: { id: archived.id } });
    const driver = await makeDriver(owner);
    const load = await makeLoad(owner);
    expect((await assign(owner, load, { driverId: foreign.id })).status).toBe(400);
    expect((await assign(owner, load, { driverId: archived.id })).status).toBe(400);
    expect((await assign(owner, load, { driverId: driver.id, coDriverId: driver.id })).status).toBe(400);
    expect((await assign(owner, load, { driverId: driver.id, truckId: randomUUID() })).status).toBe(400);
  });
});
