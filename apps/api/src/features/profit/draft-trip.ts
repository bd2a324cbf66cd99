import type { Freight } from '@headhaul/contracts/fit';
import type { ProfitDraft } from '@headhaul/contracts/profit';
import type { PayTerms } from '@headhaul/domain/drivers/pay';
import { payableMiles } from '@headhaul/domain/loads/cut';
import { type FeeAmounts, isTonu } from '@headhaul/domain/loads/money';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import type { Miles } from '@headhaul/domain/profit/facts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { findPlaces } from '../places/places.service.ts';
import { measureMiles } from '../roads/measure.service.ts';
import type { Trip, TripDriver, TripStop, TripTruck } from './trip.ts';

type Draft = z.output<typeof ProfitDraft>;

/** The draft as a trip. Its places are found, and its loaded miles measured where nobody typed them. */
export async function readDraftTrip(tx: TenantTx, draft: Draft): Promise<Trip> {
  const saved = draft.loadId === null ? null : await readSaved(tx, draft.loadId);
  const crew = await readCrew(tx, draft);
  const places = await findPlaces(tx.db, draft.stops);
  const stops = draft.stops.map(({ city, state, handling }, index): TripStop => {
    const place = places[index] ?? null;
    return { city, state, handling, point: place && { lat: place.lat, lng: place.lng } };
  });
  // A truck that wasn't used has no loaded miles, so none are measured for it. It is paid for the way to the pickup.
  const isUnused = saved !== null && isTonu(saved) && !draft.loadedMiles;
  const loaded = isUnused ? null : await loadedMiles(tx, draft, stops);
  // A load is saved with 0 also when nobody knows. So 0 is measured too, and the saved load has the same net.
  const deadhead: Miles | null = draft.deadheadMiles ? { miles: draft.deadheadMiles, source: 'ENTERED' } : null;
  return {
    loadId: draft.loadId,
    // The form saves what was measured, unless the load was saved for this driver without a deadhead: then nothing changes.
    paysMeasured: draft.deadheadMiles === null && !(saved !== null && saved.driverId === draft.driverId && saved.deadheadMiles === 0),
    // What it would bring.
    status: saved?.status ?? 'BOOKED',
    statusBeforeProblem: saved?.statusBeforeProblem ?? null,
    fees: saved?.fees ?? [],
    equipment: draft.equipment,
    linehaulCents: draft.linehaulCents === 0 ? null : draft.linehaulCents,
    fuelSurchargeCents: draft.fuelSurchargeCents,
    factoringStatus: draft.factoringStatus,
    factoringFeeBps: draft.factoringFeeBps,
    loaded,
    deadhead,
    payCents: draft.driverPayCents === 0 ? null : draft.driverPayCents,
    // Another driver brings their own terms.
    savedTerms: saved !== null && saved.driverId === draft.driverId ? saved.savedTerms : null,
    paidMiles: payableMiles({ isUnused, loadedMiles: loaded?.miles ?? 0, deadheadMiles: deadhead?.miles ?? 0 }),
    ...crew,
    stops,
    pickupDay: draft.stops[0]?.day ?? null,
  };
}

/** The draft for the question where its truck comes from. Null while a stop has no day. */
export function freightOfDraft({ loadId, stops, equipment }: Draft): z.output<typeof Freight> | null {
  const dated = stops.flatMap(({ day, ...stop }) => (day === null ? [] : [{ ...stop, day }]));
  if (dated.length < stops.length) return null;
  const needs = { lengthFt: null, weightLb: null, isTemperatureSet: false, isHazmat: false, requirements: [] };
  return { ...needs, equipment, stops: dated, exceptLoadId: loadId };
}

async function loadedMiles(tx: TenantTx, draft: Draft, stops: readonly TripStop[]): Promise<Miles | null> {
  if (draft.loadedMiles !== null) return draft.loadedMiles === 0 ? null : { miles: draft.loadedMiles, source: 'ENTERED' };
  // As when a load is saved: stops whose place isn't known are skipped, unless they are the first or the last.
  const known = stops.flatMap(({ city, state, point }) => (point === null ? [] : [{ city, state, ...point }]));
  if (stops[0]?.point == null || stops.at(-1)?.point == null) return null;
  const [measured] = await measureMiles(tx, [{ stops: known, equipment: draft.equipment }]);
  return measured === undefined || measured.miles === 0 ? null : measured;
}

interface Saved {
  status: LoadStatus;
  statusBeforeProblem: LoadStatus | null;
  driverId: string | null;
  deadheadMiles: number;
  savedTerms: PayTerms | null;
  fees: FeeAmounts[];
}

async function readSaved(tx: TenantTx, id: string): Promise<Saved> {
  const { rows } = await sql<Saved>`
    select case when l.status = 'DRAFT' then 'BOOKED' else l.status::text end as status, l.status_before_problem as "statusBeforeProblem",
      l.driver_id as "driverId", l.deadhead_miles as "deadheadMiles", case when l.driver_pay_cents > 0 then l.pay_terms end as "savedTerms",
      (select coalesce(json_agg(json_build_object('type', f.type, 'status', f.status, 'brokerAmountCents', f.broker_amount_cents,
          'driverAmountCents', f.driver_amount_cents) order by f.created_at, f.id), '[]')
        from load_fees f where f.company_id = l.company_id and f.load_id = l.id) as fees
    from loads l where l.company_id = ${tx.companyId} and l.id = ${id} and l.deleted_at is null`.execute(tx.db);
  const [saved] = rows;
  if (!saved) throw new AppError('not_found');
  return saved;
}

/** People and trucks that the company doesn't have answer 404. A driver in the archive still has terms. */
export async function readCrew(
  tx: TenantTx,
  { driverId, coDriverId, truckId }: Pick<Draft, 'driverId' | 'coDriverId' | 'truckId'>,
): Promise<Pick<Trip, 'driver' | 'coDriver' | 'truck'>> {
  const { rows: people } = await sql<{ person: TripDriver & { truckId: string | null } }>`
    select json_build_object('id', d.id, 'name', trim(d.name || ' ' || d.family_name), 'isOwnerOperator', d.type = 'OWNER_OPERATOR',
      'pay', d.pay, 'dispatchFee', d.dispatch_fee, 'truckId', d.truck_id) as person
    from drivers d where d.company_id = ${tx.companyId} and d.id = any(${[driverId, coDriverId].filter((id) => id !== null)}::uuid[])`.execute(
    tx.db,
  );
  const personOf = (id: string | null) => {
    if (id === null) return null;
    const found = people.find(({ person }) => person.id === id);
    if (!found) throw new AppError('not_found');
    return found.person;
  };
  const [driver, coDriver] = [personOf(driverId), personOf(coDriverId)];
  const wanted = truckId ?? driver?.truckId ?? null;
  const { rows: trucks } = await sql<{ truck: TripTruck }>`
    select json_build_object('id', t.id, 'number', t.number, 'mpgLoaded', t.mpg_loaded, 'mpgEmpty', t.mpg_empty,
      'fixedCostPerDayCents', t.fixed_cost_per_day_cents) as truck
    from trucks t where t.company_id = ${tx.companyId} and t.id = ${wanted}::uuid`.execute(tx.db);
  const truck = trucks[0]?.truck ?? null;
  if (truckId !== null && truck === null) throw new AppError('not_found');
  return { driver, coDriver: coDriver && { pay: coDriver.pay }, truck };
}
