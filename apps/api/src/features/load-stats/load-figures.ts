import type { Company } from '@headhaul/contracts/company';
import { type LoadFigures, noFigures } from '@headhaul/domain/loads/money';

/** The stored sums, in the order in which statements select them. */
const columns: Record<keyof LoadFigures, string> = {
  loads: 'loads',
  tonuLoads: 'tonu_loads',
  grossCents: 'gross_cents',
  loadedGrossCents: 'loaded_gross_cents',
  loadedMiles: 'loaded_miles',
  deadheadMiles: 'deadhead_miles',
  driverPayCents: 'driver_pay_cents',
  cutCents: 'cut_cents',
  loadsWithoutPay: 'loads_without_pay',
  loadsWithoutFactorFee: 'loads_without_factor_fee',
  loadsWithoutMiles: 'loads_without_miles',
};
export const figureColumns = Object.values(columns);
export const figureList = figureColumns.join(', ');
export const figureSums = figureColumns.map((column) => `sum(${column}) as ${column}`).join(', ');

/** The cents of a whole company stay far below the largest exact integer of a JavaScript number. */
export function toFigures(cells: readonly (string | null)[]): LoadFigures {
  const figures = { ...noFigures };
  for (const [index, key] of (Object.keys(columns) as (keyof LoadFigures)[]).entries()) figures[key] = Number(cells[index] ?? 0);
  return figures;
}

export const dayColumns: Record<Company['weekCountsBy'], string> = {
  PICKUP: 'pickup_day',
  DELIVERY: 'delivery_day',
  BOOKING: 'booked_day',
};

/** What one load `l` adds to figures that are counted from the loads directly. The triggers write the same. */
const isTonu = `(l.status = 'TONU' or l.status_before_problem is not distinct from 'TONU')`;
const contributions: Record<keyof LoadFigures, string> = {
  loads: '1',
  tonuLoads: `${isTonu}::int`,
  grossCents: 'l.gross_cents',
  loadedGrossCents: `case when ${isTonu} then 0 else l.gross_cents end`,
  loadedMiles: `case when ${isTonu} then 0 else l.loaded_miles end`,
  deadheadMiles: 'l.deadhead_miles',
  driverPayCents: 'l.driver_pay_cents + l.driver_fees_cents',
  cutCents: 'l.cut_cents',
  loadsWithoutPay: '(l.driver_pay_cents = 0)::int',
  loadsWithoutFactorFee: `(l.factoring_status not in ('NOT_FACTORED', 'DECLINED') and l.factoring_fee_bps is null and coalesce(l.early_pay_cents, 0) = 0)::int`,
  loadsWithoutMiles: `(l.loaded_miles = 0 and not ${isTonu})::int`,
};
export const contributionSums = (Object.keys(columns) as (keyof LoadFigures)[])
  .map((key) => `sum(${contributions[key]}) as ${columns[key]}`)
  .join(', ');
export const isCountedLoad = `l.deleted_at is null and l.status not in ('DRAFT', 'CANCELLED', 'DISCARDED')`;
