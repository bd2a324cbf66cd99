import type { Load } from '@headhaul/contracts/loads/record';
import { useMemo } from 'react';
import { FreightMapLazy } from '../../../shared/map/freight-map-lazy.tsx';
import { routeOf } from './route.ts';

/** The route of the load. Draws nothing when no stop is on the map. */
export function LoadMap({ load, className }: { load: Load; className?: string | undefined }) {
  const { stops } = load;
  const route = useMemo(() => routeOf({ stops }), [stops]);
  if (route.markers.length === 0) return null;
  return <FreightMapLazy {...route} {...(className === undefined ? {} : { className })} />;
}
