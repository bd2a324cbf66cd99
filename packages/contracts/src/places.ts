import type { StateCode } from '@headhaul/domain/equipment';
import { z } from 'zod';
import { endpoints } from './http/endpoint.ts';

/** As addresses write them out: "Omaha, Nebraska". */
export const stateNames: Record<StateCode, string> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  PR: 'Puerto Rico',
  AB: 'Alberta',
  BC: 'British Columbia',
  MB: 'Manitoba',
  NB: 'New Brunswick',
  NL: 'Newfoundland and Labrador',
  NS: 'Nova Scotia',
  NT: 'Northwest Territories',
  NU: 'Nunavut',
  ON: 'Ontario',
  PE: 'Prince Edward Island',
  QC: 'Quebec',
  SK: 'Saskatchewan',
  YT: 'Yukon',
};

/** A city, or one ZIP of it, with the coordinates of its center and its time zone. */
export const Place = z.object({
  id: z.string(),
  city: z.string(),
  state: z.string().length(2),
  zip: z.string().nullable(),
  county: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  timeZone: z.string(),
});
export type Place = z.infer<typeof Place>;

/** How it is written: "Dallas, TX", "Dallas, TX 75201". */
export function placeLabel({ city, state, zip }: Pick<Place, 'city' | 'state' | 'zip'>): string {
  return `${city}, ${state}${zip === null ? '' : ` ${zip}`}`;
}

export const Coordinates = z.object({
  lat: z.number(),
  lng: z.number(),
  city: z.string(),
  state: z.string().length(2),
  zip: z.string().nullable(),
  timeZone: z.string(),
  /** Where the coordinates come from: our own table of cities and ZIPs, or Google. */
  source: z.enum(['TABLE', 'GOOGLE']),
  /** What the coordinates are the center of. ZIP or CITY for a street means that the street itself was not found. */
  precision: z.enum(['ADDRESS', 'ZIP', 'CITY']),
  label: z.string(),
});
export type Coordinates = z.infer<typeof Coordinates>;

export const maxPlacesFound = 10;
/** The coordinates and the time zone of a place. */
export const LocatedPoint = Place.pick({ lat: true, lng: true, timeZone: true });
export type LocatedPoint = z.infer<typeof LocatedPoint>;

export const maxPlacesLocated = 500;
export const maxAddressLength = 300;

export const placeEndpoints = endpoints({
  getCoordinates: {
    method: 'GET',
    path: '/geocoding/coordinates',
    summary: 'Where an address, a city or a ZIP lies',
    cost: 2,
    query: z.object({ address: z.string().trim().min(1, 'Say which place').max(maxAddressLength) }),
    reply: Coordinates,
  },
  locatePlaces: {
    method: 'POST',
    path: '/places/locate',
    summary: 'Where many cities, ZIPs or addresses lie, by the table of places; null where it knows none',
    idempotency: 'none',
    isQuestion: true,
    body: z.object({ addresses: z.array(z.string().trim().max(maxAddressLength)).min(1).max(maxPlacesLocated) }),
    cost: ({ body }: { body: { addresses: string[] } }) => 1 + body.addresses.length / 25,
    /** In the order of the addresses. */
    reply: z.object({ points: z.array(LocatedPoint.nullable()) }),
  },
  searchPlaces: {
    method: 'GET',
    path: '/places',
    summary: 'Cities and ZIPs that begin with what was typed, the largest first',
    isCompressed: true,
    query: z.object({
      search: z.string().trim().max(100),
      limit: z.coerce.number().int().min(1).max(maxPlacesFound).default(maxPlacesFound),
    }),
    reply: z.object({ places: z.array(Place) }),
  },
});
