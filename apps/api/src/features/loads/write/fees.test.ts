import { randomUUID } from 'node:crypto';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoad } from '../../../testing/office.ts';
import { problemOf, sendJson } from '../../../testing/send-json.ts';
import { addTeammate } from '../../../testing/team.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const detention = {
  type: 'DETENTION' as const,
  brokerAmountCents: 7_500,
  driverAmountCents: 5_000,
  reason: '1.5 h × $50',
  status: 'PENDING' as const,
  documentId: null,
};

describe('fees of a load', () => {
  it('POST, PUT, DELETE /loads/{id}/fees: 200, and the sums follow', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner, {
      linehaulCents: 235_000,
      driverPayCents: 55_250,
      factoringStatus: 'APPROVED',
      factoringFeeBps: 250,
    });
    const params = { id: load.id };
    const asked = await owner.call(loadEndpoints.addFee, { params, body: detention });
    expect(asked).toMatchObject({ version: 2, grossCents: 242_500, fees: [{ type: 'DETENTION', status: 'PENDING' }] });
    const lumper = { ...detention, type: 'LUMPER' as const, brokerAmountCents: 18_000, driverAmountCents: 18_000, reason: '' };
    const passed = await owner.call(loadEndpoints.addFee, { params, body: lumper });
    // Gross 2,425, minus 602.50 for the driver, minus 60.63 for factoring (2.5%). The lumper fee is passed through.
    expect([passed.grossCents, passed.cutCents]).toEqual([242_500, 176_187]);
    const feeId = asked.fees[0]?.id ?? '';
    const denied = await owner.call(loadEndpoints.changeFee, { params: { ...params, feeId }, body: { ...detention, status: 'DENIED' } });
    expect(denied.grossCents).toBe(235_000);
    const gone = await owner.call(loadEndpoints.removeFee, { params: { ...params, feeId } });
    expect(gone.fees.map(({ type }) => type)).toEqual(['LUMPER']);
    const { events } = await owner.call(loadEndpoints.listLoadEvents, { params });
    expect(events.map(({ kind, changes }) => [kind, changes[0]?.from, changes[0]?.to])).toEqual([
      ['fee.removed', 'Detention $75, $50 to the driver, denied, 1.5 h × $50', null],
      ['fee.changed', 'Detention $75, $50 to the driver, asked, 1.5 h × $50', 'Detention $75, $50 to the driver, denied, 1.5 h × $50'],
      ['fee.added', null, 'Lumper $180, $180 to the driver, asked'],
      ['fee.added', null, 'Detention $75, $50 to the driver, asked, 1.5 h × $50'],
      ['created', null, 'Booked'],
    ]);
  });

  it('400 for a fee nobody can read, or with a document of another load', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    for (const wrong of [
      { type: 'BRIBE' },
      { brokerAmountCents: -1 },
      { brokerAmountCents: 2e9 },
      { type: 'OTHER', reason: ' ' },
      { documentId: randomUUID() },
      { reason: 'a\u0000' },
    ]) {
      expect((await sendJson(owner, 'POST', `/loads/${load.id}/fees`, { ...detention, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
    }
  });

  it('400 for a driver’s part in money that is kept back or came early', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    for (const type of ['LATE_FEE', 'QUICK_PAY_FEE', 'ADVANCE'] as const) {
      const answer = await problemOf(sendJson(owner, 'POST', `/loads/${load.id}/fees`, { ...detention, type }));
      expect(answer).toMatchObject({ status: 400, code: 'validation_failed', paths: ['body.driverAmountCents'] });
      await owner.call(loadEndpoints.addFee, { params: { id: load.id }, body: { ...detention, type, driverAmountCents: 0 } });
    }
  });

  it('404 for another company, another load’s fee, and a load in the bin', async () => {
    const owner = await api.signUp();
    const other = await api.signUp();
    const load = await makeLoad(owner);
    const second = await makeLoad(owner);
    const { fees } = await owner.call(loadEndpoints.addFee, { params: { id: load.id }, body: detention });
    const feeId = fees[0]?.id;
    expect((await sendJson(other, 'POST', `/loads/${load.id}/fees`, detention)).status).toBe(404);
    expect((await sendJson(other, 'PUT', `/loads/${load.id}/fees/${feeId}`, detention)).status).toBe(404);
    expect((await sendJson(other, 'DELETE', `/loads/${load.id}/fees/${feeId}`)).status).toBe(404);
    expect((await sendJson(owner, 'PUT', `/loads/${second.id}/fees/${feeId}`, detention)).status).toBe(404);
    expect((await sendJson(owner, 'DELETE', `/loads/${second.id}/fees/${feeId}`)).status).toBe(404);
    await owner.call(loadEndpoints.deleteLoad, { params: { id: load.id } });
    expect((await sendJson(owner, 'POST', `/loads/${load.id}/fees`, detention)).status).toBe(404);
  });

  it('loses none of many that are added at once', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner, { linehaulCents: 100_000 });
    await Promise.all(Array.from({ length: 10 }, () => sendJson(owner, 'POST', `/loads/${load.id}/fees`, detention)));
    const after = await owner.call(loadEndpoints.getLoad, { params: { id: load.id } });
    expect([after.fees.length, after.grossCents, after.version]).toEqual([10, 175_000, 11]);
  });
});

