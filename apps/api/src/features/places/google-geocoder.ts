import { z } from 'zod';
import type { ApiEnv } from '../../lib/env.ts';

const timeoutMs = 3_000;
/** How long Google is not asked again after a failure, in milliseconds. */
const restMs = 10_000;

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
  /** Null if Google knows no such address. Throws if Google doesn't answer or refuses. */
  locate(address: string): Promise<LocatedAddress | null>;
  /** Google failed a moment ago, so asking again would only make a person wait. */
  isResting(): boolean;
}

/** Undefined without a key. Then only the table of places answers. */
export function createGoogleGeocoder({ GOOGLE_MAPS_BASE, GOOGLE_MAPS_KEY: key }: ApiEnv): GoogleGeocoder | undefined {
  if (!key) return undefined;
  let restsUntil = 0;

  async function ask(address: string): Promise<LocatedAddress | null> {
    const url = new URL('/maps/api/geocode/json', GOOGLE_MAPS_BASE);
    url.search = new URLSearchParams({ address, components: 'country:US|country:CA|country:PR', key: key ?? '' }).toString();
    // The key must not follow a redirect to another host.
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    // The address text caused this error, so it is no reason to stop asking Google for everybody else.
    if (response.status === 400 || response.status === 414) return null;
    if (!response.ok) throw new Error(`Google answered with status ${response.status}`);
    const { status, error_message, results } = GeocodeAnswer.parse(await response.json());
    if (status === 'ZERO_RESULTS' || status === 'INVALID_REQUEST') return null;
    if (status !== 'OK') throw new Error(`Google answered ${status}: ${error_message ?? 'no reason given'}`);
    return results[0] ? read(results[0]) : null;
  }

  return {
    isResting: () => Date.now() < restsUntil,
    async locate(address) {
      try {
        return await ask(address);
      } catch (error) {
        restsUntil = Date.now() + restMs;
        // Pass on only the message, without the key: a cause may contain the whole URL of the request.
        throw new Error((error as Error).message.replaceAll(key, '[hidden]'));
      }
    },
  };
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

function read({ formatted_address, types, address_components, geometry }: GeocodeResult): LocatedAddress | null {
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
