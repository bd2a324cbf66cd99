import { Writable } from 'node:stream';
import { fuelEndpoints } from '@headhaul/contracts/fuel';
import { dieselRegions } from '@headhaul/domain/profit/diesel-regions';
import { addDays, daysBetween } from '@headhaul/domain/time/zoned-time';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../lib/jobs/jobs.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { ownRedis, plantFault, serviceFaults, startTestServices, type TestServices } from '../../testing/providers/test-services.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { refreshDieselPrices } from './diesel.jobs.ts';
import { findDieselPrice, readDieselPrices, todayAtEia } from './diesel.service.ts';

const key = 'headhaul-dev-secret';

let services: TestServices<'eia'>;
let api: TestApp;
let client: TestClient;
let env: Record<string, string>;
beforeAll(async () => {
  services = await startTestServices(['eia']);
  env = { EIA_API_BASE: `http://localhost:${services.port + 13}`, REDIS_URL: ownRedis(10) };
  api = await startTestApp({ env });
  client = await api.signUp();
});
afterEach(async () => {
  await services.clear();
  await services.send('DELETE', 'eia/prices');
  await api.admin.query('delete from diesel_prices');
  await api.platform.redis.flushdb();
});
afterAll(async () => {
  await api.close();
  services.stop();
});

