import { randomUUID } from 'node:crypto';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { fleetEndpoints } from '@headhaul/contracts/fleet';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { LoadProfit, type ProfitDraft, profitEndpoints } from '@headhaul/contracts/profit';
import { equipmentTypes } from '@headhaul/domain/equipment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchDatabase } from '../../testing/database/database-traffic.ts';
import { dayFromNow, deliveryAt, makeDriver, makeLoad, pickupAt } from '../../testing/office.ts';
import { putOnPlan } from '../../testing/plan.ts';
import { setDieselPrice, setRates } from '../../testing/rates.ts';
import { sendJson } from '../../testing/send-json.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await setDieselPrice(api, 3_700);
});
afterAll(() => api.close());

const stops: ProfitDraft['stops'] = [
  { kind: 'PICKUP', city: 'Dallas', state: 'TX', day: dayFromNow(1), time: '08:00' },
  { kind: 'DELIVERY', city: 'Atlanta', state: 'GA', day: dayFromNow(3), time: '14:00' },
];
/** 781 loaded and 20 empty miles for $2,500. */
const draft: ProfitDraft = { stops, equipment: 'DRY_VAN', linehaulCents: 250_000, loadedMiles: 781, deadheadMiles: 20 };

const profitOf = (client: TestClient, change: Partial<ProfitDraft> = {}) =>
  client.call(profitEndpoints.findProfit, { body: { ...draft, ...change } });
const savedProfit = (client: TestClient, id: string) => client.call(profitEndpoints.getLoadProfit, { params: { id } });
const rows = ({ ledger }: LoadProfit) => ledger.map(({ name, note, amount }) => [name, note, amount]);

async function makeTruck(client: TestClient, figures: { mpgLoaded?: number; mpgEmpty?: number; fixedCostPerDayCents?: number }) {
  return client.call(fleetEndpoints.createTruck, { body: { number: `T${randomUUID().slice(0, 8)}`, ...figures } });
}

/** A driver with a van of whom the office says that it is empty in Fort Worth. */
async function driverInFortWorth(client: TestClient, input: Parameters<typeof makeDriver>[1] = {}) {
  const driver = await makeDriver(client, { name: 'Omar', familyName: 'Haddad', equipment: 'DRY_VAN', trailerLengthFt: 53, ...input });
  const body = { newStatus: 'READY' as const, readyCity: 'Fort Worth', readyState: 'TX' as const };
  await client.call(driverEndpoints.changeDriverStatus, { params: { id: driver.id }, body });
  return driver;
}

