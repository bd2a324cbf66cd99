import type { Driver } from '@headhaul/contracts/drivers';
import { useMemo } from 'react';
import { loadsApi } from '../../loads/loads.api.ts';
import { useLocatedPlaces } from '../../places/places.api.ts';
import { homesOf } from '../home-place.public.ts';
import { loadsNear, matchEmpty, pickupKey } from './empty-match.ts';

const nobody: readonly Driver[] = [];
/** The loads with the earliest pickup come first, and a truck that is empty today needs none beyond these. */
const maxLoads = 200;

/** Booked loads without a driver, and which of them are near these trucks. */
export function useOpenLoads(drivers: readonly Driver[] | undefined, nowMs: number) {
  const { data } = loadsApi.useListLoadsInfiniteQuery({ status: ['BOOKED'], withoutDriver: 'true', limit: maxLoads });
  const loads = useMemo(() => data?.pages.flatMap((page) => page.loads) ?? [], [data]);
  const cities = useMemo(() => {
    const homes = loads.length === 0 ? [] : homesOf(drivers ?? nobody);
    return [...new Set([...loads.map(pickupKey), ...homes])].sort((a, b) => a.localeCompare(b));
  }, [loads, drivers]);
  const points = useLocatedPlaces(cities);
  const soon = useMemo(() => matchEmpty(drivers ?? nobody, loads, points, nowMs), [drivers, loads, points, nowMs]);
  return { soon, near: (driver: Driver) => loadsNear(driver, loads, points, nowMs) };
}
