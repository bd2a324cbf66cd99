import { lazy, type ReactNode, Suspense } from 'react';
import classes from './freight-map.module.css';
import type { FreightMapProps } from './map-model.ts';

// The map of the country is as large as the code of a whole screen, so it loads only when a screen shows a map.
const FreightMap = lazy(() => import('./freight-map.tsx'));

/**
 * A map in a box. `className` gives the box a size, otherwise its ratio is 3:2. Children lie on top of it, for example a chip with the ETA.
 */
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
