import { companyEndpoints } from '@headhaul/contracts/company';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchDatabase } from '../../testing/database/database-traffic.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { makeBroker, makeDriver, plantLoad } from '../../testing/office.ts';
import { withinOneDay } from '../../testing/one-day.ts';
import { putOnPlan } from '../../testing/plan.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const hours = (count: number) => `now() + interval '${count} hours'`;
const timeOf = async (id: string, column: 'delivery_ends_at' | 'delivered_at') =>
  (await api.admin.query<{ at: Date }>(`select ${column} as at from loads where id = $1`, [id])).rows[0]?.at.getTime();
const inHours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const list = (client: TestClient, query: Parameters<typeof listCall>[1] = {}) => listCall(client, query);
function listCall(client: TestClient, query: NonNullable<Parameters<typeof client.call<typeof driverEndpoints.listDrivers>>[1]['query']>) {
  return client.call(driverEndpoints.listDrivers, { query });
}
const namesOf = async (client: TestClient, query: Parameters<typeof listCall>[1] = {}) =>
  (await list(client, query)).drivers.map(({ name }) => name);
const setStatus = (
  client: TestClient,
  id: string,
  body: Parameters<typeof client.call<typeof driverEndpoints.changeDriverStatus>>[1]['body'],
) => client.call(driverEndpoints.changeDriverStatus, { params: { id }, body });

