import { driverEndpoints } from '@headhaul/contracts/drivers';
import { type FitRow, Fits, type Freight, fitEndpoints } from '@headhaul/contracts/fit';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchDatabase } from '../../testing/database/database-traffic.ts';
import { hour, inHours, nowMs, setStatus, vanIn, vanLoad } from '../../testing/fit-office.ts';
import { deliveryAt, makeDriver, makeLoad, pickupAt } from '../../testing/office.ts';
import { sendJson } from '../../testing/send-json.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const fitsOf = (client: TestClient, loadId: string) => client.call(fitEndpoints.findFits, { body: { loadId } });
const rowOf = (fits: Fits, id: string) => fits.rows.find(({ driverId }) => driverId === id) as FitRow;
const kinds = ({ reasons }: FitRow) => reasons.map(({ kind }) => kind);

describe('POST /fits', () => {
  it('401 for a stranger, 404 for a load of another company and for one in the bin', async () => {
    expect((await api.fetch('/api/fits', { method: 'POST' })).status).toBe(401);
    const [client, other] = [await api.signUp(), await api.signUp()];
    const load = await makeLoad(other);
    await expect(fitsOf(client, load.id)).rejects.toMatchObject({ problem: { status: 404 } });
    await other.call(loadEndpoints.deleteLoad, { params: { id: load.id } });
    await expect(fitsOf(other, load.id)).rejects.toMatchObject({ problem: { status: 404 } });
  });

  it('400 for neither a load nor freight', async () => {
    const client = await api.signUp();
    expect((await sendJson(client, 'POST', '/fits', {})).status).toBe(400);
    expect((await sendJson(client, 'POST', '/fits', { freight: { equipment: 'DRY_VAN', stops: [] } })).status).toBe(400);
  });

  it('costs 20 points for a usual fleet, more for one that takes longer, and 429 for who has too few left', async () => {
    const client = await api.signUp();
    const driver = await vanIn(client, 'Boise', 'ID');
    const load = await vanLoad(client, 30, { city: 'Boise', state: 'ID' });
    const { id, companyId } = client.user;
    const spent = async () => (await api.platform.redis.mget(`limit:api:${id}`, `limit:company:${companyId}`)).map(Number);
    const taken = async () => {
      const [person = 0, company = 0] = await spent();
      await fitsOf(client, load.id);
      const [personAfter = 0, companyAfter = 0] = await spent();
      return [personAfter - person, companyAfter - company];
    };
    expect(await taken()).toEqual([20, 20]);
    await api.admin.query(
      `insert into drivers (company_id, id, name) select company_id, gen_random_uuid(), 'D' || n
       from drivers, generate_series(1, 2499) n where id = $1`,
      [driver.id],
    );
    expect(await taken()).toEqual([25, 25]);
    const most = api.platform.env.RATE_LIMIT_API_PER_MINUTE;
    await api.platform.redis.set(`limit:api:${id}`, most - 22, 'KEEPTTL');
    const [, company = 0] = await spent();
    const refused = await sendJson(client, 'POST', '/fits', { loadId: load.id });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await spent()).toEqual([most + 3, company + 20]);
  });

  it('a truck in Boise can’t make a pickup in Memphis in three hours', async () => {
    const client = await api.signUp();
    const driver = await vanIn(client, 'Boise', 'ID');
    const load = await vanLoad(client, 3, { city: 'Memphis', state: 'TN' });
    const fits = await fitsOf(client, load.id);
    const row = rowOf(fits, driver.id);
    expect(row.verdict).toBe('CANT');
    expect(kinds(row)[0]).toBe('PICKUP_LATE');
    // About 1,800 miles: 33 hours of driving and two rests, against three hours.
    expect(row.slackMinutes).toBeLessThan(-45 * 60);
    expect(row.deadhead?.source).toBe('ROAD');
    expect(row.fact).toMatch(/^At pickup .+ late$/);
    expect(fits.nobody).toMatchObject({ words: expect.stringMatching(/^Nobody can make /), closestIds: [driver.id] });
    expect(fits.counts).toEqual({ can: 0, notKnown: 0, cant: 1 });
  });

  it('a flatbed in the shop can’t take a van load, for its equipment first', async () => {
    const client = await api.signUp();
    const driver = await vanIn(client, 'Dallas', 'TX', { equipment: 'FLATBED' });
    await setStatus(client, driver.id, {
      newStatus: 'IN_SHOP',
      readyAt: new Date(nowMs + 90 * hour).toISOString(),
      readyCity: 'Dallas',
      readyState: 'TX',
    });
    const load = await vanLoad(client, 30, { city: 'Dallas', state: 'TX' });
    const row = rowOf(await fitsOf(client, load.id), driver.id);
    expect(row).toMatchObject({ verdict: 'CANT', fact: 'Flatbed, load needs a van', ownStatus: 'IN_SHOP' });
    expect(kinds(row).slice(0, 2)).toEqual(['EQUIPMENT', 'TIME_OFF']);
  });

  it('a van that is empty near Dallas in time can, before the others', async () => {
    const client = await api.signUp();
    const far = await vanIn(client, 'Boise', 'ID');
    const near = await vanIn(client, 'Fort Worth', 'TX');
    const load = await vanLoad(client, 30, { city: 'Dallas', state: 'TX' });
    const fits = await fitsOf(client, load.id);
    expect(fits.rows.map(({ driverId, verdict }) => [driverId, verdict])).toEqual([
      [near.id, 'CAN'],
      [far.id, 'CANT'],
    ]);
    const row = rowOf(fits, near.id);
    expect(row).toMatchObject({ from: 'empty in Fort Worth, TX', isAfterRest: true, empty: { city: 'Atlanta', state: 'GA' } });
    expect(row.fact).toMatch(/^At pickup .+ early$/);
    expect(row.deadhead?.miles).toBeGreaterThan(25);
    expect(row.deadhead?.miles).toBeLessThan(40);
    expect(fits.nobody).toBeNull();
    expect(fits.assumptions).toEqual({ milesPerHour: 55, liveDockMinutes: 120, dropDockMinutes: 30 });
    expect(Fits.strict().parse(fits)).toEqual(fits);
  });

  it('the next load that would be late counts, and the load in question does not count against its own driver', async () => {
    const client = await api.signUp();
    const driver = await vanIn(client, 'Dallas', 'TX');
    const next = await makeLoad(client, {
      driverId: driver.id,
      stops: [
        pickupAt({ city: 'Seattle', state: 'WA', ...inHours(110, 'America/Los_Angeles') }),
        deliveryAt({ city: 'Portland', state: 'OR', ...inHours(130, 'America/Los_Angeles') }),
      ],
    });
    const load = await vanLoad(client, 30, { city: 'Dallas', state: 'TX' }, 70);
    const row = rowOf(await fitsOf(client, load.id), driver.id);
    expect(row.verdict).toBe('CANT');
    expect(kinds(row)[0]).toBe('NEXT_LATE');
    expect(row.fact).toMatch(new RegExp(`^Next load ${next.loadNumber} would be .+ late$`));
    expect(row.brief).toEqual({ fact: expect.stringMatching(new RegExp(`^${next.loadNumber}: .+ late$`)), detail: 'Next load would slip' });
    expect(row.conflict).toMatchObject({ loadNumber: next.loadNumber, words: expect.stringMatching(/^In Seattle, WA .+, pickup is .+/) });
    const lateMs = Date.parse(row.conflict?.arriveAt ?? '') - Date.parse(row.conflict?.startsAt ?? '');
    expect(Math.ceil(lateMs / 60_000)).toBe(row.reasons[0]?.minutes);
    expect(rowOf(await fitsOf(client, next.id), driver.id).verdict).toBe('CAN');
  });

  it('a driver on the road comes from the delivery', async () => {
    const client = await api.signUp();
    const driver = await vanIn(client, 'Houston', 'TX');
    const current = await makeLoad(client, {
      driverId: driver.id,
      stops: [pickupAt({ city: 'Houston', state: 'TX', ...inHours(-10) }), deliveryAt({ city: 'Waco', state: 'TX', ...inHours(5) })],
    });
    for (const newStatus of ['DISPATCHED', 'IN_TRANSIT'] as const) {
      await client.call(loadEndpoints.changeLoadStatus, { params: { id: current.id }, body: { newStatus } });
    }
    const load = await vanLoad(client, 40, { city: 'Dallas', state: 'TX' });
    const row = rowOf(await fitsOf(client, load.id), driver.id);
    expect(row.verdict).toBe('CAN');
    expect(row.from).toMatch(/^Waco, TX, /);
    expect(row.isAfterRest).toBe(true);
  });

  it('what is missing is not known, with the action that would tell, and never counts as can', async () => {
    const client = await api.signUp();
    const nowhere = await makeDriver(client, { name: 'Nowhere', equipment: 'DRY_VAN', trailerLengthFt: 53 });
    const noTrailer = await makeDriver(client, { name: 'No trailer' });
    await setStatus(client, noTrailer.id, { newStatus: 'READY', readyCity: 'Dallas', readyState: 'TX' });
    const tired = await vanIn(client, 'Fort Worth', 'TX');
    const fits = await fitsOf(client, (await vanLoad(client, 4, { city: 'Dallas', state: 'TX' })).id);
    expect(rowOf(fits, nowhere.id)).toMatchObject({
      verdict: 'NOT_KNOWN',
      fact: 'Location not known',
      action: 'SET_LOCATION',
      deadhead: null,
    });
    expect(rowOf(fits, noTrailer.id)).toMatchObject({ verdict: 'NOT_KNOWN', fact: 'Trailer not known', action: 'SET_TRAILER' });
    expect(rowOf(fits, tired.id)).toMatchObject({
      verdict: 'NOT_KNOWN',
      fact: 'Hours not known',
      action: 'ASK_DRIVER',
      slackMinutes: null,
    });
    expect(rowOf(fits, tired.id).detail).toMatch(/On time if \d+:\d\d or more is left/);
    expect(fits.counts).toEqual({ can: 0, notKnown: 3, cant: 0 });
  });

  it('a truck of which the office says that it is ready later, isn’t before', async () => {
    const client = await api.signUp();
    const driver = await vanIn(client, 'Dallas', 'TX');
    const readyAt = new Date(nowMs + 50 * hour).toISOString();
    await setStatus(client, driver.id, { newStatus: 'READY', readyAt, readyCity: 'Dallas', readyState: 'TX' });
    const row = rowOf(await fitsOf(client, (await vanLoad(client, 30, { city: 'Dallas', state: 'TX' })).id), driver.id);
    expect(row.verdict).toBe('CANT');
    expect(row.fact).toMatch(/^Not ready until /);
  });

  it('a draft has the same answer as the load that is made of it', async () => {
    const client = await api.signUp();
    await vanIn(client, 'Boise', 'ID');
    await vanIn(client, 'Fort Worth', 'TX');
    await vanIn(client, 'Dallas', 'TX', { equipment: 'FLATBED' });
    const load = await vanLoad(client, 30, { city: 'Dallas', state: 'TX' });
    const freight: Freight = {
      equipment: 'DRY_VAN',
      lengthFt: 53,
      stops: load.stops.map(({ kind, city, state, zip, schedule, day, time, endDay, endTime, handling }) => ({
        kind,
        city,
        state: state as 'TX',
        zip,
        schedule,
        day,
        time,
        endDay,
        endTime,
        handling,
      })),
    };
    const drafted = await client.call(fitEndpoints.findFits, { body: { freight } });
    const saved = await fitsOf(client, load.id);
    const answers = ({ rows }: Fits) => rows.map(({ driverId, verdict, deadhead }) => ({ driverId, verdict, deadhead }));
    expect(answers(drafted)).toEqual(answers(saved));
    // A change of a load that has a driver isn't in its own way.
    const [best] = saved.rows;
    await client.call(loadEndpoints.assignLoad, { params: { id: load.id }, body: { driverId: best?.driverId ?? null } });
    const changed = await client.call(fitEndpoints.findFits, { body: { freight: { ...freight, exceptLoadId: load.id } } });
    expect(rowOf(changed, best?.driverId ?? '').verdict).toBe('CAN');
    const second = await client.call(fitEndpoints.findFits, { body: { freight } });
    const busy = rowOf(second, best?.driverId ?? '');
    expect(kinds(busy)[0]).toBe('ON_LOAD');
    expect(busy.brief).toEqual({ fact: `Has ${load.loadNumber}`, detail: 'At the same time' });
    expect(busy.conflict).toMatchObject({
      loadNumber: load.loadNumber,
      arriveAt: null,
      words: expect.stringMatching(/^Dallas to Atlanta, /),
    });
  });

  it('lists neither drivers of other companies nor inactive or archived ones', async () => {
    const [client, other] = [await api.signUp(), await api.signUp()];
    await vanIn(other, 'Dallas', 'TX');
    const own = await vanIn(client, 'Dallas', 'TX');
    await makeDriver(client, { employment: 'INACTIVE' });
    const gone = await makeDriver(client);
    await client.call(driverEndpoints.deleteDriver, { params: { id: gone.id } });
    const { rows } = await fitsOf(client, (await makeLoad(client)).id);
    expect(rows.map(({ driverId }) => driverId)).toEqual([own.id]);
  });

  it('takes as many statements for 300 drivers as for 3, each with its loads', async () => {
    const [few, many] = [await api.signUp(), await api.signUp()];
    await plantFleet(few, 3);
    await plantFleet(many, 300);
    const measure = async (client: TestClient, count: number) => {
      const { id } = await vanLoad(client, 40, { city: 'Dallas', state: 'TX' });
      await fitsOf(client, id);
      return watchDatabase(async () => expect((await fitsOf(client, id)).rows).toHaveLength(count));
    };
    const { statements } = await measure(few, 3);
    expect((await measure(many, 300)).statements).toBe(statements);
  });
});

