import type { Driver } from '@headhaul/contracts/drivers';
import { FitRow } from '@headhaul/contracts/fit';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load, LoadEvent } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchDatabase } from '../../../testing/database/database-traffic.ts';
import { untilBlocked } from '../../../testing/database/lock-waits.ts';
import { inHours, vanIn, vanLoad } from '../../../testing/fit-office.ts';
import { deliveryAt, loadInput, makeDriver, pickupAt, toLoadInput } from '../../../testing/office.ts';
import { putOnPlan } from '../../../testing/plan.ts';
import { problemOf, sendJson } from '../../../testing/send-json.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const memphis = { city: 'Memphis', state: 'TN' } as const;

/** A van load from Memphis as the form sends it. Nothing is agreed to. */
function fromMemphis(pickupHours: number, driverId: string | null, more: object = {}): object {
  const stops = [pickupAt({ ...memphis, ...inHours(pickupHours) }), deliveryAt({ ...inHours(pickupHours + 60, 'America/New_York') })];
  return { ...loadInput({ stops, lengthFt: 53, driverId }), anyway: undefined, ...more };
}

const book = (client: TestClient, body: object) => sendJson(client, 'POST', '/loads', body);

const change = (client: TestClient, load: Load, body: object) =>
  sendJson(client, 'PUT', `/loads/${load.id}?version=${load.version}`, { ...toLoadInput(load), anyway: undefined, ...body });

const loadOf = async (answer: Promise<Response>): Promise<Load> => (await answer).json() as Promise<Load>;

async function historyOf(client: TestClient, { id }: Pick<Load, 'id'>): Promise<LoadEvent[]> {
  return (await client.call(loadEndpoints.listLoadEvents, { params: { id }, query: {} })).events;
}

/** What the question about the fit tells a person, as the form and the change of a status send it. */
function anywayTo({ current }: { current?: unknown }) {
  const { reasons } = FitRow.parse(current);
  return { seen: [...new Set(reasons.map(({ kind }) => kind))], seenLoads: reasons.flatMap(({ loadNumber = [] }) => loadNumber) };
}

const anywayOf = (event: LoadEvent | undefined) => event?.changes.find(({ field }) => field === 'Assigned anyway')?.to;

async function countLoads(client: TestClient): Promise<number> {
  return (await client.call(loadEndpoints.listLoads, { query: {} })).loads.length;
}

