import { driverEndpoints } from '@headhaul/contracts/drivers';
import { type DriverLoadFits, fitEndpoints, type LoadFitRow, LoadFits } from '@headhaul/contracts/fit';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { hour, inHours, nowMs, setStatus, vanIn, vanLoad } from '../../testing/fit-office.ts';
import { deliveryAt, makeDriver, makeLoad, pickupAt } from '../../testing/office.ts';
import { sendJson } from '../../testing/send-json.ts';
import { addTeammate, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const ask = (client: TestClient, ...driverIds: string[]) => client.call(fitEndpoints.findLoadFits, { body: { driverIds } });
const only = ({ drivers }: LoadFits) => drivers[0] as DriverLoadFits;
const rowOf = ({ rows }: DriverLoadFits, id: string) => rows.find(({ load }) => load.id === id) as LoadFitRow;
const dallas = { city: 'Dallas', state: 'TX' } as const;

describe('POST /fits/loads', () => {
  it('401 for a stranger and for a removed member, 400 for no driver, too many and a wrong type', async () => {
    expect((await api.fetch('/api/fits/loads', { method: 'POST' })).status).toBe(401);
    const owner = await api.signUp();
    const { id } = await vanIn(owner, 'Dallas', 'TX');
    const many = Array.from({ length: 13 }, () => id);
    for (const body of [
      {},
      { driverIds: [] },
      { driverIds: many },
      { driverIds: ['x'] },
      { driverIds: id },
      { driverIds: [id], more: 1 },
    ]) {
      expect((await sendJson(owner, 'POST', '/fits/loads', body)).status).toBe(400);
    }
    const member = await addTeammate(api, owner);
    expect((await sendJson(member, 'POST', '/fits/loads', { driverIds: [id] })).status).toBe(200);
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, member.user.email) } });
    await eventually(async () => expect((await sendJson(member, 'POST', '/fits/loads', { driverIds: [id] })).status).toBe(401));
  });

  it('404 for a driver of another company, an inactive and an archived one', async () => {
    const [client, other] = [await api.signUp(), await api.signUp()];
    const own = await vanIn(client, 'Dallas', 'TX');
    const inactive = await makeDriver(client, { employment: 'INACTIVE' });
    const gone = await makeDriver(client);
    await client.call(driverEndpoints.deleteDriver, { params: { id: gone.id } });
    const foreign = await vanIn(other, 'Dallas', 'TX');
    for (const { id } of [foreign, inactive, gone]) {
      await expect(ask(client, own.id, id)).rejects.toMatchObject({ problem: { status: 404 } });
    }
  });

  it('lists the company’s booked loads without a driver, and no others', async () => {
    const [client, other] = [await api.signUp(), await api.signUp()];
    const driver = await vanIn(client, 'Dallas', 'TX');
    const someone = await vanIn(client, 'Waco', 'TX');
    const open = await vanLoad(client, 30, dallas);
    await vanLoad(other, 30, dallas);
    const taken = await vanLoad(client, 30, dallas);
    await client.call(loadEndpoints.assignLoad, { params: { id: taken.id }, body: { driverId: someone.id } });
    const binned = await vanLoad(client, 30, dallas);
    await client.call(loadEndpoints.deleteLoad, { params: { id: binned.id } });
    const answer = await ask(client, driver.id);
    expect(answer).toMatchObject({ looked: 1, hasMore: false });
    expect(only(answer).rows.map(({ load }) => load.id)).toEqual([open.id]);
    expect(only(answer).rows[0]?.load).toMatchObject({
      loadNumber: open.loadNumber,
      brokerName: open.brokerName,
      grossCents: open.grossCents,
      loadedMiles: 781,
      route: [{ lat: expect.closeTo(32.8, 0) }, { lat: expect.closeTo(33.7, 0) }],
    });
    expect(LoadFits.strict().parse(answer)).toEqual(answer);
  });

  it('the nearest that the driver can take come first, then what isn’t known, then what can’t be made, each with its reason', async () => {
    const client = await api.signUp();
    const driver = await vanIn(client, 'Dallas', 'TX');
    const far = await vanLoad(client, 60, { city: 'Houston', state: 'TX' });
    const near = await vanLoad(client, 90, { city: 'Fort Worth', state: 'TX' });
    const unclear = await vanLoad(client, 3, { city: 'Fort Worth', state: 'TX' });
    const late = await vanLoad(client, 3, { city: 'Memphis', state: 'TN' });
    const flatbed = await makeLoad(client, {
      equipment: 'FLATBED',
      stops: [pickupAt(inHours(60)), deliveryAt(inHours(120, 'America/New_York'))],
    });
    const fits = only(await ask(client, driver.id));
    expect(fits.rows.map(({ load, verdict }) => [load.id, verdict])).toEqual([
      [near.id, 'CAN'],
      [far.id, 'CAN'],
      [unclear.id, 'NOT_KNOWN'],
      [late.id, 'CANT'],
      [flatbed.id, 'CANT'],
    ]);
    expect(fits.counts).toEqual({ can: 2, notKnown: 1, cant: 2 });
    expect(rowOf(fits, unclear.id)).toMatchObject({ fact: 'Hours not known', action: 'ASK_DRIVER', slackMinutes: null });
    expect(rowOf(fits, flatbed.id).fact).toBe('Van, load needs a flatbed');
    expect(rowOf(fits, near.id).deadhead).toMatchObject({ source: 'ROAD', miles: expect.any(Number) });
    expect(rowOf(fits, late.id).fact).toMatch(/late$/);
  });

  it('says of each pair what POST /fits says', async () => {
    const client = await api.signUp();
    const drivers = [
      await vanIn(client, 'Dallas', 'TX'),
      await vanIn(client, 'Boise', 'ID'),
      await vanIn(client, 'Houston', 'TX', { equipment: 'FLATBED' }),
      await makeDriver(client, { name: 'Nowhere' }),
      await vanIn(client, 'Waco', 'TX'),
    ];
    const [first, , flatbed, , busy] = drivers;
    await setStatus(client, flatbed?.id ?? '', {
      newStatus: 'IN_SHOP',
      readyAt: new Date(nowMs + 90 * hour).toISOString(),
      readyCity: 'Houston',
      readyState: 'TX',
    });
    // More booked loads than are looked at on one side, and one on the road.
    for (let day = 1; day <= 10; day += 1) {
      await makeLoad(client, {
        driverId: first?.id ?? null,
        stops: [
          pickupAt({ city: 'Dallas', state: 'TX', ...inHours(24 * day) }),
          deliveryAt({ city: 'Waco', state: 'TX', ...inHours(24 * day + 8) }),
        ],
      });
    }
    const current = await makeLoad(client, {
      driverId: busy?.id ?? null,
      stops: [pickupAt({ city: 'Waco', state: 'TX', ...inHours(-10) }), deliveryAt({ city: 'Tulsa', state: 'OK', ...inHours(6) })],
    });
    for (const newStatus of ['DISPATCHED', 'IN_TRANSIT'] as const) {
      await client.call(loadEndpoints.changeLoadStatus, { params: { id: current.id }, body: { newStatus } });
    }
    const open = [
      await vanLoad(client, 3, { city: 'Memphis', state: 'TN' }),
      await vanLoad(client, 20, dallas),
      await vanLoad(client, 100, { city: 'Houston', state: 'TX' }),
      await vanLoad(client, 230, dallas),
    ];
    const { drivers: answers } = await ask(client, ...drivers.map(({ id }) => id));
    expect(answers.map(({ driverId }) => driverId)).toEqual(drivers.map(({ id }) => id));
    const verdicts = new Set<string>();
    for (const load of open) {
      const { rows } = await client.call(fitEndpoints.findFits, { body: { loadId: load.id } });
      for (const fits of answers) {
        const row = rows.find(({ driverId }) => driverId === fits.driverId);
        const { verdict, reasons, deadhead, action } = rowOf(fits, load.id);
        expect({ verdict, kinds: reasons.map(({ kind }) => kind), deadhead, action }).toEqual({
          verdict: row?.verdict,
          kinds: row?.reasons.map(({ kind }) => kind),
          deadhead: row?.deadhead,
          action: row?.action,
        });
        verdicts.add(verdict);
      }
    }
    expect(verdicts.size).toBeGreaterThanOrEqual(3);
  });

  it('looks at the sixty with the soonest pickup, and says that there are more', async () => {
    const client = await api.signUp();
    const driver = await vanIn(client, 'Dallas', 'TX');
    const last = await vanLoad(client, 400, dallas);
    const missed = await vanLoad(client, -30, dallas);
    const soon = await Promise.all(Array.from({ length: 60 }, () => vanLoad(client, 60, dallas)));
    const answer = await ask(client, driver.id);
    expect(answer).toMatchObject({ looked: 60, hasMore: true });
    const ids = only(answer).rows.map(({ load }) => load.id);
    expect(new Set(ids)).toEqual(new Set(soon.map(({ id }) => id)));
    expect(ids).not.toContain(last.id);
    expect(ids).not.toContain(missed.id);
  });
});