/** Drivers in different cities, each with a booked load next week. */
async function plantFleet(client: TestClient, count: number): Promise<void> {
  const load = await makeLoad(client, {
    stops: [pickupAt({ city: 'Memphis', state: 'TN', ...inHours(170) }), deliveryAt({ city: 'Tulsa', state: 'OK', ...inHours(200) })],
  });
  await api.admin.query(
    `insert into drivers (company_id, id, name, equipment, length_ft, ready_city, ready_state, ready_lat, ready_lng, ready_zone)
     select $1, gen_random_uuid(), 'Driver ' || n, 'DRY_VAN', 53, city, state, lat, lng, time_zone
     from (select row_number() over (order by weight desc, id) as n, * from places where zip is null and state <> 'AK' and state <> 'HI'
       order by weight desc, id limit $2) p`,
    [client.user.companyId, count],
  );
  const columns = (table: string, skipped: readonly string[]) =>
    api.admin
      .query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and not column_name = any($2)`,
        [table, skipped],
      )
      .then(({ rows }) => rows.map(({ name }) => name).join(', '));
  const loadColumns = await columns('loads', ['id', 'driver_id', 'load_number']);
  const stopColumns = await columns('load_stops', ['id', 'load_id']);
  await api.admin.query(
    `with copies as (
       insert into loads (id, driver_id, load_number, ${loadColumns})
       select gen_random_uuid(), d.id, 'F' || row_number() over (), ${loadColumns.replace(/(\w+)/g, 'l.$1')}
       from loads l join drivers d on d.company_id = l.company_id where l.company_id = $1 and l.id = $2 returning id)
     insert into load_stops (id, load_id, ${stopColumns})
     select gen_random_uuid(), c.id, ${stopColumns.replace(/(\w+)/g, 's.$1')}
     from copies c cross join load_stops s where s.company_id = $1 and s.load_id = $2`,
    [client.user.companyId, load.id],
  );
}
