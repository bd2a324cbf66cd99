import { postingEndpoints } from '@headhaul/contracts/boards/postings';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { readPolyline } from '@headhaul/domain/roads/polyline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDriver } from '../../testing/office.ts';
import { setRates } from '../../testing/rates.ts';
import { sendJson } from '../../testing/send-json.ts';
import { handOff } from '../../testing/team.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const open = async () => {
  const owner = await api.signUp();
  return { owner, ext: await handOff(api, owner) };
};
const lane = { origin: { city: 'Dallas', state: 'TX' }, destination: { city: 'Atlanta', state: 'GA' } };

describe('POST /ext/boards/routes', () => {
  it('draws the way by highways, and that of the driver to the pickup', async () => {
    const { owner, ext } = await open();
    const { id } = await makeDriver(owner);
    const body = { newStatus: 'READY' as const, readyCity: 'Fort Worth', readyState: 'TX' as const };
    await owner.call(driverEndpoints.changeDriverStatus, { params: { id }, body });
    const { route } = await ext.call(postingEndpoints.findPostingRoute, { body: { ...lane, driverId: id } });
    expect(route).toMatchObject({ isByRoad: true });
    const loaded = readPolyline(route?.loadedLine ?? '');
    expect(loaded.length).toBeGreaterThan(5);
    expect(loaded[0]?.lat).toBeCloseTo(route?.pickup.lat ?? 0, 1);
    expect(loaded.at(-1)?.lng).toBeCloseTo(route?.delivery.lng ?? 0, 1);
    const deadhead = readPolyline(route?.deadheadLine ?? '');
    expect(deadhead[0]?.lng).toBeCloseTo(route?.truck?.lng ?? 0, 1);
    expect(deadhead.at(-1)?.lng).toBeCloseTo(route?.pickup.lng ?? 0, 1);
  });

  it('has no truck without a driver, or while nobody knows where the driver is', async () => {
    const { owner, ext } = await open();
    const { id } = await makeDriver(owner);
    for (const driverId of [null, id]) {
      const { route } = await ext.call(postingEndpoints.findPostingRoute, { body: { ...lane, driverId } });
      expect(route).toMatchObject({ truck: null, deadheadLine: null });
    }
  });

  it('answers null for a city that we don’t know', async () => {
    const { ext } = await open();
    const body = { ...lane, origin: { city: 'Nowhereville', state: 'TX' }, driverId: null };
    expect(await ext.call(postingEndpoints.findPostingRoute, { body })).toEqual({ route: null });
  });

  it('404 for a driver of another company, 403 for the web app', async () => {
    const stranger = await makeDriver(await api.signUp());
    const { owner, ext } = await open();
    expect((await sendJson(ext, 'POST', '/ext/boards/routes', { ...lane, driverId: stranger.id })).status).toBe(404);
    expect((await sendJson(owner, 'POST', '/ext/boards/routes', { ...lane, driverId: null })).status).toBe(403);
  });
});

describe('GET /ext/boards/rate-marks', () => {
  it('has the company’s marks per mile and nothing else', async () => {
    const { owner, ext } = await open();
    expect(await ext.call(postingEndpoints.getRateMarks, {})).toEqual({ floorPerMileCents: null, targetPerMileCents: null });
    await setRates(owner, { floorPerMileCents: 190, targetPerMileCents: 250, askMarginBps: 1_000 });
    expect(await ext.call(postingEndpoints.getRateMarks, {})).toEqual({ floorPerMileCents: 190, targetPerMileCents: 250 });
    await setRates(owner, { floorPerMileCents: 190, targetPerMileCents: 250, targetNetPerDayCents: 60_000 });
    expect(await ext.call(postingEndpoints.getRateMarks, {})).toEqual({ floorPerMileCents: 190, targetPerMileCents: null });
  });
});
