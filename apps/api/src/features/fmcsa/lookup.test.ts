import { fmcsaEndpoints } from '@headhaul/contracts/fmcsa';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dayFromNow, makeBroker } from '../../testing/office.ts';
import { putOnPlan } from '../../testing/plan.ts';
import { ageRecord, lookUp, newNumber, startTestFmcsa, type TestFmcsa, withFreshApp } from '../../testing/providers/fmcsa.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let fmcsa: TestFmcsa;
let api: TestApp;
let client: TestClient;
beforeAll(async () => {
  fmcsa = await startTestFmcsa();
  api = await startTestApp({ env: fmcsa.env });
  client = await api.signUp();
});
afterEach(() => fmcsa.clear());
afterAll(async () => {
  await api.close();
  fmcsa.stop();
});

const ask = (query: string) => client.fetch(`/api/fmcsa/brokers${query}`);
const useUp = (person: TestClient, used: number) =>
  api.admin.query(
    `insert into limit_uses (company_id, user_id, feature, day, used) select company_id, $2, 'brokerLookupsPerDay', (now() at time zone time_zone)::date, $3
     from companies where company_id = $1`,
    [person.user.companyId, person.user.id, used],
  );

describe('GET /fmcsa/brokers', () => {
  it('401 for a stranger', async () => {
    expect((await api.fetch('/api/fmcsa/brokers?mc=428816')).status).toBe(401);
  });

  it('200 with everything FMCSA publishes about an MC never seen', async () => {
    const person = await api.signUp();
    const { dot, mc } = await fmcsa.register({
      phone: '4025550142',
      officers: ['PAT DOE', 'KIM ROE'],
      dbaName: 'NEW DAWN',
      brokerDays: 400,
    });
    const { found, ...labels } = await lookUp(person, { mc });
    expect(labels).toEqual({
      outcome: 'FOUND',
      missing: null,
      keptBecause: null,
      lookups: { current: 1, max: 300, isUnlimited: false },
    });
    expect(found?.record).toEqual({
      dot,
      mc,
      legalName: 'NEW DAWN FREIGHT LLC',
      dbaName: 'NEW DAWN',
      authorityStatus: 'ACTIVE',
      authoritySince: dayFromNow(-400),
      authorityGrantedOn: dayFromNow(-400),
      authorityReinstatedOn: null,
      authorityEvents: [{ on: dayFromNow(-400), isActive: true }],
      isBondOnFile: true,
      bondCents: 7_500_000,
      bondSince: dayFromNow(-400),
      bondCanceledOn: null,
      liabilityCents: 0,
      isOutOfService: false,
      outOfServiceSince: null,
      address: { street: '100 MAIN ST', city: 'OMAHA', state: 'NE', zip: '68102' },
      phone: '+14025550142',
      officers: ['PAT DOE', 'KIM ROE'],
    });
    expect(found?.source).toBe('QCMOBILE');
    expect(Date.now() - Date.parse(found?.checkedAt ?? '')).toBeLessThan(60_000);
    expect(found?.openDataAsOf).not.toBeNull();
    expect(found?.changes.map(({ kind, on }) => [kind, on])).toEqual(
      expect.arrayContaining([
        ['AUTHORITY_GRANTED', dayFromNow(-400)],
        ['BOND_FILED', dayFromNow(-400)],
      ]),
    );
  });

  it('200 from memory for 24 hours, free for every company, by MC and by USDOT', async () => {
    const [first, second] = [await api.signUp(), await api.signUp()];
    const { dot, mc } = await fmcsa.register();
    const { found } = await lookUp(first, { mc });
    await fmcsa.clear();
    for (const number of [{ mc }, { dot }]) {
      const again = await lookUp(second, number);
      expect(again).toEqual({
        outcome: 'FOUND',
        found,
        missing: null,
        keptBecause: 'RECENT',
        lookups: expect.objectContaining({ current: 0 }),
      });
    }
    expect(await fmcsa.countRequests('fmcsa')).toBe(0);
    await ageRecord(api, dot, 25);
    expect(await lookUp(second, { dot })).toMatchObject({ keptBecause: null, lookups: { current: 1 } });
    expect(await fmcsa.countRequests('fmcsa')).toBe(1);
  });

  it('200 with the broker, not the forwarder whose number has the same digits', async () => {
    expect((await lookUp(client, { mc: '1330952' })).found?.record).toMatchObject({ dot: '3622095', isBondOnFile: false });
    await fmcsa.setOddities('fmcsa', { docketAs: 'object', spelling: 'documented' });
    const { mc, dot } = await fmcsa.register();
    expect((await lookUp(client, { mc })).found?.record).toMatchObject({ dot, mc, isOutOfService: false });
  });

  it.each([
    [
      'reinstated 12 days ago',
      '874410',
      { authorityStatus: 'ACTIVE', authorityReinstatedOn: dayFromNow(-12), authoritySince: dayFromNow(-12) },
    ],
    [
      'revoked',
      '1207731',
      { authorityStatus: 'REVOKED', authoritySince: dayFromNow(-63), isBondOnFile: false, bondCanceledOn: dayFromNow(-95) },
    ],
    ['a carrier', '690127', { authorityStatus: 'NONE', authoritySince: null, bondCents: 0, liabilityCents: 100_000_000 }],
    ['out of service', '815503', { isOutOfService: true, outOfServiceSince: dayFromNow(-20) }],
  ])('200 for a company that is %s', async (_what, mc, expected) => {
    expect((await lookUp(client, { mc })).found?.record).toMatchObject(expected);
  });

  it('200 without a record for a number nobody has, and that is kept too', async () => {
    const person = await api.signUp();
    const mc = newNumber();
    const first = await lookUp(person, { mc });
    expect(first).toMatchObject({
      outcome: 'NOT_FOUND',
      found: null,
      missing: { source: 'QCMOBILE' },
      keptBecause: null,
      lookups: { current: 1 },
    });
    expect(await lookUp(person, { mc })).toEqual({ ...first, keptBecause: 'RECENT' });
  });

  it('asks FMCSA once when many people ask for the same number at once, and one of them pays', async () => {
    const people = await Promise.all([api.signUp(), api.signUp(), api.signUp(), api.signUp()]);
    const { dot } = await fmcsa.register();
    await fmcsa.setFaults('fmcsa', { latencyMs: 300 });
    const answers = await Promise.all(people.map((person) => lookUp(person, { dot })));
    expect(await fmcsa.countRequests('fmcsa')).toBe(1);
    expect(new Set(answers.map(({ found }) => found?.checkedAt)).size).toBe(1);
    const after = await Promise.all(people.map((person) => lookUp(person, { dot })));
    expect(after.reduce((sum, { lookups }) => sum + lookups.current, 0)).toBe(1);
  });

  it.each([
    ['an MC', async () => ({ mc: (await fmcsa.register()).mc })],
    ['an MC that nobody has', async () => ({ mc: newNumber() })],
  ])('asks FMCSA once about %s when two processes are asked at once, and one person pays', async (_what, makeNumber) => {
    // A second process on the same database.
    await withFreshApp({ ...fmcsa.env, DATABASE_APP_URL: api.databaseUrl('app') }, async (stranger, other) => {
      const people = [...(await Promise.all([api.signUp(), api.signUp()])), stranger, await other.signUp()];
      const number = await makeNumber();
      await fmcsa.clear();
      await fmcsa.setFaults('fmcsa', { latencyMs: 600 });
      const answers = await Promise.all(people.map((person) => lookUp(person, number)));
      expect(await fmcsa.countRequests('fmcsa')).toBe(1);
      expect(new Set(answers.map(({ found, missing }) => found?.checkedAt ?? missing?.checkedAt)).size).toBe(1);
      const after = await Promise.all(people.map((person) => lookUp(person, number)));
      expect(after.reduce((sum, { lookups }) => sum + lookups.current, 0)).toBe(1);
    });
  });

  it('422 when the person’s lookups of the day are used, with what is kept and how old it is', async () => {
    const person = await api.signUp();
    const [known, unknown] = [await fmcsa.register(), await fmcsa.register()];
    const { found } = await lookUp(client, { dot: known.dot });
    await useUp(person, 300);
    expect(await lookUp(person, { dot: known.dot })).toMatchObject({ keptBecause: 'RECENT', lookups: { current: 300, max: 300 } });
    await ageRecord(api, known.dot, 30);
    await fmcsa.clear();
    const refused = await person.fetch(`/api/fmcsa/brokers?dot=${known.dot}`);
    expect(await refused.json()).toMatchObject({
      status: 422,
      code: 'limit_reached',
      limit: { name: 'brokerLookupsPerDay', current: 300, max: 300, isPlanActive: true },
      current: {
        record: found?.record,
        source: 'QCMOBILE',
        checkedAt: new Date(Date.parse(found?.checkedAt ?? '') - 30 * 3_600_000).toISOString(),
      },
    });
    const nothing = (await (await person.fetch(`/api/fmcsa/brokers?mc=${unknown.mc}`)).json()) as object;
    expect(nothing).toMatchObject({ status: 422, code: 'limit_reached' });
    expect(nothing).not.toHaveProperty('current');
    expect(await fmcsa.countRequests('fmcsa')).toBe(0);
  });

  it('422 for a company whose plan has ended', async () => {
    const person = await api.signUp();
    await putOnPlan(api, person, 'PRO_MONTHLY', new Date(Date.now() - 1_000));
    expect(await (await person.fetch('/api/fmcsa/brokers?mc=428816')).json()).toMatchObject({
      code: 'limit_reached',
      limit: { isPlanActive: false },
    });
  });

  it.each([
    '',
    '?mc=1&dot=1',
    '?mc=',
    '?dot=0000',
    '?mc=123456789',
    '?mc=12/../3',
    "?mc=1'%20or%201=1",
    '?dot=%00',
    '?mc=MC',
    '?mc=1&mc=2',
    `?dot=${'9'.repeat(5_000)}`,
  ])('400 for “%s”, and FMCSA is not asked', async (query) => {
    expect(await (await ask(query)).json()).toMatchObject({ status: 400 });
    expect((await fmcsa.countRequests('fmcsa')) + (await fmcsa.countRequests('open-data'))).toBe(0);
  });

  it('reads a number as people write it', async () => {
    const { mc } = await fmcsa.register();
    expect((await lookUp(client, { mc: `MC# 0${mc}` })).found?.record.mc).toBe(mc);
  });
});

