import { driverEndpoints } from '@headhaul/contracts/drivers';
import { fleetEndpoints } from '@headhaul/contracts/fleet';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain, logStatements, pagesOf } from '../../testing/database/statement-log.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { makeDriver } from '../../testing/office.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { listFleet } from './fleet.service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });

describe('GET /fleet', () => {
  it('200 with trucks and trailers as people count them, and who has them', async () => {
    const client = await api.signUp();
    for (const number of ['10', '9', 'A1']) await client.call(fleetEndpoints.createTruck, { body: { number } });
    await client.call(fleetEndpoints.createTrailer, { body: { number: '53-1', equipment: 'REEFER', lengthFt: 53 } });
    const driver = await makeDriver(client, { name: 'Luis', familyName: 'Herrera', truckNumber: '9' });
    const { trucks, trailers } = await client.call(fleetEndpoints.listFleet, {});
    expect(trucks.map(({ number, drivers }) => [number, drivers])).toEqual([
      ['9', [{ id: driver.id, name: 'Luis Herrera' }]],
      ['10', []],
      ['A1', []],
    ]);
    expect(trailers).toMatchObject([{ number: '53-1', equipment: 'REEFER', lengthFt: 53, drivers: [] }]);
  });

  it('200 looks at each driver once, however many trucks there are', async () => {
    const client = await api.signUp();
    const { companyId } = client.user;
    await api.admin.query(
      `insert into trucks (company_id, id, number) select $1, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n::text from generate_series(1, 400) n`,
      [companyId],
    );
    await api.admin.query(
      `insert into drivers (company_id, id, name, truck_id)
       select $1, gen_random_uuid(), 'D' || n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid from generate_series(1, 400) n`,
      [companyId],
    );
    const pages = await api.platform.db.withTenant(companyId, async (tx) => {
      const { db, statements } = logStatements(tx.db);
      const { trucks } = await listFleet({ transaction: (work: (own: typeof tx) => unknown) => work({ ...tx, db }) } as never);
      expect(trucks.map(({ drivers }) => drivers.length)).toEqual(Array(400).fill(1));
      return pagesOf(await explain(api.admin, statements[0]));
    });
    // Reading all drivers again for each truck would take hundreds of thousands of pages.
    expect(pages).toBeLessThan(400 * 6);
  });

  it('200 never with another company’s', async () => {
    await (await api.signUp()).call(fleetEndpoints.createTruck, { body: { number: 'OTHER' } });
    expect(await (await api.signUp()).call(fleetEndpoints.listFleet, {})).toEqual({ trucks: [], trailers: [] });
  });
});

describe('a fleet that has as many as it can', () => {
  it('422 for one more, also by a driver’s form; 200 for a number it has', async () => {
    const client = await api.signUp();
    for (const table of ['trucks', 'trailers']) {
      await api.admin.query(
        `insert into ${table} (company_id, id, number) select $1, gen_random_uuid(), n::text from generate_series(1, 1999) n`,
        [client.user.companyId],
      );
    }
    await client.call(fleetEndpoints.createTruck, { body: { number: 'last' } });
    await client.call(fleetEndpoints.createTrailer, { body: { number: 'last', equipment: 'REEFER' } });
    const full = { problem: { code: 'limit_reached', detail: expect.stringContaining('2,000') } };
    await expect(client.call(fleetEndpoints.createTruck, { body: { number: 'more' } })).rejects.toMatchObject(full);
    await expect(client.call(fleetEndpoints.createTrailer, { body: { number: 'more', equipment: 'REEFER' } })).rejects.toMatchObject(full);
    await expect(makeDriver(client, { truckNumber: 'more' })).rejects.toMatchObject(full);
    expect(await makeDriver(client, { truckNumber: 'LAST' })).toMatchObject({ truckNumber: 'last' });
  });
});

describe('POST /fleet/trucks', () => {
  it('200 with all it was given; other screens hear of it', async () => {
    const client = await api.signUp();
    const screen = await openEvents(client);
    const body = {
      number: ' 105 ',
      make: 'Volvo',
      model: 'VNL',
      year: 2024,
      vin: '4V4NC9EH0RN000001',
      plate: 'IA 1',
      mpgLoaded: 6.7,
      mpgEmpty: 8.1,
      fixedCostPerDayCents: 18_500,
    };
    expect(await client.call(fleetEndpoints.createTruck, { body })).toMatchObject({ ...body, number: '105' });
    await screen.untilChanges(1);
    expect(screen.changes()[0]?.data).toEqual({ type: 'fleet.changed' });
    screen.close();
  });

  it('422 for a number in use, however it is written; also one of many at once', async () => {
    const client = await api.signUp();
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => client.call(fleetEndpoints.createTruck, { body: { number: index % 2 ? 'k-7' : 'K-7' } })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ problem: { status: 422, code: 'already_taken' } });
    }
    expect((await client.call(fleetEndpoints.listFleet, {})).trucks).toHaveLength(1);
  });

  it('400 for wrong and hostile fields, all named at once', async () => {
    const client = await api.signUp();
    const send = (body: unknown) =>
      client.fetch('/api/fleet/trucks', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const answer = await send({ number: '', year: 1800, mpgLoaded: 900, fixedCostPerDayCents: -1, colour: 'red' });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: { path: string }[] };
    expect(errors.map(({ path }) => path)).toEqual(expect.arrayContaining(['body.number', 'body.year', 'body.mpgLoaded']));
    for (const body of [null, [], { number: 7 }, { number: 'x'.repeat(21) }, { number: '\u0000' }, { number: '1', year: 2000.5 }])
      expect((await send(body)).status, JSON.stringify(body)).toBe(400);
  });

  it('401 signed out', async () => {
    expect((await api.fetch('/api/fleet')).status).toBe(401);
  });
});

