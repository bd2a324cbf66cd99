import { driverEndpoints } from '@headhaul/contracts/drivers';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayFromNow, deliveryAt, makeDriver, makeLoad, pickupAt } from '../../../testing/office.ts';
import { problemOf, sendJson } from '../../../testing/send-json.ts';
import { addTeammate } from '../../../testing/team.ts';
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

function timesOf({ stops }: Load) {
  return stops.map(({ status, arrivedAt, departedAt }) => [status, arrivedAt !== null, departedAt !== null]);
}

describe('PUT /loads/{id}/status', () => {
  it('200 through a whole life, with the stops and the dates that belong to it', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const load = await makeLoad(owner, { driverId: driver.id, paymentTermsDays: 30 });
    const dispatched = await move(owner, load, 'DISPATCHED');
    expect(dispatched).toMatchObject({ status: 'DISPATCHED', version: 2 });
    expect(timesOf(dispatched)).toEqual([
      ['EN_ROUTE', false, false],
      ['PENDING', false, false],
    ]);
    const atPickup = await move(owner, load, 'AT_PICKUP');
    expect(atPickup.dockArrivedAt).toBe(atPickup.stops[0]?.arrivedAt);
    expect(timesOf(atPickup)[0]).toEqual(['ARRIVED', true, false]);
    const rolling = await move(owner, load, 'IN_TRANSIT');
    expect(rolling.dockArrivedAt).toBeNull();
    expect(timesOf(rolling)).toEqual([
      ['COMPLETED', true, true],
      ['EN_ROUTE', false, false],
    ]);
    const problem = await move(owner, load, 'PROBLEM', { reason: 'Tire' });
    expect(problem).toMatchObject({ status: 'PROBLEM', statusBeforeProblem: 'IN_TRANSIT', problemReason: 'Tire' });
    expect(await move(owner, load, 'IN_TRANSIT')).toMatchObject({ statusBeforeProblem: null, problemReason: null });
    await move(owner, load, 'AT_DELIVERY');
    const delivered = await move(owner, load, 'DELIVERED');
    expect(timesOf(delivered)).toEqual([
      ['COMPLETED', true, true],
      ['COMPLETED', true, true],
    ]);
    const invoiced = await move(owner, load, 'INVOICED');
    expect(invoiced.invoicedAt).not.toBeNull();
    expect(invoiced.dueOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    const paid = await move(owner, load, 'PAID');
    expect(paid).toMatchObject({ status: 'PAID', paidAmountCents: 250_000 });
    expect(await problemOf(sendJson(owner, 'PUT', `/loads/${load.id}/status`, { newStatus: 'BOOKED' }))).toMatchObject({
      status: 422,
      code: 'move_not_allowed',
      allowedNext: [],
    });
  });

  it('counts a load on the days it was picked up and delivered', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const stops = [pickupAt({ day: dayFromNow(-9) }), deliveryAt({ day: dayFromNow(-8) })];
    const load = await makeLoad(owner, { driverId: driver.id, stops });
    const days = async () => {
      const sql = `select pickup_day::text, delivery_day::text from loads where id = $1`;
      return Object.values((await api.admin.query<Record<string, string>>(sql, [load.id])).rows[0] ?? {});
    };
    expect(await days()).toEqual([dayFromNow(-9), dayFromNow(-8)]);
    await move(owner, load, 'DISPATCHED');
    await move(owner, load, 'AT_PICKUP');
    expect((await days())[0]).not.toBe(dayFromNow(-9));
    await undo(owner, load);
    expect(await days()).toEqual([dayFromNow(-9), dayFromNow(-8)]);
  });

  it('422 with the allowed moves for one that is not in the table, and for one that was made already', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    expect(await problemOf(sendJson(owner, 'PUT', `/loads/${load.id}/status`, { newStatus: 'PAID' }))).toMatchObject({
      status: 422,
      code: 'move_not_allowed',
      allowedNext: ['DISPATCHED', 'TONU', 'CANCELLED'],
    });
    expect(await problemOf(sendJson(owner, 'PUT', `/loads/${load.id}/status`, { newStatus: 'BOOKED' }))).toMatchObject({ status: 422 });
    expect(await problemOf(sendJson(owner, 'PUT', `/loads/${load.id}/status`, { newStatus: 'TONU' }))).toMatchObject({ status: 422 });
  });

  it('422 without a driver, and with one who is archived', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    expect(await problemOf(sendJson(owner, 'PUT', `/loads/${load.id}/status`, { newStatus: 'DISPATCHED' }))).toMatchObject({
      status: 422,
      code: 'move_not_allowed',
      detail: 'Assign a driver first.',
      allowedNext: ['DISPATCHED', 'TONU', 'CANCELLED'],
    });
    const driver = await makeDriver(owner);
    const other = await makeLoad(owner, { driverId: driver.id });
    await move(owner, other, 'CANCELLED');
    await owner.call(driverEndpoints.deleteDriver, { params: { id: driver.id } });
    expect(await problemOf(sendJson(owner, 'PUT', `/loads/${other.id}/status`, { newStatus: 'BOOKED' }))).toMatchObject({
      status: 422,
      detail: `${driver.name} is archived. Assign another driver.`,
    });
  });

  it('422 for a driver who is on another load, unless confirmed', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner, { name: 'Marcus', familyName: 'Bell' });
    const first = await makeLoad(owner, { driverId: driver.id });
    const second = await makeLoad(owner);
    await owner.call(loadEndpoints.assignLoad, {
      params: { id: second.id },
      body: { driverId: driver.id, confirmDoubleBooking: true },
    });
    await move(owner, first, 'DISPATCHED');
    expect(await problemOf(sendJson(owner, 'PUT', `/loads/${second.id}/status`, { newStatus: 'DISPATCHED' }))).toMatchObject({
      status: 422,
      code: 'confirmation_needed',
      detail: `Marcus Bell is on load ${first.loadNumber} now.`,
    });
    expect(await move(owner, second, 'DISPATCHED', { confirmDoubleBooking: true })).toMatchObject({ status: 'DISPATCHED' });
  });

  it('lets one of two people through who dispatch the same driver at once', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    for (let round = 0; round < 5; round++) {
      const later = { stops: [pickupAt({ day: dayFromNow(30 + round * 9) }), deliveryAt({ day: dayFromNow(31 + round * 9) })] };
      const loads = [await makeLoad(owner, { driverId: driver.id }), await makeLoad(owner, { ...later, driverId: driver.id })];
      const answers = await Promise.all(loads.map(({ id }) => sendJson(owner, 'PUT', `/loads/${id}/status`, { newStatus: 'DISPATCHED' })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      for (const { id } of loads) await move(owner, { id }, 'CANCELLED');
    }
  });

  it('400 for a problem without a reason', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const load = await makeLoad(owner, { driverId: driver.id });
    await move(owner, load, 'DISPATCHED');
    await move(owner, load, 'IN_TRANSIT');
    expect(await problemOf(sendJson(owner, 'PUT', `/loads/${load.id}/status`, { newStatus: 'PROBLEM', reason: '  ' }))).toMatchObject({
      status: 400,
    });
  });

  it('lets only the owner reopen a delivered load', async () => {
    const owner = await api.signUp();
    const teammate = await addTeammate(api, owner);
    const driver = await makeDriver(owner);
    const load = await makeLoad(owner, { driverId: driver.id });
    for (const status of ['DISPATCHED', 'IN_TRANSIT', 'DELIVERED'] as const) await move(owner, load, status);
    expect(await problemOf(sendJson(teammate, 'PUT', `/loads/${load.id}/status`, { newStatus: 'IN_TRANSIT' }))).toMatchObject({
      status: 422,
      allowedNext: ['INVOICED'],
    });
    expect(timesOf(await move(owner, load, 'IN_TRANSIT'))[1]).toEqual(['EN_ROUTE', false, false]);
  });

  it('knows which of several stops is meant', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const load = await makeLoad(owner, {
      driverId: driver.id,
      stops: [pickupAt(), pickupAt({ city: 'Waco' }), deliveryAt({ city: 'Macon' }), deliveryAt()],
    });
    await move(owner, load, 'DISPATCHED');
    await move(owner, load, 'AT_PICKUP');
    const left = await move(owner, load, 'IN_TRANSIT');
    expect(left.stops.map(({ status }) => status)).toEqual(['COMPLETED', 'EN_ROUTE', 'PENDING', 'PENDING']);
    const there = await move(owner, load, 'AT_DELIVERY');
    expect(there.stops.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'ARRIVED', 'PENDING']);
    expect(there.stops[1]?.arrivedAt).toBeNull();
    const delivered = await move(owner, load, 'DELIVERED');
    expect(delivered.stops.map(({ status, departedAt }) => [status, departedAt !== null])).toEqual([
      ['COMPLETED', true],
      ['COMPLETED', false],
      ['COMPLETED', true],
      ['COMPLETED', false],
    ]);
  });

  it('404 for another company’s load and for one in the bin', async () => {
    const owner = await api.signUp();
    const other = await api.signUp();
    const load = await makeLoad(owner);
    for (const path of ['status', 'status/tonu', 'assignment']) {
      const body = { status: { newStatus: 'CANCELLED' }, 'status/tonu': { newRate: 100 }, assignment: { driverId: null } }[path];
      expect((await sendJson(other, 'PUT', `/loads/${load.id}/${path}`, body)).status).toBe(404);
    }
    expect((await other.fetch(`/api/loads/${load.id}/status/undo`, { method: 'POST' })).status).toBe(404);
    await owner.call(loadEndpoints.deleteLoad, { params: { id: load.id } });
    expect((await sendJson(owner, 'PUT', `/loads/${load.id}/status`, { newStatus: 'CANCELLED' })).status).toBe(404);
  });
});
