import type { Driver } from '@headhaul/contracts/drivers';
import { fitEndpoints } from '@headhaul/contracts/fit';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load, LoadEvent } from '@headhaul/contracts/loads/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vanIn, vanLoad } from '../../../testing/fit-office.ts';
import { makeDriver, makeLoad } from '../../../testing/office.ts';
import { problemOf, sendJson } from '../../../testing/send-json.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const memphis = { city: 'Memphis', state: 'TN' } as const;

const assign = (client: TestClient, load: Pick<Load, 'id'>, body: object) => sendJson(client, 'PUT', `/loads/${load.id}/assignment`, body);

async function lastEvent(client: TestClient, { id }: Pick<Load, 'id'>): Promise<LoadEvent | undefined> {
  return (await client.call(loadEndpoints.listLoadEvents, { params: { id }, query: { limit: 1 } })).events[0];
}

/** What the question of the assign menu tells a person about a driver, as the menu sends it. */
async function readQuestion(client: TestClient, { id }: Pick<Load, 'id'>, driver: Pick<Driver, 'id'>) {
  const { rows } = await client.call(fitEndpoints.findFits, { body: { loadId: id } });
  const reasons = rows.find(({ driverId }) => driverId === driver.id)?.reasons ?? [];
  return { seen: reasons.map(({ kind }) => kind), seenLoads: reasons.flatMap(({ loadNumber = [] }) => loadNumber) };
}

const anywayOf = (event: LoadEvent | undefined) => event?.changes.find(({ field }) => field === 'Assigned anyway')?.to;

describe('PUT /loads/{id}/assignment with `anyway`', () => {
  it('200 for a driver who can’t make it, and the history says what the API found', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Boise', 'ID');
    const load = await vanLoad(owner, 3, memphis);
    expect((await assign(owner, load, { driverId: driver.id, anyway: {} })).status).toBe(200);
    const event = await lastEvent(owner, load);
    expect(event?.kind).toBe('assigned');
    expect(anywayOf(event)).toMatch(/^at pickup .+ late$/);
    expect(event?.reason).toBeNull();
  });

  it('200 without a line for a driver who can after all', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Memphis', 'TN');
    const load = await vanLoad(owner, 60, memphis);
    expect((await assign(owner, load, { driverId: driver.id, anyway: { reason: 'They asked for it' } })).status).toBe(200);
    const event = await lastEvent(owner, load);
    expect([anywayOf(event), event?.reason]).toEqual([undefined, null]);
  });

  it('200 for a driver of whom a fact is missing, named in the history', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner, { equipment: 'DRY_VAN', trailerLengthFt: 53 });
    const load = await vanLoad(owner, 30, memphis);
    expect((await assign(owner, load, { driverId: driver.id, anyway: {} })).status).toBe(200);
    expect(anywayOf(await lastEvent(owner, load))).toBe('location not known');
  });

  it('400 for a trailer of the wrong kind without a typed reason, 200 with one, which is kept as typed', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Memphis', 'TN', { equipment: 'FLATBED' });
    const load = await vanLoad(owner, 60, memphis);
    for (const anyway of [{}, { reason: '  ' }, { reason: null }]) {
      expect(await problemOf(assign(owner, load, { driverId: driver.id, anyway }))).toMatchObject({
        status: 400,
        errors: [{ path: 'body.anyway.reason', message: 'Say why this trailer is fine' }],
      });
    }
    expect((await assign(owner, load, { driverId: driver.id, anyway: { reason: 'Broker takes a flatbed' } })).status).toBe(200);
    const event = await lastEvent(owner, load);
    expect([anywayOf(event), event?.reason]).toEqual(['flatbed, load needs a van', 'Broker takes a flatbed']);
  });

  it('422 FIT when another reason decides than the person was told, 200 when they were told', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Boise', 'ID');
    const load = await vanLoad(owner, 3, memphis);
    const asked = { status: 422, code: 'confirmation_needed', confirm: 'FIT', current: { driverId: driver.id, verdict: 'CANT' } };
    for (const seen of [[], ['HOURS_UNKNOWN'], ['LENGTH']]) {
      expect(await problemOf(assign(owner, load, { driverId: driver.id, anyway: { seen } }))).toMatchObject(asked);
    }
    expect(await lastEvent(owner, load)).toMatchObject({ kind: 'created' });
    expect((await assign(owner, load, { driverId: driver.id, anyway: { seen: ['PICKUP_LATE', 'DELIVERY_LATE', 'HOURS'] } })).status).toBe(
      200,
    );
  });

  it('422 FIT for a trailer that is of the wrong kind since, so that a reason can be typed', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Memphis', 'TN', { equipment: 'FLATBED' });
    const load = await vanLoad(owner, 60, memphis);
    const anyway = { seen: ['LOCATION_UNKNOWN'] };
    expect(await problemOf(assign(owner, load, { driverId: driver.id, anyway }))).toMatchObject({ status: 422, confirm: 'FIT' });
  });

  it('200 for a driver of whom less is known than the person was told: that they can’t', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner, { equipment: 'DRY_VAN', trailerLengthFt: 53 });
    const load = await vanLoad(owner, 30, memphis);
    const [known, worse] = [['HOURS_UNKNOWN'], ['PICKUP_LATE']];
    expect((await problemOf(assign(owner, load, { driverId: driver.id, anyway: { seen: known } }))).status).toBe(422);
    expect((await assign(owner, load, { driverId: driver.id, anyway: { seen: worse } })).status).toBe(200);
  });

  it('asks once about the driver’s other load, and also about the second driver’s', async () => {
    const owner = await api.signUp();
    const [driver, mate] = [await vanIn(owner, 'Memphis', 'TN'), await vanIn(owner, 'Jackson', 'TN')];
    const [first, other, load] = [await vanLoad(owner, 60, memphis), await vanLoad(owner, 60, memphis), await vanLoad(owner, 60, memphis)];
    await assign(owner, first, { driverId: driver.id });
    await assign(owner, other, { driverId: mate.id });
    const anyway = await readQuestion(owner, load, driver);
    expect(anyway).toMatchObject({ seen: expect.arrayContaining(['ON_LOAD']), seenLoads: [first.loadNumber] });
    const body = { driverId: driver.id, anyway };
    expect(await problemOf(assign(owner, load, { ...body, coDriverId: mate.id }))).toMatchObject({
      status: 422,
      confirm: 'DOUBLE_BOOKING',
      detail: `${mate.name} has load ${other.loadNumber} at that time.`,
    });
    expect(await problemOf(assign(owner, load, { driverId: driver.id, anyway: {} }))).toMatchObject({ confirm: 'DOUBLE_BOOKING' });
    expect((await assign(owner, load, body)).status).toBe(200);
  });

  it('422 FIT for a load that the driver got after the question, named in the answer, and 200 when the person was told of it too', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Memphis', 'TN');
    const [first, later, load] = [await vanLoad(owner, 60, memphis), await vanLoad(owner, 60, memphis), await vanLoad(owner, 60, memphis)];
    await assign(owner, first, { driverId: driver.id });
    const told = await readQuestion(owner, load, driver);
    await assign(owner, later, { driverId: driver.id, confirmDoubleBooking: true });
    expect(await problemOf(assign(owner, load, { driverId: driver.id, anyway: told }))).toMatchObject({
      status: 422,
      confirm: 'FIT',
      detail: `${driver.name}: has ${later.loadNumber} at the same time.`,
      current: { reasons: expect.arrayContaining([expect.objectContaining({ kind: 'ON_LOAD', loadNumber: later.loadNumber })]) },
    });
    expect(await lastEvent(owner, load)).toMatchObject({ kind: 'created' });
    const both = await readQuestion(owner, load, driver);
    expect(new Set(both.seenLoads)).toEqual(new Set([first.loadNumber, later.loadNumber]));
    expect((await assign(owner, load, { driverId: driver.id, anyway: both })).status).toBe(200);
  });

  it('422 FIT when another load took the place of the one that the person was told of', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Memphis', 'TN');
    const [first, later, load] = [await vanLoad(owner, 60, memphis), await vanLoad(owner, 60, memphis), await vanLoad(owner, 60, memphis)];
    await assign(owner, first, { driverId: driver.id });
    const told = await readQuestion(owner, load, driver);
    await assign(owner, first, { driverId: null });
    await assign(owner, later, { driverId: driver.id });
    expect(await problemOf(assign(owner, load, { driverId: driver.id, anyway: told }))).toMatchObject({ status: 422, confirm: 'FIT' });
  });

  it('422 DOUBLE_BOOKING from a page of before, which names no loads, and 200 when that is confirmed', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Memphis', 'TN');
    const [first, load] = [await vanLoad(owner, 60, memphis), await vanLoad(owner, 60, memphis)];
    await assign(owner, first, { driverId: driver.id });
    const { seen } = await readQuestion(owner, load, driver);
    const body = { driverId: driver.id, anyway: { seen } };
    expect(await problemOf(assign(owner, load, body))).toMatchObject({ status: 422, confirm: 'DOUBLE_BOOKING' });
    expect((await assign(owner, load, { ...body, confirmDoubleBooking: true })).status).toBe(200);
  });

  it('400 for words instead of a reason, a reason that is too long, and a driver of another company', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Boise', 'ID');
    const foreign = await makeDriver(await api.signUp());
    const load = await vanLoad(owner, 3, memphis);
    expect((await assign(owner, load, { driverId: driver.id, anyway: { words: 'Can make it' } })).status).toBe(400);
    expect((await assign(owner, load, { driverId: driver.id, anyway: { reason: 'x'.repeat(201) } })).status).toBe(400);
    expect((await assign(owner, load, { driverId: foreign.id, anyway: {} })).status).toBe(400);
  });
});