const refresh = (worker: WorkerPlatform = api.openWorker()) =>
  runJob(refreshDieselPrices, worker, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
const newest = async () => (await client.call(fuelEndpoints.getDieselPrices, {})).prices;
const find = (state: string, day: string) => findDieselPrice(api.platform.db.global, state, day);
const stored = async () =>
  (await api.admin.query('select region, week::text as week, tenths_per_gallon from diesel_prices order by region, week')).rows;

interface Published {
  duoarea: string;
  period: string;
  value: string;
}
/** What the sandbox's EIA published last for our regions, in their order. */
async function published(): Promise<{ region: string; week: string; tenthsPerGallon: number }[]> {
  const rows = (await services.send('GET', 'eia/prices')) as Published[];
  return Object.entries(dieselRegions).map(([region, { eiaArea }]) => {
    const row = rows.find(({ duoarea }) => duoarea === eiaArea);
    return { region, week: row?.period ?? '', tenthsPerGallon: Math.round(Number(row?.value) * 1_000) };
  });
}

describe('GET /diesel', () => {
  it('401 for a stranger', async () => {
    expect((await api.fetch('/api/diesel')).status).toBe(401);
  });

  it('200 with no price before EIA was asked', async () => {
    expect(await newest()).toEqual([]);
  });

  it('200 with the newest price of each region, its week and its age', async () => {
    await refresh();
    const prices = await newest();
    expect(prices.map(({ region, week, tenthsPerGallon }) => ({ region, week, tenthsPerGallon }))).toEqual(await published());
    for (const { week, ageDays, isCurrent } of prices) {
      expect(ageDays).toBe(daysBetween(week, todayAtEia()));
      expect(isCurrent).toBe(true);
    }
  });

  it('200 with an old price that says so, and nothing is counted with it', async () => {
    await services.setOddities('eia', { staleWeeks: 3 });
    await refresh();
    const prices = await newest();
    expect(prices).toHaveLength(9);
    for (const { ageDays, isCurrent } of prices) {
      expect(ageDays).toBeGreaterThan(14);
      expect(isCurrent).toBe(false);
    }
    const [{ week } = { week: '' }] = prices;
    expect(await find('TX', todayAtEia())).toBeNull();
    expect(await find('TX', addDays(week, 14))).toMatchObject({ region: 'GULF_COAST', week });
  });
});

describe('the hourly refresh', () => {
  it('keeps sixty weeks, and the same prices when it runs again or twice at once', async () => {
    await refresh();
    const first = await stored();
    expect(first.length).toBeGreaterThanOrEqual(59 * 9);
    expect(first.length).toBeLessThanOrEqual(60 * 9);
    await Promise.all([refresh(), refresh()]);
    expect(await stored()).toEqual(first);
  });

  it('asks only for the weeks it may lack, and takes over a corrected price', async () => {
    await refresh();
    await services.clear();
    await services.send('PUT', 'eia/prices/R20', { price: 4.199 });
    await refresh();
    const [{ path } = { path: '' }] = await services.listRequests('eia');
    const week = (await published())[0]?.week ?? '';
    expect(new URL(path, 'http://eia').searchParams.get('start')).toBe(addDays(week, -14));
    expect((await newest()).find(({ region }) => region === 'MIDWEST')).toMatchObject({ tenthsPerGallon: 4_199, week });
  });

  it.each([
    [4, 4_000],
    [3.5, 3_500],
  ])('reads %s dollars without the last zeros', async (price, tenthsPerGallon) => {
    await services.send('PUT', 'eia/prices/SCA', { price });
    await refresh();
    expect((await newest()).find(({ region }) => region === 'CALIFORNIA')).toMatchObject({ tenthsPerGallon });
  });

  it('gets all weeks that were missed', async () => {
    await refresh();
    const whole = await stored();
    await api.admin.query(`delete from diesel_prices where week > (select max(week) - 35 from diesel_prices)`);
    await refresh();
    expect(await stored()).toEqual(whole);
  });

  it('gets the weeks of a region that was missing, and uses the U.S. average until then', async () => {
    await services.setOddities('eia', { missingArea: 'R40' });
    await refresh();
    expect((await newest()).map(({ region }) => region)).not.toContain('ROCKY_MOUNTAIN');
    expect(await find('CO', todayAtEia())).toMatchObject({ region: 'US' });
    await services.clear();
    await refresh();
    expect(await find('CO', todayAtEia())).toMatchObject({ region: 'ROCKY_MOUNTAIN' });
  });

  it.each(serviceFaults)('keeps what it has when EIA has %s, and ends without an error', { timeout: 60_000 }, async (_name, fault) => {
    await refresh();
    const before = await stored();
    await plantFault(services, 'eia', fault);
    await refresh();
    expect(await stored()).toEqual(before);
    expect(await newest()).toHaveLength(9);
  });

  it('asks nobody without a key, and keeps nothing with a wrong one', async () => {
    await refresh(api.openWorker({ EIA_API_KEY: '' }));
    expect(await services.listRequests('eia')).toEqual([]);
    await refresh(api.openWorker({ EIA_API_KEY: 'wrong' }));
    expect(await stored()).toEqual([]);
  });

  it('writes its age into the log, and never the key', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const worker = { ...api.openWorker(), log: pino({ level: 'trace' }, stream) };
    await refresh(worker);
    for (const fault of [{ errorStatus: 500 }, { errorStatus: 403 }, { refuse: true }]) {
      await services.setFaults('eia', fault);
      await refresh(worker);
    }
    const log = lines.join('');
    expect(log).toContain('"ageDays":');
    expect(log).toContain('EIA did not answer');
    expect(log).not.toContain(key);
    expect(log).not.toContain('api_key');
  });
});

describe('findDieselPrice', () => {
  it('is the price of the pickup’s region on its day, and of today for a coming day', async () => {
    await refresh();
    const today = todayAtEia();
    const now = await find('TX', today);
    expect(now).toEqual((await published()).find(({ region }) => region === 'GULF_COAST'));
    expect(await find('TX', addDays(today, 45))).toEqual(now);
    const past = await find('TX', addDays(today, -100));
    expect(daysBetween(past?.week ?? '', addDays(today, -100))).toBeLessThan(7);
    expect(await find('TX', addDays(today, -900))).toBeNull();
    expect(await find('ON', today)).toBeNull();
  });

  it('is the same for many loads at once', async () => {
    await refresh();
    const today = todayAtEia();
    const [from, to] = [addDays(today, -60), addDays(today, 10)];
    const findMany = await readDieselPrices(api.platform.db.global, from, to);
    for (const state of ['TX', 'CA', 'ME', 'ON']) {
      for (const day of [from, addDays(today, -30), today, to]) expect(findMany(state, day)).toEqual(await find(state, day));
    }
  });
});
