import { setTimeout as pause } from 'node:timers/promises';
import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../testing/cases.ts';
import { makeDriver, makeLoad } from '../../testing/office.ts';
import { putOnPlan } from '../../testing/plan.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const get = (client: TestClient, id: string) => client.call(driverEndpoints.getDriver, { params: { id } });

describe('a driver and the loads', () => {
  it('is planned, on the load, and empty where it ended, without anybody saying so', async () => {
    const client = await api.signUp();
    const driver = await makeDriver(client, { truckNumber: '1' });
    const load = await makeLoad(client, { driverId: driver.id });
    expect(await get(client, driver.id)).toMatchObject({ status: 'PLANNED', currentLoad: null, nextLoad: { id: load.id } });
    const move = (newStatus: 'DISPATCHED' | 'IN_TRANSIT' | 'DELIVERED') =>
      client.call(loadEndpoints.changeLoadStatus, { params: { id: load.id }, body: { newStatus } });
    await move('DISPATCHED');
    expect(await get(client, driver.id)).toMatchObject({
      status: 'ON_LOAD',
      currentLoad: { id: load.id, status: 'DISPATCHED' },
      nextLoad: null,
    });
    await move('IN_TRANSIT');
    await move('DELIVERED');
    expect(await get(client, driver.id)).toMatchObject({ status: 'READY', currentLoad: null, readyCity: 'Atlanta', readyState: 'GA' });
    const { brokers } = await client.call(brokerEndpoints.listBrokers, { query: {} });
    expect(brokers).toMatchObject([{ id: load.brokerId, history: { loads: 1, grossCents: 250_000 } }]);
  });

  it('an archived driver gets no load', async () => {
    const client = await api.signUp();
    const driver = await makeDriver(client);
    await client.call(driverEndpoints.deleteDriver, { params: { id: driver.id } });
    await expect(makeLoad(client, { driverId: driver.id })).rejects.toMatchObject({
      problem: { status: 400, errors: [{ path: 'body.driverId' }] },
    });
  });

  it('is never archived with a load that was given at once', async () => {
    const client = await api.signUp();
    await putOnPlan(api, client);
    const rounds = cases(14, 40);
    for (let round = 0; round < rounds; round++) {
      const driver = await makeDriver(client);
      const load = round % 2 ? await makeLoad(client) : null;
      const give = load
        ? client.call(loadEndpoints.assignLoad, { params: { id: load.id }, body: { driverId: driver.id } })
        : makeLoad(client, { driverId: driver.id });
      // The archiving happens sooner or later in each round. The outcome must be the same whichever request is first.
      const archive = pause((20 * round) / rounds).then(() => client.call(driverEndpoints.deleteDriver, { params: { id: driver.id } }));
      await Promise.allSettled([give, archive]);
    }
    const { rows } = await api.admin.query(
      `select l.load_number from loads l join drivers d on d.company_id = l.company_id and d.id = l.driver_id
       where l.company_id = $1 and d.deleted_at is not null`,
      [client.user.companyId],
    );
    expect(rows).toEqual([]);
  });
});
