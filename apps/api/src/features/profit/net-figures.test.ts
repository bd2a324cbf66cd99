import { fleetEndpoints } from '@headhaul/contracts/fleet';
import type { LoadInput } from '@headhaul/contracts/loads/input';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { NetFigures, profitEndpoints } from '@headhaul/contracts/profit';
import { weekStart } from '@headhaul/domain/time/weeks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchDatabase } from '../../testing/database/database-traffic.ts';
import { dayFromNow, deliveryAt, makeDriver, makeLoad, pickupAt } from '../../testing/office.ts';
import { setDieselPrice, setRates } from '../../testing/rates.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await setDieselPrice(api, 3_700);
});
afterAll(() => api.close());

const period = { from: dayFromNow(-40), to: dayFromNow(1) };
const figuresOf = (client: TestClient, more: object = {}) => client.call(profitEndpoints.getNetFigures, { query: { ...period, ...more } });

/** A driver with a truck of their own. */
async function truckAndDriver(client: TestClient, number: string) {
  const truck = await client.call(fleetEndpoints.createTruck, { body: { number } });
  const driver = await makeDriver(client, { truckId: truck.id });
  return { truckId: truck.id, driverId: driver.id };
}

/** Delivered so many days ago. */
async function haul(client: TestClient, daysAgo: number, input: Partial<LoadInput>) {
  const load = await makeLoad(client, {
    deadheadMiles: 20,
    stops: [pickupAt({ day: dayFromNow(-daysAgo - 1) }), deliveryAt({ day: dayFromNow(-daysAgo) })],
    ...input,
  });
  for (const newStatus of ['DISPATCHED', 'IN_TRANSIT', 'DELIVERED'] as const) {
    await client.call(loadEndpoints.changeLoadStatus, { params: { id: load.id }, body: { newStatus, confirmDoubleBooking: true } });
  }
  const { netCents, days } = await client.call(profitEndpoints.getLoadProfit, { params: { id: load.id } });
  return { ...load, netCents: netCents ?? Number.NaN, days: days ?? Number.NaN };
}

describe('GET /profits/figures', () => {
  it('200 adds up what each load’s page says, by truck and week', async () => {
    const client = await api.signUp();
    await setRates(client, {});
    const [one, two] = [await truckAndDriver(client, '114'), await truckAndDriver(client, '126')];
    const [a, b] = [await haul(client, 9, { ...one, linehaulCents: 300_000 }), await haul(client, 23, one)];
    const c = await haul(client, 9, { ...two, linehaulCents: 200_000 });
    // Only booked: it has brought nothing yet.
    await makeLoad(client, { ...two, deadheadMiles: 20 });
    const figures = await figuresOf(client);
    expect(figures.total).toMatchObject({ netCents: a.netCents + b.netCents + c.netCents, loads: 3, unknownLoads: 0 });
    expect(figures.trucks.map(({ number, netCents, loads }) => [number, netCents, loads])).toEqual([
      ['114', a.netCents + b.netCents, 2],
      ['126', c.netCents, 1],
    ]);
    const cents = new Map(figures.weeks.map((week, index) => [week, figures.trucks[0]?.weekCents[index]]));
    expect(cents.get(weekStart(dayFromNow(-9), 'MONDAY'))).toBe(a.netCents);
    expect(cents.get(weekStart(dayFromNow(-23), 'MONDAY'))).toBe(b.netCents);
    expect([...cents.values()].filter((value) => value === null)).toHaveLength(figures.weeks.length - 2);
    expect(figures.total.netPerDayCents).toBe(Math.round((a.netCents + b.netCents + c.netCents) / (a.days + b.days + c.days)));
    expect(figures).toMatchObject({ before: ['TOLLS'], missing: [], isCut: false });
    expect(NetFigures.strict().parse(figures)).toEqual(figures);
    const narrowed = await figuresOf(client, { driverId: [two.driverId] });
    expect(narrowed.total).toMatchObject({ netCents: c.netCents, loads: 1 });
  });

  it('200 counts a load whose net isn’t known apart, and says what is missing', async () => {
    const client = await api.signUp();
    await setRates(client, {});
    const one = await truckAndDriver(client, '114');
    const known = await haul(client, 9, one);
    const hourly = await makeDriver(client, { pay: { model: 'HOURLY', rate: 2_800 } });
    await haul(client, 8, { driverId: hourly.id });
    await haul(client, 7, {
      driverId: (await makeDriver(client)).id,
      deadheadMiles: 0,
      stops: [pickupAt({ city: 'Tulsa', state: 'OK', day: dayFromNow(-8) }), deliveryAt({ day: dayFromNow(-7) })],
    });
    const figures = await figuresOf(client);
    expect(figures.total).toMatchObject({ netCents: known.netCents, loads: 1, unknownLoads: 2 });
    expect(figures.missing).toEqual([
      { fact: 'DEADHEAD_MILES', loads: 1 },
      { fact: 'DRIVER_PAY', loads: 1 },
      { fact: 'DAYS', loads: 1 },
    ]);
    expect(figures.trucks.find(({ truckId }) => truckId === null)).toMatchObject({
      netCents: null,
      loads: 0,
      unknownLoads: 2,
      netPerDayCents: null,
    });
  });

  it('200 with the best and the worst lanes by net a day, of two loads or more', async () => {
    const client = await api.signUp();
    await setRates(client, {});
    const cities = ['Atlanta', 'Macon', 'Augusta', 'Savannah', 'Columbus', 'Athens', 'Rome'];
    const truck = await truckAndDriver(client, '114');
    for (const [index, city] of cities.entries()) {
      for (const daysAgo of city === 'Rome' ? [9] : [9, 16]) {
        await haul(client, daysAgo, {
          ...truck,
          linehaulCents: 400_000 - index * 30_000,
          stops: [pickupAt({ day: dayFromNow(-daysAgo - 1) }), deliveryAt({ city, day: dayFromNow(-daysAgo) })],
        });
      }
    }
    const { bestLanes, worstLanes } = await figuresOf(client);
    expect(bestLanes.map(({ destinationCity }) => destinationCity)).toEqual(cities.slice(0, 5));
    expect(worstLanes.map(({ destinationCity, loads }) => [destinationCity, loads])).toEqual([['Athens', 2]]);
  });

  it('200 and nothing of another company', async () => {
    const [client, other] = [await api.signUp(), await api.signUp()];
    await setRates(other, {});
    await haul(other, 9, await truckAndDriver(other, '1'));
    expect(await figuresOf(client)).toMatchObject({
      trucks: [],
      bestLanes: [],
      total: { netCents: null, loads: 0, unknownLoads: 0, netPerDayCents: null },
    });
  });

  it('takes as many statements for twenty loads as for two', async () => {
    const [few, many] = [await api.signUp(), await api.signUp()];
    const statementsOf = async (client: TestClient, count: number) => {
      await setRates(client, {});
      const truck = await truckAndDriver(client, '1');
      for (let at = 0; at < count; at += 1) await haul(client, 5 + at, truck);
      await figuresOf(client);
      return (await watchDatabase(async () => expect((await figuresOf(client)).total.loads).toBe(count))).statements;
    };
    expect(await statementsOf(many, 20)).toBe(await statementsOf(few, 2));
  });

  it('400 for days in the wrong order and for more than two years', async () => {
    const client = await api.signUp();
    for (const wrong of [{ from: dayFromNow(2) }, { from: '2020-01-01' }]) {
      await expect(figuresOf(client, wrong)).rejects.toMatchObject({ problem: { status: 400 } });
    }
  });
});
