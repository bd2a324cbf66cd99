import { createHash } from 'node:crypto';
import { type Town, towns } from './gazetteer.ts';

/** One result of the Geocoding API, with the documented fields. */
export interface GeocodeResult {
  address_components: { long_name: string; short_name: string; types: string[] }[];
  formatted_address: string;
  geometry: {
    location: { lat: number; lng: number };
    location_type: 'ROOFTOP' | 'APPROXIMATE';
    viewport: { northeast: { lat: number; lng: number }; southwest: { lat: number; lng: number } };
  };
  partial_match?: true;
  place_id: string;
  types: string[];
}

/** A street is at most about two miles from the center of its town, in each direction. */
const spreadDegrees = 0.03;
const viewDegrees = 0.0015;

interface Reading {
  town: Town;
  street: string;
  zip: string | undefined;
}

/** Finds town and state in the text, the street before them and the ZIP after them. */
function readAddress(address: string): Reading | undefined {
  const text = address.replace(/\s+/g, ' ').replace(/,? ?(USA|US|United States)$/i, '');
  const byZip = /^\s*(\d{5})\s*$/.exec(text)?.[1];
  const ofZip = byZip === undefined ? undefined : towns.find(({ zip }) => zip === byZip);
  if (ofZip) return { town: ofZip, street: '', zip: byZip };
  const found = towns
    .map((town) => ({
      town,
      match: new RegExp(`(?:^|[ ,])${town.city}[ ,]+${town.state}(?: +(\\d{5})(?:-\\d{4})?)?[ ,]*$`, 'i').exec(text),
    }))
    .filter(({ match }) => match !== null)
    // The longest name wins, in case one town's name ends with another's. No name does so today.
    .sort((a, b) => b.town.city.length - a.town.city.length)[0];
  if (!found?.match) return undefined;
  return { town: found.town, street: text.slice(0, found.match.index).replace(/[ ,]+$/, ''), zip: found.match[1] };
}

/** The same street is at the same spot in every run. */
function spotOf({ town, street }: Reading): { lat: number; lng: number } {
  if (street === '') return { lat: town.lat, lng: town.lng };
  const hash = createHash('sha256').update(`${street.toLowerCase()} ${town.city}`).digest();
  const shift = (offset: number) => (hash.readUInt16BE(offset) / 65_535 - 0.5) * 2 * spreadDegrees;
  return { lat: Number((town.lat + shift(0)).toFixed(7)), lng: Number((town.lng + shift(2)).toFixed(7)) };
}

export function locate(address: string): GeocodeResult | undefined {
  const reading = readAddress(address);
  if (!reading) return undefined;
  const { town, street } = reading;
  const number = /^(\d+\w?) (.+)$/.exec(street);
  const zip = reading.zip ?? (street === '' ? undefined : town.zip);
  const kind = street !== '' ? 'street_address' : zip === undefined ? 'locality' : 'postal_code';
  const location = spotOf(reading);
  const component = (long_name: string, short_name: string, ...types: string[]) => ({ long_name, short_name, types });
  return {
    address_components: [
      ...(number
        ? [component(number[1] ?? '', number[1] ?? '', 'street_number'), component(number[2] ?? '', number[2] ?? '', 'route')]
        : []),
      component(town.city, town.city, 'locality', 'political'),
      component(town.state, town.state, 'administrative_area_level_1', 'political'),
      component('United States', 'US', 'country', 'political'),
      ...(zip === undefined ? [] : [component(zip, zip, 'postal_code')]),
    ],
    formatted_address: `${street === '' ? '' : `${street}, `}${town.city}, ${town.state}${zip === undefined ? '' : ` ${zip}`}, USA`,
    geometry: {
      location,
      location_type: kind === 'street_address' ? 'ROOFTOP' : 'APPROXIMATE',
      viewport: {
        northeast: { lat: location.lat + viewDegrees, lng: location.lng + viewDegrees },
        southwest: { lat: location.lat - viewDegrees, lng: location.lng - viewDegrees },
      },
    },
    place_id: `sandbox-${createHash('sha256').update(address.toLowerCase()).digest('base64url').slice(0, 20)}`,
    types: kind === 'street_address' ? [kind] : kind === 'locality' ? [kind, 'political'] : [kind],
  };
}
