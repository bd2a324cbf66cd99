import { cityId } from '../../apps/api/src/features/places/place-key.ts';
import { metersPerMile, type Spot, straightMeters, toSpot } from './road-map.ts';

/** A highway between two neighbouring towns of links.txt. */
export interface Link {
  highway: string;
  kind: number;
  /** How much longer the road is than the straight line. */
  factor: number;
  from: Town;
  to: Town;
}

export interface Town {
  id: string;
  spot: Spot;
}

const maxMiles = 80;
const maxFactor = 1.8;

/** The cities of places.tsv by their id. A row with a ZIP is not one. */
export function readTowns(places: string): Map<string, Town> {
  const towns = new Map<string, Town>();
  for (const row of places.split('\n')) {
    const [id = '', , , zip, , lat, lng] = row.split('\t');
    if (zip === '') towns.set(id, { id, spot: toSpot({ lng: Number(lng), lat: Number(lat) }) });
  }
  return towns;
}

/** Reads links.txt. Throws with everything that is wrong with it. */
export function readLinks(text: string, towns: ReadonlyMap<string, Town>): Link[] {
  const links: Link[] = [];
  const faults: string[] = [];
  for (const row of text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    const [highway = '', kind = '', factor = '', ...names] = row.split('|');
    if (!/^[012]$/.test(kind)) faults.push(`${highway}: the kind is 0, 1 or 2, not ${kind}`);
    if (!(Number(factor) >= 1 && Number(factor) <= maxFactor)) faults.push(`${highway}: the factor is 1 to ${maxFactor}, not ${factor}`);
    const stops = names.map((name) => towns.get(cityId(name.slice(0, -3), name.slice(-2))));
    for (const [index, to] of stops.entries()) {
      if (!to) faults.push(`${highway}: there is no town ${names[index]}`);
      const from = stops[index - 1];
      if (!from || !to) continue;
      const miles = straightMeters(from.spot, to.spot) / metersPerMile;
      if (miles > maxMiles) faults.push(`${highway}: from ${names[index - 1]} to ${names[index]} are ${Math.round(miles)} miles`);
      if (from === to) faults.push(`${highway}: ${names[index]} stands twice`);
      links.push({ highway, kind: Number(kind), factor: Number(factor), from, to });
    }
  }
  if (faults.length > 0) throw new Error(`links.txt:\n${faults.join('\n')}`);
  return links;
}
