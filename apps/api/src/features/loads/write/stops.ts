import type { FieldError } from '@headhaul/contracts/http/errors';
import type { LoadValues } from '@headhaul/contracts/loads/input';
import type { Load, Stop } from '@headhaul/contracts/loads/record';
import { stopsOutOfOrder } from '@headhaul/domain/loads/stop-order';
import { stopInstants } from '@headhaul/domain/time/zoned-time';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../../lib/db/database.ts';
import type { LoadStops } from '../../../lib/db/generated.ts';
import { findPlaces } from '../../places/places.service.ts';
import { measureMiles } from '../../roads/measure.service.ts';

export type StopValues = LoadValues['stops'][number];

/** The location and time zone of a stop. */
export type Spot = Pick<Stop, 'lat' | 'lng' | 'timeZone'>;

/** Finds the spots of many stops with one query. An unknown place gets the company's time zone and no coordinates. */
export async function findSpots(
  tx: TenantTx,
  stops: readonly Pick<StopValues, 'city' | 'state' | 'zip'>[],
  companyZone: string,
): Promise<Spot[]> {
  const places = await findPlaces(tx.db, stops);
  return places.map((place) => ({ lat: place?.lat ?? null, lng: place?.lng ?? null, timeZone: place?.timeZone ?? companyZone }));
}

export function isSamePlace(a: Pick<StopValues, 'city' | 'state' | 'zip'>, b: Pick<StopValues, 'city' | 'state' | 'zip'>): boolean {
  return a.city === b.city && a.state === b.state && a.zip === b.zip;
}

/** The stop with its new values. Its status, arrival and departure stay as they were. */
export function planStop(values: StopValues, spot: Spot, before?: Stop): Stop {
  return {
    ...values,
    ...spot,
    ...stopInstants({ ...values, timeZone: spot.timeZone }),
    id: before?.id ?? uuidv7(),
    status: before?.status ?? 'PENDING',
    arrivedAt: before?.arrivedAt ?? null,
    departedAt: before?.departedAt ?? null,
  };
}

/** The form checks the order while a person types. This check decides. */
export function checkOrder(stops: readonly Stop[]): FieldError[] {
  return stopsOutOfOrder(stops).map(({ index, message }) => ({ path: `body.stops.${index}.day`, message }));
}

export function toStopRow(companyId: string, loadId: string, stop: Stop, sequence: number): Insertable<LoadStops> & { id: string } {
  return {
    company_id: companyId,
    id: stop.id,
    load_id: loadId,
    sequence,
    kind: stop.kind,
    status: stop.status,
    facility: stop.facility,
    address: stop.address,
    city: stop.city,
    state: stop.state,
    zip: stop.zip,
    lat: stop.lat,
    lng: stop.lng,
    time_zone: stop.timeZone,
    schedule: stop.schedule,
    day: stop.day,
    time: stop.time,
    end_day: stop.endDay,
    end_time: stop.endTime,
    starts_at: stop.startsAt,
    ends_at: stop.endsAt,
    arrived_at: stop.arrivedAt,
    departed_at: stop.departedAt,
    contact_name: stop.contactName,
    contact_phone: stop.contactPhone,
    reference: stop.reference,
    seal_number: stop.sealNumber,
    pieces: stop.pieces,
    weight_lb: stop.weightLb,
    handling: stop.handling,
    lumper_needed: stop.lumperNeeded,
    instructions: stop.instructions,
  };
}

/**
 * The miles of each load through all its stops with coordinates, by the best source. 0 miles if the first or last stop has no coordinates,
 * because the rest says little.
 */
export async function measureLoads(
  tx: TenantTx,
  loads: readonly { stops: readonly Stop[]; equipment: Load['equipment'] }[],
): Promise<Pick<Load, 'loadedMiles' | 'milesSource'>[]> {
  const routes = loads.map(({ stops, equipment }) =>
    isOnMap(stops[0]) && isOnMap(stops.at(-1)) ? { stops: stops.filter(isOnMap), equipment } : null,
  );
  const measured = await measureMiles(
    tx,
    routes.filter((route) => route !== null),
  );
  let next = 0;
  return routes.map((route) => {
    const found = route && measured[next++];
    return found ? { loadedMiles: found.miles, milesSource: found.source } : { loadedMiles: 0, milesSource: 'ESTIMATE' };
  });
}

function isOnMap(stop: Stop | undefined): stop is Stop & { lat: number; lng: number } {
  return stop !== undefined && stop.lat !== null && stop.lng !== null;
}