describe('PUT /fleet/trucks/{id} and /fleet/trailers/{id}', () => {
  it('200 changes it; 422 for another one’s number; 404 for another company’s or none', async () => {
    const client = await api.signUp();
    const truck = await client.call(fleetEndpoints.createTruck, { body: { number: '1' } });
    await client.call(fleetEndpoints.createTruck, { body: { number: '2' } });
    const change = (id: string, number: string) => ({ params: { id }, body: { number, make: 'Mack' } });
    expect(await client.call(fleetEndpoints.updateTruck, change(truck.id, '1'))).toMatchObject({ number: '1', make: 'Mack' });
    await expect(client.call(fleetEndpoints.updateTruck, change(truck.id, '2'))).rejects.toMatchObject(problem(422, 'already_taken'));
    await expect(client.call(fleetEndpoints.updateTruck, change(uuidv7(), '3'))).rejects.toMatchObject(problem(404, 'not_found'));
    const stranger = await api.signUp();
    await expect(stranger.call(fleetEndpoints.updateTruck, change(truck.id, '3'))).rejects.toMatchObject(problem(404, 'not_found'));

    const trailer = await client.call(fleetEndpoints.createTrailer, { body: { number: 'T1' } });
    const input = { params: { id: trailer.id }, body: { number: 'T1', equipment: 'FLATBED', lengthFt: 48 } } as const;
    expect(await client.call(fleetEndpoints.updateTrailer, input)).toMatchObject({ equipment: 'FLATBED', lengthFt: 48 });
    await expect(stranger.call(fleetEndpoints.updateTrailer, input)).rejects.toMatchObject(problem(404, 'not_found'));
  });
});

describe('DELETE /fleet/trucks/{id} and /fleet/trailers/{id}', () => {
  it('204 takes it out of use, and its number is free again; 404 the second time', async () => {
    const client = await api.signUp();
    for (const [create, remove] of [
      [fleetEndpoints.createTruck, fleetEndpoints.deleteTruck],
      [fleetEndpoints.createTrailer, fleetEndpoints.deleteTrailer],
    ] as const) {
      const { id } = await client.call(create, { body: { number: '5' } });
      await expect((await api.signUp()).call(remove, { params: { id } })).rejects.toMatchObject(problem(404, 'not_found'));
      await client.call(remove, { params: { id } });
      await expect(client.call(remove, { params: { id } })).rejects.toMatchObject(problem(404, 'not_found'));
      expect((await client.call(create, { body: { number: '5' } })).id).not.toBe(id);
    }
  });

  it('422 while somebody drives it, naming them; 204 once they are archived', async () => {
    const client = await api.signUp();
    const driver = await makeDriver(client, { name: 'Nate', familyName: 'Ferris', truckNumber: '109' });
    const params = { id: driver.truckId ?? '' };
    await expect(client.call(fleetEndpoints.deleteTruck, { params })).rejects.toMatchObject({
      problem: { status: 422, code: 'move_not_allowed', detail: 'Truck 109 is with Nate Ferris. Assign them another one first.' },
    });
    await client.call(driverEndpoints.deleteDriver, { params: { id: driver.id } });
    await client.call(fleetEndpoints.deleteTruck, { params });
    const restored = await client.call(driverEndpoints.restoreDriver, { params: { id: driver.id } });
    expect(restored).toMatchObject({ truckId: null, truckNumber: null });
  });

  it('against giving it to a driver at once: never a driver with a truck that is out of use', async () => {
    const client = await api.signUp();
    for (let round = 0; round < 10; round++) {
      const truck = await client.call(fleetEndpoints.createTruck, { body: { number: `R${round}` } });
      await Promise.allSettled([
        client.call(fleetEndpoints.deleteTruck, { params: { id: truck.id } }),
        makeDriver(client, { truckId: truck.id }),
      ]);
    }
    const { rows } = await api.admin.query(
      'select 1 from drivers d join trucks t on t.id = d.truck_id where d.company_id = $1 and t.deleted_at is not null',
      [client.user.companyId],
    );
    expect(rows).toHaveLength(0);
  });
});