describe('GET /v2/drivers/all', () => {
  it('200 with who is empty soonest first: now, by time, unknown, off by date, inactive', async () => {
    const client = await api.signUp();
    await putOnPlan(api, client);
    const { id: brokerId } = await makeBroker(client);
    const add = async (name: string) => (await makeDriver(client, { name })).id;
    const carry = (driverId: string, status: 'IN_TRANSIT' | 'BOOKED' | 'PROBLEM', endsIn: number) =>
      plantLoad(api, client, { brokerId, driverId, status, pickupAt: hours(endsIn - 20), deliveryAt: hours(endsIn) });
    await makeDriver(client, { name: 'inactive', employment: 'INACTIVE' });
    await setStatus(client, await add('home, no date'), { newStatus: 'HOME' });
    await setStatus(client, await add('shop tomorrow'), { newStatus: 'IN_SHOP', readyAt: inHours(24) });
    await carry(await add('claim'), 'PROBLEM', 3);
    await carry(await add('planned'), 'BOOKED', 40);
    await carry(await add('rolling'), 'IN_TRANSIT', 5);
    await carry(await add('late'), 'IN_TRANSIT', -2);
    await setStatus(client, await add('ready tonight'), { newStatus: 'READY', readyAt: inHours(6) });
    await add('ready');
    const page = await list(client);
    expect(page.drivers.map(({ name, status }) => [name, status])).toEqual([
      ['ready', 'READY'],
      ['late', 'ON_LOAD'],
      ['rolling', 'ON_LOAD'],
      ['ready tonight', 'READY'],
      ['planned', 'PLANNED'],
      ['claim', 'ON_LOAD'],
      ['shop tomorrow', 'IN_SHOP'],
      ['home, no date', 'HOME'],
      ['inactive', 'READY'],
    ]);
    expect(page.counts).toEqual({ all: 8, onLoad: 3, ready: 2, planned: 1, off: 2, inactive: 1, archived: 0 });
    expect(page.drivers.find(({ name }) => name === 'claim')).toMatchObject({ readyAt: null, readyCity: 'Atlanta' });

    expect(await namesOf(client, { status: ['READY'] })).toEqual(['ready', 'ready tonight']);
    expect(await namesOf(client, { status: ['HOME', 'IN_SHOP'] })).toEqual(['shop tomorrow', 'home, no date']);
    expect(await namesOf(client, { employment: 'INACTIVE' })).toEqual(['inactive']);
    expect((await namesOf(client, { sort: 'NAME' }))[0]).toBe('claim');
    expect((await list(client, { status: ['READY'] })).counts).toEqual(page.counts);
  });

  it('200 with the load under way, the next one, and where the truck is empty on the map', async () => {
    const client = await api.signUp();
    const { id: brokerId } = await makeBroker(client);
    const [driver, second] = [await makeDriver(client), await makeDriver(client, { name: 'Second' })];
    const now = await plantLoad(api, client, {
      brokerId,
      driverId: driver.id,
      coDriverId: second.id,
      status: 'AT_PICKUP',
      pickupAt: hours(-1),
    });
    const next = await plantLoad(api, client, { brokerId, driverId: driver.id, pickupAt: hours(48), deliveryAt: hours(60) });
    await plantLoad(api, client, { brokerId, driverId: driver.id, pickupAt: hours(-2), status: 'CANCELLED' });
    const read = await client.call(driverEndpoints.getDriver, { params: { id: driver.id } });
    expect(read).toMatchObject({ status: 'ON_LOAD', currentLoad: { id: now.id, grossCents: 200_000 }, nextLoad: { id: next.id } });
    expect(read).toMatchObject({ readyCity: 'Atlanta', readyState: 'GA', readyZone: 'America/New_York' });
    expect(read.readyLat).toBeCloseTo(33.75, 0);
    expect(Date.parse(read.readyAt ?? '')).toBe(await timeOf(next.id, 'delivery_ends_at'));
    const partner = await client.call(driverEndpoints.getDriver, { params: { id: second.id } });
    expect(partner).toMatchObject({ status: 'ON_LOAD', currentLoad: { id: now.id }, nextLoad: null });
    const answer: unknown = await (await client.fetch('/api/v2/drivers/all')).json();
    expect(driverEndpoints.listDrivers.reply.parse(answer), 'no key that the contract hasn’t').toEqual(answer);
    expect(answer).toMatchObject({ drivers: [partner, read] });
  });

  it('200 reads as much for a driver with 300 loads ahead as for one with a few, and says the same of them', async () => {
    const client = await api.signUp();
    const { id: brokerId } = await makeBroker(client);
    const { id: driverId } = await makeDriver(client);
    const first = await plantLoad(api, client, { brokerId, driverId, pickupAt: hours(10), deliveryAt: hours(12) });
    const current = await plantLoad(api, client, { brokerId, driverId, status: 'IN_TRANSIT', pickupAt: hours(20), deliveryAt: hours(30) });
    const longest = await plantLoad(api, client, { brokerId, driverId, pickupAt: hours(30), deliveryAt: hours(5_000) });
    const read = async () => {
      const one = await client.call(driverEndpoints.getDriver, { params: { id: driverId } });
      expect(one).toMatchObject({ status: 'ON_LOAD', currentLoad: { id: current.id }, nextLoad: { id: first.id } });
      expect(Date.parse(one.readyAt ?? '')).toBe(await timeOf(longest.id, 'delivery_ends_at'));
      expect((await list(client)).drivers).toEqual([one]);
    };
    await read();
    const few = await watchDatabase(() => list(client));
    for (let load = 0; load < 300; load += 1) {
      await plantLoad(api, client, { brokerId, driverId, pickupAt: hours(40 + load), deliveryAt: hours(41 + load) });
    }
    await read();
    const many = await watchDatabase(() => list(client));
    expect(many.statements).toBe(few.statements);
    expect(many.receivedBytes).toBeLessThan(few.receivedBytes * 1.5);
  });

  it('200 with where the last trip ended, and no more of what the office said before it', async () => {
    const client = await api.signUp();
    const { id: brokerId } = await makeBroker(client);
    const driver = await makeDriver(client, { homeCity: 'Tulsa', homeState: 'OK' });
    expect(await setStatus(client, driver.id, { newStatus: 'HOME', note: 'Daughter’s wedding' })).toMatchObject({
      status: 'HOME',
      statusNote: 'Daughter’s wedding',
      readyCity: 'Tulsa',
      readyZone: 'America/Chicago',
    });
    await plantLoad(api, client, { brokerId, driverId: driver.id, status: 'PAID', pickupAt: hours(-90), deliveryAt: hours(-80), ...paid });
    const read = () => client.call(driverEndpoints.getDriver, { params: { id: driver.id } });
    expect(await read(), 'a trip from before changes nothing').toMatchObject({ status: 'HOME', readyCity: 'Tulsa', readyAt: null });

    await api.admin.query(`update drivers set status_set_at = now() - interval '2 days' where id = $1`, [driver.id]);
    const ahead = await plantLoad(api, client, { brokerId, driverId: driver.id });
    expect(await read(), 'at home with a load booked').toMatchObject({ status: 'HOME', nextLoad: { id: ahead.id } });
    await api.admin.query(
      `update loads set status = 'DELIVERED', pickup_at = now() - interval '1 day', delivery_at = now(), delivered_at = now() - interval '1 hour' where id = $1`,
      [ahead.id],
    );
    const back = await read();
    expect(back).toMatchObject({ status: 'READY', ownStatus: 'READY', statusNote: null, readyCity: 'Atlanta' });
    expect(Date.parse(back.readyAt ?? '')).toBe(await timeOf(ahead.id, 'delivered_at'));
    expect(await setStatus(client, driver.id, { newStatus: 'REST' })).toMatchObject({
      status: 'REST',
      readyAt: null,
      readyCity: 'Atlanta',
    });
  });

  it('200 with the gross of the running week, by the company’s rule', () =>
    withinOneDay('America/Chicago', async (today) => {
      const client = await api.signUp();
      const { id: brokerId } = await makeBroker(client);
      const driver = await makeDriver(client);
      const company = await client.call(companyEndpoints.getMyCompany, {});
      const count = async (rule: Pick<typeof company, 'weekStartsOn' | 'weekCountsBy'>) => {
        const { name, mc, dot, address, phone, timeZone } = company;
        await client.call(companyEndpoints.updateMyCompany, { body: { name, mc, dot, address, phone, timeZone, ...rule } });
        return (await list(client)).drivers[0]?.weekGrossCents;
      };
      const week = `date_trunc('week', now() at time zone 'America/Chicago') at time zone 'America/Chicago'`;
      // Picked up on the last Saturday, delivered on Monday.
      await plantLoad(api, client, {
        brokerId,
        driverId: driver.id,
        status: 'DELIVERED',
        pickupAt: `${week} - interval '30 hours'`,
        deliveryAt: `${week} + interval '14 hours'`,
        linehaulCents: 310_000,
      });
      await plantLoad(api, client, { brokerId, driverId: driver.id, status: 'CANCELLED', deliveryAt: 'now()' });
      expect(await count({ weekStartsOn: 'MONDAY', weekCountsBy: 'DELIVERY' })).toBe(310_000);
      expect(await count({ weekStartsOn: 'MONDAY', weekCountsBy: 'PICKUP' })).toBe(0);
      const isWeekend = [0, 6].includes(new Date(`${today}T00:00:00Z`).getUTCDay());
      if (!isWeekend) expect(await count({ weekStartsOn: 'SATURDAY', weekCountsBy: 'PICKUP' })).toBe(310_000);
    }));

  it('200 pages through 230 drivers in either order, each once; searches by name, truck and phone; filters by dispatcher', async () => {
    const client = await api.signUp();
    await putOnPlan(api, client);
    const member = await addTeammate(api, client);
    const { companyId } = client.user;
    await api.admin.query(
      `insert into drivers (company_id, id, name, family_name, phone, dispatcher_id, own_status, ready_at)
       select $1, gen_random_uuid(), case when n % 3 = 0 then 'Same' else 'Driver' || n end, 'Fam' || n, '+1712555' || lpad(n::text, 4, '0'),
         case when n % 10 = 0 then $2::uuid end, case when n % 4 = 0 then 'HOME' else 'READY' end, case when n % 5 = 0 then now() + n * interval '1 hour' end
       from generate_series(1, 230) n`,
      [companyId, member.user.id],
    );
    await makeDriver(client, { name: 'Zed', truckNumber: 'TX-105' });
    for (const sort of ['EMPTY', 'NAME'] as const) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await list(client, { sort, limit: 50, ...(cursor ? { cursor } : {}) });
        expect(page.counts.all).toBe(231);
        seen.push(...page.drivers.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(new Set(seen).size).toBe(231);
      expect(seen).toEqual((await list(client, { sort, limit: 500 })).drivers.map(({ id }) => id));
    }
    expect(await namesOf(client, { search: 'tx-105' })).toEqual(['Zed']);
    expect(await namesOf(client, { search: ' same  FAM99 ' })).toEqual(['Same']);
    expect(await namesOf(client, { search: '5550042' })).toEqual(['Same']);
    expect(await namesOf(client, { search: '%' })).toEqual([]);
    const theirs = await list(client, { dispatcherId: [member.user.id] });
    expect(theirs.drivers).toHaveLength(23);
    expect(theirs.counts.all).toBe(23);
  });

  it('200 reads only those whole that are on the page, of the archive too', async () => {
    const client = await api.signUp();
    await putOnPlan(api, client);
    const plant = (count: number, deletedAt: string) =>
      api.admin.query(
        `insert into drivers (company_id, id, name, notes, deleted_at)
         select $1, gen_random_uuid(), 'D' || n, repeat('x', 4000), ${deletedAt} from generate_series(1, ${count}) n`,
        [client.user.companyId],
      );
    for (const deleted of [false, true]) {
      await plant(5, deleted ? 'now()' : 'null');
      const few = await watchDatabase(() => list(client, { limit: 5, deleted: deleted ? 'true' : 'false' }));
      await plant(45, deleted ? 'now()' : 'null');
      const many = await watchDatabase(() => list(client, { limit: 5, deleted: deleted ? 'true' : 'false' }));
      expect(few.receivedBytes).toBeGreaterThan(20_000);
      expect(many.receivedBytes).toBeLessThan(few.receivedBytes * 1.5);
    }
    expect((await list(client, { limit: 5, deleted: 'true' })).drivers.map(({ notes }) => notes?.length)).toEqual([
      4_000, 4_000, 4_000, 4_000, 4_000,
    ]);
  });

  it('400 for what is no query; 200 never with another company’s drivers', async () => {
    const client = await api.signUp();
    await makeDriver(await api.signUp());
    expect((await list(client)).drivers).toEqual([]);
    for (const query of [
      'limit=0',
      'limit=501',
      'status=LATE',
      'dispatcherId=7',
      'sort=AGE',
      'cursor=x',
      'cursor=WzFd',
      'employment=X',
      'deleted=1',
    ])
      expect((await client.fetch(`/api/v2/drivers/all?${query}`)).status, query).toBe(400);
    expect((await client.fetch(`/api/v2/drivers/all?search=${encodeURIComponent("';\u0000%_\\")}`)).status).toBe(200);
    expect((await api.fetch('/api/v2/drivers/all')).status).toBe(401);
  });
});

