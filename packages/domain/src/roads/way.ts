import { greatCircleMiles, type Point } from '../places/distance.ts';
import { type Access, findAccesses } from './access.ts';
import type { Roads } from './network.ts';
import { type Arrival, isBetter, localWeight, reachAlong, searchFrom } from './search.ts';

export const metersPerMile = 1_609.344;

/** A point and the best ways from it to all nodes. One start serves any number of ends. */
export interface Start {
  point: Point;
  accesses: readonly Access[];
  arrivals: readonly (Arrival | undefined)[];
}

/** The way from a start to an end: over local roads alone, along one road, or from the node of the arrival. */
export interface Way {
  cost: number;
  meters: number;
  highway: { entry: Access; exit: Access; arrival: Arrival | null } | null;
}

/** Short hauls may stay on local roads, which are this much longer than the straight line. */
const directFactor = 1.25;
/** Only up to this distance, because a lake or a mountain may lie between. */
const directLimitMeters = 60_000;

/** Null where the network does not reach. */
export function startAt(roads: Roads, point: Point): Start | null {
  const accesses = findAccesses(roads, point);
  return accesses.length === 0 ? null : { point, accesses, arrivals: searchFrom(roads, accesses) };
}

export function findWay(roads: Roads, start: Start, to: Point): Way | null {
  const exits = findAccesses(roads, to);
  if (exits.length === 0) return null;
  let best: Way | null = null;
  const offer = (way: Way) => {
    if (best === null || isBetter(way, best)) best = way;
  };
  const straight = greatCircleMiles(start.point, to) * metersPerMile;
  if (straight < directLimitMeters) {
    offer({ cost: Math.round(straight * directFactor * localWeight), meters: Math.round(straight * directFactor), highway: null });
  }
  for (const exit of exits) {
    const { road } = exit;
    for (const [node, along] of [
      [road.from, 0],
      [road.to, road.meters],
    ] as const) {
      const arrival = start.arrivals[node.index];
      if (!arrival) continue;
      const last = reachAlong(exit, along);
      offer({
        cost: arrival.cost + last.cost,
        meters: arrival.meters + last.meters,
        highway: { entry: arrival.access, exit, arrival },
      });
    }
    for (const entry of start.accesses) {
      if (entry.road !== road) continue;
      const first = reachAlong(entry, exit.along);
      const last = reachAlong(exit, exit.along);
      offer({ cost: first.cost + last.cost, meters: first.meters + last.meters, highway: { entry, exit, arrival: null } });
    }
  }
  return best;
}