describe('the history of a broker', () => {
  it('tells what changed between two looks, with FMCSA’s dates where it has them', async () => {
    const { dot } = await fmcsa.register({ phone: '4025550142', brokerDays: 900 });
    await lookUp(client, { dot });
    await ageRecord(api, dot, 25);
    await fmcsa.edit(dot, { phone: '9295550116', legalName: 'NEW DAWN LLC' });
    await fmcsa.act(dot, 'revoke', 3);
    await fmcsa.act(dot, 'cancel-bond', 2);
    await fmcsa.act(dot, 'out-of-service', 1);
    const { found } = await lookUp(client, { dot });
    expect(found?.record).toMatchObject({ authorityStatus: 'REVOKED', isBondOnFile: false, phone: '+19295550116' });
    const changes = found?.changes.map(({ kind, on, before, after }) => [kind, on, before, after]);
    expect(changes).toEqual(
      expect.arrayContaining([
        ['PHONE', null, '+14025550142', '+19295550116'],
        ['LEGAL_NAME', null, 'NEW DAWN FREIGHT LLC', 'NEW DAWN LLC'],
        ['OUT_OF_SERVICE', dayFromNow(-1), null, null],
        ['BOND_CANCELED', dayFromNow(-2), null, null],
        ['AUTHORITY_REVOKED', dayFromNow(-3), null, null],
        ['AUTHORITY_GRANTED', dayFromNow(-900), null, null],
      ]),
    );
    expect(found?.changes.find(({ kind }) => kind === 'PHONE')?.lastSeenAt).not.toBeNull();
    await ageRecord(api, dot, 25);
    const again = await lookUp(client, { dot });
    expect(again.keptBecause).toBeNull();
    expect(again.found?.changes.length).toBe(found?.changes.length);
  });
});

describe('GET /brokers/{id}/fmcsa', () => {
  it('200 with what is kept of the company’s broker, and costs no lookup', async () => {
    const [person, stranger] = [await api.signUp(), await api.signUp()];
    const { dot, mc } = await fmcsa.register();
    const byMc = await makeBroker(person, { mc });
    const byDot = await makeBroker(person, { dot });
    const numberless = await makeBroker(person);
    const read = (who: TestClient, id: string) => who.call(fmcsaEndpoints.getBrokerRecord, { params: { id } });
    expect(await read(person, byMc.id)).toEqual({ found: null });
    const { found } = await lookUp(stranger, { mc });
    for (const { id } of [byMc, byDot]) expect(await read(person, id)).toEqual({ found });
    expect(await read(person, numberless.id)).toEqual({ found: null });
    expect(await lookUp(person, { mc })).toMatchObject({ lookups: { current: 0 } });
    expect((await stranger.fetch(`/api/brokers/${byMc.id}/fmcsa`)).status).toBe(404);
  });
});
