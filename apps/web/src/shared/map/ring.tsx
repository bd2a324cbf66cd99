import { toPlane } from '@headhaul/domain/map/albers';
import { type MapView, type PlanePoint, place } from '@headhaul/domain/map/view';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import classes from './freight-map.module.css';
import type { MapPoint, MapRing } from './map-model.ts';

const milesPerDegree = 69.09;

/** The points so many miles north, east, south and west of the center. */
export function ringEnds({ lat, lng }: MapPoint, miles: number): PlanePoint[] {
  const up = miles / milesPerDegree;
  const across = up / Math.max(Math.cos((lat * Math.PI) / 180), 0.1);
  return [
    { lat: lat + up, lng },
    { lat, lng: lng + across },
    { lat: lat - up, lng },
    { lat, lng: lng - across },
  ].map(toPlane);
}

/** Pixels for each mile around the center. */
function pixelsPerMile(center: MapPoint, view: MapView): number {
  const miles = 100;
  const [, east = [0, 0], , west = [0, 0]] = ringEnds(center, miles);
  const [one, other] = [place(east, view), place(west, view)];
  return Math.hypot(one.x - other.x, one.y - other.y) / (2 * miles);
}

export function Ring({ ring, view }: { ring: MapRing; view: MapView }) {
  const { center, stepMiles, minMiles, maxMiles, onMove, onChange } = ring;
  const [dragged, setDragged] = useState<number | null>(null);
  const miles = dragged ?? ring.radiusMiles;
  const scale = pixelsPerMile(center, view);
  const { x, y } = place(toPlane(center), view);
  const limit = (wanted: number) => Math.min(Math.max(Math.round(wanted / stepMiles) * stepMiles, minMiles), maxMiles);

  const move = (event: PointerEvent<SVGCircleElement>) => {
    if (dragged === null) return;
    const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    if (box === undefined) return;
    const next = limit(Math.hypot(event.clientX - box.left - x, event.clientY - box.top - y) / scale);
    if (next === dragged) return;
    setDragged(next);
    onMove(next);
  };
  const drop = () => {
    if (dragged === null) return;
    setDragged(null);
    if (dragged !== ring.radiusMiles) onChange(dragged);
  };
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(limit(ring.radiusMiles + step * stepMiles));
  };

  return (
    <g>
      <circle className={classes.ring} cx={x} cy={y} r={miles * scale} />
      <circle
        className={classes.handle}
        cx={x + miles * scale}
        cy={y}
        r={6}
        role="slider"
        tabIndex={0}
        aria-label="Radius in miles"
        aria-valuemin={minMiles}
        aria-valuemax={maxMiles}
        aria-valuenow={miles}
        aria-valuetext={`${miles} miles`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(ring.radiusMiles);
        }}
        onPointerMove={move}
        onPointerUp={drop}
        onPointerCancel={() => setDragged(null)}
        onKeyDown={press}
      />
    </g>
  );
}
