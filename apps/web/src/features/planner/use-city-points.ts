import type { LoadRow } from '@headhaul/contracts/loads/record';
import { placesApi } from '../places/places.api.ts';
import { type CityPoints, citiesToLocate } from './fit.ts';
import type { PlanRow } from './grid/rows.ts';

const nowhere: CityPoints = {};

/** Where these loads pick up and the trucks would come from, as far as it is known by now. */
export function useCityPoints(rows: readonly PlanRow[], loads: readonly LoadRow[], nowMs: number): CityPoints {
  const cities = citiesToLocate(rows, loads, nowMs);
  const located = placesApi.useLocatePlacesQuery(cities, { skip: cities.length === 0 });
  return located.currentData ?? located.data ?? nowhere;
}
