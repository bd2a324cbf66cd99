import { randomUUID } from 'node:crypto';
import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import type { LoadInput } from '@headhaul/contracts/loads/input';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load, LoadEvent } from '@headhaul/contracts/loads/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../../../testing/event-reader.ts';
import { deliveryAt, makeDriver, makeLoad, pickupAt, toLoadInput } from '../../../testing/office.ts';
import { problemOf, sendJson } from '../../../testing/send-json.ts';
import { addTeammate } from '../../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

function send(client: TestClient, load: Load, input: Partial<LoadInput>, version = load.version): Promise<Response> {
  return sendJson(client, 'PUT', `/loads/${load.id}?version=${version}`, { ...toLoadInput(load), ...input });
}

async function save(client: TestClient, load: Load, input: Partial<LoadInput>): Promise<Load> {
  return client.call(loadEndpoints.updateLoad, {
    params: { id: load.id },
    query: { version: load.version },
    body: { ...toLoadInput(load), ...input },
  });
}

async function lastChanges(client: TestClient, load: Load): Promise<LoadEvent['changes']> {
  const { events } = await client.call(loadEndpoints.listLoadEvents, { params: { id: load.id } });
  return events[0]?.changes ?? [];
}

describe('PUT /loads/{id}', () => {
  it('200 with what was changed, told in the history in the words of the screen', async () => {
    const owner = await api.signUp();
    const stops = [pickupAt({ city: 'Milwaukee', state: 'WI', day: '2026-11-11', time: '08:00' }), deliveryAt({ day: '2026-11-13' })];
    const load = await makeLoad(owner, { stops, linehaulCents: 225_000, rc: 'LFP-1', loadedMiles: 812 });
    const [pickup, delivery] = toLoadInput(load).stops;
    const after = await save(owner, load, {
      linehaulCents: 235_050,
      rc: 'LFP-2',
      weightLb: 41_200,
      equipment: 'REEFER',
      tags: ['hot', 'hot'],
      stops: [{ ...pickup, time: '09:30', instructions: 'Dock 4' } as never, delivery as never],
    });
    expect(after).toMatchObject({
      version: 2,
      linehaulCents: 235_050,
      pickupAt: '2026-11-11T15:30:00.000Z',
      tags: ['hot'],
      original: { linehaulCents: 225_000, fuelSurchargeCents: 0, rc: 'LFP-1', loadedMiles: 812 },
    });
    expect(after.stops.map(({ id }) => id)).toEqual(load.stops.map(({ id }) => id));
    expect(await lastChanges(owner, load)).toEqual([
      { field: 'Rate', from: '$2,250', to: '$2,350.50' },
      { field: 'RC', from: 'LFP-1', to: 'LFP-2' },
      { field: 'Tags', from: null, to: 'hot' },
      { field: 'Equipment', from: 'Van', to: 'Reefer' },
      { field: 'Weight', from: null, to: '41,200 lb' },
      { field: 'Pickup', from: 'Wed 11/11 08:00 Milwaukee, WI', to: 'Wed 11/11 09:30 Milwaukee, WI' },
      { field: 'Pickup instructions', from: null, to: 'Dock 4' },
    ]);
  });

  it('keeps the first confirmed money through later changes; an RC that comes late revises nothing', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner, { linehaulCents: 200_000 });
    const withRc = await save(owner, load, { rc: 'RC-9' });
    expect(withRc.original).toBeNull();
    const second = await save(owner, withRc, { linehaulCents: 210_000 });
    const third = await save(owner, second, { linehaulCents: 220_000, rc: 'RC-10' });
    expect(third.original).toMatchObject({ linehaulCents: 200_000, rc: 'RC-9' });
    const draft = await makeLoad(owner, { asDraft: true, linehaulCents: 0 });
    expect((await save(owner, draft, { asDraft: true, linehaulCents: 90_000 })).original).toBeNull();
  });

  it('412 with the other person’s version, and both changes stand after the second try', async () => {
    const owner = await api.signUp();
    const teammate = await addTeammate(api, owner);
    const load = await makeLoad(owner);
    const hers = await save(teammate, load, { commodity: 'Paper' });
    const refused = await problemOf(send(owner, load, { weightLb: 30_000 }));
    expect(refused).toMatchObject({ status: 412, code: 'version_stale', current: { version: 2, commodity: 'Paper' } });
    expect(refused.current).toEqual(hers);
    const both = await save(owner, refused.current as Load, { weightLb: 30_000 });
    expect(both).toMatchObject({ version: 3, commodity: 'Paper', weightLb: 30_000 });
  });

  it('lets one of many editors of the same version through', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => send(owner, load, { commodity: `Freight ${n}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412]);
  });

  it('changes nothing when nothing was changed', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner, { tags: ['a'], references: [{ kind: 'PO', value: '1' }], loadedMiles: null });
    const screen = await openEvents(owner);
    expect(await save(owner, load, {})).toEqual(load);
    expect((await owner.call(loadEndpoints.listLoadEvents, { params: { id: load.id } })).events).toHaveLength(1);
    expect(screen.changes()).toHaveLength(0);
    screen.close();
  });

  it('estimates the miles anew when the stops change, unless somebody typed them', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner, { loadedMiles: null });
    const [pickup, delivery] = toLoadInput(load).stops;
    const moved = { stops: [pickup, { ...delivery, city: 'Denver', state: 'CO' }] as LoadInput['stops'] };
    const after = await save(owner, load, moved);
    expect(after.milesSource).toBe('NETWORK');
    expect(after.loadedMiles).not.toBe(load.loadedMiles);
    expect(after.deliveryZone).toBe('America/Denver');
    const typed = await save(owner, after, { loadedMiles: 800 });
    expect(typed).toMatchObject({ loadedMiles: 800, milesSource: 'ENTERED' });
    expect(
      await save(owner, typed, { stops: load.stops.map((stop) => toLoadInput({ ...load, stops: [stop] }).stops[0] as never) }),
    ).toMatchObject({
      loadedMiles: 800,
      milesSource: 'ENTERED',
    });
  });

  it('adds, removes and reorders stops', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const [pickup, delivery] = toLoadInput(load).stops as [LoadInput['stops'][number], LoadInput['stops'][number]];
    const added = await save(owner, load, { stops: [pickup, pickupAt({ city: 'Waco' }), deliveryAt({ city: 'Macon' }), delivery] });
    expect(added.stops.map(({ city }) => city)).toEqual(['Dallas', 'Waco', 'Macon', 'Atlanta']);
    expect(added).toMatchObject({ stopCount: 4, deliveryCity: 'Atlanta' });
    expect((await lastChanges(owner, load)).map(({ field, from }) => [field, from])).toEqual([
      ['Pickup 2', null],
      ['Delivery 1', null],
    ]);
    const [a, b, c, d] = toLoadInput(added).stops as [never, never, never, never];
    const turned = await save(owner, added, { stops: [b, a, d, c] });
    expect(turned.stops.map(({ city }) => city)).toEqual(['Waco', 'Dallas', 'Atlanta', 'Macon']);
    expect(turned).toMatchObject({ pickupCity: 'Waco', deliveryCity: 'Macon' });
    const fewer = await save(owner, turned, { stops: [b, c] });
    expect(fewer.stops.map(({ city }) => city)).toEqual(['Waco', 'Macon']);
  });

  it('400 for stops of another load, a stop twice, and a booked load without a rate', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const other = await makeLoad(owner);
    const [pickup, delivery] = toLoadInput(load).stops;
    const [foreign] = toLoadInput(other).stops;
    expect(await problemOf(send(owner, load, { stops: [foreign, delivery] as never }))).toMatchObject({
      status: 400,
      paths: ['body.stops.0.id'],
    });
    expect(await problemOf(send(owner, load, { stops: [pickup, pickup, delivery] as never }))).toMatchObject({
      status: 400,
      paths: ['body.stops.1.id'],
    });
    expect(await problemOf(send(owner, load, { linehaulCents: 0, asDraft: true }))).toMatchObject({
      status: 400,
      paths: ['body.linehaulCents'],
    });
  });

  it('422 for another load’s number; 200 for a free one; none keeps its own', async () => {
    const owner = await api.signUp();
    const first = await makeLoad(owner);
    const load = await makeLoad(owner);
    expect(await problemOf(send(owner, load, { loadNumber: first.loadNumber }))).toMatchObject({ status: 422, code: 'already_taken' });
    const renamed = await save(owner, load, { loadNumber: 'OURS-1' });
    expect(renamed.loadNumber).toBe('OURS-1');
    const kept = await save(owner, renamed, { loadNumber: null, commodity: 'x' });
    expect(kept.loadNumber).toBe('OURS-1');
    const taking = await Promise.all([first, kept].map((one) => send(owner, one, { loadNumber: 'BOTH' })));
    expect(taking.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('takes another broker, and counts its contact once', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner, { brokerName: 'Old Broker' });
    const contact = { brokerContactName: 'Ann', brokerContactEmail: 'ann@new.example' };
    const moved = await save(owner, load, { brokerId: null, brokerName: 'New Broker', brokerMc: '555', ...contact });
    expect(moved).toMatchObject({ brokerName: 'New Broker', brokerMc: '555', brokerContactName: 'Ann' });
    await save(owner, moved, { commodity: 'Paper' });
    const broker = await owner.call(brokerEndpoints.getBroker, { params: { id: moved.brokerId } });
    expect(broker.contacts.map(({ name, loads }) => [name, loads])).toEqual([['Ann', 1]]);
  });

  it('keeps an archived driver it already has, and asks before a new one is booked twice', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const load = await makeLoad(owner, { driverId: driver.id });
    await owner.call(loadEndpoints.changeLoadStatus, { params: { id: load.id }, body: { newStatus: 'CANCELLED' } });
    await owner.call(driverEndpoints.deleteDriver, { params: { id: driver.id } });
    const cancelled = await owner.call(loadEndpoints.getLoad, { params: { id: load.id } });
    expect(await save(owner, cancelled, { commodity: 'Paper' })).toMatchObject({ driverId: driver.id });

    const busy = await makeDriver(owner);
    const first = await makeLoad(owner, { driverId: busy.id });
    const second = await makeLoad(owner);
    expect(await problemOf(send(owner, second, { driverId: busy.id }))).toMatchObject({
      status: 422,
      code: 'confirmation_needed',
      detail: `${busy.name} has load ${first.loadNumber} at that time.`,
    });
    expect((await send(owner, second, { driverId: busy.id, confirmDoubleBooking: true })).status).toBe(200);
  });

  it('400 for taking the driver off a load on the road', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const load = await makeLoad(owner, { driverId: driver.id });
    const rolling = await owner.call(loadEndpoints.changeLoadStatus, { params: { id: load.id }, body: { newStatus: 'DISPATCHED' } });
    expect(await problemOf(send(owner, rolling, { driverId: null }))).toMatchObject({ status: 400, paths: ['body.driverId'] });
  });

  it('404 for another company’s load, a deleted one, and 400 without a version', async () => {
    const owner = await api.signUp();
    const other = await api.signUp();
    const load = await makeLoad(owner);
    expect((await send(other, load, {})).status).toBe(404);
    expect((await send(owner, { ...load, id: randomUUID() }, {})).status).toBe(404);
    const response = await owner.fetch(`/api/loads/${load.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toLoadInput(load)),
    });
    expect(response.status).toBe(400);
    await owner.call(loadEndpoints.deleteLoad, { params: { id: load.id } });
    expect((await send(owner, load, {})).status).toBe(404);
  });
});
