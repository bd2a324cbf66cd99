import type { LoadRow } from '@headhaul/contracts/loads/record';
import { useLocatedPlaces } from '../places/places.api.ts';
import { type CityPoints, citiesToLocate } from './fit.ts';
import type { PlanRow } from './grid/rows.ts';

/** The known locations of the pickups of these loads, and of the places that the trucks would come from. */
export function useCityPoints(rows: readonly PlanRow[], loads: readonly LoadRow[], nowMs: number): CityPoints {
  return useLocatedPlaces(citiesToLocate(rows, loads, nowMs));
}
