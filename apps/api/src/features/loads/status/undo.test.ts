import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { allowedMoves } from '@headhaul/domain/loads/status';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../../testing/cases.ts';
import { explain, rowsOf } from '../../../testing/database/statement-log.ts';
import { deliveryAt, makeDriver, makeLoad, pickupAt, toLoadInput } from '../../../testing/office.ts';
import { putOnPlan } from '../../../testing/plan.ts';
import { problemOf, sendJson } from '../../../testing/send-json.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { lastMoveOfLoad } from '../record/sql.ts';

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

describe('a load that was moved and moved back all day', () => {
  it('finds its last move among the last hundred, at the same cost as after an hour', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const params = [owner.user.companyId, load.id, new Date(Date.now() - 20 * 3_600_000)];
    const costAfter = async (pairs: number) => {
      await api.admin.query('delete from load_events where load_id = $1', [load.id]);
      await api.admin.query(
        `with made as (select n, gen_random_uuid() as id from generate_series(1, ${pairs}) n)
         insert into load_events (company_id, load_id, at, id, kind, source, before)
         select $1::uuid, $2::uuid, $3::timestamptz + n * interval '10 seconds', id, 'status', 'user', '{}'::jsonb from made
         union all
         select $1::uuid, $2::uuid, $3::timestamptz + n * interval '10 seconds' + interval '5 seconds', gen_random_uuid(), 'undone', 'user',
           jsonb_build_object('undoes', id) from made`,
        params,
      );
      return rowsOf(await explain(api.admin, { sql: lastMoveOfLoad, parameters: params }));
    };
    const hour = await costAfter(60);
    expect(hour).toBeGreaterThan(100);
    expect((await costAfter(3_000)) / hour).toBeLessThan(5);
    await expect(undo(owner, load), 'all was taken back').rejects.toMatchObject({ problem: { status: 422 } });
    await move(owner, load, 'CANCELLED');
    expect((await undo(owner, load)).status).toBe('BOOKED');
  });
});

describe('PUT /loads/{id}/status/tonu', () => {
  it('200 with the new rate and RC; undo brings the old ones back', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner, { pay: { model: 'PERCENTAGE', rate: 2_500 } });
    const load = await makeLoad(owner, { driverId: driver.id, rc: 'RC-1', fuelSurchargeCents: 20_000, loadedMiles: 781 });
    const before = await move(owner, load, 'DISPATCHED');
    const tonu = await owner.call(loadEndpoints.markTonu, { params: { id: load.id }, body: { newRate: 25_000, newRc: 'RC-2' } });
    expect(tonu).toMatchObject({
      status: 'TONU',
      linehaulCents: 25_000,
      fuelSurchargeCents: 0,
      rc: 'RC-2',
      loadedMiles: 0,
      grossCents: 25_000,
      driverPayCents: 6_250,
      original: { linehaulCents: 250_000, fuelSurchargeCents: 20_000, rc: 'RC-1', loadedMiles: 781 },
    });
    const { version: _a, updatedAt: _b, ...was } = before;
    expect(await undo(owner, load)).toMatchObject(was);
    await owner.call(loadEndpoints.markTonu, { params: { id: load.id }, body: { newRate: 25_000 } });
    expect(await move(owner, load, 'INVOICED')).toMatchObject({ rc: 'RC-1', linehaulCents: 25_000, statusBeforeProblem: 'TONU' });
  });

  it('gives the revised rate back when the load is hauled after all', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner, { linehaulCents: 100_000, fuelSurchargeCents: 5_000, rc: 'RC-1', loadedMiles: 700 });
    const revised = { linehaulCents: 120_000, fuelSurchargeCents: 6_000, rc: 'RC-2', loadedMiles: 710 };
    const params = { id: load.id };
    await owner.call(loadEndpoints.updateLoad, { params, query: { version: load.version }, body: { ...toLoadInput(load), ...revised } });
    await owner.call(loadEndpoints.markTonu, { params, body: { newRate: 20_000, newRc: 'RC-3' } });
    await move(owner, load, 'CANCELLED');
    const first = { linehaulCents: 100_000, fuelSurchargeCents: 5_000, rc: 'RC-1', loadedMiles: 700 };
    expect(await move(owner, load, 'BOOKED')).toMatchObject({ ...revised, original: first });
    await undo(owner, load);
    await undo(owner, load);
    expect(await undo(owner, load)).toMatchObject({ status: 'BOOKED', ...revised, original: first });
  });

  it('400 without an amount, 422 where a TONU can’t be', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    expect((await sendJson(owner, 'PUT', `/loads/${load.id}/status/tonu`, { newRate: 0 })).status).toBe(400);
    await move(owner, load, 'CANCELLED');
    expect(await problemOf(sendJson(owner, 'PUT', `/loads/${load.id}/status/tonu`, { newRate: 100 }))).toMatchObject({
      status: 422,
      allowedNext: ['BOOKED'],
    });
  });
});