describe('PUT /loads/{id}/assignment with `seenDriverId`', () => {
  it('412 when somebody gave the load to another driver since, with who and when, and 200 to replace', async () => {
    const owner = await api.signUp();
    const [seen, theirs, own] = [await makeDriver(owner), await makeDriver(owner, { name: 'Tiana' }), await makeDriver(owner)];
    const load = await makeLoad(owner, { driverId: seen.id });
    await assign(owner, load, { driverId: theirs.id });
    const problem = await problemOf(assign(owner, load, { driverId: own.id, seenDriverId: seen.id }));
    expect(problem).toMatchObject({ status: 412, code: 'version_stale', current: { driverId: theirs.id } });
    expect(problem.detail).toMatch(new RegExp(`^\\S+ gave ${load.loadNumber} to Tiana \\d+ s ago\\.$`));
    expect((await assign(owner, load, { driverId: own.id, seenDriverId: theirs.id })).status).toBe(200);
  });

  it('200 when the load has the seen driver, the wanted one, or none any more', async () => {
    const owner = await api.signUp();
    const [one, other] = [await makeDriver(owner), await makeDriver(owner)];
    const load = await makeLoad(owner, { driverId: one.id });
    expect((await assign(owner, load, { driverId: other.id, seenDriverId: one.id })).status).toBe(200);
    expect((await assign(owner, load, { driverId: other.id, seenDriverId: one.id })).status).toBe(200);
    await assign(owner, load, { driverId: null });
    expect((await assign(owner, load, { driverId: one.id, seenDriverId: other.id })).status).toBe(200);
  });
});
