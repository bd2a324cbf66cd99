import type { LoadRow } from '@headhaul/contracts/loads/record';
import { useLocatedPlaces } from '../places/places.api.ts';
import { type CityPoints, citiesToLocate } from './fit.ts';
import type { PlanRow } from './grid/rows.ts';

/** Where these loads pick up and the trucks would come from, as far as it is known by now. */
export function useCityPoints(rows: readonly PlanRow[], loads: readonly LoadRow[], nowMs: number): CityPoints {
  return useLocatedPlaces(citiesToLocate(rows, loads, nowMs));
}
