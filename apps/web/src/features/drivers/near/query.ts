import { maxEmptyRadiusMiles, minEmptyRadiusMiles } from '@headhaul/contracts/fit';
import { type Equipment, equipmentTypes } from '@headhaul/domain/equipment';
import { type EmptyNearReading, usualRadiusMiles } from '@headhaul/domain/fit/read-empty-near';

/** Who is empty near a place. All of it is kept in the address. */
export interface NearSearch {
  /** As it was typed. Null while nobody said it. */
  place: string | null;
  radiusMiles: number;
  /** Null for any. */
  equipment: Equipment | null;
  /** Null for a day from now. */
  by: string | null;
}

export const nearView = 'near';
const longestPlace = 60;

export function isNearView(params: URLSearchParams): boolean {
  return params.get('view') === nearView;
}

/** A ring has from 5 to 1,000 miles. */
export function limitRadius(miles: number): number {
  return Math.min(Math.max(Math.round(miles), minEmptyRadiusMiles), maxEmptyRadiusMiles);
}

/** Reads an address. Parts that make no sense have their usual value. */
export function readNearSearch(params: URLSearchParams): NearSearch {
  const place = (params.get('near') ?? '').trim().slice(0, longestPlace);
  const radius = Number(params.get('within'));
  const trailer = params.get('trailer');
  const by = params.get('by');
  const byMs = by === null ? Number.NaN : Date.parse(by);
  return {
    place: place === '' ? null : place,
    radiusMiles: Number.isFinite(radius) && radius > 0 ? limitRadius(radius) : usualRadiusMiles,
    equipment: equipmentTypes.find((type) => type === trailer) ?? null,
    by: Number.isNaN(byMs) ? null : new Date(byMs).toISOString(),
  };
}

/** The shortest address that reads back as this search. */
export function writeNearSearch({ place, radiusMiles, equipment, by }: NearSearch): URLSearchParams {
  const params = new URLSearchParams({ view: nearView });
  if (place !== null) params.set('near', place);
  if (radiusMiles !== usualRadiusMiles) params.set('within', String(radiusMiles));
  if (equipment !== null) params.set('trailer', equipment);
  if (by !== null) params.set('by', by);
  return params;
}

/** The query for the server. Null while there is no place. */
export function nearQuery({ place, radiusMiles, equipment, by }: NearSearch) {
  if (place === null) return null;
  return { query: { place, radiusMiles, ...(equipment === null ? {} : { equipment }), ...(by === null ? {} : { by }) } };
}

/** The search that typed words mean. The time is cut to the minute, so that the same words ask the same question for a while. */
export function toNearSearch({ place, radiusMiles, equipment, byMs }: EmptyNearReading): NearSearch {
  const minuteMs = 60_000;
  return {
    place: place === null ? null : place.slice(0, longestPlace),
    radiusMiles: limitRadius(radiusMiles),
    equipment,
    by: new Date(Math.floor(byMs / minuteMs) * minuteMs).toISOString(),
  };
}
