import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { needsAttention } from '@headhaul/domain/loads/attention';
import { addDays, wallToInstant } from '@headhaul/domain/time/zoned-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChance } from '../../../cli/seed/chance.ts';
import { cases } from '../../../testing/cases.ts';
import { watchDatabase } from '../../../testing/database/database-traffic.ts';
import { makeBroker, plantLoad } from '../../../testing/office.ts';
import { insert, makeRandomOffice, randomLoad } from '../../../testing/random-loads.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { findNeedingAttention } from './attention.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

/** Two zones so far apart that they never have the same day. */
const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];

describe('GET /loads/counts, an invoice that is due', () => {
  it.each([
    ['is counted from the day after, by the office’s clock', { office: east, delivery: west, daysAgo: 1, counted: 1 }],
    ['is not counted on the day itself, by the office’s clock', { office: west, delivery: east, daysAgo: 0, counted: 0 }],
  ])('%s', async (_name, { office, delivery, daysAgo, counted }) => {
    const client = await api.signUp();
    const { companyId } = client.user;
    await api.admin.query('update companies set time_zone = $2 where company_id = $1', [companyId, office]);
    const broker = await makeBroker(client);
    // The terms are thirty days. The invoice is from noon in the office's zone.
    const invoicedAt = `((now() at time zone '${office}')::date - 30 - ${daysAgo} + time '12:00') at time zone '${office}'`;
    const { id } = await plantLoad(api, client, { brokerId: broker.id, status: 'INVOICED', invoicedAt });
    await api.admin.query('update loads set delivery_zone = $2 where id = $1', [id, delivery]);
    expect((await client.call(loadEndpoints.getLoadCounts, {})).needsAttention).toBe(counted);
    const { loads } = await client.call(loadEndpoints.listLoads, { query: { needsAttention: 'true' } });
    expect(loads.map((load) => load.id)).toEqual(counted === 1 ? [id] : []);
  });
});

async function listAll(client: TestClient): Promise<LoadRow[]> {
  const loads: LoadRow[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await client.call(loadEndpoints.listLoads, { query: { limit: 100, ...(cursor ? { cursor } : {}) } });
    loads.push(...page.loads);
    cursor = page.nextCursor;
  } while (cursor);
  return loads;
}

async function plantRandom(client: TestClient, count: number, seed: number): Promise<void> {
  const chance = createChance(seed);
  const office = await makeRandomOffice(api, client, chance);
  for (let index = 0; index < count; index++) {
    const load = randomLoad(client.user.companyId, office, chance);
    // Loads with two stops and with more, with and without an arrival time.
    await insert(api, 'loads', {
      ...load,
      stop_count: 2 + chance.below(2),
      dock_arrived_at: chance.once(2) ? null : load.dock_arrived_at,
      has_rc: !chance.once(4),
    });
  }
}

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

/** The times at which a load may begin to need attention, by any rule. */
function edgesOf(row: LoadRow): number[] {
  const arrivedMs = Date.parse(row.dockArrivedAt ?? row.statusChangedAt);
  const dueOver = row.dueOn === null ? [] : [Date.parse(wallToInstant(addDays(row.dueOn, 1), null, row.companyZone))];
  return [
    Date.parse(row.pickupEndsAt) + minuteMs,
    Date.parse(row.pickupEndsAt) + hourMs,
    Date.parse(row.pickupAt) - dayMs,
    Date.parse(row.deliveryEndsAt) + hourMs,
    Date.parse(row.statusChangedAt) + dayMs,
    ...[arrivedMs, Date.parse(row.pickupAt), Date.parse(row.deliveryAt)].map((startMs) => startMs + 121 * minuteMs),
    ...dueOver,
  ];
}

describe('what needs attention, by the database and by the rule of the screen', () => {
  it('is the same at every edge of the rule', async () => {
    const client = await api.signUp();
    await plantRandom(client, cases(150, 600), 20_261_116);
    const rows = await listAll(client);
    const chance = createChance(5);
    let found = 0;
    for (let run = 0; run < cases(150, 2_000); run++) {
      const edgeMs = chance.of(edgesOf(chance.of(rows)));
      for (const nowMs of [edgeMs - 1, edgeMs]) {
        const needing = rows.filter((row) => needsAttention(row, nowMs)).map(({ id }) => id);
        found += needing.length;
        expect(await findNeedingAttention(api.platform.db, client.user.companyId, nowMs)).toEqual(needing);
      }
    }
    expect(found).toBeGreaterThan(1_000);
  });

  it('is counted by GET /loads/counts as the rule counts it over all loads', async () => {
    for (let seed = 1; seed <= cases(3, 20); seed++) {
      const client = await api.signUp();
      await plantRandom(client, 60, seed);
      const rows = await listAll(client);
      const countAt = (nowMs: number) => rows.filter((row) => needsAttention(row, nowMs)).length;
      const before = countAt(Date.now());
      const { needsAttention: counted } = await client.call(loadEndpoints.getLoadCounts, {});
      expect(counted).toBeGreaterThan(0);
      expect([before, countAt(Date.now())]).toContain(counted);
    }
  });

  it('is looked for among the 20,000 soonest of an office that booked more', async () => {
    const client = await api.signUp();
    const { id: brokerId } = await makeBroker(client);
    await api.admin.query(
      `insert into loads (company_id, id, load_number, status, broker_id, linehaul_cents, booked_at, booked_day,
         pickup_city, pickup_state, pickup_zone, pickup_at, pickup_ends_at, pickup_has_time, pickup_day,
         delivery_city, delivery_state, delivery_zone, delivery_at, delivery_ends_at, delivery_has_time, delivery_day)
       select $1, gen_random_uuid(), 'B' || n, 'BOOKED', $2, 1, now(), now()::date,
         'Dallas', 'TX', 'America/Chicago', now() - n * interval '1 hour', now() - n * interval '1 hour', true, now()::date,
         'Atlanta', 'GA', 'America/New_York', now(), now(), true, now()::date
       from generate_series(1, 20500) n`,
      [client.user.companyId, brokerId],
    );
    const counts = await client.call(loadEndpoints.getLoadCounts, {});
    expect([counts.active, counts.needsAttention]).toEqual([20_000, 20_000]);
  });

  it('is counted without reading the loads: a hundred times as many are the same statements and bytes', async () => {
    const measure = async (loads: number) => {
      const client = await api.signUp();
      await plantRandom(client, loads, 1);
      return watchDatabase(() => client.call(loadEndpoints.getLoadCounts, {}));
    };
    const few = await measure(3);
    const many = await measure(300);
    expect(many.statements).toBe(few.statements);
    expect(many.receivedBytes).toBeLessThan(few.receivedBytes + 2_000);
  });
});
