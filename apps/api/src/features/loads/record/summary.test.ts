import type { LoadInput } from '@headhaul/contracts/loads/input';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import { feeStatuses, feeTypeNames, paysDriver } from '@headhaul/domain/loads/fees';
import { figuresOf } from '@headhaul/domain/loads/money';
import { countingDays } from '@headhaul/domain/time/weeks';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../../testing/cases.ts';
import { dayFromNow, deliveryAt, makeDriver, makeLoad, pickupAt, toLoadInput } from '../../../testing/office.ts';
import { putOnPlan } from '../../../testing/plan.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

interface Kept {
  gross_cents: string;
  cut_cents: string;
  billable_fees_cents: string;
  driver_fees_cents: string;
  pickup_day: string;
  delivery_day: string;
  booked_day: string;
  stop_count: number;
  pickup_city: string;
  delivery_city: string;
  pickup_at: Date;
  delivery_ends_at: Date;
  booked_at: Date | null;
  dock_arrived_at: Date | null;
}

/** Compares the columns that repeat a load's stops and fees with the stops and fees themselves. */
async function compareWithParts(client: TestClient, id: string): Promise<void> {
  const load = await client.call(loadEndpoints.getLoad, { params: { id } });
  const { rows } = await api.admin.query<Kept>(
    `select gross_cents, cut_cents, billable_fees_cents, driver_fees_cents, pickup_day::text, delivery_day::text, booked_day::text, stop_count, pickup_city,
       delivery_city, pickup_at, delivery_ends_at, booked_at, dock_arrived_at from loads where id = $1`,
    [id],
  );
  const [kept] = rows;
  const [pickup, delivery] = [load.stops.find(({ kind }) => kind === 'PICKUP'), load.stops.findLast(({ kind }) => kind === 'DELIVERY')];
  if (!kept || !pickup || !delivery) throw new Error('no load');
  const figures = figuresOf([load]);
  const days = countingDays(
    { pickup, delivery, bookedAt: kept.booked_at?.toISOString() ?? null, createdAt: load.createdAt },
    'America/Chicago',
  );
  const atDock = ['AT_PICKUP', 'AT_DELIVERY', 'PROBLEM'].includes(load.status);
  expect({
    ...kept,
    dock_arrived_at: kept.dock_arrived_at?.toISOString() ?? null,
    pickup_at: kept.pickup_at.toISOString(),
    delivery_ends_at: kept.delivery_ends_at.toISOString(),
  }).toMatchObject({
    gross_cents: String(figures.grossCents),
    cut_cents: String(figures.cutCents),
    driver_fees_cents: String(figuresOf([{ ...load, status: 'BOOKED', deletedAt: null }]).driverPayCents - load.driverPayCents),
    pickup_day: days.pickupDay,
    delivery_day: days.deliveryDay,
    booked_day: days.bookedDay,
    stop_count: load.stops.length,
    pickup_city: pickup.city,
    delivery_city: delivery.city,
    pickup_at: pickup.startsAt,
    delivery_ends_at: delivery.endsAt,
    dock_arrived_at: atDock ? (load.stops.findLast(({ status }) => status === 'ARRIVED')?.arrivedAt ?? null) : null,
  });
}

describe('what a load keeps of its parts', () => {
  const city = fc.constantFrom(['Dallas', 'TX'] as const, ['Denver', 'CO'] as const, ['Miami', 'FL'] as const, ['Nowhere', 'AK'] as const);
  const step = fc.oneof(
    fc.record({
      do: fc.constant('fee' as const),
      type: fc.constantFrom(...feeTypeNames),
      status: fc.constantFrom(...feeStatuses),
      broker: fc.nat(50_000),
      driver: fc.nat(50_000),
    }),
    fc.record({ do: fc.constant('dropFee' as const) }),
    fc.record({
      do: fc.constant('stops' as const),
      cities: fc.array(city, { minLength: 2, maxLength: 5 }),
      day: fc.integer({ min: -5, max: 5 }),
    }),
    fc.record({ do: fc.constant('times' as const), stop: fc.nat(4), hours: fc.integer({ min: 0, max: 100 }), left: fc.boolean() }),
    fc.record({ do: fc.constant('money' as const), rate: fc.integer({ min: 1, max: 500_000 }), bps: fc.nat(500) }),
    fc.record({ do: fc.constant('move' as const) }),
  );

  async function take(client: TestClient, load: Load, one: typeof step extends fc.Arbitrary<infer S> ? S : never): Promise<unknown> {
    const params = { id: load.id };
    const save = (input: Partial<LoadInput>) =>
      client.call(loadEndpoints.updateLoad, { params, query: { version: load.version }, body: { ...toLoadInput(load), ...input } });
    switch (one.do) {
      case 'fee': {
        const { type, status, broker, driver } = one;
        const body = {
          type,
          status,
          brokerAmountCents: broker,
          driverAmountCents: paysDriver(type) ? driver : 0,
          reason: 'x',
          documentId: null,
        };
        return client.call(loadEndpoints.addFee, { params, body });
      }
      case 'dropFee': {
        const feeId = load.fees[0]?.id;
        return feeId && client.call(loadEndpoints.removeFee, { params: { ...params, feeId } });
      }
      case 'stops': {
        const stops = one.cities.map(([name, state], index) => ({
          ...(index === one.cities.length - 1 ? deliveryAt() : pickupAt()),
          city: name,
          state,
          day: dayFromNow(one.day + index),
          id: load.stops[index]?.id ?? null,
        }));
        return save({ stops });
      }
      case 'times': {
        const stop = load.stops[one.stop % load.stops.length];
        const came = new Date(Date.now() - one.hours * 3_600_000);
        const body = { arrivedAt: came.toISOString(), departedAt: one.left ? new Date(came.getTime() + 60_000).toISOString() : null };
        return client.call(loadEndpoints.setStopTimes, { params: { ...params, stopId: stop?.id ?? '' }, body });
      }
      case 'money':
        return save({ linehaulCents: one.rate, factoringStatus: 'FUNDED', factoringFeeBps: one.bps });
      case 'move': {
        const next = {
          BOOKED: 'DISPATCHED',
          DISPATCHED: 'AT_PICKUP',
          AT_PICKUP: 'IN_TRANSIT',
          IN_TRANSIT: 'AT_DELIVERY',
          AT_DELIVERY: 'DELIVERED',
        };
        const newStatus = next[load.status as keyof typeof next] as Load['status'] | undefined;
        return newStatus && client.call(loadEndpoints.changeLoadStatus, { params, body: { newStatus } });
      }
    }
  }

  it('is what the parts say, after any edits', async () => {
    const owner = await api.signUp();
    await putOnPlan(api, owner);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const driver = await makeDriver(owner, { pay: { model: 'PERCENTAGE', rate: 3_000 } });
        const { id } = await makeLoad(owner, { driverId: driver.id });
        for (const one of steps) {
          await take(owner, await owner.call(loadEndpoints.getLoad, { params: { id } }), one);
          await compareWithParts(owner, id);
        }
      }),
      { numRuns: cases(6, 25) },
    );
  }, 120_000);
});
