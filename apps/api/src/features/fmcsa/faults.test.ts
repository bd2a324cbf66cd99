import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sha256 } from '../../lib/auth/crypto.ts';
import { eventually } from '../../testing/eventually.ts';
import { ageRecord, lookUp, newNumber, startTestFmcsa, type TestFmcsa, withFreshApp } from '../../testing/providers/fmcsa.ts';
import type { TestApp, TestClient } from '../../testing/test-app.ts';

let fmcsa: TestFmcsa;
beforeAll(async () => {
  fmcsa = await startTestFmcsa();
});
afterEach(async () => {
  vi.useRealTimers();
  await fmcsa.clear();
});
afterAll(() => fmcsa.stop());

interface Fault {
  faults?: object;
  oddities?: object;
}
const faults: [string, Fault][] = [
  ['slow answers', { faults: { latencyMs: 60_000 } }],
  ['a 429 and a long Retry-After', { faults: { errorStatus: 429 }, oddities: { retryAfterSeconds: 6.5 } }],
  ['status 500', { faults: { errorStatus: 500 } }],
  ['connections that are cut', { oddities: { spoil: 'reset' } }],
  ['refused connections', { faults: { refuse: true } }],
  ['a maintenance page with status 200', { oddities: { spoil: 'maintenance' } }],
  ['half of an answer', { oddities: { spoil: 'truncated' } }],
  ['status 403', { faults: { errorStatus: 403 } }],
];

