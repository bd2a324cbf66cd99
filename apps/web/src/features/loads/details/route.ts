import type { Load, Stop } from '@headhaul/contracts/loads/record';
import { readPolyline } from '@headhaul/domain/roads/polyline';
import type { MapLeg, MapMarker, MapPoint } from '../../../shared/map/map-model.ts';

export interface LoadRoute {
  /** The route in a sentence, for people who can't see the map. */
  label: string;
  legs: MapLeg[];
  markers: MapMarker[];
  /** Whose lines the legs are, if they ask to be named. */
  credit?: string | undefined;
}

function pointOf({ lat, lng }: Pick<Stop, 'lat' | 'lng'>): MapPoint | null {
  return lat === null || lng === null ? null : { lat, lng };
}

/**
 * The route through the stops that are on the map, along the roads where their lines are known. A leg counts as driven when the truck has reached its end. Where the truck is
 * between two stops isn't known here, so nothing is said about it.
 */
export function routeOf({ stops }: Pick<Load, 'stops'>, lines: readonly string[] | null = null): LoadRoute {
  const known = stops.flatMap((stop) => {
    const at = pointOf(stop);
    return at === null ? [] : [{ stop, at }];
  });
  const isReached = (stop: Stop) => stop.arrivedAt !== null || stop.departedAt !== null || stop.status === 'COMPLETED';
  const legs = known.slice(1).map(({ stop, at }, index): MapLeg => {
    const from = known[index]?.at ?? at;
    const line = lines?.[index];
    return { kind: isReached(stop) ? 'driven' : 'ahead', points: line === undefined ? [from, at] : readPolyline(line) };
  });
  const markers = known.map(
    ({ stop, at }): MapMarker => ({
      key: stop.id,
      kind: stop.kind === 'PICKUP' ? 'pickup' : 'delivery',
      at,
      label: stop.city,
      title: [stop.facility, `${stop.city}, ${stop.state}`].filter(Boolean).join(', '),
    }),
  );
  const reached = stops.findLast(isReached);
  const names = stops.map(({ city, state }) => `${city}, ${state}`).join(' to ');
  return { label: `${names}. ${reached === undefined ? 'Not begun yet.' : `Last reached: ${reached.city}.`}`, legs, markers };
}
