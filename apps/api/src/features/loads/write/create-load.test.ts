import { randomUUID } from 'node:crypto';
import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { fleetEndpoints } from '@headhaul/contracts/fleet';
import type { LoadInput, StopInput } from '@headhaul/contracts/loads/input';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../../../testing/event-reader.ts';
import { dayFromNow, deliveryAt, loadInput, makeDriver, makeLoad, pickupAt } from '../../../testing/office.ts';
import { problemOf, sendJson } from '../../../testing/send-json.ts';
import { addTeammate, memberIdOf } from '../../../testing/team.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

describe('POST /loads', () => {
  it('200 with the whole load: stops in their own time, road miles, the next number', async () => {
    const owner = await api.signUp();
    const load = await owner.call(loadEndpoints.createLoad, {
      body: {
        brokerName: 'Lakeshore Freight',
        brokerMc: 'MC-428816',
        brokerContactEmail: 'Ann@Lakeshore.example',
        rc: ' LFP-88213 ',
        stops: [
          { kind: 'PICKUP', city: 'Milwaukee', state: 'WI', day: '2026-11-11', time: '08:00', facility: 'Menomonee Valley Warehouse' },
          { kind: 'DELIVERY', city: 'Conley', state: 'GA', day: '2026-11-12', time: '14:00', endTime: '18:00', schedule: 'FCFS' },
        ],
        references: [
          { kind: 'PO', value: '77' },
          { kind: 'PO', value: '77' },
        ],
        linehaulCents: 235_000,
      },
    });
    expect(load).toMatchObject({
      version: 1,
      loadNumber: '1001',
      status: 'BOOKED',
      brokerName: 'Lakeshore Freight',
      brokerMc: '428816',
      brokerContactEmail: 'ann@lakeshore.example',
      rc: 'LFP-88213',
      pickupCity: 'Milwaukee',
      pickupAt: '2026-11-11T14:00:00.000Z',
      pickupEndsAt: '2026-11-11T14:00:00.000Z',
      pickupHasTime: true,
      pickupZone: 'America/Chicago',
      deliveryAt: '2026-11-12T19:00:00.000Z',
      deliveryEndsAt: '2026-11-12T23:00:00.000Z',
      deliveryZone: 'America/New_York',
      stopCount: 2,
      grossCents: 235_000,
      // Nobody has said what the driver gets.
      cutCents: null,
      milesSource: 'NETWORK',
      references: [{ kind: 'PO', value: '77' }],
      dispatcherId: owner.user.id,
      original: null,
      undoUntil: null,
      dueOn: null,
      deletedAt: null,
    });
    expect(load.loadedMiles).toBeGreaterThan(750);
    expect(load.loadedMiles).toBeLessThan(900);
    expect(load.stops.map(({ kind, status, facility }) => [kind, status, facility])).toEqual([
      ['PICKUP', 'PENDING', 'Menomonee Valley Warehouse'],
      ['DELIVERY', 'PENDING', null],
    ]);
    expect(await owner.call(loadEndpoints.getLoad, { params: { id: load.id } })).toEqual(load);
    expect((await makeLoad(owner)).loadNumber).toBe('1002');
    const { brokers } = await owner.call(brokerEndpoints.listBrokers, {});
    expect(brokers.map(({ name }) => name)).toContain('Lakeshore Freight');
  });

  it('200 for a draft without a rate, whose cut isn’t known', async () => {
    const owner = await api.signUp();
    const draft = await makeLoad(owner, { asDraft: true, linehaulCents: 0 });
    expect(draft).toMatchObject({ status: 'DRAFT', grossCents: 0, cutCents: null });
  });

  it('200 for a place nobody knows: the company’s clock, no point on the map, no miles', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner, {
      loadedMiles: null,
      stops: [pickupAt({ city: 'Nowhere at All', state: 'TX', day: '2026-11-11', time: '08:00' }), deliveryAt({ day: '2026-11-12' })],
    });
    expect(load.stops[0]).toMatchObject({ lat: null, lng: null, timeZone: 'America/Chicago', startsAt: '2026-11-11T14:00:00.000Z' });
    expect(load).toMatchObject({ loadedMiles: 0, milesSource: 'ESTIMATE' });
    expect(await makeLoad(owner, { loadedMiles: 781 })).toMatchObject({ loadedMiles: 781, milesSource: 'ENTERED' });
  });

  it('200 with the driver’s own truck, trailer and pay', async () => {
    const owner = await api.signUp();
    const truck = await owner.call(fleetEndpoints.createTruck, { body: { number: '114' } });
    const trailer = await owner.call(fleetEndpoints.createTrailer, { body: { number: '5307' } });
    const driver = await makeDriver(owner, { truckId: truck.id, trailerId: trailer.id, pay: { model: 'PER_MILE', rate: 65 } });
    const load = await makeLoad(owner, { driverId: driver.id, loadedMiles: 812, deadheadMiles: 38 });
    expect(load).toMatchObject({ truckNumber: '114', trailerNumber: '5307', driverPayCents: 55_250, driverId: driver.id });
    expect(load.cutCents).toBe(250_000 - 55_250);
  });

  it('400 with every wrong field at once', async () => {
    const owner = await api.signUp();
    const response = await sendJson(owner, 'POST', '/loads', {
      stops: [{ kind: 'DELIVERY', city: '', state: 'XX', day: '2026-13-01' }],
      linehaulCents: 10.5,
      equipment: 'SPACESHIP',
      surprise: 1,
    });
    const { status, paths } = await problemOf(response);
    expect(status).toBe(400);
    expect(paths).toEqual(
      expect.arrayContaining([
        'body.stops',
        'body.stops.0.city',
        'body.stops.0.state',
        'body.stops.0.day',
        'body.linehaulCents',
        'body.equipment',
      ]),
    );
  });

  it('400 for a booked load without a rate, without a broker, or with its stops the wrong way round', async () => {
    const owner = await api.signUp();
    const bad: [Partial<LoadInput>, string][] = [
      [{ linehaulCents: 0 }, 'body.linehaulCents'],
      [{ brokerName: ' ' }, 'body.brokerName'],
      [{ stops: [deliveryAt(), pickupAt()] }, 'body.stops.0.kind'],
      [{ temperatureMinF: 40, temperatureMaxF: 30 }, 'body.temperatureMaxF'],
      [{ stops: [pickupAt({ id: randomUUID() }), deliveryAt()] }, 'body.stops.0.id'],
    ];
    for (const [input, path] of bad) {
      expect(await problemOf(await sendJson(owner, 'POST', '/loads', loadInput(input)))).toMatchObject({
        status: 400,
        paths: expect.arrayContaining([path]),
      });
    }
  });

  it('400 for a stop before the one above it, told at that stop', async () => {
    const owner = await api.signUp();
    const [pickup, later, sooner] = [
      pickupAt({ day: dayFromNow(1) }),
      deliveryAt({ day: dayFromNow(4) }),
      deliveryAt({ day: dayFromNow(3), city: 'Macon' }),
    ];
    const refused = { status: 400, code: 'validation_failed', paths: ['body.stops.2.day'] };
    expect(await problemOf(sendJson(owner, 'POST', '/loads', loadInput({ stops: [pickup, later, sooner] })))).toMatchObject(refused);
    await makeLoad(owner, { stops: [pickup, sooner, later] });
  });

  it('400 for a delivery before its pickup, by the clocks of both places', async () => {
    const owner = await api.signUp();
    const send = (pickup: Partial<StopInput>, delivery: Partial<StopInput>) =>
      sendJson(owner, 'POST', '/loads', loadInput({ stops: [pickupAt(pickup), deliveryAt(delivery)] }));
    const day = dayFromNow(3);
    const refused = { status: 400, code: 'validation_failed', paths: ['body.stops.1.day'] };
    expect(await problemOf(send({ day }, { day: dayFromNow(2) }))).toMatchObject(refused);
    expect(await problemOf(send({ day, time: '14:00' }, { day, time: '14:30' }))).toMatchObject(refused);
    expect((await send({ day, time: '14:00' }, { day, time: '15:30' })).status).toBe(200);
    expect((await send({ day, time: '14:00' }, { day, time: null })).status).toBe(200);
    expect((await send({ day, time: null }, { day, time: '06:00' })).status).toBe(200);
    const west = { city: 'Los Angeles', state: 'CA' } as const;
    expect((await send({ day, time: '14:00' }, { ...west, day, time: '13:00' })).status).toBe(200);
  });

  it('400 for people, trucks and brokers of another company, or archived, or gone', async () => {
    const owner = await api.signUp();
    const other = await api.signUp();
    const driver = await makeDriver(other);
    const truck = await other.call(fleetEndpoints.createTruck, { body: { number: '1' } });
    const trailer = await other.call(fleetEndpoints.createTrailer, { body: { number: '1' } });
    const foreign = await makeLoad(other);
    const teammate = await addTeammate(api, owner);
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, teammate.user.email) } });
    const response = await sendJson(
      owner,
      'POST',
      '/loads',
      loadInput({
        brokerId: foreign.brokerId,
        driverId: driver.id,
        coDriverId: driver.id,
        truckId: truck.id,
        trailerId: trailer.id,
        dispatcherId: teammate.user.id,
      }),
    );
    expect(await problemOf(response)).toMatchObject({
      status: 400,
      code: 'validation_failed',
      paths: expect.arrayContaining([
        'body.brokerId',
        'body.driverId',
        'body.coDriverId',
        'body.truckId',
        'body.trailerId',
        'body.dispatcherId',
      ]),
    });
  });

  it('422 for a number another load has; the number of a deleted load is free', async () => {
    const owner = await api.signUp();
    const first = await makeLoad(owner, { loadNumber: 'A-7' });
    const refused = await problemOf(await sendJson(owner, 'POST', '/loads', loadInput({ loadNumber: 'A-7' })));
    expect(refused).toMatchObject({ status: 422, code: 'already_taken', paths: ['body.loadNumber'] });
    await owner.call(loadEndpoints.deleteLoad, { params: { id: first.id } });
    expect((await makeLoad(owner, { loadNumber: 'A-7' })).loadNumber).toBe('A-7');
    const other = await api.signUp();
    expect((await makeLoad(other, { loadNumber: 'A-7' })).loadNumber).toBe('A-7');
  });

  it('skips numbers that were typed in', async () => {
    const owner = await api.signUp();
    await makeLoad(owner, { loadNumber: '1001' });
    await makeLoad(owner, { loadNumber: '1003' });
    expect([(await makeLoad(owner)).loadNumber, (await makeLoad(owner)).loadNumber]).toEqual(['1002', '1004']);
  });

  it('gives twenty loads at once twenty numbers, and one of two the number both want', async () => {
    const owner = await api.signUp();
    const made = await Promise.all(Array.from({ length: 20 }, () => makeLoad(owner, { brokerName: 'Same Broker' })));
    expect(made.map(({ loadNumber }) => Number(loadNumber)).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => 1001 + n));
    expect(new Set(made.map(({ brokerId }) => brokerId)).size).toBe(1);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sendJson(owner, 'POST', '/loads', loadInput({ loadNumber: 'SAME' }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422, 422, 422]);
  });

  it('gives no number twice when others type in the next one meanwhile', async () => {
    const owner = await api.signUp();
    const typed = Array.from({ length: 10 }, (_, n) => sendJson(owner, 'POST', '/loads', loadInput({ loadNumber: String(1001 + n) })));
    const counted = Array.from({ length: 10 }, () => sendJson(owner, 'POST', '/loads', loadInput()));
    const answers = await Promise.all([...typed, ...counted]);
    expect(answers.slice(10).map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true);
  });

  it('makes one load of a request that is sent twice with the same key', async () => {
    const owner = await api.signUp();
    const body = loadInput();
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = await Promise.all([sendJson(owner, 'POST', '/loads', body, key), sendJson(owner, 'POST', '/loads', body, key)]);
    expect(await first.json()).toEqual(await second.json());
    const { rows } = await api.admin.query('select id from loads where company_id = $1', [owner.user.companyId]);
    expect(rows).toHaveLength(1);
  });

  it('tells the team', async () => {
    const owner = await api.signUp();
    const screen = await openEvents(owner);
    const load = await makeLoad(owner);
    await screen.untilChanges(2);
    expect(screen.changes().map(({ data }) => data)).toEqual([
      { type: 'loads.changed', ids: [load.id], byUserId: owner.user.id },
      { type: 'brokers.changed' },
    ]);
    screen.close();
  });
});
