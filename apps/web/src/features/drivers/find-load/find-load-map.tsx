import type { Driver } from '@headhaul/contracts/drivers';
import type { LoadFitRow } from '@headhaul/contracts/fit';
import { readPolyline } from '@headhaul/domain/roads/polyline';
import { useMemo } from 'react';
import { FreightMapLazy } from '../../../shared/map/freight-map-lazy.tsx';
import type { MapLeg, MapMarker } from '../../../shared/map/map-model.ts';
import { useMeasuredRoutes } from '../../roads/roads.api.ts';
import { driverName } from '../labels.ts';
import classes from './drawer.module.css';

/** More lines cover each other. */
const drawnLoads = 3;

interface FindLoadMapProps {
  driver: Driver;
  /** The loads that fit, best first. */
  rows: readonly LoadFitRow[];
  chosen: LoadFitRow | undefined;
}

/** The truck and the best loads along their roads. The chosen load is drawn strong. */
export function FindLoadMap({ driver, rows, chosen }: FindLoadMapProps) {
  const drawn = useMemo(() => {
    const best = rows.filter(({ load }) => load.route.length >= 2).slice(0, drawnLoads);
    const isMissing = chosen !== undefined && chosen.load.route.length >= 2 && !best.includes(chosen);
    return isMissing ? [...best.slice(0, drawnLoads - 1), chosen] : best;
  }, [rows, chosen]);
  const measured = useMeasuredRoutes(drawn.map(({ load }) => load.route));
  const legs = drawn.map(({ load }, index): MapLeg & { isChosen: boolean } => ({
    kind: load.id === chosen?.load.id ? 'driven' : 'ahead',
    points: measured?.[index]?.lines.flatMap(readPolyline) ?? load.route,
    isChosen: load.id === chosen?.load.id,
  }));
  const markers = drawn.flatMap(({ load }): MapMarker[] => {
    const [pickup, delivery] = [load.route[0], load.route.at(-1)];
    return [
      ...(pickup === undefined ? [] : [{ key: `${load.id} pickup`, kind: 'pickup' as const, at: pickup }]),
      ...(delivery === undefined
        ? []
        : [{ key: `${load.id} delivery`, kind: 'delivery' as const, at: delivery, label: load.deliveryCity }]),
    ];
  });
  const { readyLat: lat, readyLng: lng } = driver;
  const truck: MapMarker[] =
    lat === null || lng === null
      ? []
      : [{ key: 'truck', kind: 'truck', at: { lat, lng }, label: driver.truckNumber ?? driverName(driver) }];
  if (markers.length + truck.length === 0) return null;
  return (
    <FreightMapLazy
      className={classes.map ?? ''}
      // The strong line lies on top.
      legs={legs.sort((a, b) => Number(a.isChosen) - Number(b.isChosen))}
      markers={[...markers, ...truck]}
      label={`Where ${driverName(driver)} is empty, and ${drawn.length === 1 ? '1 load' : `${drawn.length} loads`} that fit.`}
    />
  );
}