describe('POST /loads/{id}/status/undo', () => {
  it('422 when there is nothing to take back, or it is too long ago', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const refused = () => problemOf(owner.fetch(`/api/loads/${load.id}/status/undo`, { method: 'POST' }));
    expect(await refused()).toMatchObject({ status: 422, code: 'move_not_allowed' });
    const cancelled = await move(owner, load, 'CANCELLED');
    expect(Date.parse(cancelled.undoUntil ?? '') - Date.parse(cancelled.statusChangedAt)).toBe(86_400_000);
    await api.admin.query(`update load_events set at = at - interval '25 hours' where load_id = $1`, [load.id]);
    expect(await refused()).toMatchObject({ status: 422 });
    expect((await owner.call(loadEndpoints.getLoad, { params: { id: load.id } })).undoUntil).toBeNull();
  });

  it('422 when the driver has gone with another load meanwhile', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const load = await makeLoad(owner, { driverId: driver.id });
    await move(owner, load, 'DISPATCHED');
    await move(owner, load, 'CANCELLED');
    const other = await makeLoad(owner, { driverId: driver.id });
    await move(owner, other, 'DISPATCHED');
    expect(await problemOf(owner.fetch(`/api/loads/${load.id}/status/undo`, { method: 'POST' }))).toMatchObject({
      status: 422,
      code: 'move_not_allowed',
      detail: `${driver.name} is on load ${other.loadNumber} now.`,
    });
  });

  it('412 with the load as it is when the named move is not the last one any more', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const load = await makeLoad(owner, { driverId: driver.id });
    const mine = await move(owner, load, 'DISPATCHED');
    const theirs = await move(owner, load, 'IN_TRANSIT');
    const path = (movedAt: string) => `/loads/${load.id}/status/undo?movedAt=${encodeURIComponent(movedAt)}`;
    expect(await problemOf(sendJson(owner, 'POST', path(mine.statusChangedAt)))).toMatchObject({
      status: 412,
      code: 'version_stale',
      current: { id: load.id, status: 'IN_TRANSIT' },
    });
    await owner.call(loadEndpoints.addNote, { params: { id: load.id }, body: { body: 'A note is no move' } });
    expect((await sendJson(owner, 'POST', path(theirs.statusChangedAt))).status).toBe(200);
    expect((await sendJson(owner, 'POST', path(theirs.statusChangedAt))).status).toBe(412);
    const params = { id: load.id };
    const { statusChangedAt } = await owner.call(loadEndpoints.getLoad, { params });
    expect(await owner.call(loadEndpoints.undoLoadStatus, { params, query: { movedAt: statusChangedAt } })).toMatchObject({
      status: 'BOOKED',
    });
  });

  it('leaves the load with whoever got it since the move', async () => {
    const owner = await api.signUp();
    const first = await makeDriver(owner, { pay: { model: 'PER_LOAD', rate: 50_000 } });
    const second = await makeDriver(owner);
    const load = await makeLoad(owner, { driverId: first.id });
    await move(owner, load, 'DISPATCHED');
    await move(owner, load, 'BOOKED');
    await owner.call(loadEndpoints.assignLoad, { params: { id: load.id }, body: { driverId: second.id } });
    expect(await undo(owner, load)).toMatchObject({ status: 'DISPATCHED', driverId: second.id, driverPayCents: 0 });
  });

  it('pays whoever got the load since the move by their own terms', async () => {
    const owner = await api.signUp();
    const first = await makeDriver(owner, { pay: { model: 'PERCENTAGE', rate: 2_500 } });
    const second = await makeDriver(owner, { pay: { model: 'PERCENTAGE', rate: 3_000 } });
    const load = await makeLoad(owner, { driverId: first.id });
    await owner.call(loadEndpoints.markTonu, { params: { id: load.id }, body: { newRate: 20_000 } });
    await owner.call(loadEndpoints.assignLoad, { params: { id: load.id }, body: { driverId: second.id } });
    expect(await undo(owner, load)).toMatchObject({ status: 'BOOKED', driverId: second.id, driverPayCents: 75_000 });
  });

  it('brings no truck back that was taken out of use', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner, { truckNumber: '114', trailerNumber: '5301' });
    const load = await makeLoad(owner, { driverId: driver.id });
    await move(owner, load, 'DISPATCHED');
    await move(owner, load, 'BOOKED');
    await api.admin.query('update trucks set deleted_at = now() where id = $1', [driver.truckId]);
    expect(await undo(owner, load)).toMatchObject({
      status: 'DISPATCHED',
      driverId: driver.id,
      truckId: null,
      trailerId: driver.trailerId,
    });
  });

  it('422 when the load would be on the road with nobody', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const load = await makeLoad(owner, { driverId: driver.id });
    for (const status of ['DISPATCHED', 'IN_TRANSIT', 'DELIVERED'] as const) await move(owner, load, status);
    await owner.call(loadEndpoints.assignLoad, { params: { id: load.id }, body: { driverId: null } });
    expect(await problemOf(sendJson(owner, 'POST', `/loads/${load.id}/status/undo`))).toMatchObject({
      status: 422,
      detail: 'Assign a driver first.',
    });
  });

  it('keeps a rate that was corrected after the move', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    await move(owner, load, 'CANCELLED');
    await api.admin.query('update loads set linehaul_cents = 260000 where id = $1', [load.id]);
    expect(await undo(owner, load)).toMatchObject({ status: 'BOOKED', linehaulCents: 260_000 });
  });

  it('gives back, after any walk, each load as it was before each step', async () => {
    const owner = await api.signUp();
    await putOnPlan(api, owner);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ pick: fc.nat(10), reason: fc.constantFrom('', 'Claim'), rate: fc.integer({ min: 1, max: 99_999 }) }), {
          minLength: 4,
          maxLength: 12,
        }),
        fc.constantFrom(null, 'PER_MILE' as const, 'PERCENTAGE' as const),
        fc.boolean(),
        fc.boolean(),
        async (steps, payModel, isLong, asDraft) => {
          const driver = await makeDriver(owner, { pay: payModel && { model: payModel, rate: 150 } });
          const more = isLong ? [pickupAt({ city: 'Waco' }), deliveryAt({ city: 'Macon' })] : [];
          let load = await makeLoad(owner, {
            asDraft,
            driverId: driver.id,
            rc: 'RC-1',
            fuelSurchargeCents: 12_345,
            stops: [pickupAt(), ...more, deliveryAt()],
          });
          const walked: Load[] = [];
          for (const { pick, reason, rate } of steps) {
            const allowed = allowedMoves(load, { isTeamOwner: true }, Date.now()).filter(
              (to) => load.driverId !== null || to !== 'DISPATCHED',
            );
            const to = allowed[pick % allowed.length];
            if (to === undefined) break;
            walked.push(load);
            load =
              to === 'TONU'
                ? await owner.call(loadEndpoints.markTonu, { params: { id: load.id }, body: { newRate: rate, newRc: 'RC-2' } })
                : await move(owner, load, to, { reason: reason || 'Late', anyway: { reason: 'Any driver will do' } });
          }
          for (const before of walked.reverse()) {
            const { version: _version, updatedAt: _updatedAt, ...after } = await undo(owner, load);
            const { version: _was, updatedAt: _then, ...expected } = before;
            expect(after).toEqual(expected);
          }
          expect((await owner.fetch(`/api/loads/${load.id}/status/undo`, { method: 'POST' })).status).toBe(422);
        },
      ),
      { numRuns: cases(4, 25) },
    );
  }, 120_000);
});