describe('POST /profits', () => {
  it('200 with the ledger, the net and the scale, as worked by hand', async () => {
    const client = await api.signUp();
    await setRates(client, {
      isFactored: true,
      factoringFeeBps: 250,
      floorPerMileCents: 190,
      targetPerMileCents: 250,
      askMarginBps: 1_000,
    });
    const answer = await profitOf(client, { factoringStatus: 'PENDING', factoringFeeBps: 250 });
    // 801 mi ÷ 6.5 × $3.70; 801 × $0.65; 2.5%; 1.4 days with a rest of 10 hours.
    expect(rows(answer)).toEqual([
      ['Linehaul', null, '$2,500.00'],
      ['Fuel', expect.stringMatching(/^801 mi at 6\.5 mpg \(company default\), \$3\.70 a gallon \(Gulf Coast, /), '−$455.95'],
      ['Tolls', 'not included', '–'],
      ['Driver pay', '801 mi × $0.65 (company default)', '−$520.65'],
      ['Factor fee', '2.5% of gross', '−$62.50'],
      ['Truck, fixed', '$121 a day (company default) × 1.4', '−$169.40'],
      ['Net before tolls', null, '$1,291.50'],
    ]);
    expect(answer).toMatchObject({ netCents: 129_150, netPerDayCents: 92_250, days: 1.4, before: ['TOLLS'], missing: ['TOLLS'] });
    expect(answer.rpm).toBeCloseTo(3.121, 3);
    // 801 mi × $1.90, × $2.50, and 10% more.
    expect(answer.scale).toMatchObject({ rateCents: 250_000, floorCents: 152_190, targetCents: 200_250, askCents: 220_275 });
    expect(answer.scale.verdict).toEqual({ tone: 'good', text: '$497 over target' });
    expect(answer.scale.note).toContain('Ask is 10% over target: you have fewer than 3 loads on this lane in 90 days.');
    expect(answer.trip).toBe('1.4 days with rest');
    expect(answer.dieselSource).toMatch(/^Diesel: EIA, Gulf Coast, /);
    expect(LoadProfit.strict().parse(answer)).toEqual(answer);
  });

  it('200 and not known, never 0, for a company that has set nothing', async () => {
    const client = await api.signUp();
    const answer = await profitOf(client);
    expect(answer).toMatchObject({ grossCents: 250_000, cutCents: null, netCents: null, netPerDayCents: null, basis: 'Company defaults' });
    expect(answer.missing).toEqual(['MPG_LOADED', 'MPG_EMPTY', 'TOLLS', 'DRIVER_PAY', 'FACTORING', 'FIXED_COST']);
    expect(rows(answer).at(-1)).toEqual(['Net', 'Missing: mpg loaded, mpg empty, driver pay, factor fee', '–']);
    expect(answer.scale).toMatchObject({ floorCents: null, targetCents: null, askCents: null, verdict: { text: 'No target set' } });
  });

  it.each<[string, Partial<ProfitDraft>, string]>([
    ['no rate', { linehaulCents: null }, 'LINEHAUL'],
    ['a rate of 0', { linehaulCents: 0 }, 'LINEHAUL'],
    ['no place of the truck', { deadheadMiles: null }, 'DEADHEAD_MILES'],
    ['a place that nobody knows', { loadedMiles: null, stops: [{ ...stops[0], city: 'Nowhereville' }, stops[1]] as never }, 'LOADED_MILES'],
    ['a pickup outside EIA’s survey', { stops: [{ ...stops[0], city: 'Toronto', state: 'ON' }, stops[1]] as never }, 'DIESEL_PRICE'],
    ['a factor without a percentage', { factoringStatus: 'APPROVED' }, 'FACTORING'],
  ])('200 without a net for %s', async (_name, change, missing) => {
    const client = await api.signUp();
    await setRates(client, {});
    const answer = await profitOf(client, change);
    expect(answer.missing).toContain(missing);
    expect([answer.netCents, answer.netPerDayCents]).toEqual([null, null]);
    if (change.linehaulCents !== undefined) expect(answer.scale.verdict).toEqual({ tone: 'unknown', text: 'Enter a rate' });
  });

  it('200 with the driver’s terms and truck, from where the driver really is', async () => {
    const client = await api.signUp();
    await setRates(client, {});
    const { id: truckId, number } = await makeTruck(client, { mpgLoaded: 6.8, mpgEmpty: 7.9, fixedCostPerDayCents: 8_000 });
    const driver = await driverInFortWorth(client, { truckId, pay: { model: 'PERCENTAGE', rate: 3_000 } });
    const answer = await profitOf(client, { driverId: driver.id, deadheadMiles: null });
    expect(answer.basis).toBe(`Omar Haddad, truck ${number}`);
    const [, fuel, , pay, fixed] = rows(answer);
    expect(fuel?.[1]).toMatch(/^781 mi at 6\.8 mpg and 3\d mi empty at 7\.9 mpg, /);
    expect(pay).toEqual(['Driver pay', '30% of linehaul', '−$750.00']);
    expect(fixed?.[1]).toMatch(/^\$80 a day × /);
    // Without a day nobody can say from where the truck comes.
    const undated = await profitOf(client, {
      driverId: driver.id,
      deadheadMiles: null,
      stops: stops.map((stop) => ({ ...stop, day: null })),
    });
    expect(undated.missing).toContain('DEADHEAD_MILES');
  });

  it('200 without fuel, tolls and truck for an owner operator', async () => {
    const client = await api.signUp();
    await setRates(client, {});
    const driver = await driverInFortWorth(client, { type: 'OWNER_OPERATOR', pay: { model: 'PERCENTAGE', rate: 8_800 } });
    const answer = await profitOf(client, { driverId: driver.id });
    expect(rows(answer)).toEqual([
      ['Linehaul', null, '$2,500.00'],
      ['Driver pay', '88% of linehaul', '−$2,200.00'],
      ['Net', 'fuel, tolls and truck are paid by the driver', '$300.00'],
    ]);
    expect(answer.dieselSource).toBeNull();
  });

  it('200 with the company’s averages while there is no driver', async () => {
    const client = await api.signUp();
    await setRates(client, {});
    for (const mpgLoaded of [6, 7]) {
      const { id: truckId } = await makeTruck(client, { mpgLoaded, mpgEmpty: 8, fixedCostPerDayCents: 10_000 });
      await makeDriver(client, { truckId, equipment: 'DRY_VAN' });
    }
    const { id: flatbed } = await makeTruck(client, { mpgLoaded: 4 });
    await makeDriver(client, { truckId: flatbed, equipment: 'FLATBED' });
    for (const deadheadMiles of [10, 20, 60]) await makeLoad(client, { deadheadMiles });
    const answer = await profitOf(client, { deadheadMiles: null });
    expect(answer.basis).toBe('Average of your vans');
    expect(rows(answer)[1]?.[1]).toMatch(
      /^781 mi at 6\.5 mpg \(company average\) and 30 mi empty on average at 8\.0 mpg \(company average\), /,
    );
    expect((await profitOf(client, { equipment: 'REEFER' })).basis).toBe('Average of your trucks');
  });

  it('200 asks what the lane paid in 90 days if there are three loads or more', async () => {
    const client = await api.signUp();
    await setRates(client, { targetPerMileCents: 200, askMarginBps: 500 });
    const pay = async (linehaulCents: number, daysAgo: number) => {
      const load = await makeLoad(client, {
        linehaulCents,
        driverId: (await makeDriver(client)).id,
        stops: [pickupAt({ day: dayFromNow(-daysAgo) }), deliveryAt({ day: dayFromNow(1 - daysAgo) })],
      });
      for (const newStatus of ['DISPATCHED', 'IN_TRANSIT', 'DELIVERED'] as const) {
        await client.call(loadEndpoints.changeLoadStatus, { params: { id: load.id }, body: { newStatus } });
      }
      return load;
    };
    await pay(220_000, 10);
    await pay(240_000, 80);
    await pay(900_000, 95);
    expect((await profitOf(client)).scale.askCents).toBe(168_210);
    await pay(230_000, 20);
    const { scale } = await profitOf(client);
    expect(scale.askCents).toBe(240_000);
    expect(scale.note).toContain('Ask is what the best quarter of your 3 loads on this lane in 90 days paid.');
  });

  it('404 for a driver, a truck or a load of another company', async () => {
    const [client, other] = [await api.signUp(), await api.signUp()];
    const theirs = await driverInFortWorth(other);
    const truck = await makeTruck(other, {});
    const load = await makeLoad(other);
    for (const change of [
      { driverId: theirs.id },
      { coDriverId: theirs.id },
      { truckId: truck.id },
      { loadId: load.id },
      { driverId: randomUUID() },
    ]) {
      await expect(profitOf(client, change)).rejects.toMatchObject({ problem: { status: 404 } });
    }
  });

  it.each<[string, object]>([
    ['too many stops', { stops: Array.from({ length: 26 }, () => stops[0]) }],
    ['one stop', { stops: [stops[0]] }],
    ['a state that isn’t one', { stops: [{ ...stops[0], state: 'XX' }, stops[1]] }],
    ['a rate with cents of a cent', { linehaulCents: 0.5 }],
    ['too many miles', { loadedMiles: 20_001 }],
    ['a field nobody knows', { netCents: 1 }],
  ])('400 for %s', async (_name, wrong) => {
    const client = await api.signUp();
    expect((await sendJson(client, 'POST', '/profits', { ...draft, ...wrong })).status).toBe(400);
  });
});

describe('GET /loads/{id}/profit', () => {
  it('200 and the same net as the draft that was saved, in each kind of pay', async () => {
    const client = await api.signUp();
    await setRates(client, { isFactored: true, factoringFeeBps: 300 });
    const { id: truckId } = await makeTruck(client, { mpgLoaded: 6.8 });
    for (const pay of [
      { model: 'PER_MILE', rate: 61 },
      { model: 'PERCENTAGE', rate: 2_875 },
      { model: 'PER_LOAD', rate: 60_000 },
      { model: 'WEEKLY', rate: 180_000 },
      null,
    ] as const) {
      const driver = await driverInFortWorth(client, { pay, truckId: null, truckNumber: `${pay?.model}` });
      const asked = { driverId: driver.id, truckId, factoringStatus: 'PENDING' as const, factoringFeeBps: 300, fuelSurchargeCents: 12_345 };
      const drafted = await profitOf(client, asked);
      const load = await makeLoad(client, {
        ...asked,
        linehaulCents: 250_000,
        deadheadMiles: 20,
        stops: [pickupAt(), deliveryAt({ day: dayFromNow(3) })],
      });
      const saved = await savedProfit(client, load.id);
      expect(saved).toEqual(drafted);
      expect(saved.netCents).not.toBeNull();
      expect(saved.cutCents).toBe(load.cutCents);
      // While it is changed, the form shows the same.
      expect(await profitOf(client, { ...asked, loadId: load.id })).toEqual(saved);
    }
  });

  it('200 measures from where the driver is for a load that says nothing, and keeps the miles it was saved with', async () => {
    const client = await api.signUp();
    await setRates(client, {});
    const driver = await driverInFortWorth(client);
    const input = { driverId: driver.id, stops: [pickupAt(), deliveryAt({ day: dayFromNow(3) })] };
    const open = await makeLoad(client, input);
    expect(rows(await savedProfit(client, open.id))[1]?.[1]).toMatch(/^781 mi at .+ and 3\d mi empty at /);
    await client.call(loadEndpoints.deleteLoad, { params: { id: open.id } });
    const typed = await makeLoad(client, { ...input, deadheadMiles: 77 });
    expect(rows(await savedProfit(client, typed.id))[1]?.[1]).toMatch(/^858 mi at /);
  });

  it('200 and unknown deadhead for a load on the road that says nothing, unless the driver’s load before ended there', async () => {
    const client = await api.signUp();
    await setRates(client, {});
    const driver = await makeDriver(client);
    const first = await makeLoad(client, {
      driverId: driver.id,
      deadheadMiles: 5,
      stops: [pickupAt({ city: 'Houston', day: dayFromNow(-4) }), deliveryAt({ city: 'Dallas', state: 'TX', day: dayFromNow(-3) })],
    });
    const second = await makeLoad(client, {
      driverId: driver.id,
      stops: [pickupAt({ day: dayFromNow(-2) }), deliveryAt({ day: dayFromNow(-1) })],
    });
    const move = async (id: string, ...statuses: ('DISPATCHED' | 'IN_TRANSIT' | 'DELIVERED')[]) => {
      for (const newStatus of statuses) {
        await client.call(loadEndpoints.changeLoadStatus, { params: { id }, body: { newStatus, confirmDoubleBooking: true } });
      }
    };
    await move(first.id, 'DISPATCHED', 'IN_TRANSIT', 'DELIVERED');
    await move(second.id, 'DISPATCHED', 'IN_TRANSIT');
    const inferred = await savedProfit(client, second.id);
    expect(inferred).toMatchObject({ missing: ['TOLLS'], tollsWeek: null });
    expect(rows(inferred)[1]?.[1]).toContain(', no deadhead: the load before ended there, ');
    const stranger = await makeDriver(client);
    const third = await makeLoad(client, {
      driverId: stranger.id,
      stops: [pickupAt({ day: dayFromNow(-2) }), deliveryAt({ day: dayFromNow(-1) })],
    });
    await move(third.id, 'DISPATCHED', 'IN_TRANSIT');
    expect((await savedProfit(client, third.id)).missing).toEqual(['DEADHEAD_MILES', 'TOLLS', 'DAYS']);
  });

  it('200 and a new diesel price changes the net', async () => {
    const client = await api.signUp();
    await setRates(client, {});
    const load = await makeLoad(client, { deadheadMiles: 20, driverPayCents: 50_000 });
    const before = await savedProfit(client, load.id);
    await setDieselPrice(api, 4_000);
    const after = await savedProfit(client, load.id);
    await setDieselPrice(api, 3_700);
    // 801 mi ÷ 6.5 × $0.30
    expect((before.netCents ?? 0) - (after.netCents ?? 0)).toBe(3_697);
    expect(after.cutCents).toBe(load.cutCents);
  });

  it('200 counts an invoice that is paid early once, in the net and in the cut', async () => {
    const client = await api.signUp();
    await setRates(client, { isFactored: true, factoringFeeBps: 250 });
    const load = await makeLoad(client, { deadheadMiles: 20, driverPayCents: 50_000, factoringStatus: 'FUNDED', factoringFeeBps: 250 });
    const computed = await savedProfit(client, load.id);
    const fee = { type: 'FACTORING_FEE' as const, brokerAmountCents: 6_000, driverAmountCents: 0, reason: '', status: 'PAID' as const };
    const paid = await client.call(loadEndpoints.addFee, { params: { id: load.id }, body: { ...fee, documentId: null } });
    const entered = await savedProfit(client, load.id);
    // 2.5% were $62.50; the factor took $60.
    expect((paid.cutCents ?? 0) - (load.cutCents ?? 0)).toBe(250);
    expect((entered.netCents ?? 0) - (computed.netCents ?? 0)).toBe(250);
    expect([computed.cutCents, entered.cutCents]).toEqual([load.cutCents, paid.cutCents]);
    const denied = await client.call(loadEndpoints.changeFee, {
      params: { id: load.id, feeId: paid.fees[0]?.id ?? '' },
      body: { ...fee, status: 'DENIED', documentId: null },
    });
    expect(denied.cutCents).toBe(load.cutCents);
  });

  it('200 with nothing earned for a canceled load, and 404 for one in the trash, of another company, or absent', async () => {
    const [client, other] = [await api.signUp(), await api.signUp()];
    await setRates(client, {});
    const load = await makeLoad(client);
    await client.call(loadEndpoints.changeLoadStatus, { params: { id: load.id }, body: { newStatus: 'CANCELLED' } });
    expect(await savedProfit(client, load.id)).toMatchObject({ isCounted: false, netCents: 0, netPerDayCents: null });
    await expect(savedProfit(other, load.id)).rejects.toMatchObject({ problem: { status: 404 } });
    await client.call(loadEndpoints.deleteLoad, { params: { id: load.id } });
    for (const id of [load.id, randomUUID()]) await expect(savedProfit(client, id)).rejects.toMatchObject({ problem: { status: 404 } });
  });
});

describe('POST /profits/nets', () => {
  it('200 in the order asked, with the net of each load’s page; others’ loads are left out', async () => {
    const [client, other] = [await api.signUp(), await api.signUp()];
    await setRates(client, {});
    const driver = await driverInFortWorth(client);
    const known = await makeLoad(client, { deadheadMiles: 20 });
    const measured = await makeLoad(client, { driverId: driver.id, stops: [pickupAt(), deliveryAt({ day: dayFromNow(3) })] });
    const unknown = await makeLoad(client, { driverId: (await makeDriver(client)).id });
    const theirs = await makeLoad(other);
    const loadIds = [measured.id, unknown.id, theirs.id, known.id, known.id];
    const { nets } = await client.call(profitEndpoints.findNets, { body: { loadIds } });
    expect(nets.map(({ loadId }) => loadId)).toEqual([measured.id, unknown.id, known.id]);
    for (const net of nets) {
      const { netCents, netPerDayCents, before, missing } = await savedProfit(client, net.loadId);
      expect(net).toEqual({ loadId: net.loadId, netCents, netPerDayCents, before, missing });
    }
    expect(nets.map(({ netCents }) => netCents === null)).toEqual([false, true, false]);
  });

  it('200 as if a driver took the loads without one, and 404 for a driver of another company', async () => {
    const [client, other] = [await api.signUp(), await api.signUp()];
    await setRates(client, {});
    const driver = await driverInFortWorth(client, { pay: { model: 'PER_LOAD', rate: 61_000 } });
    const open = await makeLoad(client, { stops: [pickupAt(), deliveryAt({ day: dayFromNow(3) })] });
    const ask = (driverId: string | null) =>
      client.call(profitEndpoints.findNets, { body: { loadIds: [open.id], driverId } }).then(({ nets }) => nets[0]);
    const [alone, given] = [await ask(null), await ask(driver.id)];
    const drafted = await profitOf(client, { driverId: driver.id, deadheadMiles: null });
    expect(given?.netCents).toBe(drafted.netCents);
    expect(given?.netCents).not.toBe(alone?.netCents);
    const theirs = await makeDriver(other);
    await expect(ask(theirs.id)).rejects.toMatchObject({ problem: { status: 404 } });
  });

  it('200 with the net that the load has once it is given to the driver: with the team partner, and with typed miles', async () => {
    const client = await api.signUp();
    await setRates(client, {});
    const pay = { model: 'PER_LOAD', rate: 61_000 } as const;
    const partner = await makeDriver(client, { pay });
    const driver = await driverInFortWorth(client, { pay, teamPartnerId: partner.id });
    const typed = await makeLoad(client, { stops: [pickupAt(), deliveryAt({ day: dayFromNow(3) })], deadheadMiles: 77 });
    const { nets } = await client.call(profitEndpoints.findNets, { body: { loadIds: [typed.id], driverId: driver.id } });
    const body = { driverId: driver.id, coDriverId: partner.id, confirmDoubleBooking: true };
    await client.call(loadEndpoints.assignLoad, { params: { id: typed.id }, body });
    const saved = await savedProfit(client, typed.id);
    expect([nets[0]?.netCents, nets[0]?.netCents === null]).toEqual([saved.netCents, false]);
  });

  it('takes as many statements for fifty loads as for five, of all kinds', { timeout: 60_000 }, async () => {
    const statementsOf = async (count: number) => {
      const client = await api.signUp();
      await putOnPlan(api, client);
      await setRates(client, {});
      const loadIds: string[] = [];
      for (let at = 0; at < count; at += 1) {
        const stop = { day: dayFromNow(2 + at) };
        const driverId = at % 5 === 0 ? null : (await driverInFortWorth(client)).id;
        const equipment = equipmentTypes[at % equipmentTypes.length] ?? 'DRY_VAN';
        const load = await makeLoad(client, { driverId, equipment, stops: [pickupAt(stop), deliveryAt({ day: dayFromNow(4 + at) })] });
        loadIds.push(load.id);
      }
      const ask = async () =>
        expect((await client.call(profitEndpoints.findNets, { body: { loadIds } })).nets.map(({ loadId }) => loadId)).toEqual(loadIds);
      await ask();
      return (await watchDatabase(ask)).statements;
    };
    expect(await statementsOf(50)).toBe(await statementsOf(5));
  });

  it('400 for none and for too many', async () => {
    const client = await api.signUp();
    for (const loadIds of [[], Array.from({ length: 51 }, () => randomUUID())]) {
      expect((await sendJson(client, 'POST', '/profits/nets', { loadIds })).status).toBe(400);
    }
  });
});
