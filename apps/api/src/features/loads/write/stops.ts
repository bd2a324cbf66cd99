import type { FieldError } from '@headhaul/contracts/http/errors';
import type { LoadValues } from '@headhaul/contracts/loads/input';
import type { Stop } from '@headhaul/contracts/loads/record';
import { stopsOutOfOrder } from '@headhaul/domain/loads/stop-order';
import { estimateRoadMiles } from '@headhaul/domain/places/distance';
import { stopInstants } from '@headhaul/domain/time/zoned-time';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../../lib/db/database.ts';
import type { LoadStops } from '../../../lib/db/generated.ts';
import { findPlaces } from '../../places/places.service.ts';

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

/** Miles through all stops with coordinates. 0 if the first or last stop has none, because the rest says little. */
export function estimateMiles(stops: readonly Spot[]): number {
  const points = stops.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]));
  if (stops[0]?.lat == null || stops.at(-1)?.lat == null) return 0;
  return Math.min(estimateRoadMiles(points), 20_000);
}
