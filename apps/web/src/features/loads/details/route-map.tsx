import type { Load } from '@headhaul/contracts/loads/record';
import { useMemo } from 'react';
import { FreightMapLazy } from '../../../shared/map/freight-map-lazy.tsx';
import { creditOf, useMeasuredRoute } from '../../roads/roads.api.ts';
import { routeOf } from './route.ts';

/** The map of a load, along its roads once they are measured: those of the maps service if there is one. */
export default function RouteMap({ load: { stops, equipment }, className }: { load: Load; className: string }) {
  const known = stops.flatMap(({ lat, lng, city, state }) => (lat === null || lng === null ? [] : [{ lat, lng, city, state }]));
  const measured = useMeasuredRoute(known, equipment);
  const lines = measured?.lines ?? null;
  const route = useMemo(() => routeOf({ stops }, lines), [stops, lines]);
  return <FreightMapLazy {...route} credit={creditOf(measured)} className={className} />;
}
