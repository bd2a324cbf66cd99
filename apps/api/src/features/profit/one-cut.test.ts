import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import { loadStatsEndpoints } from '@headhaul/contracts/loads/stats';
import { type ProfitDraft, profitEndpoints } from '@headhaul/contracts/profit';
import { payModels } from '@headhaul/domain/drivers/pay';
import { formatCents } from '@headhaul/domain/format-money';
import { factoringStatuses } from '@headhaul/domain/loads/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayFromNow, deliveryAt, makeDriver, makeLoad, pickupAt } from '../../testing/office.ts';
import { putOnPlan } from '../../testing/plan.ts';
import { setDieselPrice, setRates } from '../../testing/rates.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
let client: TestClient;
beforeAll(async () => {
  api = await startTestApp();
  await setDieselPrice(api, 3_700);
  client = await api.signUp();
  await putOnPlan(api, client);
});
afterAll(() => api.close());

const terms = fc
  .record({ model: fc.constantFrom(...payModels), rate: fc.integer({ min: 1, max: 90_000 }) })
  .map(({ model, rate }) => ({ model, rate: model === 'PERCENTAGE' ? rate % 9_000 : model === 'PER_MILE' ? rate % 150 : rate }));
const bps = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900 }));

/** What a company, a driver and a load may say of pay and factor, each or not. */
const settings = fc.record({
  companyPay: fc.option(terms),
  driverPay: fc.option(terms),
  hasDriver: fc.boolean(),
  isFactored: fc.constantFrom(true, true, false, null),
  companyBps: fc.option(bps),
  status: fc.constantFrom(...factoringStatuses),
  loadBps: fc.option(bps),
  typedPay: fc.option(fc.integer({ min: 1, max: 200_000 })),
  deadheadMiles: fc.constantFrom(0, 20),
  earlyPay: fc.option(fc.integer({ min: 1, max: 9_000 })),
  /** Set after the load was saved. */
  laterPay: fc.option(terms),
  laterBps: fc.option(bps),
});
type Settings = typeof settings extends fc.Arbitrary<infer T> ? T : never;

const ratesOf = ({ isFactored }: Settings, driverPay: Settings['companyPay'], companyBps: number | null) => ({
  driverPay,
  isFactored,
  factoringFeeBps: isFactored === true ? companyBps : null,
});

const amountOf = (cents: number | null) => (cents === null ? '–' : formatCents(0 - cents));

/** The details' money, the net's ledger and the list's net of a load say the same. */
async function compare(id: string): Promise<Load> {
  const load = await client.call(loadEndpoints.getLoad, { params: { id } });
  const profit = await client.call(profitEndpoints.getLoadProfit, { params: { id } });
  expect(profit.cutCents).toBe(load.cutCents);
  expect(profit.grossCents).toBe(load.grossCents);
  const row = (name: string) => profit.ledger.find((one) => one.name === name);
  const pay = row('Driver pay');
  // A week's pay is shared by the days of the trip in the net, and is no part of the cut.
  if (pay?.note?.includes('a week') !== true) expect(pay?.amount).toBe(amountOf(load.countedPayCents));
  const isEarly = load.fees.length > 0;
  if (load.countedFeeBps !== null && load.countedFeeBps > 0 && !isEarly) {
    expect(row('Factor fee')?.note).toBe(`${load.countedFeeBps / 100}% of gross`);
  }
  if (load.countedFeeBps === 0 || isEarly) expect(row('Factor fee')).toBeUndefined();
  const { nets } = await client.call(profitEndpoints.findNets, { body: { loadIds: [id] } });
  expect(nets[0]?.netCents).toBe(profit.netCents);
  return load;
}

