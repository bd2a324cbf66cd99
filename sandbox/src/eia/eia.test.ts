import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createServiceControl } from '../json-service/test-json-service.ts';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox, testClient } from '../test-sandbox.ts';
import { readBrackets } from './bracket-query.ts';
import { DieselPrices, type PriceRow } from './diesel-prices.ts';

let sandbox: Sandbox;
const control = createServiceControl(() => sandbox, 'eia');
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(async () => {
  await control.clear();
  await control.send('DELETE', 'prices');
});
afterAll(() => sandbox.stop());

interface Answer {
  response: { total: string; dateFormat: string; frequency: string; data: PriceRow[] };
  request: { command: string; params: object };
}

const get = (query: string, apiKey: string = testClient.secret) =>
  fetch(`${addressOf(sandbox, 'eia')}/v2/petroleum/pri/gnd/data/?api_key=${apiKey}&${query}`);
const ask = async (query: string) => (await (await get(query)).json()) as Answer;

const usual = 'frequency=weekly&data[0]=value&facets[product][]=EPD2D&sort[0][column]=period&sort[0][direction]=desc';

describe('GET /v2/petroleum/pri/gnd/data', () => {
  it('the newest week of a region, with values as strings', async () => {
    const { response, request } = await ask(`${usual}&facets[duoarea][]=R20&length=2`);
    expect(response).toMatchObject({ total: '60', dateFormat: 'YYYY-MM-DD', frequency: 'weekly' });
    expect(response.data).toHaveLength(2);
    expect(response.data[0]).toMatchObject({
      duoarea: 'R20',
      'area-name': 'PADD 2',
      product: 'EPD2D',
      'product-name': 'No 2 Diesel',
      process: 'PTE',
      series: 'EMD_EPD2D_PTE_R20_DPG',
      'series-description': 'Midwest No 2 Diesel Retail Prices (Dollars per Gallon)',
      value: expect.stringMatching(/^[34]\.\d{1,3}$/),
      units: '$/GAL',
    });
    expect(request).toMatchObject({
      command: '/v2/petroleum/pri/gnd/data/',
      params: { data: ['value'], facets: { duoarea: ['R20'] }, sort: [{ column: 'period', direction: 'desc' }], length: '2' },
    });
  });

  it('all regions of a week by start and end, and by series', async () => {
    const [newest] = (await ask(`${usual}&length=1`)).response.data;
    const week = newest?.period ?? '';
    const { response } = await ask(`${usual}&start=${week}&end=${week}`);
    expect(new Set(response.data.map(({ duoarea }) => duoarea)).size).toBe(11);
    expect((await ask(`${usual}&facets[series][]=EMD_EPD2D_PTE_SCA_DPG&length=1`)).response.data).toMatchObject([{ duoarea: 'SCA' }]);
  });

  it('no value when the request names no data, nothing for another product', async () => {
    const { response } = await ask('facets[duoarea][]=NUS&length=1');
    expect(response.data[0]).not.toHaveProperty('value');
    expect((await ask('data[]=value&facets[product][]=EPMR')).response).toMatchObject({ total: '0', data: [] });
  });

  it('403 without a key and with a wrong one', async () => {
    for (const [key, code] of [
      ['', 'API_KEY_MISSING'],
      ['wrong', 'API_KEY_INVALID'],
    ] as const) {
      const response = await get(usual, key);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: { code } });
    }
  });

  it.each(['frequency=hourly', 'data[]=volume', 'facets[colour][]=red', 'start=2026', 'sort[0][column]=colour'])(
    '400 for %s',
    async (query) => {
      const response = await get(query);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 400 });
    },
  );

  it('404 for any other route', async () => {
    const { status } = await fetch(`${addressOf(sandbox, 'eia')}/v2/coal/data?api_key=${testClient.secret}`);
    expect(status).toBe(404);
  });
});

