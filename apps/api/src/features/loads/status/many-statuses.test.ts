import { randomUUID } from 'node:crypto';
import { LoadInput } from '@headhaul/contracts/loads/input';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchDatabase } from '../../../testing/database/database-traffic.ts';
import { explain, logStatements } from '../../../testing/database/statement-log.ts';
import { dayFromNow, deliveryAt, loadInput, makeDriver, makeLoad, pickupAt } from '../../../testing/office.ts';
import { putOnPlan } from '../../../testing/plan.ts';
import { sendJson } from '../../../testing/send-json.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { createLoadsInTx } from '../write/create-load.service.ts';
import { findDoubtsOfBooking } from '../write/fit-doubts.ts';

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

/** Loads of a driver with a pickup so many days from now and the delivery on the day after. */
async function plantLoads(owner: TestClient, driverId: string, days: readonly number[], asDraft = false): Promise<string[]> {
  const loads = days.map((day) => {
    const stops = [pickupAt({ day: dayFromNow(day) }), deliveryAt({ day: dayFromNow(day + 1) })];
    return { values: LoadInput.parse(loadInput({ brokerName: 'One', stops, driverId, asDraft })) };
  });
  const made = await api.platform.db.withTenant(owner.user.companyId, (tx) => createLoadsInTx(tx, { userId: owner.user.id }, loads));
  return made.flatMap((one) => ('refused' in one ? [] : one.id));
}

