import type { RoadsData } from '../../packages/domain/src/roads/network.ts';
import { type Spot, straightMeters, toSpot } from './road-map.ts';

/** The base with the lengths of lengths.txt. Throws with everything that is wrong with the list. */
export function setLengths(base: RoadsData, text: string): RoadsData {
  const meters = [...base.meters];
  const faults: string[] = [];
  for (const row of text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    const [highway = '', factor = '', start = '', end = ''] = row.split('|');
    const [from, to] = [spotAt(start), spotAt(end)];
    const length = Math.round(straightMeters(from, to) * Number(factor));
    const found = base.from.flatMap((_, road) => (isBetween(base, road, from, to) ? [road] : []));
    const [road] = found;
    if (road === undefined || found.length > 1) faults.push(`${highway}: ${found.length} roads of the base lead from ${start} to ${end}`);
    else if (!(length > (meters[road] ?? 0)))
      faults.push(`${highway}: the line of the base is longer than ${factor} times the straight line`);
    else meters[road] = length;
  }
  if (faults.length > 0) throw new Error(`lengths.txt:\n${faults.join('\n')}`);
  return { ...base, meters };
}

function spotAt(text: string): Spot {
  const [lat = Number.NaN, lng = Number.NaN] = text.split(',').map(Number);
  return toSpot({ lng, lat });
}

function isBetween({ nodeLng, nodeLat, from, to }: RoadsData, road: number, a: Spot, b: Spot): boolean {
  const isAt = (node: number | undefined, { lng, lat }: Spot) => nodeLng[node ?? -1] === lng && nodeLat[node ?? -1] === lat;
  return (isAt(from[road], a) && isAt(to[road], b)) || (isAt(from[road], b) && isAt(to[road], a));
}
