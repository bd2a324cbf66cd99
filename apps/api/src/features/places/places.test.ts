import { placeEndpoints } from '@headhaul/contracts/places';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchDatabase } from '../../testing/database/database-traffic.ts';
import { logStatements } from '../../testing/database/statement-log.ts';
import { sendJson } from '../../testing/send-json.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { cityId } from './place-key.ts';
import { findPlace, findPlaces } from './places.service.ts';

let api: TestApp;
let client: TestClient;
beforeAll(async () => {
  api = await startTestApp();
  client = await api.signUp();
});
afterAll(() => api.close());

async function search(typed: string, limit?: number): Promise<string[]> {
  const { places } = await client.call(placeEndpoints.searchPlaces, { query: { search: typed, ...(limit ? { limit } : {}) } });
  return places.map(({ city, state, zip }) => `${city}, ${state}${zip === null ? '' : ` ${zip}`}`);
}

describe('GET /places', () => {
  it('401 for a stranger', async () => {
    expect((await api.fetch('/api/places?search=dal')).status).toBe(401);
  });

  it('200 with everything a stop needs', async () => {
    const { places } = await client.call(placeEndpoints.searchPlaces, { query: { search: 'Council Bl', limit: 1 } });
    expect(places).toEqual([
      {
        id: 'councilbluffs,ia',
        city: 'Council Bluffs',
        state: 'IA',
        zip: null,
        county: 'Pottawattamie',
        lat: expect.closeTo(41.26, 1),
        lng: expect.closeTo(-95.85, 1),
        timeZone: 'America/Chicago',
      },
    ]);
  });

  it('200 with the larger city first, ten at most', async () => {
    expect((await search('san')).slice(0, 4)).toEqual(['San Antonio, TX', 'San Diego, CA', 'San Jose, CA', 'San Francisco, CA']);
    expect(await search('s')).toHaveLength(10);
    expect(await search('san', 3)).toHaveLength(3);
  });

  it('200 with cities of just that name before longer names', async () => {
    const found = await search('dallas');
    expect(found[0]).toBe('Dallas, TX');
    expect(found.slice(0, 5).every((label) => label.startsWith('Dallas, '))).toBe(true);
    expect((await search('york'))[0]).toBe('York, PA');
  });

  it.each([
    ['dallas, t', 'Dallas, TX'],
    ['Dallas, TX', 'Dallas, TX'],
    ['dallas tx', 'Dallas, TX'],
    ['springfield, illin', 'Springfield, IL'],
    ['st louis', 'Saint Louis, MO'],
    ['St. Lou', 'Saint Louis, MO'],
    ['ft wor', 'Fort Worth, TX'],
    ['ofallon, mo', "O'Fallon, MO"],
    ['montreal', 'Montréal, QC'],
    ['mcallen', 'McAllen, TX'],
    ['bloomington, mn', 'Bloomington, MN'],
    ['75201', 'Dallas, TX 75201'],
    ['75201-4', 'Dallas, TX 75201'],
    ['Dallas, TX 75201', 'Dallas, TX 75201'],
  ])('200 for “%s”: %s', async (typed, first) => {
    expect((await search(typed))[0]).toBe(first);
  });

  it('200 for the start of a ZIP, in their order', async () => {
    const found = await search('6810');
    expect(found[0]).toBe('Omaha, NE 68101');
    expect(found.every((label) => / 6810\d$/.test(label))).toBe(true);
    expect(found).toEqual(found.toSorted((a, b) => a.slice(-5).localeCompare(b.slice(-5))));
  });

  it('200 with each city once', async () => {
    for (const typed of ['st', 'saint', 'washington', 'dallas tx', 'n']) {
      const found = await search(typed);
      expect(new Set(found).size).toBe(found.length);
      expect(found.length).toBeGreaterThan(0);
    }
  });

  it.each([
    '',
    '   ',
    '%',
    '_',
    '%%%%',
    "'",
    '"',
    "'; drop table places; --",
    '\\',
    ',',
    ', TX',
    '999999',
    '🚚',
    '中文',
    '\u0000',
    '💥,TX',
    'zzzzzz',
  ])('200 with nothing for %j', async (typed) => {
    expect(await search(typed)).toEqual([]);
  });

  it.each([
    [`search=${'x'.repeat(5_000)}`, 'query.search'],
    ['search=dal&limit=11', 'query.limit'],
    ['search=dal&limit=0', 'query.limit'],
    ['search=dal&limit=x', 'query.limit'],
    ['search=a&search=b', 'query.search'],
    ['', 'query.search'],
  ])('400 for a query it can’t read', async (query, path) => {
    const response = await client.fetch(`/api/places?${query}`);
    expect(await response.json()).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ path }] });
  });

  it('429 when the session has used up its share', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT_API_PER_MINUTE: '2' } });
    try {
      const other = await limited.signUp();
      const statuses = [];
      for (let index = 0; index < 3; index += 1) statuses.push((await other.fetch('/api/places?search=dal')).status);
      expect(statuses).toEqual([200, 200, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('the search for places', () => {
  it('answers from an index whatever the letters: within 2 ms each', async () => {
    const { rows } = await api.admin.query<{ id: string }>(`select left(id, 1) as id from places where zip is null group by 1 order by 1`);
    for (const key of [...rows.map(({ id }) => id), 'sa', 'san', 'dal', 'omaha', 'zz', '6', '75', '75201']) {
      const order = /\d/.test(key) ? 'id' : 'weight desc, id';
      const statement = `explain (analyze, format json) select * from places where id >= '${key}' and id < '${key}~' ${/\d/.test(key) ? '' : 'and zip is null'} order by ${order} limit 10`;
      const runs = [];
      for (let run = 0; run < 3; run += 1) runs.push((await api.admin.query(statement)).rows[0]['QUERY PLAN'][0]);
      expect(JSON.stringify(runs)).not.toContain('Seq Scan');
      expect(Math.min(...runs.map((plan) => plan['Execution Time'])), key).toBeLessThan(2);
    }
  });

  it('has the id that each city’s name gives', async () => {
    const { rows } = await api.admin.query<{ id: string; city: string; state: string }>(
      `select id, city, state from places where zip is null`,
    );
    expect(rows.filter(({ id, city, state }) => id !== cityId(city, state))).toEqual([]);
    expect(rows.filter(({ id }) => !/^[a-z]+,[a-z]{2}$/.test(id))).toEqual([]);
  });
});

describe('POST /places/locate', () => {
  const locate = (addresses: string[]) => client.call(placeEndpoints.locatePlaces, { body: { addresses } });

  it('401 for a stranger', async () => {
    expect((await api.fetch('/api/places/locate', { method: 'POST' })).status).toBe(401);
  });

  it('200 with the points in the order of the questions, null where nobody knows', async () => {
    const asked = ['Omaha, NE', 'Nowhere At All, NE', 'omaha,ne', 'Omaha', '', '880 Depot St, Joplin, MO 64801', 'Joplin MO'];
    const { points } = await locate(asked);
    const alone = await Promise.all(
      ['Omaha, NE', 'Joplin, MO 64801', 'Joplin, MO'].map((address) => client.call(placeEndpoints.getCoordinates, { query: { address } })),
    );
    const [omaha, joplinZip, joplin] = alone.map(({ lat, lng, timeZone }) => ({ lat, lng, timeZone }));
    expect(points).toEqual([omaha, null, omaha, null, null, joplinZip, joplin]);
  });

  it('takes one statement, be it for one city or for twenty', async () => {
    const { rows } = await api.admin.query<{ city: string; state: string }>('select city, state from places where zip is null limit 20');
    const cities = rows.map(({ city, state }) => `${city}, ${state}`);
    const measure = (count: number) =>
      watchDatabase(async () =>
        expect((await locate(cities.slice(0, count))).points.filter((point) => point !== null)).toHaveLength(count),
      );
    const { statements } = await measure(1);
    expect((await measure(20)).statements).toBe(statements);
  });

  it('429 by what is asked for: twenty-five addresses count as one more request', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT_API_PER_MINUTE: '25' } });
    const caller = await limited.signUp();
    const ask = (count: number) => sendJson(caller, 'POST', '/places/locate', { addresses: Array(count).fill('Omaha, NE') });
    expect((await ask(500)).status).toBe(200);
    expect((await ask(500)).status).toBe(429);
    await limited.close();
  });

  it('400 for none, for more than five hundred, and for one of more than 300 characters', async () => {
    for (const addresses of [[], Array(501).fill('Omaha, NE'), ['x'.repeat(301)]]) {
      expect((await sendJson(client, 'POST', '/places/locate', { addresses })).status).toBe(400);
    }
  });
});

