import { lazy, type ReactNode, Suspense } from 'react';
import classes from './freight-map.module.css';
import type { FreightMapProps } from './map-model.ts';

// The country weighs as much as a screen; it comes when a map is on one.
const FreightMap = lazy(() => import('./freight-map.tsx'));

/** A map in a box that its class gives a size (three to two without one). Children lie over it, as a chip with the ETA does. */
export function FreightMapLazy({ className, children, ...map }: FreightMapProps & { className?: string; children?: ReactNode }) {
  return (
    <div className={`${classes.box} ${className ?? ''}`}>
      <Suspense fallback={<div className={classes.frame} role="img" aria-label={map.label} />}>
        <FreightMap {...map} />
      </Suspense>
      {children}
    </div>
  );
}
