import type { Load } from '@headhaul/contracts/loads/record';
import { lazy, Suspense } from 'react';
import classes from '../../../shared/map/freight-map.module.css';

// With its roads it loads only where a load is shown, not with the list.
const RouteMap = lazy(() => import('./route-map.tsx'));

/** The route of the load. Draws nothing when no stop is on the map. */
export function LoadMap({ load, className = '' }: { load: Load; className?: string | undefined }) {
  if (!load.stops.some(({ lat, lng }) => lat !== null && lng !== null)) return null;
  return (
    <Suspense fallback={<div className={`${classes.box} ${className}`} />}>
      <RouteMap load={load} className={className} />
    </Suspense>
  );
}