describe('findPlace', () => {
  const find = (words: Parameters<typeof findPlace>[1]) => findPlace(api.platform.db.global, words);

  it('prefers the ZIP, else takes the middle of the city', async () => {
    expect(await find({ city: 'Omaha', state: 'NE', zip: '68138' })).toMatchObject({ id: '68138', timeZone: 'America/Chicago' });
    expect(await find({ city: 'omaha', state: 'ne', zip: null })).toMatchObject({ id: 'omaha,ne' });
    expect(await find({ city: 'Omaha', state: 'Nebraska' })).toMatchObject({ id: 'omaha,ne' });
    expect(await find({ zip: '68138-1234' })).toMatchObject({ id: '68138' });
  });

  it('does not believe a ZIP of another state', async () => {
    expect(await find({ city: 'Omaha', state: 'NE', zip: '75201' })).toMatchObject({ id: 'omaha,ne' });
    expect(await find({ city: 'Nowhere', state: 'NE', zip: '75201' })).toBeNull();
  });

  it('null when nothing is known', async () => {
    for (const words of [
      {},
      { city: 'Omaha' },
      { state: 'NE' },
      { city: '', state: '', zip: '' },
      { city: '%', state: 'NE' },
      { zip: '00000' },
    ])
      expect(await find(words)).toBeNull();
  });

  it('works inside a company’s transaction', async () => {
    const found = await api.platform.db.withTenant(client.user.companyId, (tx) => findPlace(tx.db, { city: 'Joplin', state: 'MO' }));
    expect(found).toMatchObject({ city: 'Joplin', timeZone: 'America/Chicago' });
  });
});

