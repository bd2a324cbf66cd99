import type { TenantTx } from '../../lib/db/database.ts';
import type { Platform } from '../../lib/platform.ts';

export interface FirstPayment {
  companyId: string;
  invoiceId: string;
  paidCents: number;
  cardFingerprint: string | null;
  /** The end of the free time, which this payment cuts off. */
  freeUntil: Date;
}

/**
 * A feature that wants to know what a company paid. Each method is called once per event, as the paying company, in the transaction
 * that records it.
 */
export interface PaymentListener {
  /** The card changed. Called before the payment made with the new card is reported. */
  onCardChanged?(platform: Platform, tx: TenantTx, fingerprint: string): Promise<void>;
  onFirstPayment(platform: Platform, tx: TenantTx, payment: FirstPayment): Promise<void>;
  /** The first payment was refunded in full. */
  onPaymentRefunded(platform: Platform, tx: TenantTx, refund: { invoiceId: string }): Promise<void>;
}

/** A feature adds itself when it is loaded, so billing doesn't know which features build on it. */
export const paymentListeners: PaymentListener[] = [];