describe('pay, factor fee and cut', () => {
  it('are the same in details, net and lists, whatever was saved and set', { timeout: 120_000 }, () =>
    fc.assert(
      fc.asyncProperty(settings, async (one) => {
        await setRates(client, ratesOf(one, one.companyPay, one.companyBps));
        const driver = one.hasDriver ? await makeDriver(client, { pay: one.driverPay }) : null;
        const input = {
          driverId: driver?.id ?? null,
          linehaulCents: 250_000,
          driverPayCents: one.typedPay,
          factoringStatus: one.status,
          factoringFeeBps: one.loadBps,
          deadheadMiles: one.deadheadMiles,
          stops: [pickupAt({ day: dayFromNow(-2) }), deliveryAt({ day: dayFromNow(-1) })],
          confirmDoubleBooking: true,
        };
        const stops: ProfitDraft['stops'] = [
          { kind: 'PICKUP', city: 'Dallas', state: 'TX', day: dayFromNow(-2), time: '08:00' },
          { kind: 'DELIVERY', city: 'Atlanta', state: 'GA', day: dayFromNow(-1), time: '14:00' },
        ];
        const { confirmDoubleBooking: _, ...drafted } = input;
        const draft = await client.call(profitEndpoints.findProfit, {
          body: { ...drafted, stops, equipment: 'DRY_VAN', loadedMiles: 781 },
        });
        const { id } = await makeLoad(client, { ...input, loadedMiles: 781 });
        const saved = await compare(id);
        expect(draft.cutCents).toBe(saved.cutCents);
        if (one.earlyPay !== null) {
          const fee = { type: 'FACTORING_FEE' as const, brokerAmountCents: one.earlyPay, driverAmountCents: 0, reason: '' };
          await client.call(loadEndpoints.addFee, { params: { id }, body: { ...fee, status: 'PAID', documentId: null } });
          await compare(id);
        }
        await setRates(client, ratesOf(one, one.laterPay, one.laterBps));
        const later = await compare(id);
        // What was saved stays, whatever the company sets afterwards.
        if (saved.driverPayCents > 0) expect(later.countedPayCents).toBe(saved.driverPayCents);
        if (saved.factoringFeeBps !== null && saved.countedFeeBps !== null) expect(later.countedFeeBps).toBe(saved.factoringFeeBps);
        await client.call(loadEndpoints.deleteLoad, { params: { id } });
      }),
      { numRuns: 60 },
    ),
  );

  it('of 0 percent that was saved is 0, beside a company fee of 3%', async () => {
    await setRates(client, { isFactored: true, factoringFeeBps: 300 });
    const more = { driverPayCents: 50_000, factoringStatus: 'FUNDED' as const, linehaulCents: 250_000 };
    const free = await makeLoad(client, { ...more, factoringFeeBps: 0 });
    expect((await compare(free.id)).cutCents).toBe(200_000);
    const usual = await makeLoad(client, more);
    expect(await compare(usual.id)).toMatchObject({ factoringFeeBps: 300, cutCents: 192_500 });
  });

  it('by the company’s terms is saved for a driver without terms, and counts in the week', async () => {
    const other = await api.signUp();
    await setRates(other, { driverPay: { model: 'PER_LOAD', rate: 60_000 } });
    const driver = await makeDriver(other, { pay: null });
    const load = await makeLoad(other, { driverId: driver.id, linehaulCents: 250_000 });
    expect(load).toMatchObject({ driverPayCents: 60_000, countedPayCents: 60_000, cutCents: 190_000 });
    const open = await makeLoad(other, { linehaulCents: 250_000 });
    expect(open).toMatchObject({ driverPayCents: 0, countedPayCents: 60_000, cutCents: 190_000 });
    const given = await other.call(loadEndpoints.assignLoad, {
      params: { id: open.id },
      body: { driverId: driver.id, confirmDoubleBooking: true },
    });
    expect(given).toMatchObject({ driverPayCents: 60_000, cutCents: 190_000 });
    const { totals } = await other.call(loadStatsEndpoints.getLoadStats, { query: { from: dayFromNow(-30), to: dayFromNow(30) } });
    expect(totals.cutCents).toBe(380_000);
  });

  it('of a TONU by the mile waits for the deadhead, never for loaded miles', async () => {
    await setRates(client, {});
    const driver = await makeDriver(client, { pay: { model: 'PER_MILE', rate: 65 } });
    const stops: ProfitDraft['stops'] = [
      { kind: 'PICKUP', city: 'Dallas', state: 'TX', day: dayFromNow(1), time: '08:00' },
      { kind: 'DELIVERY', city: 'Atlanta', state: 'GA', day: dayFromNow(2), time: '14:00' },
    ];
    const tonuAfter = async (deadheadMiles: number) => {
      const { id } = await makeLoad(client, { driverId: driver.id, deadheadMiles });
      await client.call(loadEndpoints.markTonu, { params: { id }, body: { newRate: 25_000 } });
      const drafted = { loadId: id, driverId: driver.id, deadheadMiles, linehaulCents: 25_000, stops, equipment: 'DRY_VAN' as const };
      const draft = await client.call(profitEndpoints.findProfit, { body: drafted });
      return { load: await compare(id), draft, profit: await client.call(profitEndpoints.getLoadProfit, { params: { id } }) };
    };
    const driven = await tonuAfter(40);
    expect(driven.load).toMatchObject({ driverPayCents: 2_600, cutCents: 22_400 });
    expect(driven.draft.cutCents).toBe(22_400);
    const open = await tonuAfter(0);
    expect(open.load).toMatchObject({ countedPayCents: null, cutCents: null });
    expect(open.draft.cutCents).toBeNull();
    for (const { missing } of [open.profit, open.draft, driven.profit, driven.draft]) expect(missing).not.toContain('LOADED_MILES');
    expect(open.profit.missing).toContain('DEADHEAD_MILES');
  });

  it('isn’t known, never 0, for a load without pay of a company without terms', async () => {
    const other = await api.signUp();
    const load = await makeLoad(other, { linehaulCents: 250_000 });
    expect(load).toMatchObject({ countedPayCents: null, cutCents: null });
  });
});