async function plant(service: 'fmcsa' | 'open-data', { faults: ofService, oddities }: Fault): Promise<void> {
  if (ofService) await fmcsa.setFaults(service, ofService);
  if (oddities) await fmcsa.setOddities(service, oddities);
}
/** A database of Redis for this file: after a 429 all processes wait, and other tests must not. */
const ownRedis = Object.assign(new URL(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'), { pathname: '/9' }).href;
const withApp = (work: (client: TestClient, app: TestApp) => Promise<void>, env: Record<string, string> = {}) =>
  withFreshApp({ ...fmcsa.env, REDIS_URL: ownRedis, ...env }, async (client, app) => {
    await forgetPauses(app);
    await work(client, app);
  });
async function forgetPauses({ platform }: TestApp): Promise<void> {
  const keys = await platform.redis.keys('provider:{fmcsa*').catch(() => []);
  if (keys.length > 0) await platform.redis.del(...keys);
}

describe.each(faults)('QCMobile with %s', (_name, fault) => {
  it('the open data answer, and the answer says so and how old they are', { timeout: 60_000 }, () =>
    withApp(async (client) => {
      const { mc, dot } = await fmcsa.register({ phone: '4025550142' });
      await plant('fmcsa', fault);
      const { found, ...labels } = await lookUp(client, { mc });
      expect(labels).toMatchObject({ outcome: 'FOUND', keptBecause: null, lookups: { current: 1 } });
      expect(found?.source).toBe('OPEN_DATA');
      expect(Math.abs(Date.now() - Date.parse(found?.openDataAsOf ?? ''))).toBeLessThan(60_000);
      expect(found?.record).toMatchObject({
        dot,
        mc,
        legalName: 'NEW DAWN FREIGHT LLC',
        authorityStatus: 'ACTIVE',
        isBondOnFile: true,
        bondCents: 7_500_000,
        isOutOfService: false,
        phone: '+14025550142',
      });
    }),
  );
});

describe.each(faults)('both of FMCSA’s services with %s', (_name, fault) => {
  it('the kept record is shown as old as it is, and nothing is counted', { timeout: 60_000 }, () =>
    withApp(async (client, app) => {
      const { dot } = await fmcsa.register();
      const first = await lookUp(client, { dot });
      await ageRecord(app, dot, 50);
      await plant('fmcsa', fault);
      await plant('open-data', fault);
      const { found, ...labels } = await lookUp(client, { dot });
      expect(labels).toMatchObject({ outcome: 'FOUND', keptBecause: 'UNAVAILABLE', lookups: { current: 1 } });
      expect(found).toMatchObject({ source: 'QCMOBILE', record: first.found?.record });
      expect(Date.parse(found?.checkedAt ?? '')).toBe(Date.parse(first.found?.checkedAt ?? '') - 50 * 3_600_000);
      expect(await lookUp(client, { mc: newNumber() })).toEqual({
        outcome: 'UNAVAILABLE',
        found: null,
        missing: null,
        keptBecause: null,
        lookups: { current: 1, max: 300, isUnlimited: false },
      });
    }),
  );
});

describe('QCMobile that does not answer', () => {
  it('no company is named for an MC number that the census has with two, and each is found by its USDOT number', () =>
    withApp(async (client) => {
      const { mc, dot } = await fmcsa.register({ legalName: 'SOLD FREIGHT LLC' });
      const other = await fmcsa.register({ legalName: 'BUYER FREIGHT LLC', mc });
      await fmcsa.setFaults('fmcsa', { errorStatus: 500 });
      expect(await lookUp(client, { mc })).toMatchObject({ outcome: 'UNAVAILABLE', found: null, missing: null });
      expect((await lookUp(client, { dot })).found?.record.legalName).toBe('SOLD FREIGHT LLC');
      expect((await lookUp(client, { dot: other.dot })).found?.record.legalName).toBe('BUYER FREIGHT LLC');
    }));

  it.each([
    ['second', ['20417']],
    ['third', ['20418', '20419']],
  ])('a broker whose MC number stands %s in the census is found by it', (_place, olderFf) =>
    withApp(async (client) => {
      const { mc, dot } = await fmcsa.register({ olderFf });
      await fmcsa.setFaults('fmcsa', { errorStatus: 500 });
      expect(await lookUp(client, { mc })).toMatchObject({ outcome: 'FOUND', found: { source: 'OPEN_DATA', record: { dot, mc } } });
      expect((await lookUp(client, { mc: olderFf[0] ?? '' })).outcome).toBe('NOT_FOUND');
    }),
  );
});

describe('FMCSA', () => {
  it('that does not answer until midnight has passed: the lookup is given back to the day before', () =>
    withApp(async (client, app) => {
      const { companyId } = client.user;
      const { dot } = await fmcsa.register();
      const countUses = async () => (await app.admin.query('select from limit_uses where company_id = $1', [companyId])).rowCount;
      const setZone = (zone: string) => app.admin.query('update companies set time_zone = $2 where company_id = $1', [companyId, zone]);
      // These zones never have the same day.
      await setZone('Pacific/Kiritimati');
      // As if another process were asking, for which this one waits.
      const claim = `asking:fmcsa_qcmobile:${sha256(`dot ${dot}`).toString('base64url')}`;
      await app.platform.redis.set(claim, 'another process', 'PX', 60_000);
      for (const service of ['fmcsa', 'open-data'] as const) await fmcsa.setFaults(service, { errorStatus: 500 });
      const asked = lookUp(client, { dot });
      await eventually(async () => expect(await countUses()).toBe(1));
      await setZone('Pacific/Pago_Pago');
      await app.platform.redis.del(claim);
      expect(await asked).toMatchObject({ outcome: 'UNAVAILABLE' });
      expect(await countUses()).toBe(0);
    }));

  it('is asked again after a fraction of a second if it says so', () =>
    withApp(async (client) => {
      await fmcsa.setFaults('fmcsa', { errorStatus: 429, errorPercent: 40 });
      await fmcsa.setOddities('fmcsa', { retryAfterSeconds: 0.2 });
      const sources: unknown[] = [];
      for (let index = 0; index < 6; index += 1) {
        const { dot } = await fmcsa.register();
        sources.push((await lookUp(client, { dot })).found?.source);
      }
      expect(sources.filter((source) => source === 'QCMOBILE').length).toBeGreaterThanOrEqual(4);
      expect(await fmcsa.countRequests('fmcsa')).toBeGreaterThan(6);
    }));

  it('answers with other types, and what is understood is the same', () =>
    withApp(async (client, app) => {
      const { dot, mc } = await fmcsa.register({ phone: '4025550142' });
      const { found } = await lookUp(client, { mc });
      await ageRecord(app, dot, 25);
      await fmcsa.setOddities('fmcsa', { spoil: 'wrongTypes' });
      const again = await lookUp(client, { mc });
      expect(again).toMatchObject({ outcome: 'FOUND', keptBecause: null, found: { source: 'QCMOBILE', record: found?.record } });
      expect(again.found?.changes).toEqual(found?.changes);
    }));

  it('with other types in the open data: what can’t be understood is not invented', () =>
    withApp(async (client) => {
      const { mc } = await fmcsa.register({ phone: '4025550142' });
      await fmcsa.setOddities('open-data', { spoil: 'wrongTypes' });
      const { found } = await lookUp(client, { mc });
      expect(found).toMatchObject({ source: 'QCMOBILE', record: { authorityStatus: 'ACTIVE', bondCents: 7_500_000 } });
      expect([null, '+14025550142']).toContain(found?.record.phone);
    }));

  it('without its open data: what they said before stays, with its age', () =>
    withApp(async (client, app) => {
      const { dot } = await fmcsa.register({ phone: '4025550142', brokerDays: 500 });
      const first = await lookUp(client, { dot });
      await ageRecord(app, dot, 48);
      await fmcsa.setFaults('open-data', { errorStatus: 500 });
      const { found } = await lookUp(client, { dot });
      expect(found).toMatchObject({ source: 'QCMOBILE', record: first.found?.record });
      expect(Date.parse(found?.openDataAsOf ?? '')).toBe(Date.parse(first.found?.openDataAsOf ?? '') - 48 * 3_600_000);
      expect(found?.changes).toEqual(first.found?.changes);
    }));

  it('with open data that are older than what is kept: they undo nothing', () =>
    withApp(async (client, app) => {
      const { dot } = await fmcsa.register({ phone: '4025550142' });
      await lookUp(client, { dot });
      await ageRecord(app, dot, 25);
      await fmcsa.edit(dot, { phone: '9295550116' });
      const changed = await lookUp(client, { dot });
      await ageRecord(app, dot, 25);
      await fmcsa.setOddities('open-data', { ageDays: 30 });
      const { found } = await lookUp(client, { dot });
      expect(found?.record.phone).toBe('+19295550116');
      expect(found?.changes).toEqual(changed.found?.changes);
      await ageRecord(app, dot, 25);
      await fmcsa.setFaults('fmcsa', { errorStatus: 500 });
      expect(await lookUp(client, { dot })).toMatchObject({ keptBecause: 'UNAVAILABLE', found: { source: 'QCMOBILE' } });
    }));

  it('with open data of thirty days ago and nothing else: the answer is labeled thirty days old', () =>
    withApp(async (client) => {
      const { dot } = await fmcsa.register({ brokerDays: 500 });
      await fmcsa.act(dot, 'revoke', 3);
      await fmcsa.setFaults('fmcsa', { errorStatus: 500 });
      await fmcsa.setOddities('open-data', { ageDays: 30 });
      const { found } = await lookUp(client, { dot });
      expect(found).toMatchObject({ source: 'OPEN_DATA', record: { authorityStatus: 'ACTIVE' } });
      expect((Date.now() - Date.parse(found?.openDataAsOf ?? '')) / 86_400_000).toBeCloseTo(30, 1);
    }));

  it.each([
    ['a wrong web key', { FMCSA_WEB_KEY: 'wrong' }, 'OPEN_DATA'],
    ['no web key', { FMCSA_WEB_KEY: '' }, 'OPEN_DATA'],
    ['no token', { FMCSA_APP_TOKEN: '' }, 'QCMOBILE'],
    ['a wrong token', { FMCSA_APP_TOKEN: 'wrong' }, 'QCMOBILE'],
    ['no Redis', { REDIS_URL: 'redis://127.0.0.1:1' }, 'QCMOBILE'],
  ])('with %s', (_name, env, source) =>
    withApp(async (client) => {
      const { mc, dot } = await fmcsa.register();
      expect(await lookUp(client, { mc })).toMatchObject({
        outcome: 'FOUND',
        found: { source, record: { dot, authorityStatus: 'ACTIVE' } },
      });
    }, env),
  );

  it('a wrong web key is never read as “no such broker”', () =>
    withApp(
      async (client) => {
        await fmcsa.setFaults('open-data', { refuse: true });
        expect(await lookUp(client, { mc: newNumber() })).toMatchObject({ outcome: 'UNAVAILABLE', lookups: { current: 0 } });
      },
      { FMCSA_WEB_KEY: 'wrong' },
    ));

  it('says which source has no such broker', () =>
    withApp(
      async (client) => {
        expect(await lookUp(client, { dot: newNumber() })).toMatchObject({
          outcome: 'NOT_FOUND',
          missing: { source: 'OPEN_DATA', openDataAsOf: expect.any(String) },
        });
      },
      { FMCSA_WEB_KEY: '' },
    ));

  it('is left alone for ten seconds after a failure', () =>
    withApp(async (client) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      const [one, two, three] = [await fmcsa.register(), await fmcsa.register(), await fmcsa.register()];
      await fmcsa.setFaults('fmcsa', { errorStatus: 500 });
      await lookUp(client, { dot: one.dot });
      await fmcsa.clear();
      vi.advanceTimersByTime(9_000);
      expect((await lookUp(client, { dot: two.dot })).found?.source).toBe('OPEN_DATA');
      expect(await fmcsa.countRequests('fmcsa')).toBe(0);
      vi.advanceTimersByTime(2_000);
      expect((await lookUp(client, { dot: three.dot })).found?.source).toBe('QCMOBILE');
    }));
});
