import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDriver, makeLoad } from '../../../testing/office.ts';
import { sendJson } from '../../../testing/send-json.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

describe('PUT /loads/{id}/stops/{stopId}/times', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

  it('200 with the stop’s state, the clock at the dock and the day it counts on', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const load = await makeLoad(owner, { driverId: driver.id });
    const params = { id: load.id };
    for (const newStatus of ['DISPATCHED', 'AT_PICKUP'] as const)
      await owner.call(loadEndpoints.changeLoadStatus, { params, body: { newStatus } });
    const stopId = load.stops[0]?.id ?? '';
    const times = { arrivedAt: hoursAgo(5), departedAt: null };
    const came = await owner.call(loadEndpoints.setStopTimes, { params: { ...params, stopId }, body: times });
    expect(came).toMatchObject({ dockArrivedAt: times.arrivedAt, status: 'AT_PICKUP' });
    const left = await owner.call(loadEndpoints.setStopTimes, {
      params: { ...params, stopId },
      body: { ...times, departedAt: hoursAgo(1) },
    });
    expect(left.stops.map(({ status }) => status)).toEqual(['COMPLETED', 'EN_ROUTE']);
    expect(left.dockArrivedAt).toBeNull();
    const { events } = await owner.call(loadEndpoints.listLoadEvents, { params });
    expect(events[0]).toMatchObject({ kind: 'stop.times', changes: [{ field: 'Pickup, left', from: null }] });
    expect(events[0]?.changes[0]?.to).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+\/\d+ \d\d:\d\d C[SD]T$/);
    const undone = await owner.call(loadEndpoints.undoLoadStatus, { params });
    expect(undone.stops[0]).toMatchObject({ status: 'EN_ROUTE', arrivedAt: null, departedAt: null });
  });

  it('400 for leaving before coming, for the future, and for years nobody drives in', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const path = `/loads/${load.id}/stops/${load.stops[0]?.id}/times`;
    for (const times of [
      { arrivedAt: hoursAgo(1), departedAt: hoursAgo(2) },
      { arrivedAt: null, departedAt: hoursAgo(2) },
      { arrivedAt: hoursAgo(-5), departedAt: null },
      { arrivedAt: '0001-01-01T00:00:00Z', departedAt: null },
      { arrivedAt: '9999-12-31T23:59:59Z', departedAt: null },
      { arrivedAt: 'yesterday', departedAt: null },
      { arrivedAt: hoursAgo(1) },
    ]) {
      expect((await sendJson(owner, 'PUT', path, times)).status, JSON.stringify(times)).toBe(400);
    }
    expect((await sendJson(owner, 'PUT', path, { arrivedAt: '1900-01-01T00:00:00Z', departedAt: null })).status).toBe(200);
    // 0.8 ms apart in the wrong order. Without cutting to milliseconds, the database would refuse a departure before the arrival.
    const hair = { arrivedAt: '2026-11-11T10:00:00.0009+05:00', departedAt: '2026-11-11T05:00:00.0001Z' };
    expect((await sendJson(owner, 'PUT', path, hair)).status).toBe(200);
  });

  it('404 for another company, another load’s stop, and a load in the bin', async () => {
    const owner = await api.signUp();
    const other = await api.signUp();
    const load = await makeLoad(owner);
    const second = await makeLoad(owner);
    const times = { arrivedAt: hoursAgo(1), departedAt: null };
    expect((await sendJson(other, 'PUT', `/loads/${load.id}/stops/${load.stops[0]?.id}/times`, times)).status).toBe(404);
    expect((await sendJson(owner, 'PUT', `/loads/${load.id}/stops/${second.stops[0]?.id}/times`, times)).status).toBe(404);
    await owner.call(loadEndpoints.deleteLoad, { params: { id: load.id } });
    expect((await sendJson(owner, 'PUT', `/loads/${load.id}/stops/${load.stops[0]?.id}/times`, times)).status).toBe(404);
  });
});