describe('notes of a load', () => {
  it('POST and DELETE /loads/{id}/notes: 200, newest first; 403 for a note of somebody else', async () => {
    const owner = await api.signUp();
    const teammate = await addTeammate(api, owner);
    const load = await makeLoad(owner);
    const params = { id: load.id };
    await owner.call(loadEndpoints.addNote, { params, body: { body: 'Receiver opens at 14:00 sharp.' } });
    const { notes } = await teammate.call(loadEndpoints.addNote, { params, body: { kind: 'BILLING', body: 'Ask for the POD.' } });
    expect(notes.map(({ kind, body, authorName }) => [kind, body, authorName])).toEqual([
      ['BILLING', 'Ask for the POD.', 'Test Person'],
      ['DISPATCH', 'Receiver opens at 14:00 sharp.', 'Test Person'],
    ]);
    const noteId = notes[0]?.id ?? '';
    expect((await sendJson(owner, 'DELETE', `/loads/${load.id}/notes/${noteId}`)).status).toBe(403);
    expect((await teammate.call(loadEndpoints.removeNote, { params: { ...params, noteId } })).notes).toHaveLength(1);
    expect((await sendJson(teammate, 'DELETE', `/loads/${load.id}/notes/${noteId}`)).status).toBe(404);
  });

  it('422 once the notes of a load fill 100,000 characters', async () => {
    const owner = await api.signUp();
    const { id } = await makeLoad(owner);
    const add = () => sendJson(owner, 'POST', `/loads/${id}/notes`, { body: 'x'.repeat(4_000) });
    for (let count = 0; count < 25; count++) expect((await add()).status).toBe(200);
    expect((await add()).status).toBe(422);
  });

  it('400 for an empty or endless note, 404 for another company', async () => {
    const owner = await api.signUp();
    const other = await api.signUp();
    const load = await makeLoad(owner);
    expect((await sendJson(owner, 'POST', `/loads/${load.id}/notes`, { body: '  ' })).status).toBe(400);
    expect((await sendJson(owner, 'POST', `/loads/${load.id}/notes`, { body: 'x'.repeat(4_001) })).status).toBe(400);
    expect((await sendJson(owner, 'POST', `/loads/${load.id}/notes`, { body: 'a\u0000b' })).status).toBe(400);
    expect((await sendJson(other, 'POST', `/loads/${load.id}/notes`, { body: 'x' })).status).toBe(404);
    const { notes } = await owner.call(loadEndpoints.addNote, { params: { id: load.id }, body: { body: 'x' } });
    expect((await sendJson(other, 'DELETE', `/loads/${load.id}/notes/${notes[0]?.id}`)).status).toBe(404);
  });
});
