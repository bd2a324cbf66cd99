import { type OwnDriverStatus, readyFrom } from '@headhaul/domain/drivers/status';
import type { Equipment } from '@headhaul/domain/equipment';
import type { FitTruck, Whereabouts } from '@headhaul/domain/fit/facts';
import type { Point } from '@headhaul/domain/places/distance';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { type LastTrip, readLastTrips } from '../drivers/driver-facts.service.ts';
import { findPlaces } from '../places/places.service.ts';

/** A driver with the truck, as fit reads it. */
export interface FitDriver {
  id: string;
  name: string;
  truckNumber: string | null;
  teamPartnerId: string | null;
  phone: string | null;
  truck: FitTruck;
}

interface DriverRow {
  id: string;
  name: string;
  truckNumber: string | null;
  teamPartnerId: string | null;
  phone: string | null;
  equipment: Equipment | null;
  trailerLengthFt: number | null;
  maxWeightLb: number | null;
  endorsements: ('N' | 'H' | 'X' | 'P' | 'T')[];
  hasCdl: boolean;
  cdlExpiresOn: string | null;
  medicalExpiresOn: string | null;
  twicExpiresOn: string | null;
  gear: string[];
  avoidedStates: string[];
  ownStatus: OwnDriverStatus;
  statusSetMs: number;
  readyAt: string | null;
  readyCity: string | null;
  readyState: string | null;
  readyZone: string | null;
  readyLat: number | null;
  readyLng: number | null;
  homeCity: string | null;
  homeState: string | null;
}

export async function readCompanyZone(tx: TenantTx): Promise<string> {
  const company = await tx.db.selectFrom('companies').select('time_zone').where('company_id', '=', tx.companyId).executeTakeFirstOrThrow();
  return company.time_zone;
}

/** All active drivers, or those with these ids, by name, with a few statements whatever their number. */
export async function readFitDrivers(tx: TenantTx, nowMs: number, ids: readonly string[] | null = null): Promise<FitDriver[]> {
  const { rows } = await sql<DriverRow>`
    select d.id, trim(d.name || ' ' || d.family_name) as name, t.number as "truckNumber", d.team_partner_id as "teamPartnerId", d.phone,
      case when r.id is null then d.equipment else r.equipment end as equipment,
      case when r.id is null then d.length_ft else r.length_ft end as "trailerLengthFt", d.max_weight_lb as "maxWeightLb", d.endorsements,
      coalesce(d.cdl_number, d.cdl_class, d.cdl_expires_on::text) is not null as "hasCdl", d.cdl_expires_on::text as "cdlExpiresOn",
      d.medical_expires_on::text as "medicalExpiresOn", d.twic_expires_on::text as "twicExpiresOn", d.gear,
      d.avoided_states as "avoidedStates", d.own_status as "ownStatus",
      extract(epoch from d.status_set_at)::float8 * 1000 as "statusSetMs", to_json(d.ready_at)#>>'{}' as "readyAt", d.ready_city as "readyCity",
      d.ready_state as "readyState", d.ready_zone as "readyZone", d.ready_lat as "readyLat", d.ready_lng as "readyLng",
      d.home_city as "homeCity", d.home_state as "homeState"
    from drivers d
      left join trucks t on t.company_id = d.company_id and t.id = d.truck_id
      left join trailers r on r.company_id = d.company_id and r.id = d.trailer_id
    where d.company_id = ${tx.companyId} and d.deleted_at is null and d.employment = 'ACTIVE' ${ids === null ? sql`` : sql`and d.id = any(${ids})`}
    order by d.name, d.family_name, d.id`.execute(tx.db);
  const trips = await readLastTrips(
    tx,
    rows.map(({ id }) => id),
  );
  const said = rows.map((row) => ({ row, ...whatIsSaid(row, trips.get(row.id)) }));
  const places = await findPlaces(
    tx.db,
    said.map(({ place }) => (place === null || place.point !== null ? {} : place)),
  );
  return said.map(({ row, place, ...status }, index) => {
    const found = places[index];
    const where = place && { ...place, point: place.point ?? (found ? { lat: found.lat, lng: found.lng } : null) };
    return toDriver(row, status, where, nowMs);
  });
}

/** What the office said of the driver, unless a trip since then says something newer. */
function whatIsSaid(
  row: DriverRow,
  trip: LastTrip | undefined,
): { ownStatus: OwnDriverStatus; readyAt: string | null; place: Whereabouts | null } {
  const isOver = trip?.isSince ?? false;
  const { readyAt, readyCity, readyState, readyZone, readyLat, readyLng } = row;
  const nothing = { readyAt: null, readyCity: null, readyState: null, readyZone: null, readyLat: null, readyLng: null };
  const own = isOver ? nothing : { readyAt, readyCity, readyState, readyZone, readyLat, readyLng };
  const ready = readyFrom(own, trip ? [trip] : []);
  const isOwn = ready === own;
  return { ownStatus: isOver ? 'READY' : row.ownStatus, readyAt: own.readyAt, place: placeOf(row, ready, isOwn, isOver) };
}

function placeOf(row: DriverRow, ready: ReturnType<typeof readyFrom>, isOwn: boolean, isOver: boolean): Whereabouts | null {
  const { readyCity: city, readyState: state, readyLat: lat, readyLng: lng } = ready;
  const isAtHome = !isOver && row.ownStatus === 'HOME' && row.homeCity !== null && (!isOwn || city === null);
  if (isAtHome) return { source: 'HOME', atMs: row.statusSetMs, point: null, city: row.homeCity, state: row.homeState };
  if (city === null) return null;
  const point: Point | null = lat === null || lng === null ? null : { lat, lng };
  if (isOwn) return { source: 'OFFICE', atMs: row.statusSetMs, point, city, state };
  return { source: 'LAST_DROP', atMs: Date.parse(ready.readyAt ?? ''), point, city, state };
}

function toDriver(
  row: DriverRow,
  { ownStatus, readyAt }: { ownStatus: OwnDriverStatus; readyAt: string | null },
  where: Whereabouts | null,
  nowMs: number,
): FitDriver {
  const readyMs = readyAt === null ? null : Date.parse(readyAt);
  const isReadyLater = readyMs !== null && readyMs > nowMs;
  return {
    id: row.id,
    name: row.name,
    truckNumber: row.truckNumber,
    teamPartnerId: row.teamPartnerId,
    phone: row.phone,
    truck: {
      employment: 'ACTIVE',
      // The office may say that a truck is ready on Tuesday: until then it is not.
      ownStatus: ownStatus === 'READY' && isReadyLater ? 'NOT_READY' : ownStatus,
      offUntilMs: readyMs,
      equipment: row.equipment,
      trailerLengthFt: row.trailerLengthFt,
      maxWeightLb: row.maxWeightLb,
      // Without any entry of a license, no endorsements means that nobody asked.
      endorsements: row.endorsements.length > 0 || row.hasCdl ? row.endorsements : null,
      cdlExpiresOn: row.cdlExpiresOn,
      medicalExpiresOn: row.medicalExpiresOn,
      twicExpiresOn: row.twicExpiresOn,
      gear: row.gear,
      avoidedStates: row.avoidedStates,
      where,
      // No ELD reports hours yet, and nobody enters when a driver wants to be home.
      hours: null,
      partner: row.teamPartnerId === null ? null : { hours: null },
      home: null,
    },
  };
}
