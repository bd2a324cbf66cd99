import { toPlane } from '@headhaul/domain/map/albers';
import { placeLabels } from '@headhaul/domain/map/label-places';
import { fitView, place } from '@headhaul/domain/map/view';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useMemo } from 'react';
import classes from './freight-map.module.css';
import type { DotTone, FreightMapProps, MapLeg, MapMarker } from './map-model.ts';
import { Ring, ringEnds } from './ring.tsx';
import { borderPath, countryCorners, landPath } from './us-map.ts';

const padding = 34;
const countryPadding = 10;
/** The largest zoom, in pixels per unit of the atlas: a map of 268 px shows about 430 miles. */
const closest = 1.9;
/** How far the map reaches around a ring, in radii. */
const shownRadii = 2;

const reaches: Record<MapMarker['kind'], number> = { pickup: 6, delivery: 5, truck: 9, dot: 5 };

/** Dots that need attention lie on top of dots that don't. */
const depths: Record<DotTone, number> = { off: 0, unsure: 1, rolling: 2, ready: 3, waiting: 4, problem: 5 };

function depth({ kind, tone = 'rolling', isHot = false }: MapMarker): number {
  return isHot ? 7 : kind === 'dot' ? depths[tone] : 6;
}

/** The lower 48 with a route or a fleet on it. Loaded by `freight-map-lazy.tsx` only. */
export default function FreightMap({ label, legs = [], markers = [], ring, view = 'content', credit }: FreightMapProps) {
  const { ref, width, height } = useElementSize<HTMLDivElement>();

  const lines = useMemo(() => legs.map(({ kind, points }) => ({ kind, points: points.map(toPlane) })), [legs]);
  const spots = useMemo(
    () => markers.map((marker) => ({ marker, at: toPlane(marker.at) })).sort((one, other) => depth(one.marker) - depth(other.marker)),
    [markers],
  );

  const size = { width, height };
  const content =
    ring === undefined
      ? [...lines.flatMap(({ points }) => points), ...spots.map(({ at }) => at)]
      : ringEnds(ring.center, shownRadii * ring.radiusMiles);
  const isCountry = view === 'country' || content.length === 0;
  const mapView = isCountry
    ? fitView(countryCorners, size, countryPadding, Infinity)
    : ring === undefined
      ? fitView(content, size, padding, closest)
      : fitView(content, size, 0, Infinity);

  const drawn = spots.map(({ marker, at }) => ({ marker, ...place(at, mapView) }));
  const labels = placeLabels(
    drawn.flatMap(({ marker: { key, kind, label: text }, x, y }) => (text ? [{ key, text, x, y, reach: reaches[kind] }] : [])),
    size,
  );

  return (
    <div ref={ref} className={classes.frame}>
      {width === 0 ? null : (
        <svg
          className={classes.map}
          viewBox={`0 0 ${width} ${height}`}
          role={ring !== undefined || markers.some(({ onClick }) => onClick) ? 'group' : 'img'}
          aria-label={label}
        >
          <g transform={`translate(${mapView.x} ${mapView.y}) scale(${mapView.scale})`}>
            <path className={classes.land} d={landPath} />
            <path className={classes.border} d={borderPath} />
          </g>
          {lines.map(({ kind, points }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: The legs of a route are identified by their order.
            <Leg key={index} kind={kind} points={points.map((point) => place(point, mapView))} />
          ))}
          {ring === undefined ? null : <Ring ring={ring} view={mapView} />}
          {drawn.map(({ marker, x, y }) => (
            <Marker key={marker.key} marker={marker} x={x} y={y} />
          ))}
          <g>
            {labels.map(({ key, text, x, y, anchor }) => (
              <text key={key} className={classes.label} x={x} y={y} dy="0.35em" textAnchor={anchor}>
                {text}
              </text>
            ))}
          </g>
        </svg>
      )}
      {credit === undefined ? null : <span className={classes.credit}>{credit}</span>}
    </div>
  );
}

function Leg({ kind, points }: { kind: MapLeg['kind']; points: readonly { x: number; y: number }[] }) {
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return (
    <>
      {kind === 'deadhead' ? null : <polyline className={classes.casing} points={line} />}
      <polyline className={classes.leg} data-kind={kind} points={line} />
    </>
  );
}

function Marker({ marker, x, y }: { marker: MapMarker; x: number; y: number }) {
  const { kind, label, title, tone = 'rolling', isHot = false, onClick, onHover } = marker;
  const name = label ?? title;
  const button = onClick
    ? {
        role: 'button',
        tabIndex: 0,
        'aria-label': name,
        onClick,
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          onClick();
        },
      }
    : {};
  return (
    <g
      className={classes.marker}
      data-hot={isHot || undefined}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
      {...button}
      {...(onHover === undefined
        ? {}
        : {
            onPointerEnter: () => onHover(true),
            onPointerLeave: () => onHover(false),
            onFocus: () => onHover(true),
            onBlur: () => onHover(false),
          })}
    >
      {title ? <title>{title}</title> : null}
      {onClick ? <circle r={12} fill="transparent" /> : null}
      {isHot ? <circle className={classes.halo} r={11} /> : null}
      <MarkerShape kind={kind} tone={tone} />
    </g>
  );
}

function MarkerShape({ kind, tone }: Required<Pick<MapMarker, 'kind' | 'tone'>>) {
  switch (kind) {
    case 'pickup':
      return <circle className={classes.pickup} r={5} />;
    case 'delivery':
      return <rect className={classes.delivery} x={-5} y={-5} width={10} height={10} rx={1.5} />;
    case 'truck':
      return (
        <>
          <circle className={classes.halo} r={11} />
          <circle className={classes.truck} r={6} />
        </>
      );
    default:
      return <circle className={classes.dot} data-tone={tone} r={5.5} />;
  }
}
