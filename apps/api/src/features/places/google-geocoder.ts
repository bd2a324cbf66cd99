import { z } from 'zod';
import { createProvider, type ProviderAnswer, ProviderRefusal } from '../../lib/net/providers/provider.ts';
import type { ApiPlatform } from '../../lib/platform.ts';

/** The part of Google's answer that we use (Geocoding API, `GET /maps/api/geocode/json`). */
const GeocodeAnswer = z.object({
  status: z.string(),
  error_message: z.string().optional(),
  results: z.array(
    z.object({
      formatted_address: z.string(),
      types: z.array(z.string()),
      address_components: z.array(z.object({ long_name: z.string(), short_name: z.string(), types: z.array(z.string()) })),
      geometry: z.object({ location: z.object({ lat: z.number(), lng: z.number() }) }),
    }),
  ),
});
type GeocodeResult = z.infer<typeof GeocodeAnswer>['results'][number];

export interface LocatedAddress {
  lat: number;
  lng: number;
  city: string;
  state: string;
  zip: string | null;
  precision: 'ADDRESS' | 'ZIP' | 'CITY';
  label: string;
}

export interface GoogleGeocoder {
  /** `answered` with null if Google knows no such address. */
  locate(companyId: string, address: string): Promise<ProviderAnswer<LocatedAddress | null>>;
}

/** Undefined without a key. Then only the table of places answers. */
export function createGoogleGeocoder(platform: ApiPlatform): GoogleGeocoder | undefined {
  const { GOOGLE_MAPS_BASE: base, GOOGLE_MAPS_KEY: key } = platform.env;
  if (!key) return undefined;
  const google = createProvider(platform, {
    name: 'google_geocoding',
    base,
    timeoutMs: 3_000,
    patienceMs: 4_000,
    // Google allows 3,000 a minute.
    perMinute: 2_700,
    companyLimit: 'geocoding',
  });
  return {
    locate: (companyId, address) =>
      google.ask({
        companyId,
        account: 'ours',
        path: '/maps/api/geocode/json',
        query: { address, components: 'country:US|country:CA|country:PR', key },
        read: (reply) => readAnswer(reply, key),
      }),
  };
}

function readAnswer({ status, body }: { status: number; body: unknown }, key: string): LocatedAddress | null {
  // The address text caused this error, so it is no reason to stop asking Google for everybody else.
  if (status === 400 || status === 414) return null;
  const answer = GeocodeAnswer.safeParse(body);
  if (!answer.success) {
    if (status < 300) throw answer.error;
    throw new ProviderRefusal(`status ${status}`);
  }
  const { status: word, error_message, results } = answer.data;
  if (word === 'ZERO_RESULTS' || word === 'INVALID_REQUEST') return null;
  if (word !== 'OK') throw new ProviderRefusal(`${word}: ${error_message ?? 'no reason given'}`.replaceAll(key, '[hidden]'));
  return results[0] ? readResult(results[0]) : null;
}

/** Kinds of places that can count as a city, best first: Brooklyn is a sublocality, a hamlet only a neighborhood. */
const cityTypes = ['locality', 'postal_town', 'sublocality', 'neighborhood', 'administrative_area_level_3', 'administrative_area_level_2'];
const areaTypes = [
  'locality',
  'postal_town',
  'sublocality',
  'neighborhood',
  'administrative_area_level_2',
  'administrative_area_level_3',
  'colloquial_area',
];

function readResult({ formatted_address, types, address_components, geometry }: GeocodeResult): LocatedAddress | null {
  const component = (type: string) => address_components.find((one) => one.types.includes(type));
  const city = cityTypes.map(component).find((one) => one !== undefined)?.long_name;
  const state = component('administrative_area_level_1')?.short_name;
  // A whole state or country is no place to drive to.
  if (city === undefined || state === undefined || !/^[A-Z]{2}$/.test(state)) return null;
  const zip = component('postal_code')?.short_name ?? '';
  return {
    ...geometry.location,
    city,
    state,
    zip: /^\d{5}$/.test(zip) ? zip : null,
    precision: precisionOf(types),
    label: formatted_address.replace(/, USA$/, ''),
  };
}

function precisionOf(types: readonly string[]): LocatedAddress['precision'] {
  if (types.includes('postal_code')) return 'ZIP';
  return types.some((type) => areaTypes.includes(type)) ? 'CITY' : 'ADDRESS';
}