describe('POST /loads/status', () => {
  it('reads no note, so that many loads full of notes take little room', async () => {
    const owner = await api.signUp();
    const loads = [await makeLoad(owner), await makeLoad(owner)];
    for (const { id } of loads) {
      for (let count = 0; count < 20; count++) {
        await owner.call(loadEndpoints.addNote, { params: { id }, body: { body: 'x'.repeat(4_000) } });
      }
    }
    const { receivedBytes } = await watchDatabase(async () => {
      const ids = loads.map(({ id }) => id);
      const { done } = await owner.call(loadEndpoints.changeManyStatuses, { body: { ids, newStatus: 'CANCELLED' } });
      expect(done).toHaveLength(2);
    });
    expect(receivedBytes).toBeLessThan(80_000);
  });

  it('200 with what was moved, and what was not and why', async () => {
    const owner = await api.signUp();
    const foreign = await makeLoad(await api.signUp());
    const driver = await makeDriver(owner);
    const ready = await makeLoad(owner, { driverId: driver.id });
    const later = { stops: [pickupAt({ day: dayFromNow(9) }), deliveryAt({ day: dayFromNow(10) })] };
    const sameDriver = await makeLoad(owner, { ...later, driverId: driver.id });
    const driverless = await makeLoad(owner);
    const paid = await makeLoad(owner);
    await move(owner, paid, 'CANCELLED');
    const ids = [ready.id, sameDriver.id, driverless.id, paid.id, foreign.id, randomUUID(), ready.id];
    const { done, refused } = await owner.call(loadEndpoints.changeManyStatuses, { body: { ids, newStatus: 'DISPATCHED' } });
    expect(done.map(({ id, status }) => [id, status])).toEqual([[ready.id, 'DISPATCHED']]);
    expect(refused).toHaveLength(5);
    expect(refused).toEqual(
      expect.arrayContaining([
        { id: sameDriver.id, loadNumber: sameDriver.loadNumber, why: `The driver goes with load ${ready.loadNumber}.` },
        { id: driverless.id, loadNumber: driverless.loadNumber, why: 'Assign a driver first.' },
        { id: paid.id, loadNumber: paid.loadNumber, why: 'A load that is Cancelled can’t go to Dispatched.' },
        { id: foreign.id, loadNumber: '', why: 'This load is no longer there.' },
      ]),
    );
    const { rows } = await api.admin.query(
      `select entry::json ->> 'action' as action from audit_log where company_id = $1 order by seq desc limit 1`,
      [owner.user.companyId],
    );
    expect(rows).toEqual([{ action: 'loads.moved' }]);
  });

  it('moves two hundred at once, each of which can be undone', async () => {
    const owner = await api.signUp();
    const made = await api.platform.db.withTenant(owner.user.companyId, (tx) =>
      createLoadsInTx(
        tx,
        { userId: owner.user.id },
        Array.from({ length: 200 }, () => ({ values: LoadInput.parse(loadInput({ brokerName: 'One' })) })),
      ),
    );
    const ids = made.flatMap((one) => ('refused' in one ? [] : one.id));
    const { done, refused } = await owner.call(loadEndpoints.changeManyStatuses, {
      body: { ids, newStatus: 'CANCELLED', reason: 'Storm' },
    });
    expect([done.length, refused.length]).toEqual([200, 0]);
    expect(await undo(owner, { id: ids[0] ?? '' })).toMatchObject({ status: 'BOOKED' });
  });

  it('moves twenty by as many statements as one, each with a driver who is looked up', async () => {
    const owner = await api.signUp();
    await putOnPlan(api, owner);
    const measure = async (count: number) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n++) {
        const [driver, coDriver] = [await makeDriver(owner), await makeDriver(owner)];
        ids.push((await makeLoad(owner, { driverId: driver.id, coDriverId: coDriver.id })).id);
      }
      return watchDatabase(async () => {
        const { done } = await owner.call(loadEndpoints.changeManyStatuses, { body: { ids, newStatus: 'DISPATCHED' } });
        expect(done).toHaveLength(count);
      });
    };
    const one = await measure(1);
    expect((await measure(20)).statements).toBe(one.statements);
  });

  it('says of each of several loads which other load its driver is on', async () => {
    const owner = await api.signUp();
    await putOnPlan(api, owner);
    const later = { stops: [pickupAt({ day: dayFromNow(9) }), deliveryAt({ day: dayFromNow(10) })] };
    const pairs = [];
    for (let n = 0; n < 3; n++) {
      const [driver, mate] = [await makeDriver(owner), await makeDriver(owner)];
      const rolling = await makeLoad(owner, { driverId: driver.id, coDriverId: mate.id });
      await move(owner, rolling, 'DISPATCHED');
      // The second driver of the first load is the first driver of the next one.
      pairs.push({ rolling, mate, next: await makeLoad(owner, { ...later, driverId: mate.id }) });
    }
    const free = await makeLoad(owner, { ...later, driverId: (await makeDriver(owner)).id });
    const ids = [...pairs.map(({ next }) => next.id), free.id];
    const { done, refused } = await owner.call(loadEndpoints.changeManyStatuses, { body: { ids, newStatus: 'DISPATCHED' } });
    expect(done.map(({ id }) => id)).toEqual([free.id]);
    expect(refused).toEqual(
      pairs.map(({ rolling, mate, next }) => ({
        id: next.id,
        loadNumber: next.loadNumber,
        why: `${mate.name} is on load ${rolling.loadNumber} now.`,
      })),
    );
  });

  it('compares a load that becomes booked with the loads of its own driver, not of all drivers', async () => {
    const owner = await api.signUp();
    await putOnPlan(api, owner);
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) {
      const driver = await makeDriver(owner);
      await plantLoads(owner, driver.id, [1, 3, 5, 7, 9]);
      ids.push(...(await plantLoads(owner, driver.id, [4], true)));
    }
    const steps = await api.platform.db.withTenant(owner.user.companyId, async (tx) => {
      const { db, statements } = logStatements(tx.db);
      const transaction = (work: (own: typeof tx) => unknown) => work({ ...tx, db });
      const doubts = await findDoubtsOfBooking({ transaction } as never, ids, 25);
      expect(new Set(doubts.keys())).toEqual(new Set(ids));
      return explain(
        api.admin,
        statements.find(({ sql }) => sql.includes('row_number()')),
      );
    });
    expect(steps.find((step) => step['Node Type'] === 'WindowAgg')?.['Actual Rows']).toBe(6 * 5);
  });

  it('costs 25 points, and more when the drivers’ plans are long', async () => {
    const owner = await api.signUp();
    await putOnPlan(api, owner);
    const driver = await makeDriver(owner);
    const drafts = await plantLoads(owner, driver.id, Array(100).fill(20), true);
    await plantLoads(owner, driver.id, [1, 3, 5, 7, 9, 11, 13, 15, 25, 27, 29, 31, 33, 35, 37, 39]);
    const { id, companyId } = owner.user;
    const spent = async () => (await api.platform.redis.mget(`limit:api:${id}`, `limit:company:${companyId}`)).map(Number);
    const taken = async (ids: string[]) => {
      const [person = 0, company = 0] = await spent();
      await owner.call(loadEndpoints.changeManyStatuses, { body: { ids, newStatus: 'BOOKED' } });
      const [personAfter = 0, companyAfter = 0] = await spent();
      return [personAfter - person, companyAfter - company];
    };
    expect(await taken(drafts.slice(0, 1))).toEqual([25, 25]);
    // Each draft, and the two stops of the sixteen loads around it.
    expect(await taken(drafts)).toEqual([33, 33]);
  });

  it('400 for no load, for more than two hundred, and for a problem without a reason', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const send = (body: object) => sendJson(owner, 'POST', '/loads/status', body);
    expect((await send({ ids: [], newStatus: 'PAID' })).status).toBe(400);
    expect((await send({ ids: Array.from({ length: 201 }, () => randomUUID()), newStatus: 'PAID' })).status).toBe(400);
    expect((await send({ ids: [load.id], newStatus: 'PROBLEM' })).status).toBe(400);
    const tonu = await owner.call(loadEndpoints.changeManyStatuses, { body: { ids: [load.id], newStatus: 'TONU' } });
    expect(tonu).toMatchObject({ done: [], refused: [{ id: load.id }] });
  });
});