describe('POST /loads with a driver', () => {
  it('422 FIT for a driver who can’t make it, with the row of the assign menu, and no load; 200 with `anyway` and a line in the history', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Boise', 'ID');
    const body = fromMemphis(3, driver.id);
    const problem = await problemOf(book(owner, body));
    expect(problem).toMatchObject({ status: 422, code: 'confirmation_needed', confirm: 'FIT' });
    expect(problem.current).toMatchObject({ driverId: driver.id, verdict: 'CANT' });
    expect(problem.detail).toMatch(/^DRY_VAN Boise: at pickup .+ late\.$/);
    expect(await countLoads(owner)).toBe(0);
    const load = await loadOf(book(owner, { ...body, anyway: {} }));
    const [assigned, created] = await historyOf(owner, load);
    expect([assigned?.kind, created?.kind]).toEqual(['assigned', 'created']);
    expect(anywayOf(assigned)).toMatch(/^at pickup .+ late$/);
    expect(assigned?.changes[0]).toEqual({ field: 'Driver', from: null, to: 'DRY_VAN Boise' });
  });

  it('422 FIT for a driver of whom a fact is missing', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner, { equipment: 'DRY_VAN', trailerLengthFt: 53 });
    const problem = await problemOf(book(owner, fromMemphis(30, driver.id)));
    expect(problem).toMatchObject({ status: 422, confirm: 'FIT', current: { verdict: 'NOT_KNOWN', fact: 'Location not known' } });
  });

  it('200 without a line for a driver who can, with `anyway` or without, and for a draft', async () => {
    const owner = await api.signUp();
    const [near, other, far] = [
      await vanIn(owner, 'Memphis', 'TN'),
      await vanIn(owner, 'Jackson', 'TN'),
      await vanIn(owner, 'Boise', 'ID'),
    ];
    for (const body of [
      fromMemphis(60, near.id),
      fromMemphis(60, other.id, { anyway: { reason: 'Asked for it' } }),
      fromMemphis(3, far.id, { asDraft: true }),
    ]) {
      const answer = await book(owner, body);
      expect(answer.status).toBe(200);
      expect((await historyOf(owner, (await answer.json()) as Load)).map(({ kind }) => kind)).toEqual(['created']);
    }
  });

  it('400 for a trailer of the wrong kind without a typed reason; wrong values are named before the question', async () => {
    const owner = await api.signUp();
    const flatbed = await vanIn(owner, 'Memphis', 'TN', { equipment: 'FLATBED' });
    const body = fromMemphis(60, flatbed.id);
    expect(await problemOf(book(owner, { ...body, anyway: {} }))).toMatchObject({
      status: 400,
      errors: [{ path: 'body.anyway.reason', message: 'Say why this trailer is fine' }],
    });
    expect((await problemOf(book(owner, { ...body, truckId: uuidv7() }))).status).toBe(400);
    const load = await loadOf(book(owner, { ...body, anyway: { reason: 'Broker takes a flatbed' } }));
    const [assigned] = await historyOf(owner, load);
    expect([anywayOf(assigned), assigned?.reason]).toEqual(['flatbed, load needs a van', 'Broker takes a flatbed']);
  });

  it('the same answer for a retried key, and one load', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Boise', 'ID');
    const [asked, agreed] = [uuidv7(), uuidv7()];
    const body = fromMemphis(3, driver.id);
    const send = (key: string, sent: object) => sendJson(owner, 'POST', '/loads', sent, { 'idempotency-key': key });
    for (const _ of [1, 2]) expect(await problemOf(send(asked, body))).toMatchObject({ status: 422, confirm: 'FIT' });
    const first = await loadOf(send(agreed, { ...body, anyway: {} }));
    const second = await loadOf(send(agreed, { ...body, anyway: {} }));
    expect(second.id).toBe(first.id);
    expect(await countLoads(owner)).toBe(1);
  });
});

describe('a driver who got another load at that time after the question', () => {
  it('is asked about again for a new load and for a changed one', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Memphis', 'TN');
    const theirs = () => loadOf(book(owner, fromMemphis(60, driver.id, { anyway: {}, confirmDoubleBooking: true })));
    await theirs();
    const open = await loadOf(book(owner, fromMemphis(60, null)));
    for (const save of [
      (more: object) => book(owner, fromMemphis(60, driver.id, more)),
      (more: object) => change(owner, open, { driverId: driver.id, ...more }),
    ]) {
      const told = anywayTo(await problemOf(save({})));
      const { loadNumber } = await theirs();
      const problem = await problemOf(save({ anyway: told }));
      expect(problem).toMatchObject({ status: 422, confirm: 'FIT', detail: `${driver.name}: has ${loadNumber} at the same time.` });
      expect(await problemOf(save({ anyway: { seen: told.seen } }))).toMatchObject({ status: 422, confirm: 'DOUBLE_BOOKING' });
      expect((await save({ anyway: anywayTo(problem) })).status).toBe(200);
    }
  });
});

