import type { LoadFee } from '@headhaul/contracts/loads/fees';
import type { Stop } from '@headhaul/contracts/loads/record';
import { sumFees } from '@headhaul/domain/loads/money';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { countingDays } from '@headhaul/domain/time/weeks';

/** A load's row repeats facts of its stops and fees, so that lists and figures read one table. They are recomputed with every change. */
export type SummedStop = Pick<
  Stop,
  'kind' | 'status' | 'city' | 'state' | 'timeZone' | 'day' | 'time' | 'startsAt' | 'endsAt' | 'arrivedAt' | 'departedAt'
>;

interface Dates {
  status: LoadStatus;
  bookedAt: string | null;
  createdAt: string;
  companyZone: string;
}

export function summarizeStops(stops: readonly SummedStop[], { status, bookedAt, createdAt, companyZone }: Dates) {
  const pickup = stops.find(({ kind }) => kind === 'PICKUP');
  const delivery = stops.findLast(({ kind }) => kind === 'DELIVERY');
  if (!pickup || !delivery) throw new Error('a load has a pickup and a delivery');
  const days = countingDays({ pickup, delivery, bookedAt, createdAt }, companyZone);
  return {
    pickup_city: pickup.city,
    pickup_state: pickup.state,
    pickup_at: pickup.startsAt,
    pickup_ends_at: pickup.endsAt,
    pickup_has_time: pickup.time !== null,
    pickup_zone: pickup.timeZone,
    pickup_day: days.pickupDay,
    delivery_city: delivery.city,
    delivery_state: delivery.state,
    delivery_at: delivery.startsAt,
    delivery_ends_at: delivery.endsAt,
    delivery_has_time: delivery.time !== null,
    delivery_zone: delivery.timeZone,
    delivery_day: days.deliveryDay,
    booked_day: days.bookedDay,
    stop_count: stops.length,
    dock_arrived_at: dockArrivedAt(status, stops),
  };
}

/** The truck is at a dock while the status says so, or while the load has a problem and a stop is still ARRIVED. */
function dockArrivedAt(status: LoadStatus, stops: readonly SummedStop[]): string | null {
  if (status !== 'AT_PICKUP' && status !== 'AT_DELIVERY' && status !== 'PROBLEM') return null;
  return stops.findLast((stop) => stop.status === 'ARRIVED')?.arrivedAt ?? null;
}

export function summarizeFees(fees: readonly LoadFee[]) {
  const { billableCents, costCents, driverCents, earlyPayCents } = sumFees(fees);
  return {
    billable_fees_cents: billableCents,
    fee_costs_cents: costCents,
    driver_fees_cents: driverCents,
    early_pay_cents: earlyPayCents,
  };
}
