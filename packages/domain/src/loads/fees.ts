/**
 * How a fee counts. `billable`: earned, and part of gross. `pass-through`: paid out and paid back. `deduction`: kept back by the broker
 * or the factor. `advance`: money for the load that comes early and changes no total.
 */
type FeeKind = 'billable' | 'pass-through' | 'deduction' | 'advance';

export const feeTypeNames = [
  'DETENTION',
  'LAYOVER',
  'TONU',
  'LUMPER',
  'EXTRA_STOP',
  'DRIVER_ASSIST',
  'SCALE_TICKET',
  'REEFER_FUEL',
  'FUEL_SURCHARGE',
  'ESCORT',
  'LATE_FEE',
  'NO_TRACKING_FEE',
  'WRONG_ADDRESS_FEE',
  'QUICK_PAY_FEE',
  'FACTORING_FEE',
  'ADVANCE',
  'OTHER',
] as const;
export type FeeType = (typeof feeTypeNames)[number];

export const feeTypes: Record<FeeType, { words: string; kind: FeeKind }> = {
  DETENTION: { words: 'Detention', kind: 'billable' },
  LAYOVER: { words: 'Layover', kind: 'billable' },
  TONU: { words: 'TONU', kind: 'billable' },
  LUMPER: { words: 'Lumper', kind: 'pass-through' },
  EXTRA_STOP: { words: 'Extra stop', kind: 'billable' },
  DRIVER_ASSIST: { words: 'Driver assist', kind: 'billable' },
  SCALE_TICKET: { words: 'Scale ticket', kind: 'billable' },
  REEFER_FUEL: { words: 'Reefer fuel', kind: 'billable' },
  FUEL_SURCHARGE: { words: 'Fuel surcharge', kind: 'billable' },
  ESCORT: { words: 'Escort', kind: 'billable' },
  LATE_FEE: { words: 'Late fee', kind: 'deduction' },
  NO_TRACKING_FEE: { words: 'No tracking fee', kind: 'deduction' },
  WRONG_ADDRESS_FEE: { words: 'Wrong address fee', kind: 'deduction' },
  QUICK_PAY_FEE: { words: 'Quick pay fee', kind: 'deduction' },
  FACTORING_FEE: { words: 'Factoring fee', kind: 'deduction' },
  ADVANCE: { words: 'Advance', kind: 'advance' },
  OTHER: { words: 'Other', kind: 'billable' },
};

export function paysDriver(type: FeeType): boolean {
  const { kind } = feeTypes[type];
  return kind === 'billable' || kind === 'pass-through';
}

export const feeStatuses = ['PENDING', 'APPROVED', 'BILLED', 'PAID', 'DENIED'] as const;
export type FeeStatus = (typeof feeStatuses)[number];

export const feeStatusLabels: Record<FeeStatus, string> = {
  PENDING: 'Asked',
  APPROVED: 'Approved',
  BILLED: 'Billed',
  PAID: 'Paid',
  DENIED: 'Denied',
};
