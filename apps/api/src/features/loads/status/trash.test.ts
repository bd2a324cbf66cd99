import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayFromNow, deliveryAt, makeLoad, pickupAt } from '../../../testing/office.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

describe('DELETE /loads/{id} and POST /loads/{id}/restore', () => {
  it('204, then 200 with everything it had; both in the history and the audit log', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner, { stops: [pickupAt({ day: dayFromNow(3) }), deliveryAt({ day: dayFromNow(4) })] });
    await owner.call(loadEndpoints.addFee, { params: { id: load.id }, body: { type: 'DETENTION', brokerAmountCents: 7_500, ...fee } });
    await owner.call(loadEndpoints.deleteLoad, { params: { id: load.id } });
    const inBin = await owner.call(loadEndpoints.getLoad, { params: { id: load.id } });
    expect(inBin.deletedAt).not.toBeNull();
    expect((await owner.fetch(`/api/loads/${load.id}`, { method: 'DELETE' })).status).toBe(404);
    const back = await owner.call(loadEndpoints.restoreLoad, { params: { id: load.id } });
    expect(back).toMatchObject({ deletedAt: null, loadNumber: load.loadNumber, grossCents: 257_500, fees: [{ type: 'DETENTION' }] });
    expect(await owner.call(loadEndpoints.restoreLoad, { params: { id: load.id } })).toEqual(back);
    const { events } = await owner.call(loadEndpoints.listLoadEvents, { params: { id: load.id } });
    expect(events.map(({ kind }) => kind)).toEqual(['restored', 'deleted', 'fee.added', 'created']);
    const { rows } = await api.admin.query<{ action: string }>(
      `select entry::json ->> 'action' as action from audit_log where company_id = $1 and entry like '%load.%' order by seq`,
      [owner.user.companyId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['load.deleted', 'load.restored']);
  });

  const fee = { driverAmountCents: 0, reason: '', status: 'PENDING' as const, documentId: null };

  it('422 when another load took the number meanwhile', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner, { loadNumber: 'X-1' });
    await owner.call(loadEndpoints.deleteLoad, { params: { id: load.id } });
    await makeLoad(owner, { loadNumber: 'X-1' });
    const response = await owner.fetch(`/api/loads/${load.id}/restore`, { method: 'POST' });
    expect(await response.json()).toMatchObject({ status: 422, code: 'already_taken' });
  });

  it('404 for another company’s load', async () => {
    const load = await makeLoad(await api.signUp());
    const other = await api.signUp();
    expect((await other.fetch(`/api/loads/${load.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await other.fetch(`/api/loads/${load.id}/restore`, { method: 'POST' })).status).toBe(404);
  });
});