describe('PUT /loads/{id} with a driver', () => {
  it('422 FIT for a new driver who can’t make it, 200 with `anyway` and a line in the history', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Boise', 'ID');
    const load = await vanLoad(owner, 3, memphis);
    const problem = await problemOf(change(owner, load, { driverId: driver.id }));
    expect(problem).toMatchObject({ status: 422, confirm: 'FIT', current: { driverId: driver.id, verdict: 'CANT' } });
    expect((await historyOf(owner, load)).map(({ kind }) => kind)).toEqual(['created']);
    const after = await loadOf(change(owner, load, { driverId: driver.id, anyway: { reason: 'He says so' } }));
    expect(after.driverId).toBe(driver.id);
    const [edited] = await historyOf(owner, load);
    expect(edited?.kind).toBe('edited');
    expect([anywayOf(edited), edited?.reason]).toEqual([expect.stringMatching(/^at pickup .+ late$/), 'He says so']);
  });

  it('422 FIT when an edit of the stops or the freight makes it impossible for the driver who has it', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Memphis', 'TN');
    const load = await loadOf(book(owner, fromMemphis(60, driver.id)));
    const { stops = [] } = toLoadInput(load);
    const [pickup, ...others] = stops;
    const elsewhere = [{ ...pickup, city: 'Boise', state: 'ID', zip: null, ...inHours(3) }, ...others];
    expect(await problemOf(change(owner, load, { stops: elsewhere }))).toMatchObject({ status: 422, confirm: 'FIT' });
    expect(await problemOf(change(owner, load, { equipment: 'FLATBED' }))).toMatchObject({ status: 422, confirm: 'FIT' });
    const after = await loadOf(change(owner, load, { stops: elsewhere, anyway: {} }));
    expect(anywayOf((await historyOf(owner, after))[0])).toMatch(/^at pickup .+ late$/);
  });

  it('200 when neither driver, stops nor freight changed, for a draft, and for a load that is delivered', async () => {
    const owner = await api.signUp();
    const [driver, other] = [await vanIn(owner, 'Boise', 'ID'), await makeDriver(owner)];
    const load = await loadOf(book(owner, fromMemphis(3, driver.id, { anyway: {} })));
    const changed = await loadOf(change(owner, load, { linehaulCents: 260_000 }));
    expect(changed.version).toBe(load.version + 1);
    expect(anywayOf((await historyOf(owner, load))[0])).toBeUndefined();
    const draft = await loadOf(book(owner, fromMemphis(3, null, { asDraft: true })));
    expect((await change(owner, draft, { driverId: driver.id, confirmDoubleBooking: true })).status).toBe(200);
    for (const newStatus of ['DISPATCHED', 'IN_TRANSIT', 'DELIVERED'] as const) {
      await owner.call(loadEndpoints.changeLoadStatus, { params: { id: load.id }, body: { newStatus, confirmDoubleBooking: true } });
    }
    const delivered = await owner.call(loadEndpoints.getLoad, { params: { id: load.id } });
    expect((await change(owner, delivered, { driverId: other.id })).status).toBe(200);
  });

  it('a load on the road asks for another driver only', async () => {
    const owner = await api.signUp();
    const [driver, other] = [await vanIn(owner, 'Memphis', 'TN'), await makeDriver(owner)];
    const booked = await loadOf(book(owner, fromMemphis(60, driver.id)));
    for (const newStatus of ['DISPATCHED', 'AT_PICKUP'] as const) {
      await owner.call(loadEndpoints.changeLoadStatus, { params: { id: booked.id }, body: { newStatus } });
    }
    const load = await owner.call(loadEndpoints.getLoad, { params: { id: booked.id } });
    expect(await problemOf(change(owner, load, { driverId: other.id }))).toMatchObject({ status: 422, confirm: 'FIT' });
    expect((await change(owner, load, { weightLb: 44_000 })).status).toBe(200);
  });

  it('412 before the question, and 404 for a load of another company', async () => {
    const owner = await api.signUp();
    const stranger = await api.signUp();
    const driver = await vanIn(owner, 'Boise', 'ID');
    const load = await vanLoad(owner, 3, memphis);
    await change(owner, load, { rc: 'LF-1' });
    expect((await problemOf(change(owner, load, { driverId: driver.id }))).status).toBe(412);
    const theirs = await vanIn(stranger, 'Boise', 'ID');
    expect((await problemOf(change(stranger, load, { driverId: theirs.id }))).status).toBe(404);
  });
});

