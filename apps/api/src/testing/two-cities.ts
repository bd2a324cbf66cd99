import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usCity, writeIpPlaces } from '@headhaul/test-servers/ip-places';
import { startTestApp, type TestApp } from './test-app.ts';

export const milwaukee = '203.0.113.18';
export const phoenix = '192.0.2.77';

/** An API behind a proxy, with a places file that knows two IP addresses. */
export async function startAppOfTwoCities(): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'headhaul-places-'));
  const path = join(folder, 'cities.mmdb');
  await writeIpPlaces(path, { [milwaukee]: usCity('Milwaukee', 'WI'), [phoenix]: usCity('Phoenix', 'AZ') });
  const api = await startTestApp({ env: { IP_PLACES_FILE: path, TRUSTED_PROXY_HOPS: '1' } });
  return {
    ...api,
    async close() {
      await api.close();
      await rm(folder, { recursive: true });
    },
  };
}

export const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** The headers that a browser at this address sends. */
export function from(ip: string, cookie = ''): Record<string, string> {
  return { 'user-agent': chrome, 'x-forwarded-for': ip, ...(cookie === '' ? {} : { cookie }) };
}
