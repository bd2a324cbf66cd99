import { companyEndpoints } from '@headhaul/contracts/company';
import { type CompanyRates, profitEndpoints } from '@headhaul/contracts/profit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../../testing/event-reader.ts';
import { noRates, setRates, usualRates } from '../../testing/rates.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const all: CompanyRates = {
  floorPerMileCents: 190,
  floorNetPerDayCents: 20_000,
  targetPerMileCents: 250,
  targetNetPerDayCents: 60_000,
  askMarginBps: 1_000,
  detentionPerHourCents: 5_000,
  isFactored: true,
  factoringFeeBps: 250,
  driverPay: { model: 'PERCENTAGE', rate: 2_550 },
  mpgLoaded: 6.55,
  mpgEmpty: 7.9,
  fixedCostPerDayCents: 12_100,
};

describe('GET /companies/myCompany/rates', () => {
  it('200 and nothing set for a new company, to owner and member alike', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    expect(await owner.call(profitEndpoints.getRates, {})).toEqual(noRates);
    await setRates(owner, {});
    expect(await member.call(profitEndpoints.getRates, {})).toEqual(usualRates);
  });
});

describe('PUT /companies/myCompany/rates', () => {
  it('200 sets all of them, tells open screens and leaves a line in the log; what is empty is not set again', async () => {
    const owner = await api.signUp();
    const screen = await openEvents(owner);
    expect(await owner.call(profitEndpoints.updateRates, { body: all })).toEqual(all);
    expect(await owner.call(profitEndpoints.getRates, {})).toEqual(all);
    await screen.untilChanges(1);
    expect(screen.changes()[0]?.data).toEqual({ type: 'company.changed' });
    screen.close();
    const { lines } = await owner.call(companyEndpoints.listAudit, {});
    expect(lines[0]).toMatchObject({
      action: 'company.rates_changed',
      detail: { floorPerMileCents: 190, factoringFeeBps: 250, driverPayModel: 'PERCENTAGE', driverPayRate: 2_550 },
    });
    expect(await owner.call(profitEndpoints.updateRates, { body: noRates })).toEqual(noRates);
    expect((await owner.call(companyEndpoints.getMyCompany, {})).name).toBe('Test’s company');
  });

  it('403 by a member, and another company keeps its own', async () => {
    const [owner, other] = [await api.signUp(), await api.signUp()];
    const member = await addTeammate(api, owner);
    await expect(member.call(profitEndpoints.updateRates, { body: all })).rejects.toMatchObject({
      problem: { status: 403, code: 'not_allowed' },
    });
    await setRates(owner, {});
    expect(await other.call(profitEndpoints.getRates, {})).toEqual(noRates);
  });

  it.each<[string, object]>([
    ['body.mpgLoaded', { mpgLoaded: 0 }],
    ['body.mpgEmpty', { mpgEmpty: 41 }],
    ['body.factoringFeeBps', { factoringFeeBps: 2_001 }],
    ['body.factoringFeeBps', { isFactored: false }],
    ['body.driverPay.rate', { driverPay: { model: 'PERCENTAGE', rate: 10_001 } }],
    ['body.driverPay.model', { driverPay: { model: 'BY_FEEL', rate: 1 } }],
    ['body.targetPerMileCents', { targetPerMileCents: 2.5 }],
    ['body.floorNetPerDayCents', { floorNetPerDayCents: -1 }],
    ['body.askMarginBps', { askMarginBps: '10%' }],
    ['body.fixedCostPerDayCents', { fixedCostPerDayCents: undefined }],
    ['body', { seats: 10_000 }],
  ])('400 at %s', async (path, wrong) => {
    const owner = await api.signUp();
    const body = { ...all, ...wrong } as CompanyRates;
    await expect(owner.call(profitEndpoints.updateRates, { body })).rejects.toMatchObject({
      problem: { status: 400, errors: [expect.objectContaining({ path })] },
    });
  });
});
