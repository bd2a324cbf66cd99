import { type LoadStatus, rollingStatuses } from '@headhaul/domain/loads/status';
import { sql } from 'kysely';
import type { TenantTx } from '../../../lib/db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import type { WholeLoad } from '../read/read.service.ts';

export function isRolling(status: LoadStatus): boolean {
  return (rollingStatuses as readonly LoadStatus[]).includes(status);
}

/** Takes of its drivers' time, now or later. */
export function isWork(status: LoadStatus): boolean {
  return isRolling(status) || status === 'BOOKED' || status === 'DRAFT';
}

/** What a load would take of its drivers' time. */
type Booking = Pick<WholeLoad, 'id' | 'status' | 'driverId' | 'coDriverId' | 'pickupEndsAt' | 'deliveryAt'>;

/**
 * Whoever asks holds the drivers' rows until commit, so that two people who give the same driver a load at once see each other's.
 * Why a driver can't simply take this load: on the road with another one, or, for a load that is only planned, sure to be with
 * another one at the same time, even picking up as late and delivering as early as the appointments allow. Null when all is well.
 */
export async function findDoubleBooking(tx: TenantTx, load: Booking): Promise<string | null> {
  const drivers = [load.driverId, load.coDriverId].filter((id) => id !== null);
  if (drivers.length === 0) return null;
  const clash = isRolling(load.status)
    ? sql`l.status = any(${rollingStatuses}::load_status[])`
    : sql`l.status = any(${['BOOKED', ...rollingStatuses]}::load_status[]) and l.pickup_ends_at < ${load.deliveryAt} and l.delivery_at > ${load.pickupEndsAt}`;
  const { rows } = await sql<{ name: string; load_number: string; is_rolling: boolean }>`
    select trim(d.name || ' ' || d.family_name) as name, l.load_number, l.status = any(${rollingStatuses}::load_status[]) as is_rolling
    from loads l join drivers d on d.company_id = l.company_id and d.id in (l.driver_id, l.co_driver_id) and d.id = any(${drivers})
    where l.company_id = ${tx.companyId} and l.deleted_at is null and l.id <> ${load.id} and ${clash}
      and (l.driver_id = any(${drivers}) or l.co_driver_id = any(${drivers}))
    order by l.pickup_at limit 1`.execute(tx.db);
  const [other] = rows;
  if (!other) return null;
  return isRolling(load.status) && other.is_rolling
    ? `${other.name} is on load ${other.load_number} now.`
    : `${other.name} has load ${other.load_number} at that time.`;
}

export async function assertNotDoubleBooked(tx: TenantTx, load: Booking, isConfirmed: boolean): Promise<void> {
  if (isConfirmed || !isWork(load.status)) return;
  const detail = await findDoubleBooking(tx, load);
  if (detail !== null) throw new AppError('confirmation_needed', { detail });
}

/** The same among loads that move together, as the table doesn't know it of them yet. */
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