const paid = { invoicedAt: 'now()', paidAt: 'now()', paidAmountCents: 200_000 };

describe('PUT /drivers/{id}/status', () => {
  it('200 with the time and the place, found on the map; the form’s version stays', async () => {
    const client = await api.signUp();
    const driver = await makeDriver(client);
    const screen = await openEvents(client);
    const readyAt = '2026-11-20T07:00:00-07:00';
    const changed = await setStatus(client, driver.id, { newStatus: 'READY', readyAt, readyCity: 'salt lake city', readyState: 'UT' });
    expect(changed).toMatchObject({
      status: 'READY',
      readyCity: 'Salt Lake City',
      readyState: 'UT',
      readyZone: 'America/Denver',
      version: 1,
    });
    expect(Date.parse(changed.readyAt ?? '')).toBe(Date.parse(readyAt));
    expect(changed.readyLat).toBeCloseTo(40.7, 0);
    await screen.untilChanges(1);
    expect(screen.changes()[0]?.data).toEqual({ type: 'drivers.changed' });
    screen.close();
    const elsewhere = await setStatus(client, driver.id, { newStatus: 'NOT_READY', readyCity: 'Nowhereville', readyState: 'UT' });
    expect(elsewhere).toMatchObject({ status: 'NOT_READY', readyCity: 'Nowhereville', readyZone: null, readyLat: null, readyAt: null });
  });

  it('400 for a status that follows from loads, half a place or an odd time; 404 for another company’s', async () => {
    const client = await api.signUp();
    const { id } = await makeDriver(client);
    const send = (body: unknown) =>
      client.fetch(`/api/drivers/${id}/status`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    for (const body of [
      {},
      { newStatus: 'ON_LOAD' },
      { newStatus: 'PLANNED' },
      { newStatus: 'READY', readyCity: 'Dallas' },
      { newStatus: 'READY', readyState: 'TX' },
      { newStatus: 'READY', readyAt: 'tomorrow' },
      { newStatus: 'READY', readyAt: '0000-01-01T00:00:00Z' },
      { newStatus: 'READY', readyAt: '9999-12-31T23:59:59-14:00' },
      { newStatus: 'READY', note: 'x'.repeat(201) },
      { newStatus: 'READY', note: '\u0000' },
    ])
      expect((await send(body)).status, JSON.stringify(body)).toBe(400);
    await expect(setStatus(await api.signUp(), id, { newStatus: 'HOME' })).rejects.toMatchObject({ problem: { status: 404 } });
  });
});
