import type { TenantTx } from '../../lib/db/database.ts';
import type { Platform } from '../../lib/platform.ts';

export interface FirstPayment {
  companyId: string;
  invoiceId: string;
  paidCents: number;
  cardFingerprint: string | null;
  /** Until when the free time reached that ends with this payment. */
  freeUntil: Date;
}

/** Who wants to know what a company paid. Called once for each, in the transaction that writes it down, as the paying company. */
export interface PaymentListener {
  /** Another card than before, told before any payment with it. */
  onCardChanged?(platform: Platform, tx: TenantTx, fingerprint: string): Promise<void>;
  onFirstPayment(platform: Platform, tx: TenantTx, payment: FirstPayment): Promise<void>;
  /** The first payment was given back in full. */
  onPaymentRefunded(platform: Platform, tx: TenantTx, refund: { invoiceId: string }): Promise<void>;
}

/** A feature adds itself when it is loaded: billing doesn't know who builds on it. */
export const paymentListeners: PaymentListener[] = [];
