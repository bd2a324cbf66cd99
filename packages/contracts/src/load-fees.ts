import { z } from 'zod';

/**
 * How a fee counts. `billable` is earned and belongs to gross; `pass-through` is paid out and paid back; a `deduction` is kept
 * back by the broker or the factor; an `advance` is money of the load received early and changes no total.
 */
type FeeKind = 'billable' | 'pass-through' | 'deduction' | 'advance';

export const FeeType = z.enum([
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
]);
export type FeeType = z.infer<typeof FeeType>;

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

export const FeeStatus = z.enum(['PENDING', 'APPROVED', 'BILLED', 'PAID', 'DENIED']);
export type FeeStatus = z.infer<typeof FeeStatus>;

export const feeStatusWords: Record<FeeStatus, string> = {
  PENDING: 'Asked',
  APPROVED: 'Approved',
  BILLED: 'Billed',
  PAID: 'Paid',
  DENIED: 'Denied',
};

/** Whole dollars are integers of cents; ten million dollars is more than any load pays. */
export const Cents = z.int().min(0).max(1_000_000_000);

export const LoadFee = z.object({
  id: z.uuid(),
  type: FeeType,
  brokerAmountCents: z.int(),
  driverAmountCents: z.int(),
  reason: z.string(),
  status: FeeStatus,
  documentId: z.uuid().nullable(),
});
export type LoadFee = z.infer<typeof LoadFee>;

export const FeeInput = z
  .strictObject({
    type: FeeType,
    brokerAmountCents: Cents,
    driverAmountCents: Cents.default(0),
    reason: z.string().trim().max(500).default(''),
    status: FeeStatus.default('PENDING'),
    documentId: z.uuid().nullable().default(null),
  })
  .refine(({ type, reason }) => type !== 'OTHER' || reason !== '', { path: ['reason'], message: 'Say what this fee is for' })
  .refine(({ type, driverAmountCents }) => driverAmountCents === 0 || paysDriver(type), {
    path: ['driverAmountCents'],
    message: 'The driver has no part in this fee',
  });
export type FeeInput = z.infer<typeof FeeInput>;
