import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox, testClient } from '../test-sandbox.ts';
import type { GeocodeResult } from './locate.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => {
  for (const resident of sandbox.residents) resident.setFaults({});
});
afterAll(() => sandbox.stop());

interface Answer {
  http: number;
  status: string;
  error_message?: string;
  results: GeocodeResult[];
}

async function ask(query: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${addressOf(sandbox, 'geocoder')}/maps/api/geocode/json?${new URLSearchParams(query).toString()}`);
  return { http: response.status, ...((await response.json()) as Omit<Answer, 'http'>) };
}
const locate = (address: string) => ask({ address, key: testClient.secret });

function setFaults(faults: object): void {
  sandbox.residents.find(({ service }) => service.name === 'geocoder')?.setFaults(faults);
}

describe('GET /maps/api/geocode/json', () => {
  it('OK for a street, at the same spot each time and near its town', async () => {
    const first = await locate('880 Depot St, Joplin, MO 64801, USA');
    expect(first).toMatchObject({ http: 200, status: 'OK' });
    const [result] = first.results;
    expect(result?.types).toEqual(['street_address']);
    expect(result?.formatted_address).toBe('880 Depot St, Joplin, MO 64801, USA');
    expect(result?.geometry.location_type).toBe('ROOFTOP');
    expect(Math.abs((result?.geometry.location.lat ?? 0) - 37.08)).toBeLessThan(0.06);
    const again = await locate('880 depot st,  joplin, mo 64801');
    expect(again.results[0]?.geometry).toEqual(result?.geometry);
    expect((await locate('881 Depot St, Joplin, MO 64801')).results[0]?.geometry).not.toEqual(result?.geometry);
  });

  it('OK for a town and for a ZIP, by their kinds', async () => {
    expect((await locate('Kansas City, MO')).results[0]).toMatchObject({
      types: ['locality', 'political'],
      formatted_address: 'Kansas City, MO, USA',
    });
    expect((await locate('Joplin, MO 64801')).results[0]?.types).toEqual(['postal_code']);
  });

  it('ZERO_RESULTS for a place it does not know', async () => {
    expect(await locate('1 Nowhere Rd, Atlantis, ZZ')).toMatchObject({ http: 200, status: 'ZERO_RESULTS', results: [] });
  });

  it('REQUEST_DENIED without a key and with a wrong one', async () => {
    expect(await ask({ address: 'Omaha, NE' })).toMatchObject({ http: 200, status: 'REQUEST_DENIED', results: [] });
    expect(await ask({ address: 'Omaha, NE', key: 'wrong' })).toMatchObject({
      status: 'REQUEST_DENIED',
      error_message: 'The provided API key is invalid.',
    });
  });

  it('INVALID_REQUEST without an address', async () => {
    expect(await ask({ key: testClient.secret })).toMatchObject({ http: 400, status: 'INVALID_REQUEST' });
  });

  it('404 for any other path', async () => {
    expect((await fetch(`${addressOf(sandbox, 'geocoder')}/maps/api/place`)).status).toBe(404);
  });
});

describe('the fault switches', () => {
  it.each([
    [429, 200, 'OVER_QUERY_LIMIT'],
    [403, 200, 'REQUEST_DENIED'],
    [500, 500, 'UNKNOWN_ERROR'],
  ])('errorStatus %i is said as Google says it', async (errorStatus, http, status) => {
    setFaults({ errorStatus });
    expect(await locate('Omaha, NE')).toMatchObject({ http, status, results: [] });
  });

  it('errorPercent refuses that share', async () => {
    setFaults({ errorStatus: 429, errorPercent: 50 });
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await locate('Omaha, NE')).status));
    expect(statuses.filter((status) => status === 'OK')).toHaveLength(10);
  });

  it('latencyMs delays, refuse drops the connection', async () => {
    setFaults({ latencyMs: 300 });
    const startedMs = performance.now();
    await locate('Omaha, NE');
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(290);
    setFaults({ refuse: true });
    await expect(locate('Omaha, NE')).rejects.toThrow();
  });
});
