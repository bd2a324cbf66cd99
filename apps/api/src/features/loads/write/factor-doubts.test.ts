import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import { formatApprovalDay } from '@headhaul/domain/factoring/approvals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayFromNow, loadInput, makeBroker, makeDriver, makeLoad, toLoadInput } from '../../../testing/office.ts';
import { applyList, setFactor } from '../../../testing/providers/factor.ts';
import { problemOf, sendJson } from '../../../testing/send-json.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

let api: TestApp;
let owner: TestClient;
let other: TestClient;
beforeAll(async () => {
  api = await startTestApp();
  [owner, other] = [await api.signUp(), await api.signUp()];
  for (const client of [owner, other]) {
    for (const [name, mc] of brokers) await makeBroker(client, { name, mc });
  }
  await setFactor(owner);
  await applyList(owner, ['Quickturn,991120,,Declined,,', 'Lakeshore,428816,,Approved,10000,8000', 'Copper,771204,,Call credit,,'], listed);
});
afterAll(() => api.close());

const brokers = [
  ['Quickturn', '991120'],
  ['Lakeshore', '428816'],
  ['Copper', '771204'],
] as const;
const listed = dayFromNow(-5);

async function openOffice(): Promise<TestClient> {
  const client = await api.signUp();
  await makeBroker(client, { name: 'Quickturn', mc: '991120' });
  return client;
}

const declined = {
  status: 422,
  code: 'confirmation_needed',
  confirm: 'FACTOR',
  detail: `Ridgeway declined Quickturn on ${formatApprovalDay(listed)}.`,
};
const overLimit = { ...declined, detail: expect.stringContaining('has $2,000 of $10,000 left for Lakeshore') };

const book = (client: TestClient, input: object) => sendJson(client, 'POST', '/loads', loadInput(input));
const countLoads = async () => (await api.admin.query('select from loads where company_id = $1', [owner.user.companyId])).rowCount;

async function confirmations(id: string, client = owner): Promise<{ actorName: string | null; reason: string | null }[]> {
  const { events } = await client.call(loadEndpoints.listLoadEvents, { params: { id } });
  return events.filter(({ kind }) => kind === 'factor.confirmed').map(({ actorName, reason }) => ({ actorName, reason }));
}

describe('POST /loads', () => {
  it('422 asks before a load of a declined broker, and books nothing', async () => {
    const before = await countLoads();
    expect(await problemOf(book(owner, { brokerMc: '991120' }))).toMatchObject(declined);
    expect(await countLoads()).toBe(before);
  });

  it('200 once somebody confirmed it; the history says who and why', async () => {
    const load = (await (await book(owner, { brokerMc: '991120', confirmFactor: true })).json()) as Load;
    expect(load.status).toBe('BOOKED');
    expect(await confirmations(load.id)).toEqual([{ actorName: expect.any(String), reason: declined.detail }]);
  });

  it('422 above what is left of the limit, 200 up to it', async () => {
    expect(await problemOf(book(owner, { brokerMc: '428816', linehaulCents: 200_001 }))).toMatchObject(overLimit);
    const load = (await (await book(owner, { brokerMc: '428816', linehaulCents: 200_000, confirmFactor: true })).json()) as Load;
    // Nothing had to be confirmed, so the history says nothing.
    expect(await confirmations(load.id)).toEqual([]);
  });

  it('200 for a draft, for “call first”, for a broker that is not listed, and in another company', async () => {
    expect((await book(owner, { brokerMc: '991120', asDraft: true })).status).toBe(200);
    expect((await book(owner, { brokerMc: '771204' })).status).toBe(200);
    expect((await book(owner, { brokerMc: '5' })).status).toBe(200);
    expect((await book(other, { brokerMc: '991120' })).status).toBe(200);
  });

  it('400 for a confirmation that is none', async () => {
    expect(await problemOf(book(owner, { brokerMc: '991120', confirmFactor: 'yes' }))).toMatchObject({ status: 400 });
  });
});

describe('PUT /loads/{id}', () => {
  const save = (load: Load, input: object) =>
    sendJson(owner, 'PUT', `/loads/${load.id}?version=${load.version}`, { ...toLoadInput(load), ...input });

  it('422 when the load goes to a declined broker, 200 confirmed, and not asked again', async () => {
    const load = await makeLoad(owner, { brokerMc: '771204' });
    const { id: brokerId } = await owner.call(loadEndpoints.getLoad, { params: { id: load.id } });
    expect(brokerId).toBe(load.id);
    const change = { brokerId: null, brokerName: null, brokerMc: '991120' };
    expect(await problemOf(save(load, change))).toMatchObject(declined);
    const moved = (await (await save(load, { ...change, confirmFactor: true })).json()) as Load;
    expect(await confirmations(load.id)).toHaveLength(1);
    expect((await save(moved, { commodity: 'paper' })).status).toBe(200);
  });

  it('422 when a higher rate goes over the limit, 200 when it was over already', async () => {
    const load = await makeLoad(owner, { brokerMc: '428816', linehaulCents: 150_000 });
    expect(await problemOf(save(load, { linehaulCents: 250_000 }))).toMatchObject(overLimit);
    const raised = (await (await save(load, { linehaulCents: 250_000, confirmFactor: true })).json()) as Load;
    expect((await save(raised, { linehaulCents: 260_000 })).status).toBe(200);
  });
});