describe('DieselPrices', () => {
  const nowMs = Date.UTC(2026, 9, 29, 15);

  it('has 60 Mondays for 11 areas, the same in each run', () => {
    const rows = new DieselPrices().rows(nowMs);
    expect(rows).toHaveLength(60 * 11);
    expect(rows[0]).toMatchObject({ period: '2026-10-26', duoarea: 'NUS' });
    expect(rows[59]?.period).toBe('2025-09-08');
    expect(new Set(rows.map(({ period }) => new Date(`${period}T00:00:00Z`).getUTCDay()))).toEqual(new Set([1]));
    expect(new DieselPrices().rows(nowMs)).toEqual(rows);
  });

  it('publishes on Monday evening', () => {
    const periodAt = (ms: number) => new DieselPrices().newest(ms)[0]?.period;
    expect(periodAt(Date.UTC(2026, 9, 26, 21, 59))).toBe('2026-10-19');
    expect(periodAt(Date.UTC(2026, 9, 26, 22))).toBe('2026-10-26');
  });

  it('moves by less than 20 cents a week, and California costs more than the Gulf Coast', () => {
    const rows = new DieselPrices().rows(nowMs);
    const valuesOf = (code: string) => rows.filter(({ duoarea }) => duoarea === code).map(({ value }) => Number(value));
    for (const code of ['NUS', 'R10', 'R20', 'R30', 'R40', 'R50', 'SCA']) {
      const values = valuesOf(code);
      for (const [index, value] of values.entries()) {
        expect(value).toBeGreaterThan(2.8);
        expect(value).toBeLessThan(5.6);
        expect(Math.abs(value - (values[index + 1] ?? value))).toBeLessThan(0.2);
      }
    }
    const [california, gulf] = [valuesOf('SCA'), valuesOf('R30')];
    expect(california.every((value, index) => value > (gulf[index] ?? 0) + 1)).toBe(true);
  });
});

describe('switches and oddities', () => {
  const newestOf = async (area: string) => (await ask(`${usual}&facets[duoarea][]=${area}&length=1`)).response.data[0];

  it('PUT sets the newest price of an area alone, or adds a week', async () => {
    const before = await newestOf('R20');
    const others = await newestOf('R30');
    expect((await control.send('PUT', 'prices/R20', { price: 4.199 })).status).toBe(200);
    expect(await newestOf('R20')).toEqual({ ...before, value: '4.199' });
    expect(await newestOf('R30')).toEqual(others);
    await control.send('PUT', 'prices/R20', { price: 5, period: '2040-01-02' });
    expect(await newestOf('R20')).toMatchObject({ period: '2040-01-02', value: '5' });
    await control.send('DELETE', 'prices');
    expect(await newestOf('R20')).toEqual(before);
  });

  it('404 for an area that EIA does not have, 400 for no price and for a Tuesday', async () => {
    expect((await control.send('PUT', 'prices/MARS', { price: 4 })).status).toBe(404);
    expect((await control.send('PUT', 'prices/R20', { price: 'dear' })).status).toBe(400);
    expect((await control.send('PUT', 'prices/R20', { price: 4, period: '2026-10-27' })).status).toBe(400);
  });

  it('staleWeeks leaves out the newest weeks, missingArea an area', async () => {
    const before = await newestOf('NUS');
    await control.setOddities({ staleWeeks: 3, missingArea: 'R40' });
    const stale = await newestOf('NUS');
    expect(Date.parse(before?.period ?? '') - Date.parse(stale?.period ?? '')).toBe(21 * 86_400_000);
    expect(await newestOf('R40')).toBeUndefined();
  });

  it('wrongTypes sends values as numbers, and 429 is said as api.data.gov says it', async () => {
    await control.setOddities({ spoil: 'wrongTypes' });
    const spoiled = (await ask(`${usual}&facets[duoarea][]=NUS&length=1`)) as unknown as { response: { data: { value: unknown } } };
    expect(typeof spoiled.response.data.value).toBe('number');
    await control.setFaults({ errorStatus: 429 });
    expect(await (await get(usual)).json()).toMatchObject({ error: { code: 'OVER_RATE_LIMIT' } });
  });

  it('the page shows the prices and sets one', async () => {
    expect(await (await fetch(`${sandbox.address}/diesel`)).text()).toContain('Rocky Mountain');
    const post = (fields: Record<string, string>) =>
      fetch(`${sandbox.address}/diesel/price/R40`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    expect((await post({ price: '3.333' })).status).toBe(303);
    expect(await newestOf('R40')).toMatchObject({ value: '3.333' });
    expect((await post({ price: '' })).status).toBe(400);
  });
});

describe('readBrackets', () => {
  it.each([
    ['a=1', { a: '1' }],
    ['data[]=x&data[]=y', { data: ['x', 'y'] }],
    ['data[0]=x', { data: ['x'] }],
    ['f[a][]=1&f[a][]=2&f[b][]=3', { f: { a: ['1', '2'], b: ['3'] } }],
    ['s[0][c]=p&s[0][d]=q&s[1][c]=r', { s: [{ c: 'p', d: 'q' }, { c: 'r' }] }],
  ])('%s', (query, read) => {
    expect(readBrackets(new URLSearchParams(query))).toEqual(read);
  });
});
