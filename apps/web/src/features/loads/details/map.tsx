import type { Load } from '@headhaul/contracts/loads/record';
import { useMemo } from 'react';
import { FreightMapLazy } from '../../../shared/map/freight-map-lazy.tsx';
import { useMeasuredRoute } from '../../roads/roads.api.ts';
import { routeOf } from './route.ts';

/** The route of the load. Draws nothing when no stop is on the map. */
export function LoadMap({ load, className }: { load: Load; className?: string | undefined }) {
  const { stops } = load;
  const known = stops.flatMap(({ lat, lng, city, state }) => (lat === null || lng === null ? [] : [{ lat, lng, city, state }]));
  const lines = useMeasuredRoute(known)?.lines ?? null;
  const route = useMemo(() => routeOf({ stops }, lines), [stops, lines]);
  if (route.markers.length === 0) return null;
  return <FreightMapLazy {...route} {...(className === undefined ? {} : { className })} />;
}
