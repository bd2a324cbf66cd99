import type { Stop } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';

/** How a new load begins. A load from a file may have any status. A load that somebody types in is a draft or booked. */
export interface Start {
  status: LoadStatus;
  bookedAt: string | null;
  /** The status, and when the load reached it. */
  columns: {
    status: LoadStatus;
    status_changed_at: string;
    status_before_problem: LoadStatus | null;
    problem_reason: string | null;
    booked_at: string | null;
    delivered_at: string | null;
    invoiced_at: string | null;
    paid_at: string | null;
    paid_amount_cents: number | null;
  };
  stops: Stop[];
}

const delivered: readonly LoadStatus[] = ['DELIVERED', 'INVOICED', 'PAID'];
const neverBooked: readonly LoadStatus[] = ['DRAFT', 'DISCARDED'];

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function notLater(instant: string | null, at: string): string | null {
  return instant === null ? null : earlier(at, instant);
}

export interface StartFacts {
  status: LoadStatus;
  /** From a file: the truck was ordered and not used. An invoiced, paid or canceled TONU keeps this mark. */
  isUnused: boolean;
  stops: readonly Stop[];
  at: string;
  /** Imported: the load is older than its row. */
  isOld: boolean;
  grossCents: number;
  /** From the file, or null. */
  invoicedAt: string | null;
  paidAt: string | null;
}

/**
 * A file doesn't say when a load was delivered, so the appointment is used, but never a time after now. The invoice and payment dates
 * come from the file only: invented ones would falsify the broker's days to pay.
 */
export function startAs({ status, isUnused, stops, at, isOld, grossCents, ...told }: StartFacts): Start {
  const pickupAt = stops[0]?.startsAt ?? at;
  const isDelivered = delivered.includes(status) && !isUnused;
  const deliveredAt = isDelivered ? earlier(at, stops.at(-1)?.endsAt ?? at) : null;
  const bookedAt = neverBooked.includes(status) ? null : isOld ? earlier(at, pickupAt) : at;
  const invoicedAt = status === 'INVOICED' || status === 'PAID' ? notLater(told.invoicedAt, at) : null;
  const paidAt = status === 'PAID' ? notLater(told.paidAt, at) : null;
  return {
    status,
    bookedAt,
    columns: {
      status,
      status_changed_at: paidAt ?? invoicedAt ?? deliveredAt ?? (status === 'BOOKED' ? (bookedAt ?? at) : at),
      status_before_problem: status === 'PROBLEM' ? 'IN_TRANSIT' : isUnused && status !== 'TONU' ? 'TONU' : null,
      problem_reason: status === 'PROBLEM' ? 'Not said' : null,
      booked_at: bookedAt,
      delivered_at: deliveredAt,
      invoiced_at: invoicedAt,
      paid_at: paidAt,
      paid_amount_cents: status === 'PAID' ? grossCents : null,
    },
    stops: isUnused ? [...stops] : startStops(stops, status, at),
  };
}

function startStops(stops: readonly Stop[], status: LoadStatus, at: string): Stop[] {
  const isLoaded = status === 'IN_TRANSIT' || status === 'AT_DELIVERY' || status === 'PROBLEM';
  const next = stops.find(({ kind }) => kind === (isLoaded ? 'DELIVERY' : 'PICKUP'));
  return stops.map((stop): Stop => {
    if (delivered.includes(status) || (isLoaded && stop.kind === 'PICKUP')) return { ...stop, status: 'COMPLETED' };
    if (stop !== next) return stop;
    if (status === 'AT_PICKUP' || status === 'AT_DELIVERY') return { ...stop, status: 'ARRIVED', arrivedAt: earlier(at, stop.startsAt) };
    return status === 'DISPATCHED' || isLoaded ? { ...stop, status: 'EN_ROUTE' } : stop;
  });
}
