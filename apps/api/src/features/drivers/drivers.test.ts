import { type DriverInput, driverEndpoints } from '@headhaul/contracts/drivers';
import { fleetEndpoints } from '@headhaul/contracts/fleet';
import { teamEndpoints } from '@headhaul/contracts/team';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../../testing/event-reader.ts';
import { makeBroker, makeDriver, plantLoad } from '../../testing/office.ts';
import { putOnPlan } from '../../testing/plan.ts';
import { addTeammate, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });
const wrong = (path: string, message?: string) => ({
  problem: { status: 400, errors: expect.arrayContaining([expect.objectContaining({ path, ...(message ? { message } : {}) })]) },
});
const get = (client: TestClient, id: string) => client.call(driverEndpoints.getDriver, { params: { id } });
const save = (client: TestClient, driver: { id: string; version: number }, body: DriverInput) =>
  client.call(driverEndpoints.updateDriver, { params: { id: driver.id }, query: { version: driver.version }, body });
const post = (client: TestClient, path: string, method: string, body: unknown) =>
  client.fetch(`/api${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const whole = {
  name: 'Marcus',
  familyName: 'Bell',
  phone: '(712) 555-0148',
  email: 'Marcus@Bell.example',
  language: 'en',
  type: 'OWNER_OPERATOR',
  homeCity: 'Sioux City',
  homeState: 'IA',
  cdlNumber: 'X1',
  cdlState: 'IA',
  cdlClass: 'A',
  cdlExpiresOn: '2027-03-01',
  endorsements: ['H', 'N'],
  medicalExpiresOn: '2026-12-24',
  twicExpiresOn: '2028-01-31',
  gear: ['straps', 'load bars'],
  pay: { model: 'PERCENTAGE', rate: 8_800 },
  dispatchFee: {
    model: 'PERCENT',
    percentBps: 800,
    amountCents: 0,
    base: 'GROSS_EX_LUMPER',
    minimumCents: 5_000,
    appliesToTonu: false,
  },
  truckNumber: '114',
  trailerNumber: '5301',
  equipment: 'REEFER',
  trailerLengthFt: 53,
  preferredLanes: 'Midwest to Texas',
  avoidedStates: ['NY', 'NJ'],
  minRpmCents: 225,
  maxWeightLb: 44_000,
  samsaraVehicleId: 'v1',
  samsaraDriverId: 'd1',
  datatruckId: 'dt1',
  notes: 'No Mondays',
} as const satisfies DriverInput;

describe('POST /drivers, where a company has as many as it can', () => {
  it('422 also when they are in the archive', async () => {
    const client = await api.signUp();
    await api.admin.query(
      `insert into drivers (company_id, id, name, deleted_at) select $1, gen_random_uuid(), 'D' || n, now() from generate_series(1, 4999) n`,
      [client.user.companyId],
    );
    await makeDriver(client);
    await expect(makeDriver(client)).rejects.toMatchObject({
      problem: { code: 'limit_reached', detail: expect.stringContaining('5,000 drivers') },
    });
  });
});

describe('POST /drivers', () => {
  it('200 keeps everything it was given, makes the truck and the trailer, and tells other screens', async () => {
    const client = await api.signUp();
    const screen = await openEvents(client);
    const body: DriverInput = { ...whole, endorsements: [...whole.endorsements], dispatcherId: client.user.id };
    const made = await client.call(driverEndpoints.createDriver, { body });
    expect(made).toMatchObject({ ...body, phone: '+17125550148', email: 'marcus@bell.example', dispatcherName: 'Test Person' });
    expect(made).toMatchObject({ version: 1, status: 'READY', ownStatus: 'READY', currentLoad: null, weekGrossCents: 0, deletedAt: null });
    expect(await get(client, made.id)).toEqual(made);
    await screen.untilChanges(2);
    expect(screen.changes().map(({ data }) => (data as { type: string }).type)).toEqual(['fleet.changed', 'drivers.changed']);
    screen.close();
    expect(await client.call(fleetEndpoints.listFleet, {})).toMatchObject({
      trucks: [{ id: made.truckId, number: '114' }],
      trailers: [{ id: made.trailerId, number: '5301', equipment: 'REEFER', lengthFt: 53 }],
    });
  });

  it('200 with a name alone; a sprinter keeps its equipment without a trailer', async () => {
    const client = await api.signUp();
    expect(await makeDriver(client, { name: 'Jo' })).toMatchObject({
      name: 'Jo',
      familyName: '',
      phone: null,
      truckNumber: null,
      equipment: null,
    });
    const sprinter = await makeDriver(client, { truckNumber: 'S1', equipment: 'SPRINTER', trailerLengthFt: 12 });
    expect(sprinter).toMatchObject({ equipment: 'SPRINTER', trailerLengthFt: 12, trailerNumber: null });
    const { drivers } = await client.call(driverEndpoints.listDrivers, { query: { search: 's1' } });
    expect(drivers.map(({ id }) => id)).toEqual([sprinter.id]);
  });

  it('200 once for a retried request', async () => {
    const client = await api.signUp();
    const key = { 'idempotency-key': uuidv7() };
    const input = { body: { name: 'Once', truckNumber: '1' } };
    const [first, second] = [
      await client.call(driverEndpoints.createDriver, input, key),
      await client.call(driverEndpoints.createDriver, input, key),
    ];
    expect(second).toEqual(first);
    expect((await client.call(driverEndpoints.listDrivers, { query: {} })).counts.all).toBe(1);
  });

  it('200 for two new drivers of one new truck number: one gets it, the other is told who has it', async () => {
    const client = await api.signUp();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => makeDriver(client, { name: `Racer${index}`, truckNumber: '77' })),
    );
    const winners = results.filter((result) => result.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') {
        const message = `${winners[0]?.value.name} drives truck 77. Make them a team, or choose another truck`;
        expect(result.reason).toMatchObject(wrong('body.truckNumber', message));
      }
    }
    expect((await client.call(fleetEndpoints.listFleet, {})).trucks).toHaveLength(1);
  });

  it('400 names every wrong field at once, also those only the office knows', async () => {
    const client = await api.signUp();
    const stranger = await api.signUp();
    const theirs = await makeDriver(stranger, { truckNumber: '1', trailerNumber: '2' });
    const body = {
      name: 'X',
      dispatcherId: stranger.user.id,
      teamPartnerId: theirs.id,
      truckId: theirs.truckId,
      trailerId: theirs.trailerId,
    };
    const answer = await post(client, '/drivers', 'POST', body);
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: { path: string }[] };
    expect(errors.map(({ path }) => path)).toEqual(['body.teamPartnerId', 'body.dispatcherId', 'body.truckId', 'body.trailerId']);
    const shape = await post(client, '/drivers', 'POST', {
      name: '',
      phone: 'x',
      email: 'x',
      homeState: 'ZZ',
      cdlExpiresOn: '2026-02-30',
      minRpmCents: -1,
    });
    expect(((await shape.json()) as { errors: unknown[] }).errors).toHaveLength(6);
  });

  it('400 for a driver who is paid more than all of the gross', async () => {
    const client = await api.signUp();
    const pay = (rate: number) => post(client, '/drivers', 'POST', { name: 'A', pay: { model: 'PERCENTAGE', rate } });
    expect(await (await pay(10_001)).json()).toMatchObject({ status: 400, errors: [{ path: 'body.pay.rate' }] });
    expect((await pay(10_000)).status).toBe(200);
  });

  it('400, never 5xx, for hostile bodies', async () => {
    const client = await api.signUp();
    const bodies: unknown[] = [
      null,
      [],
      'x',
      { name: 'a\u0000b' },
      { name: 'x'.repeat(101) },
      { name: 'a', version: 9 },
      { name: 'a', cdlExpiresOn: '0000-01-01' },
      { name: 'a', pay: { model: 'PER_MILE', rate: 1e12 } },
      { name: 'a', truckId: "'; drop table drivers" },
      { name: 'a', gear: Array.from({ length: 31 }, () => 'x') },
      { name: 'a', notes: 'x'.repeat(4_001) },
      { name: 'a', maxWeightLb: Number.MAX_SAFE_INTEGER },
    ];
    for (const body of bodies) expect((await post(client, '/drivers', 'POST', body)).status, JSON.stringify(body).slice(0, 80)).toBe(400);
    const odd = { name: '\ud800 %_\\ \u202e🚚', notes: '<script>alert(1)</script>', truckNumber: '%_\\', trailerNumber: '🚛' };
    expect((await post(client, '/drivers', 'POST', odd)).status).toBe(200);
    expect((await client.call(driverEndpoints.listDrivers, { query: { search: '%_\\' } })).drivers).toHaveLength(1);
  });
});

describe('PUT /drivers/{id}', () => {
  it('200 replaces the fields and counts the version; the trailer’s equipment is changed through its driver', async () => {
    const client = await api.signUp();
    const made = await makeDriver(client, { ...whole, endorsements: [] });
    const next = { name: 'Marcus', trailerNumber: '5301', equipment: 'FLATBED', trailerLengthFt: 48 } as const;
    const saved = await save(client, made, next);
    expect(saved).toMatchObject({
      version: 2,
      phone: null,
      truckNumber: null,
      trailerId: made.trailerId,
      equipment: 'FLATBED',
      trailerLengthFt: 48,
    });
    const other = await makeDriver(client, {});
    const given = await save(client, other, { name: 'Other', trailerNumber: '5301', equipment: 'DRY_VAN' });
    expect(given, 'another driver’s trailer keeps its own').toMatchObject({ trailerId: made.trailerId, equipment: 'FLATBED' });
    const bare = await save(client, saved, { name: 'Marcus', equipment: 'BOX_TRUCK' });
    expect(bare).toMatchObject({ trailerId: null, equipment: 'BOX_TRUCK', trailerLengthFt: null });
  });

  it('412 for the second of two who edit at once, with what it is now', async () => {
    const client = await api.signUp();
    const made = await makeDriver(client);
    const results = await Promise.allSettled(['Ann', 'Bob', 'Cid'].map((name) => save(client, made, { name })));
    const won = results.find((result) => result.status === 'fulfilled');
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ problem: { status: 412, code: 'version_stale', current: won?.value } });
  });

  it('404 for another company’s and for none, 400 without a version', async () => {
    const client = await api.signUp();
    const made = await makeDriver(client);
    await expect(save(await api.signUp(), made, { name: 'Mine now' })).rejects.toMatchObject(problem(404, 'not_found'));
    await expect(save(client, { id: uuidv7(), version: 1 }, { name: 'A' })).rejects.toMatchObject(problem(404, 'not_found'));
    for (const query of ['', '?version=0', '?version=x', '?version=1.5'])
      expect((await post(client, `/drivers/${made.id}${query}`, 'PUT', { name: 'A' })).status, query).toBe(400);
    expect((await post(client, '/drivers/7?version=1', 'PUT', { name: 'A' })).status).toBe(400);
  });

  it('400 for a truck somebody else drives; 200 for one of an inactive driver', async () => {
    const client = await api.signUp();
    const first = await makeDriver(client, { name: 'Nate', familyName: 'Ferris', truckNumber: '109' });
    const second = await makeDriver(client, { name: 'Wayne' });
    const take = { name: 'Wayne', truckId: first.truckId };
    await expect(save(client, second, take)).rejects.toMatchObject(
      wrong('body.truckId', 'Nate Ferris drives truck 109. Make them a team, or choose another truck'),
    );
    await save(client, first, { name: 'Nate', familyName: 'Ferris', truckNumber: '109', employment: 'INACTIVE' });
    expect(await save(client, second, take)).toMatchObject({ truckNumber: '109' });
    const stale = await get(client, first.id);
    await expect(save(client, stale, { name: 'Nate', truckNumber: '109' })).rejects.toMatchObject(wrong('body.truckNumber'));
  });

  it('400 for a dispatcher who left, unless they had this driver before', async () => {
    const client = await api.signUp();
    const member = await addTeammate(api, client, 'dispatch@drivers.test');
    const made = await makeDriver(client, { dispatcherId: member.user.id });
    await client.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(client, 'dispatch@drivers.test') } });
    expect(await save(client, made, { name: 'Same', dispatcherId: member.user.id })).toMatchObject({ dispatcherName: 'Test Person' });
    await expect(makeDriver(client, { dispatcherId: member.user.id })).rejects.toMatchObject(wrong('body.dispatcherId'));
  });
});

describe('team partners', () => {
  it('are partners of each other, share a truck, and part together', async () => {
    const client = await api.signUp();
    const ann = await makeDriver(client, { name: 'Ann', truckNumber: '1' });
    const bob = await makeDriver(client, { name: 'Bob', teamPartnerId: ann.id, truckNumber: '1' });
    expect(bob).toMatchObject({ teamPartnerName: 'Ann', truckId: ann.truckId });
    const paired = await get(client, ann.id);
    expect(paired).toMatchObject({ teamPartnerId: bob.id, teamPartnerName: 'Bob', version: 2 });

    const cid = await makeDriver(client, { name: 'Cid' });
    await expect(save(client, cid, { name: 'Cid', teamPartnerId: ann.id })).rejects.toMatchObject(
      wrong('body.teamPartnerId', 'Ann already drives in another team'),
    );
    await expect(save(client, cid, { name: 'Cid', teamPartnerId: cid.id })).rejects.toMatchObject(wrong('body.teamPartnerId'));

    await expect(save(client, bob, { name: 'Bob', truckNumber: '1' })).rejects.toMatchObject(wrong('body.truckNumber'));
    await save(client, bob, { name: 'Bob', teamPartnerId: cid.id });
    expect(await get(client, ann.id)).toMatchObject({ teamPartnerId: null, version: 3 });
    expect(await get(client, cid.id)).toMatchObject({ teamPartnerId: bob.id });
    await client.call(driverEndpoints.deleteDriver, { params: { id: bob.id } });
    expect(await get(client, cid.id)).toMatchObject({ teamPartnerId: null });
    await expect(makeDriver(client, { teamPartnerId: bob.id })).rejects.toMatchObject(wrong('body.teamPartnerId'));
  });

  it('stay two when many pair at once', async () => {
    const client = await api.signUp();
    await putOnPlan(api, client);
    const drivers = await Promise.all(Array.from({ length: 6 }, () => makeDriver(client)));
    const pairs = drivers.flatMap((a) => drivers.filter((b) => b !== a).map((b) => [a, b] as const));
    await Promise.allSettled(pairs.map(([a, b]) => save(client, a, { name: a.name, teamPartnerId: b.id })));
    const { rows } = await api.admin.query(
      `select count(*)::int as lopsided from drivers a left join drivers b on b.company_id = a.company_id and b.id = a.team_partner_id
       where a.company_id = $1 and a.team_partner_id is not null and b.team_partner_id is distinct from a.id`,
      [client.user.companyId],
    );
    expect(rows[0]).toEqual({ lopsided: 0 });
  });
});

describe('DELETE /drivers/{id} and POST /drivers/{id}/restore', () => {
  it('204 archives and 200 restores; both are in the log, both can be repeated', async () => {
    const client = await api.signUp();
    const driver = await makeDriver(client, { name: 'Rosa', familyName: 'Delgado', truckNumber: '102' });
    for (const _ of [1, 2]) await client.call(driverEndpoints.deleteDriver, { params: { id: driver.id } });
    const archived = await get(client, driver.id);
    expect(archived.deletedAt).toEqual(expect.any(String));
    expect((await client.call(driverEndpoints.listDrivers, { query: {} })).counts).toMatchObject({ all: 0, archived: 1 });
    const inArchive = await client.call(driverEndpoints.listDrivers, { query: { deleted: 'true' } });
    expect(inArchive.drivers.map(({ id }) => id)).toEqual([driver.id]);

    await expect(save(client, archived, { name: 'A' })).rejects.toMatchObject(problem(422, 'move_not_allowed'));
    await expect(
      client.call(driverEndpoints.changeDriverStatus, { params: { id: driver.id }, body: { newStatus: 'HOME' } }),
    ).rejects.toMatchObject(problem(422, 'move_not_allowed'));
    await expect(save(client, driver, { name: 'A' })).rejects.toMatchObject(problem(412, 'version_stale'));

    for (const _ of [1, 2]) {
      const restored = await client.call(driverEndpoints.restoreDriver, { params: { id: driver.id } });
      expect(restored).toMatchObject({ deletedAt: null, truckNumber: '102', version: 3 });
    }
    const { rows } = await api.admin.query<{ entry: string }>(
      'select entry from audit_log where company_id = $1 order by seq desc limit 2',
      [client.user.companyId],
    );
    expect(rows.map(({ entry }) => JSON.parse(entry))).toMatchObject([
      { action: 'driver.restored', detail: { name: 'Rosa Delgado' } },
      { action: 'driver.archived', detail: { name: 'Rosa Delgado' } },
    ]);
  });

  it('200 without the truck that somebody else drives by now', async () => {
    const client = await api.signUp();
    const driver = await makeDriver(client, { truckNumber: '8' });
    await client.call(driverEndpoints.deleteDriver, { params: { id: driver.id } });
    await makeDriver(client, { truckNumber: '8' });
    expect(await client.call(driverEndpoints.restoreDriver, { params: { id: driver.id } })).toMatchObject({ truckId: null });
  });

  it('422 while the driver has a load ahead or under way, naming it; also as the second driver', async () => {
    const client = await api.signUp();
    const [driver, second] = [await makeDriver(client, { name: 'Sam' }), await makeDriver(client, { name: 'Pat' })];
    const { id: brokerId } = await makeBroker(client);
    const load = await plantLoad(api, client, { brokerId, driverId: driver.id, coDriverId: second.id, status: 'IN_TRANSIT' });
    for (const { id, name } of [driver, second]) {
      const detail = `${name} still has load ${load.loadNumber}. Assign it to another driver first.`;
      await expect(client.call(driverEndpoints.deleteDriver, { params: { id } })).rejects.toMatchObject({
        problem: { status: 422, code: 'move_not_allowed', detail },
      });
    }
    for (let count = 0; count < 4; count++) await plantLoad(api, client, { brokerId, driverId: driver.id });
    await expect(client.call(driverEndpoints.deleteDriver, { params: { id: driver.id } })).rejects.toMatchObject({
      problem: { detail: expect.stringMatching(/^Sam still has loads \w+, \w+, \w+ and more\./) },
    });
    await api.admin.query(`update loads set status = 'DELIVERED' where company_id = $1`, [client.user.companyId]);
    await client.call(driverEndpoints.deleteDriver, { params: { id: driver.id } });
  });

  it('404 for another company’s and for none', async () => {
    const driver = await makeDriver(await api.signUp());
    const stranger = await api.signUp();
    for (const id of [driver.id, uuidv7()])
      for (const endpoint of [driverEndpoints.deleteDriver, driverEndpoints.restoreDriver, driverEndpoints.getDriver])
        await expect(stranger.call(endpoint, { params: { id } })).rejects.toMatchObject(problem(404, 'not_found'));
  });
});
