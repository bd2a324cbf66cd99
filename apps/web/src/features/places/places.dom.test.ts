import { beforeEach, describe, expect, it } from 'vitest';
import { createStore } from '../../app/store.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import { placesApi } from './places.api.ts';

beforeEach(() => {
  stubLocks();
  setSession(testSession);
});

const point = { lat: 41.26, lng: -96.01, timeZone: 'America/Chicago' };

async function locate(cities: readonly string[]) {
  return (await createStore().dispatch(placesApi.endpoints.locatePlaces.initiate(cities))).data;
}

const addressesOf = ({ body }: SentCall) => (body as { addresses: string[] }).addresses;

describe('locatePlaces', () => {
  it('asks for twenty cities at once, and again only for those it does not know', async () => {
    const calls = stubNetwork((call) =>
      json(200, { points: addressesOf(call).map((city) => (city.startsWith('Nowhere') ? null : point)) }),
    );
    const cities = [...Array.from({ length: 19 }, (_, n) => `City ${n}, NE`), 'Nowhere, NE'];
    const located = await locate(cities);
    expect(calls.map(addressesOf)).toEqual([cities]);
    expect(located).toEqual({ ...Object.fromEntries(cities.map((city) => [city, point])), 'Nowhere, NE': null });
    await locate([...cities, 'One More, NE']);
    expect(calls.map(addressesOf).slice(1)).toEqual([['One More, NE']]);
  });

  it('asks once more for what the server did not answer, in the same page too', async () => {
    const { dispatch } = createStore();
    const ask = () => dispatch(placesApi.endpoints.locatePlaces.initiate(['Later, NE']));
    stubNetwork(() => problem(503, 'unavailable'));
    expect((await ask()).error).toMatchObject({ status: 503 });
    const calls = stubNetwork(() => json(200, { points: [point] }));
    expect((await ask()).data).toEqual({ 'Later, NE': point });
    expect(calls).toHaveLength(1);
  });

  it('asks once more only for the part that failed', async () => {
    const { dispatch } = createStore();
    const cities = Array.from({ length: 501 }, (_, n) => `Half ${n}, NE`);
    const ask = () => dispatch(placesApi.endpoints.locatePlaces.initiate(cities));
    stubNetwork((call) => {
      const { length } = addressesOf(call);
      return length === 1 ? problem(503, 'unavailable') : json(200, { points: addressesOf(call).map(() => point) });
    });
    expect((await ask()).isError).toBe(true);
    const calls = stubNetwork(() => json(200, { points: [point] }));
    expect((await ask()).data).toEqual(Object.fromEntries(cities.map((city) => [city, point])));
    expect(calls.map(addressesOf)).toEqual([['Half 500, NE']]);
  });

  it('leaves out what is too long for the server, which would refuse all of it', async () => {
    const calls = stubNetwork(() => json(200, { points: [point] }));
    const long = `${'x'.repeat(300)}, NE`;
    expect(await locate([long, 'Short, NE'])).toEqual({ [long]: null, 'Short, NE': point });
    expect(calls.map(addressesOf)).toEqual([['Short, NE']]);
    await locate([long]);
    expect(calls).toHaveLength(1);
  });

  it('asks for more than the server takes at once in parts', async () => {
    const calls = stubNetwork((call) => json(200, { points: addressesOf(call).map(() => point) }));
    await locate(Array.from({ length: 501 }, (_, n) => `Part ${n}, NE`));
    expect(calls.map((call) => addressesOf(call).length)).toEqual([500, 1]);
  });
});
