import { readFileSync } from 'node:fs';
import { Reader } from 'mmdb-lib';
import { z } from 'zod';

export interface IpPlaces {
  /** "Milwaukee, WI", "Monterrey, Mexico"; null when the city is not known. */
  find(ip: string | null): string | null;
}

const Names = z.object({ names: z.object({ en: z.string() }) });
const CityRecord = z.object({
  city: Names,
  country: Names.extend({ iso_code: z.string() }),
  subdivisions: z.array(z.object({ iso_code: z.string() })).optional(),
});

const statesByCode = ['US', 'CA'];

/** Reads a file of cities in MaxMind's format. Without one no place is known. */
export function openIpPlaces(path: string | undefined): IpPlaces {
  if (path === undefined) return { find: () => null };
  const reader = new Reader(readFileSync(path));
  return {
    find(ip) {
      const { data } = CityRecord.safeParse(ip === null ? null : reader.get(ip));
      if (!data) return null;
      const { city, country, subdivisions } = data;
      const state = statesByCode.includes(country.iso_code) ? subdivisions?.[0]?.iso_code : undefined;
      return `${city.names.en}, ${state ?? country.names.en}`.slice(0, 120);
    },
  };
}
