import type { MeasureMiles, RoadMiles } from '@headhaul/domain/fit/facts';
import { estimateRoadMiles, type Point } from '@headhaul/domain/places/distance';
import { roadMilesFrom } from '@headhaul/domain/roads/miles';
import { createBreather } from '../../lib/breathe.ts';
import { roads } from './network.ts';

export interface Leg {
  from: Point;
  to: Point;
}

/** The legs of one search that are measured before other requests get their turn: about ten milliseconds. */
const legsAtOnce = 75;
/** Measured legs that are kept, about 3 MB. The roads never change while a process runs, and the same trucks are asked for again and again. */
const mostKept = 20_000;
const kept = new Map<string, RoadMiles>();

/**
 * The road miles of all legs. A leg is as long as its reverse, so each is measured from the end that more legs have, such as the pickup to
 * which every truck drives, and legs with a common end take one search.
 */
export async function measureLegs(legs: Iterable<Leg>): Promise<MeasureMiles> {
  const breathe = createBreather();
  const miles = new Map<string, RoadMiles>();
  const missing = new Map<string, Leg>();
  for (const leg of legs) {
    const key = legKey(leg.from, leg.to);
    const known = kept.get(key);
    if (known) miles.set(key, known);
    else missing.set(key, leg);
    await breathe();
  }
  for (const { from, tos } of await groupByEnd(missing.values(), breathe)) {
    for (let at = 0; at < tos.length; at += legsAtOnce) {
      const some = tos.slice(at, at + legsAtOnce);
      for (const [index, found] of roadMilesFrom(roads, from, some).entries()) {
        const to = some[index] ?? from;
        const measured: RoadMiles =
          found === null ? { miles: estimateRoadMiles([from, to]), source: 'ESTIMATE' } : { miles: found, source: 'ROAD' };
        miles.set(legKey(from, to), measured);
        keep(legKey(from, to), measured);
      }
      await breathe();
    }
  }
  return (from, to) => miles.get(legKey(from, to)) ?? null;
}

function keep(key: string, measured: RoadMiles): void {
  kept.set(key, measured);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}

async function groupByEnd(missing: Iterable<Leg>, breathe: () => Promise<void>): Promise<{ from: Point; tos: Point[] }[]> {
  const legs = [...missing];
  const uses = new Map<string, number>();
  for (const { from, to } of legs) {
    for (const end of [from, to]) uses.set(pointKey(end), (uses.get(pointKey(end)) ?? 0) + 1);
    await breathe();
  }
  const groups = new Map<string, { from: Point; tos: Point[] }>();
  for (const { from, to } of legs) {
    const isReverse = (uses.get(pointKey(to)) ?? 0) > (uses.get(pointKey(from)) ?? 0);
    const [start, end] = isReverse ? [to, from] : [from, to];
    const group = groups.get(pointKey(start));
    if (group) group.tos.push(end);
    else groups.set(pointKey(start), { from: start, tos: [end] });
    await breathe();
  }
  return [...groups.values()];
}

function pointKey({ lat, lng }: Point): string {
  return `${lat},${lng}`;
}

/** The same for both directions. */
function legKey(from: Point, to: Point): string {
  const [a, b] = [pointKey(from), pointKey(to)];
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