describe('PUT /loads/{id}/status', () => {
  const move = (load: Load, input: object) => sendJson(owner, 'PUT', `/loads/${load.id}/status`, input);

  it('422 when a draft of a declined broker is booked, 200 confirmed, with the history', async () => {
    const draft = await makeLoad(owner, { brokerMc: '991120', asDraft: true });
    expect(await problemOf(move(draft, { newStatus: 'BOOKED' }))).toMatchObject(declined);
    expect((await move(draft, { newStatus: 'BOOKED', confirmFactor: true })).status).toBe(200);
    expect(await confirmations(draft.id)).toHaveLength(1);
  });

  it('many at once: names each load that stays a draft', async () => {
    const [bad, good] = [
      await makeLoad(owner, { brokerMc: '991120', asDraft: true }),
      await makeLoad(owner, { brokerMc: '771204', asDraft: true }),
    ];
    const { done, refused } = await owner.call(loadEndpoints.changeManyStatuses, {
      body: { ids: [bad.id, good.id], newStatus: 'BOOKED' },
    });
    expect([done.map(({ id }) => id), refused]).toEqual([[good.id], [{ id: bad.id, loadNumber: bad.loadNumber, why: declined.detail }]]);
  });

  it('200 for every other move of a load that was booked against the factor', async () => {
    const load = await makeLoad(owner, { brokerMc: '991120', confirmFactor: true });
    expect((await move(load, { newStatus: 'CANCELLED' })).status).toBe(200);
    expect(await problemOf(move(load, { newStatus: 'BOOKED' }))).toMatchObject(declined);
  });
});

/** A load that was booked while the factor had nothing against its broker. */
async function bookBeforeDecline(client: TestClient): Promise<Load> {
  const load = await makeLoad(client, { brokerMc: '991120' });
  await setFactor(client);
  await applyList(client, ['Quickturn,991120,,Declined,,'], listed);
  return load;
}

describe('POST /loads/{id}/restore', () => {
  const remove = (client: TestClient, { id }: Load) => client.call(loadEndpoints.deleteLoad, { params: { id } });
  const restore = (client: TestClient, { id }: Load, query = '') => sendJson(client, 'POST', `/loads/${id}/restore${query}`);

  it('422 asks before a load of a broker that is declined by now comes back, 200 confirmed, with the history', async () => {
    const client = await openOffice();
    const load = await bookBeforeDecline(client);
    await remove(client, load);
    expect(await problemOf(restore(client, load))).toMatchObject(declined);
    expect((await client.call(loadEndpoints.getLoad, { params: { id: load.id } })).deletedAt).not.toBeNull();
    expect((await restore(client, load, '?confirmFactor=true')).status).toBe(200);
    expect(await confirmations(load.id, client)).toEqual([{ actorName: expect.any(String), reason: declined.detail }]);
    // What was confirmed for this load is not asked again.
    await remove(client, load);
    expect((await restore(client, load)).status).toBe(200);
    expect(await confirmations(load.id, client)).toHaveLength(1);
  });

  it('200 for a draft and for a load that is canceled', async () => {
    const client = await openOffice();
    const canceled = await bookBeforeDecline(client);
    await client.call(loadEndpoints.changeLoadStatus, { params: { id: canceled.id }, body: { newStatus: 'CANCELLED' } });
    const draft = await makeLoad(client, { brokerMc: '991120', asDraft: true });
    for (const load of [canceled, draft]) {
      await remove(client, load);
      expect((await restore(client, load)).status).toBe(200);
    }
  });
});

describe('POST /loads/{id}/status/undo', () => {
  const undo = (client: TestClient, { id }: Load) => sendJson(client, 'POST', `/loads/${id}/status/undo`);
  const cancel = (client: TestClient, { id }: Load) =>
    client.call(loadEndpoints.changeLoadStatus, { params: { id }, body: { newStatus: 'CANCELLED' } });

  it('422 when the broker is declined by now, and says how to book it anyway', async () => {
    const client = await openOffice();
    const load = await bookBeforeDecline(client);
    await cancel(client, load);
    expect(await problemOf(undo(client, load))).toMatchObject({
      status: 422,
      code: 'move_not_allowed',
      detail: `${declined.detail} To book it anyway, set the load to Booked.`,
      allowedNext: ['BOOKED'],
    });
    expect((await client.call(loadEndpoints.getLoad, { params: { id: load.id } })).status).toBe('CANCELLED');
    const book = { newStatus: 'BOOKED', confirmFactor: true };
    expect((await sendJson(client, 'PUT', `/loads/${load.id}/status`, book)).status).toBe(200);
    // What was confirmed for this load is not refused again.
    await cancel(client, load);
    expect((await undo(client, load)).status).toBe(200);
  });

  it('422 for a TONU, 200 for a step on the road', async () => {
    const client = await openOffice();
    const load = await bookBeforeDecline(client);
    await client.call(loadEndpoints.markTonu, { params: { id: load.id }, body: { newRate: 20_000 } });
    expect(await problemOf(undo(client, load))).toMatchObject({
      status: 422,
      detail: `${declined.detail} To book it anyway, cancel the load and set it to Booked.`,
    });
    const driver = await makeDriver(client);
    const rolling = await makeLoad(client, { brokerMc: '991120', confirmFactor: true, driverId: driver.id });
    await client.call(loadEndpoints.changeLoadStatus, { params: { id: rolling.id }, body: { newStatus: 'DISPATCHED' } });
    expect((await undo(client, rolling)).status).toBe(200);
  });
});
