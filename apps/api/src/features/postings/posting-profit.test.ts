import { postingEndpoints } from '@headhaul/contracts/boards/postings';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { type ProfitDraft, profitEndpoints } from '@headhaul/contracts/profit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { posting } from '../../testing/boards/postings.ts';
import { dayFromNow, makeDriver } from '../../testing/office.ts';
import { setDieselPrice, setRates } from '../../testing/rates.ts';
import { problemOf, sendJson } from '../../testing/send-json.ts';
import { handOff } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await setDieselPrice(api, 3_700);
});
afterAll(() => api.close());

const open = async () => {
  const owner = await api.signUp();
  return { owner, ext: await handOff(api, owner) };
};

describe('POST /ext/boards/profits', () => {
  const profitOf = (client: TestClient, driverId: string | null, change = {}) =>
    client.call(postingEndpoints.findPostingProfit, { body: { load: { ...posting.load, ...change }, driverId } });

  async function officeWithDriver() {
    const { owner, ext } = await open();
    await setRates(owner, { isFactored: true, factoringFeeBps: 250, floorPerMileCents: 190, targetPerMileCents: 250, askMarginBps: 1_000 });
    const driver = await makeDriver(owner, { name: 'Omar', familyName: 'Haddad', equipment: 'DRY_VAN', trailerLengthFt: 53 });
    const body = { newStatus: 'READY' as const, readyCity: 'Fort Worth', readyState: 'TX' as const };
    await owner.call(driverEndpoints.changeDriverStatus, { params: { id: driver.id }, body });
    return { owner, ext, driver };
  }

  /** What the web app's form asks for the same load. */
  const draftFor = (driverId: string): ProfitDraft => ({
    stops: [
      { kind: 'PICKUP', city: 'Dallas', state: 'TX', day: dayFromNow(1) },
      { kind: 'DELIVERY', city: 'Atlanta', state: 'GA', day: dayFromNow(3) },
    ],
    equipment: 'DRY_VAN',
    linehaulCents: 250_000,
    loadedMiles: 781,
    factoringStatus: 'PENDING',
    factoringFeeBps: 250,
    driverId,
  });

  it('is the sum that the web app shows for the same draft with the same driver, and that of the saved load', async () => {
    const { owner, ext, driver } = await officeWithDriver();
    const { profit, deadhead } = await profitOf(ext, driver.id);
    const inForm = await owner.call(profitEndpoints.findProfit, { body: draftFor(driver.id) });
    expect(profit).toEqual(inForm);
    expect(profit.netCents).not.toBeNull();
    expect(deadhead).toMatchObject({ source: 'MEASURED' });
    expect(deadhead?.miles).toBeGreaterThan(20);
    const { saved } = await ext.call(postingEndpoints.savePosting, { body: posting });
    // With the measured miles, as the web app assigns it: a driver is not paid for a deadhead that nobody saved.
    const assigned = { driverId: driver.id, deadheadMiles: deadhead?.miles ?? 0 };
    await owner.call(loadEndpoints.assignLoad, { params: { id: saved.loadId }, body: assigned });
    const ofLoad = await owner.call(profitEndpoints.findProfit, { body: { ...draftFor(driver.id), loadId: saved.loadId } });
    expect([ofLoad.netCents, ofLoad.scale]).toEqual([profit.netCents, profit.scale]);
  });

  it('measures the way to the pickup also where the board shows no delivery day, and not without a pickup day', async () => {
    const { ext, driver } = await officeWithDriver();
    const whole = await profitOf(ext, driver.id);
    expect(await profitOf(ext, driver.id, { deliveryDay: null })).toEqual(whole);
    const { deadhead, profit } = await profitOf(ext, driver.id, { pickupDay: null, deliveryDay: null });
    expect(deadhead).toBeNull();
    expect(profit.missing).toContain('DEADHEAD_MILES');
  });

  it('counts the board’s deadhead without a driver, and says what isn’t known', async () => {
    const { ext } = await officeWithDriver();
    const { profit, deadhead } = await profitOf(ext, null);
    expect(deadhead).toEqual({ miles: 12, source: 'ENTERED' });
    expect(profit.rpm).toBeCloseTo(2_500 / 793, 5);
    const without = await profitOf(ext, null, { rateCents: null, tripMiles: null });
    expect(without.profit).toMatchObject({ rpm: null, scale: { rateCents: null } });
    expect(without.profit.missing).toContain('LINEHAUL');
  });

  it('404 for a driver of another company, 400 without a trailer or a city that we know', async () => {
    const stranger = await makeDriver(await api.signUp());
    const { ext } = await open();
    const ask = (load: object, driverId: string | null = null) => sendJson(ext, 'POST', '/ext/boards/profits', { load, driverId });
    expect((await ask(posting.load, stranger.id)).status).toBe(404);
    expect((await problemOf(ask({ ...posting.load, equipment: [] }))).paths).toEqual(['body.load.equipment']);
    expect((await problemOf(ask({ ...posting.load, origin: { city: null, state: 'TX' } }))).paths).toEqual(['body.load.origin.city']);
  });
});
