import { type LoadStatus, rollingStatuses } from '@headhaul/domain/loads/status';
import { sql } from 'kysely';
import type { TenantTx } from '../../../lib/db/database.ts';
import { toJsonText } from '../../../lib/db/row-sets.ts';
import { AppError } from '../../../lib/errors.ts';
import { isActive } from '../list/filter.ts';
import type { WholeLoad } from '../read/read.service.ts';

export function isRolling(status: LoadStatus): boolean {
  return (rollingStatuses as readonly LoadStatus[]).includes(status);
}

export function isBookedOrRolling(status: LoadStatus): boolean {
  return status === 'BOOKED' || isRolling(status);
}

/** Whether booking this load asks about its driver and its broker. A load that a driver is taken off is booked with its broker already. */
export function isNotBooked({ status }: { status: LoadStatus }): boolean {
  return status === 'DRAFT' || status === 'CANCELLED';
}

/** Whether a load with this status takes its drivers' time, now or later. */
export function isWork(status: LoadStatus): boolean {
  return isBookedOrRolling(status) || status === 'DRAFT';
}

/** The drivers of a load and the time that it takes of them. */
type Booking = Pick<WholeLoad, 'id' | 'status' | 'driverId' | 'coDriverId' | 'pickupEndsAt' | 'deliveryAt'> & {
  /** The numbers of other loads that the person knows of. They don't count as a clash. */
  told?: readonly string[];
};

/**
 * Returns by load id why a driver can't take the load. Loads without a clash are left out. A load on the road clashes with another load
 * on the road. A planned load clashes with a load that overlaps it even if both are picked up as late and delivered as early as the
 * appointments allow. One query serves all loads and takes the first clash of each. The caller locks the drivers' rows until commit, so
 * that two people who give the same driver a load at once see each other's load.
 */
export async function findDoubleBookings(tx: TenantTx, loads: readonly Booking[]): Promise<Map<string, string>> {
  const claims = loads.flatMap((load) =>
    [load.driverId, load.coDriverId].filter((driverId) => driverId !== null).map((driverId) => ({ load, driverId })),
  );
  if (claims.length === 0) return new Map();
  const drivers = claims.map(({ driverId }) => driverId);
  const isOnRoad = sql`l.status = any(${rollingStatuses}::load_status[])`;
  const { rows } = await sql<{ id: string; name: string; load_number: string; is_rolling: boolean }>`
    with held as materialized (
      select l.id, h.driver_id, l.load_number, ${isOnRoad} as is_rolling, l.pickup_at, l.pickup_ends_at, l.delivery_at
      from loads l cross join lateral (select l.driver_id union select l.co_driver_id) h (driver_id)
      where l.company_id = ${tx.companyId} and l.deleted_at is null and ${sql.raw(isActive)}
        and l.status = any(${['BOOKED', ...rollingStatuses]}::load_status[])
        and (l.driver_id = any(${drivers}::uuid[]) or l.co_driver_id = any(${drivers}::uuid[])) and h.driver_id = any(${drivers}::uuid[]))
    select distinct on (claim.id) claim.id, trim(d.name || ' ' || d.family_name) as name, clash.load_number, clash.is_rolling
    from unnest(${claims.map(({ load }) => load.id)}::uuid[], ${drivers}::uuid[], ${claims.map(({ load }) => isRolling(load.status))}::bool[],
        ${claims.map(({ load }) => load.pickupEndsAt)}::timestamptz[], ${claims.map(({ load }) => load.deliveryAt)}::timestamptz[],
        ${claims.map(({ load }) => toJsonText(load.told ?? []))}::jsonb[])
        claim (id, driver_id, is_rolling, pickup_ends_at, delivery_at, told)
      cross join lateral (
        select l.id, l.load_number, l.is_rolling, l.pickup_at from held l
        where l.driver_id = claim.driver_id and l.id <> claim.id and not claim.told @> to_jsonb(l.load_number)
          and case when claim.is_rolling then l.is_rolling else l.pickup_ends_at < claim.delivery_at and l.delivery_at > claim.pickup_ends_at end
        order by l.pickup_at, l.id limit 1) clash
      join drivers d on d.company_id = ${tx.companyId} and d.id = claim.driver_id
    order by claim.id, clash.pickup_at, clash.id`.execute(tx.db);
  const rolling = new Set(loads.filter(({ status }) => isRolling(status)).map(({ id }) => id));
  return new Map(
    rows.map(({ id, name, load_number, is_rolling }) => [
      id,
      rolling.has(id) && is_rolling ? `${name} is on load ${load_number} now.` : `${name} has load ${load_number} at that time.`,
    ]),
  );
}

export async function assertNotDoubleBooked(tx: TenantTx, load: Booking, isConfirmed: boolean): Promise<void> {
  if (isConfirmed || !isWork(load.status)) return;
  const detail = (await findDoubleBookings(tx, [load])).get(load.id);
  if (detail !== undefined) throw new AppError('confirmation_needed', { detail, confirm: 'DOUBLE_BOOKING' });
}

/** The same check among loads that move together. Their moves are not in the table yet. */
export function findClashAmong<B extends Booking>(load: Booking, others: readonly B[]): B | undefined {
  const isTheirs = (id: string | null, other: Booking) => id !== null && (id === other.driverId || id === other.coDriverId);
  return others.find(
    (other) =>
      (isTheirs(load.driverId, other) || isTheirs(load.coDriverId, other)) &&
      (isRolling(load.status) || (isBefore(other.pickupEndsAt, load.deliveryAt) && isBefore(load.pickupEndsAt, other.deliveryAt))),
  );
}

function isBefore(a: string, b: string): boolean {
  return Date.parse(a) < Date.parse(b);
}