describe('findPlaces', () => {
  it('answers thousands in their order, by one statement that looks at little more than them', async () => {
    const { rows } = await api.admin.query<{ city: string; state: string; zip: string }>(
      `select city, state, zip from places where zip is not null order by id limit 5000`,
    );
    const list = rows.map(({ city, state, zip }, index) =>
      index % 3 === 0 ? { city, state } : index % 3 === 1 ? { zip } : { city: 'Nowhere', state },
    );
    const { db, statements } = logStatements(api.platform.db.global);
    const found = await findPlaces(db, list);
    expect(statements).toHaveLength(1);
    const { rows: plans } = await api.admin.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
      `explain (analyze, buffers, timing off, format json) ${statements[0]?.sql}`,
      [...(statements[0]?.parameters ?? [])],
    );
    const plan = plans[0]?.['QUERY PLAN'][0]?.Plan;
    const pages = (plan?.['Shared Hit Blocks'] ?? Number.NaN) + (plan?.['Shared Read Blocks'] ?? Number.NaN);
    expect(pages / list.length).toBeLessThan(10);
    expect(found).toHaveLength(5_000);
    for (const [index, place] of found.entries()) {
      if (index % 3 === 0) expect(place).toMatchObject({ state: rows[index]?.state, zip: null });
      else if (index % 3 === 1) expect(place?.zip).toBe(rows[index]?.zip);
      else expect(place).toBeNull();
    }
  });

  it('asks nothing for nothing', async () => {
    expect(await findPlaces(api.platform.db.global, [])).toEqual([]);
  });
});
