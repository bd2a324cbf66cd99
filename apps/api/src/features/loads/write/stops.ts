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

/** Where a stop lies and which clock goes there. */
export type Spot = Pick<Stop, 'lat' | 'lng' | 'timeZone'>;

/** The spots of many stops by one query. A place nobody knows has the company's clock and no point on the map. */
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

/** The stop as it will be; what happened there so far stays as it was. */
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

/** What the form says while it is typed, once more where it counts. */
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

/** Miles through all stops that are on the map; 0 when the first or the last is not, as the rest says little. */
export function estimateMiles(stops: readonly Spot[]): number {
  const points = stops.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]));
  if (stops[0]?.lat == null || stops.at(-1)?.lat == null) return 0;
  return Math.min(estimateRoadMiles(points), 20_000);
}
