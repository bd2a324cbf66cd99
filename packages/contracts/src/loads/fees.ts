import { feeStatuses, feeTypeNames, paysDriver } from '@headhaul/domain/loads/fees';
import { z } from 'zod';

export const FeeType = z.enum(feeTypeNames);
export const FeeStatus = z.enum(feeStatuses);

/** Whole cents, up to ten million dollars, which is more than any load pays. */
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
