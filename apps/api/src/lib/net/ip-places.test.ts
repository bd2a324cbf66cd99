import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usCity, writeIpPlaces } from '@headhaul/test-servers/ip-places';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIpPlaces } from './ip-places.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headhaul-places-'));
  path = join(folder, 'cities.mmdb');
  await writeIpPlaces(path, {
    '203.0.113.18': usCity('Milwaukee', 'WI'),
    '198.51.100.40': usCity('Waukesha', 'WI'),
    '2001:db8::4c': { city: { names: { en: 'Monterrey' } }, country: { iso_code: 'MX', names: { en: 'Mexico' } } },
    '192.0.2.1': { country: { iso_code: 'US', names: { en: 'United States' } } },
  });
});
afterAll(() => rm(folder, { recursive: true }));

describe('the place of an address', () => {
  it.each([
    ['203.0.113.18', 'Milwaukee, WI'],
    ['198.51.100.40', 'Waukesha, WI'],
    ['2001:db8::4c', 'Monterrey, Mexico'],
    // A country without a city is not precise enough to compare sign-ins.
    ['192.0.2.1', null],
    ['203.0.113.19', null],
    ['127.0.0.1', null],
    [null, null],
  ])('%s is %s', (ip, place) => {
    expect(openIpPlaces(path).find(ip)).toBe(place);
  });

  it('is not known without a file', () => {
    expect(openIpPlaces(undefined).find('203.0.113.18')).toBeNull();
  });

  it('is not guessed from a file that is none', () => {
    expect(() => openIpPlaces(import.meta.filename)).toThrow();
  });
});
