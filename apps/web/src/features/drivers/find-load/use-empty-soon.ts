import type { Driver } from '@headhaul/contracts/drivers';
import { useMemo } from 'react';
import { fitApi } from '../../fit/fit.api.ts';
import { type EmptyMatch, findEmptySoon, matchLoads } from './empty-soon.ts';

const nobody: readonly Driver[] = [];

/** The trucks that are empty within a day, each with a load that it can take. */
export function useEmptySoon(drivers: readonly Driver[] | undefined, nowMs: number): { matches: EmptyMatch[]; more: number } {
  const { drivers: soon, more } = useMemo(() => findEmptySoon(drivers ?? nobody, nowMs), [drivers, nowMs]);
  const driverIds = soon.map(({ id }) => id).sort((a, b) => a.localeCompare(b));
  const { data } = fitApi.useFindLoadFitsQuery({ body: { driverIds } }, { skip: driverIds.length === 0 });
  return { matches: useMemo(() => matchLoads(soon, data), [soon, data]), more };
}