describe('PUT /loads/{id}/status of a draft or a cancelled load that becomes booked', () => {
  const moveTo = (client: TestClient, { id }: Pick<Load, 'id'>, newStatus: LoadStatus, more: object = {}) =>
    sendJson(client, 'PUT', `/loads/${id}/status`, { newStatus, ...more });

  it('422 FIT for a driver who can’t make it, 200 with `anyway` and a line in the history', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Boise', 'ID');
    const draft = await loadOf(book(owner, fromMemphis(3, driver.id, { asDraft: true })));
    const problem = await problemOf(moveTo(owner, draft, 'BOOKED'));
    expect(problem).toMatchObject({ status: 422, code: 'confirmation_needed', confirm: 'FIT' });
    expect(problem.current).toMatchObject({ driverId: driver.id, verdict: 'CANT' });
    expect((await historyOf(owner, draft)).map(({ kind }) => kind)).toEqual(['created']);
    const booked = await loadOf(moveTo(owner, draft, 'BOOKED', { anyway: { reason: 'He says so' } }));
    expect(booked.status).toBe('BOOKED');
    const events = await historyOf(owner, draft);
    expect(events.map(({ kind }) => kind)).toEqual(['assigned', 'status', 'created']);
    const [assigned] = events;
    expect([anywayOf(assigned), assigned?.reason]).toEqual([expect.stringMatching(/^at pickup .+ late$/), 'He says so']);
    expect(assigned?.changes[0]).toEqual({ field: 'Driver', from: null, to: 'DRY_VAN Boise' });
  });

  it('200 for a driver who can, and without a driver', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Memphis', 'TN');
    for (const driverId of [driver.id, null]) {
      const draft = await loadOf(book(owner, fromMemphis(60, driverId, { asDraft: true })));
      expect((await moveTo(owner, draft, 'BOOKED')).status).toBe(200);
      expect((await historyOf(owner, draft)).map(({ kind }) => kind)).toEqual(['status', 'created']);
    }
  });

  it('asks about a cancelled load as about one that nobody has begun', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Memphis', 'TN');
    const load = await loadOf(book(owner, fromMemphis(60, driver.id)));
    for (const newStatus of ['DISPATCHED', 'AT_PICKUP', 'CANCELLED'] as const) await moveTo(owner, load, newStatus);
    expect((await moveTo(owner, load, 'BOOKED')).status).toBe(200);
    await moveTo(owner, load, 'CANCELLED');
    await api.admin.query(
      `update load_stops set starts_at = now() - interval '30 hours', ends_at = now() - interval '29 hours' where load_id = $1 and kind = 'PICKUP'`,
      [load.id],
    );
    expect(await problemOf(moveTo(owner, load, 'BOOKED'))).toMatchObject({ status: 422, confirm: 'FIT' });
  });

  it('asks again about a load that the driver got after the question, once about the others', async () => {
    const owner = await api.signUp();
    const driver = await vanIn(owner, 'Memphis', 'TN');
    const first = await loadOf(book(owner, fromMemphis(60, driver.id)));
    const draft = await loadOf(book(owner, fromMemphis(60, driver.id, { asDraft: true, confirmDoubleBooking: true })));
    const told = anywayTo(await problemOf(moveTo(owner, draft, 'BOOKED')));
    expect(told.seenLoads).toEqual([first.loadNumber]);
    const theirs = await loadOf(book(owner, fromMemphis(60, driver.id, { anyway: {}, confirmDoubleBooking: true })));
    const problem = await problemOf(moveTo(owner, draft, 'BOOKED', { anyway: told }));
    expect(problem).toMatchObject({ status: 422, confirm: 'FIT', detail: `${driver.name}: has ${theirs.loadNumber} at the same time.` });
    expect(await problemOf(moveTo(owner, draft, 'BOOKED', { anyway: { seen: told.seen } }))).toMatchObject({ confirm: 'DOUBLE_BOOKING' });
    expect((await moveTo(owner, draft, 'BOOKED', { anyway: anywayTo(problem) })).status).toBe(200);
  });

  /** Books the draft while a colleague's change of it is about to be saved: after the fit was asked, and before the draft is locked. */
  async function bookDuring(draft: Load, changing: () => Promise<Response>, booking: () => Promise<Response>): Promise<Response> {
    const holder = await api.admin.connect();
    try {
      await holder.query('begin');
      await holder.query('select from loads where id = $1 for update', [draft.id]);
      const changed = changing();
      await untilBlocked(api, 1);
      const booked = booking();
      await untilBlocked(api, 2);
      await holder.query('commit');
      expect((await changed).status).toBe(200);
      return await booked;
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  }

  it.each(['another pickup', 'another driver', 'a first driver'])(
    'asks about the draft as a colleague has just changed it: %s',
    async (what) => {
      const owner = await api.signUp();
      const [near, far] = [await vanIn(owner, 'Memphis', 'TN'), await vanIn(owner, 'Boise', 'ID')];
      const body = fromMemphis(20, what === 'a first driver' ? null : near.id, { asDraft: true }) as { stops: object[] };
      const draft = await loadOf(book(owner, body));
      const isMoved = what === 'another pickup';
      const stops = [pickupAt({ city: 'Boise', state: 'ID', ...inHours(20) }), body.stops.at(-1)];
      const changing = () =>
        isMoved ? change(owner, draft, { stops }) : sendJson(owner, 'PUT', `/loads/${draft.id}/assignment`, { driverId: far.id });
      const answer = bookDuring(draft, changing, () => moveTo(owner, draft, 'BOOKED'));
      const current = { driverId: isMoved ? near.id : far.id, verdict: 'CANT' };
      expect(await problemOf(answer)).toMatchObject({ status: 422, confirm: 'FIT', current });
    },
  );

  it('asks in bulk about a draft that a colleague has just changed, and books one that got a driver who can', async () => {
    const owner = await api.signUp();
    await putOnPlan(api, owner);
    const [near, far] = [await vanIn(owner, 'Memphis', 'TN'), await vanIn(owner, 'Boise', 'ID')];
    for (const [before, after, isDone] of [
      [near, far, false],
      [far, near, true],
    ] as const) {
      const draft = await loadOf(book(owner, fromMemphis(20, before.id, { asDraft: true })));
      const answer = await bookDuring(
        draft,
        () => sendJson(owner, 'PUT', `/loads/${draft.id}/assignment`, { driverId: after.id }),
        () => sendJson(owner, 'POST', '/loads/status', { ids: [draft.id], newStatus: 'BOOKED' }),
      );
      const { done, refused } = (await answer.json()) as { done: Load[]; refused: { why: string }[] };
      expect([done.map(({ id }) => id), refused.map(({ why }) => why)]).toEqual(
        isDone ? [[draft.id], []] : [[], [expect.stringMatching(/^DRY_VAN Boise: at pickup .+ late\.$/)]],
      );
    }
  });

  it('names in bulk which loads stay as they are and why, with as many statements as for one', async () => {
    const owner = await api.signUp();
    await putOnPlan(api, owner);
    const draftFor = async (driver: Driver, pickupHours: number) =>
      loadOf(book(owner, fromMemphis(pickupHours, driver.id, { asDraft: true })));
    const boise = await vanIn(owner, 'Boise', 'ID');
    const measure = async (cities: readonly string[]) => {
      const drafts: Load[] = [];
      for (const city of cities) drafts.push(await draftFor(await vanIn(owner, city, 'TN'), 60));
      const far = await draftFor(boise, 3);
      const ids = [...drafts, far].map(({ id }) => id);
      return watchDatabase(async () => {
        const { done, refused } = await owner.call(loadEndpoints.changeManyStatuses, { body: { ids, newStatus: 'BOOKED' } });
        expect(done.map(({ id }) => id)).toEqual(drafts.map(({ id }) => id));
        const why = expect.stringMatching(/^DRY_VAN Boise: at pickup .+ late\.$/);
        expect(refused).toEqual([{ id: far.id, loadNumber: far.loadNumber, why }]);
      });
    };
    const one = await measure(['Memphis']);
    expect((await measure(['Jackson', 'Nashville', 'Bartlett'])).statements).toBe(one.statements);
  });
});
