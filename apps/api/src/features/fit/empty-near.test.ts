import { type EmptyNear as Answer, EmptyNear, fitEndpoints } from '@headhaul/contracts/fit';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchDatabase } from '../../testing/database/database-traffic.ts';
import { eventually } from '../../testing/eventually.ts';
import { hour, inHours, nowMs, setStatus, vanIn } from '../../testing/fit-office.ts';
import { deliveryAt, makeDriver, makeLoad, pickupAt } from '../../testing/office.ts';
import { addTeammate, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

interface Asked {
  place: string;
  radiusMiles?: number;
  equipment?: 'DRY_VAN' | 'FLATBED' | 'REEFER';
  by?: string;
}
const ask = (client: TestClient, query: Asked) => client.call(fitEndpoints.findEmptyNear, { query });
const at = (hours: number) => new Date(nowMs + hours * hour).toISOString();
const names = (rows: Answer['matches']) => rows.map(({ name }) => name);

/** A van on the road to a city, where it is unloaded so many hours from now, and its load. */
async function vanTo(client: TestClient, city: string, state: 'TX' | 'LA', hours: number) {
  const driver = await makeDriver(client, { name: `To ${city}`, equipment: 'DRY_VAN', trailerLengthFt: 53 });
  const load = await makeLoad(client, {
    driverId: driver.id,
    stops: [pickupAt({ city: 'Houston', state: 'TX', ...inHours(-12) }), deliveryAt({ city, state, ...inHours(hours) })],
  });
  for (const newStatus of ['DISPATCHED', 'IN_TRANSIT'] as const) {
    await client.call(loadEndpoints.changeLoadStatus, { params: { id: load.id }, body: { newStatus } });
  }
  return { driver, load };
}

describe('GET /fits/empty', () => {
  it('401 for a stranger and for a removed member', async () => {
    const path = '/api/fits/empty?place=Dallas';
    expect((await api.fetch(path)).status).toBe(401);
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    expect((await member.fetch(path)).status).toBe(200);
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, member.user.email) } });
    await eventually(async () => expect((await member.fetch(path)).status).toBe(401));
  });

  it.each([
    ['no place', ''],
    ['an empty place', 'place=%20'],
    ['a long place', `place=${'a'.repeat(61)}`],
    ['a radius of nothing', 'place=Dallas&radiusMiles=0'],
    ['a radius in words', 'place=Dallas&radiusMiles=near'],
    ['a radius around the world', 'place=Dallas&radiusMiles=1001'],
    ['an unknown trailer', 'place=Dallas&equipment=SLED'],
    ['a time in words', 'place=Dallas&by=tuesday'],
  ])('400 for %s', async (_, query) => {
    const client = await api.signUp();
    expect((await client.fetch(`/api/fits/empty?${query}`)).status).toBe(400);
  });

  it('200 with those inside the ring by road miles, nearest first, and none of another company', async () => {
    const [client, other] = [await api.signUp(), await api.signUp()];
    await vanIn(other, 'Dallas', 'TX');
    await vanIn(client, 'Waco', 'TX');
    const near = await vanIn(client, 'Fort Worth', 'TX');
    await vanIn(client, 'Boise', 'ID');
    const answer = await ask(client, { place: 'Dallas, TX' });
    expect(answer.place).toMatchObject({ label: 'Dallas, TX', timeZone: 'America/Chicago', lat: expect.closeTo(32.8, 0) });
    expect(names(answer.matches)).toEqual(['DRY_VAN Fort Worth', 'DRY_VAN Waco']);
    expect(answer.matches[0]).toMatchObject({
      driverId: near.id,
      verdict: 'CAN',
      unknown: [],
      miles: { source: 'ROAD' },
      empty: { isNow: true, city: 'Fort Worth', state: 'TX', afterLoadNumber: null, point: { lat: expect.closeTo(32.75, 0) } },
      next: null,
    });
    expect(answer).toMatchObject({ counts: { matches: 2, notKnown: 0 }, nearest: null, suggestion: null, ignored: [] });
    expect(EmptyNear.strict().parse(answer)).toEqual(answer);
  });

  it.each([
    ['75201', 'Dallas, TX 75201'],
    ['dallas', 'Dallas, TX'],
    ['dallas tx', 'Dallas, TX'],
    ['St. Louis', 'Saint Louis, MO'],
    ['kansas city, ks', 'Kansas City, KS'],
  ])('200 for %s', async (place, label) => {
    expect((await ask(await api.signUp(), { place })).place?.label).toBe(label);
  });

  it('200 without the last words of a place when nobody knows it with them', async () => {
    const { place, ignored } = await ask(await api.signUp(), { place: 'dallas tx asap please' });
    expect([place?.label, ignored]).toEqual(['Dallas, TX', ['asap', 'please']]);
  });

  it.each([
    ['Dalas', 'Dallas, TX'],
    ['dalas asap', 'Dallas, TX'],
    ['Hosuton, TX', 'Houston, TX'],
    ['dalla', 'Dallas, TX'],
    ['00000', null],
    ['qqzzxx', null],
    ["'; drop table places; --", null],
  ])('200 without a place for %s, with the one that is written alike', async (place, suggestion) => {
    const client = await api.signUp();
    await vanIn(client, 'Dallas', 'TX');
    const answer = await ask(client, { place });
    expect(answer).toMatchObject({ place: null, suggestion, matches: [], notKnown: [], justOutside: [], nearest: null });
  });

  it('only trailers that can haul it, and those of whom it isn’t known separately', async () => {
    const client = await api.signUp();
    await vanIn(client, 'Dallas', 'TX', { equipment: 'FLATBED' });
    await vanIn(client, 'Dallas', 'TX', { equipment: 'REEFER' });
    const bare = await makeDriver(client, { name: 'No trailer' });
    await setStatus(client, bare.id, { newStatus: 'READY', readyCity: 'Dallas', readyState: 'TX' });
    await makeDriver(client, { name: 'Nowhere', equipment: 'DRY_VAN' });
    const vans = await ask(client, { place: 'Dallas, TX', equipment: 'DRY_VAN' });
    expect(names(vans.matches)).toEqual(['REEFER Dallas']);
    expect(vans.notKnown.map(({ name, unknown, action }) => [name, unknown[0]?.words, action])).toEqual([
      ['No trailer', 'Trailer not known', 'SET_TRAILER'],
      ['Nowhere', 'Location not known', 'SET_LOCATION'],
    ]);
    expect(names((await ask(client, { place: 'Dallas, TX' })).matches)).toHaveLength(3);
  });

  it('by when: a truck on the road counts where and when it is unloaded, and a next load needs a look', async () => {
    const client = await api.signUp();
    const { driver, load } = await vanTo(client, 'Waco', 'TX', 10);
    const next = await makeLoad(client, {
      driverId: driver.id,
      stops: [pickupAt({ city: 'Waco', state: 'TX', ...inHours(60) }), deliveryAt(inHours(120, 'America/New_York'))],
    });
    const later = await ask(client, { place: 'Dallas, TX', by: at(20) });
    expect(later.matches).toMatchObject([
      {
        driverId: driver.id,
        verdict: 'LOOK',
        empty: { isNow: false, city: 'Waco', timeZone: 'America/Chicago', afterLoadNumber: load.loadNumber },
        next: { loadNumber: next.loadNumber, city: 'Waco' },
      },
    ]);
    const sooner = await ask(client, { place: 'Dallas, TX', by: at(4) });
    expect(sooner).toMatchObject({ matches: [], nearest: { driverId: driver.id } });
    expect(Date.parse((await ask(client, { place: 'Dallas, TX' })).by)).toBeGreaterThan(nowMs + 23 * hour);
  });

  it('at most three just outside, with how far', async () => {
    const client = await api.signUp();
    for (const city of ['Longview', 'Tyler', 'Waco', 'Temple'] as const) await vanIn(client, city, 'TX');
    const answer = await ask(client, { place: 'Dallas, TX', radiusMiles: 75 });
    expect(answer.matches).toEqual([]);
    expect(names(answer.justOutside)).toHaveLength(3);
    expect(answer.justOutside.every(({ verdict, overMiles }) => verdict === 'CANT' && overMiles > 0)).toBe(true);
    expect(answer.nearest?.name).toBe(answer.justOutside[0]?.name);
    expect(names((await ask(client, { place: 'Dallas, TX', radiusMiles: 200 })).matches)).toHaveLength(4);
  });

  it('takes as many statements for 300 drivers as for 3, and sends a hundred', async () => {
    const [few, many] = [await api.signUp(), await api.signUp()];
    const plant = (client: TestClient, count: number) =>
      api.admin.query(
        `insert into drivers (company_id, id, name, equipment, length_ft, ready_city, ready_state, ready_lat, ready_lng, ready_zone)
         select $1, gen_random_uuid(), 'Driver ' || n, 'DRY_VAN', 53, 'Dallas', 'TX', 32.78, -96.8, 'America/Chicago'
         from generate_series(1, $2) n`,
        [client.user.companyId, count],
      );
    await plant(few, 3);
    await plant(many, 300);
    const measure = async (client: TestClient, count: number) => {
      await ask(client, { place: 'Dallas, TX' });
      return watchDatabase(async () => expect((await ask(client, { place: 'Dallas, TX' })).matches).toHaveLength(count));
    };
    const { statements } = await measure(few, 3);
    expect((await ask(many, { place: 'Dallas, TX' })).counts).toEqual({ matches: 300, notKnown: 0 });
    expect((await measure(many, 100)).statements).toBe(statements);
  });
});
