import type { Access } from './access.ts';
import type { Road, RoadNode, Roads } from './network.ts';

/** The best way to a node. */
export interface Arrival {
  node: RoadNode;
  cost: number;
  meters: number;
  /** The last road of the way, and the arrival at its other end. The first road of a way has none: it begins at the access. */
  road: Road;
  before: Arrival | null;
  access: Access;
}

/** Local roads from a point to the highway are this much longer than the straight line. */
export const accessFactor = 1.2;
/** A mile on local roads counts as 1.3 miles of interstate. */
export const localWeight = 1.3;

/** What it takes from the point over the access to the given place on its road. */
export function reachAlong(access: Access, along: number): { cost: number; meters: number } {
  const { road, straight } = access;
  const run = Math.abs(along - access.along);
  return {
    cost: Math.round(straight * accessFactor * localWeight) + Math.round((run * road.cost) / road.meters),
    meters: Math.round(straight * accessFactor) + run,
  };
}

/** The best ways from the accesses to all nodes (Dijkstra), by node index. Of two ways that cost the same, the one with fewer miles. */
export function searchFrom(roads: Roads, accesses: readonly Access[]): readonly (Arrival | undefined)[] {
  const arrivals: (Arrival | undefined)[] = new Array(roads.nodes.length);
  const heap: Arrival[] = [];
  const offer = (arrival: Arrival) => {
    const known = arrivals[arrival.node.index];
    if (known && !isBetter(arrival, known)) return;
    arrivals[arrival.node.index] = arrival;
    push(heap, arrival);
  };
  for (const access of accesses) {
    const { road } = access;
    offer({ node: road.from, ...reachAlong(access, 0), road, before: null, access });
    offer({ node: road.to, ...reachAlong(access, road.meters), road, before: null, access });
  }
  for (let arrival = pop(heap); arrival; arrival = pop(heap)) {
    const { node, cost, meters, access } = arrival;
    // A better arrival at this node was offered after this one.
    if (arrivals[node.index] !== arrival) continue;
    for (const road of node.roads) {
      const next = road.from === node ? road.to : road.from;
      offer({ node: next, cost: cost + road.cost, meters: meters + road.meters, road, before: arrival, access });
    }
  }
  return arrivals;
}

export function isBetter(a: { cost: number; meters: number }, b: { cost: number; meters: number }): boolean {
  return a.cost < b.cost || (a.cost === b.cost && a.meters < b.meters);
}

/** A binary heap with the cheapest arrival first. */
function push(heap: Arrival[], arrival: Arrival): void {
  let at = heap.length;
  heap.push(arrival);
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above];
    if (!parent || parent.cost <= arrival.cost) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = arrival;
}

function pop(heap: Arrival[]): Arrival | undefined {
  const cheapest = heap[0];
  const last = heap.pop();
  if (!last || last === cheapest) return cheapest;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    let child = heap[below];
    if (!child) break;
    const sibling = heap[below + 1];
    if (sibling && sibling.cost < child.cost) {
      child = sibling;
      below += 1;
    }
    if (child.cost >= last.cost) break;
    heap[at] = child;
    at = below;
  }
  heap[at] = last;
  return cheapest;
}
