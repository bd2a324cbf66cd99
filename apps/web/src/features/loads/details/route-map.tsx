import type { Load } from '@headhaul/contracts/loads/record';
import { useMemo } from 'react';
import { FreightMapLazy } from '../../../shared/map/freight-map-lazy.tsx';
import { useMeasuredRoute } from '../../roads/roads.api.ts';
import { routeOf } from './route.ts';

/** The map of a load, along its roads once they are measured. */
export default function RouteMap({ load: { stops }, className }: { load: Load; className: string }) {
  const known = stops.flatMap(({ lat, lng, city, state }) => (lat === null || lng === null ? [] : [{ lat, lng, city, state }]));
  const lines = useMeasuredRoute(known)?.lines ?? null;
  const route = useMemo(() => routeOf({ stops }, lines), [stops, lines]);
  return <FreightMapLazy {...route} className={className} />;
}
