import { sql } from 'kysely';
import Stripe from 'stripe';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Platform } from '../../lib/platform.ts';
import { countMembers, type LockedAccount, lockAccount, readAccount, writeEntitlement } from './account.service.ts';
import { currentSubscription, entitlementOf, isLive, isPaying, type SubscriptionFacts } from './entitlement.ts';
import { writeInvoices } from './invoices.service.ts';
import { paymentListeners } from './payment-listeners.service.ts';
import { settleRewards } from './reward-settling.service.ts';
import { type InvoiceFacts, type Snapshot, takeSnapshot } from './snapshot.ts';

const looks = 2;
/** The first payment ends the free time. */
const noFreeTime = new Date(0);

interface Looked {
  current: SubscriptionFacts | null;
  subscriptions: SubscriptionFacts[];
  members: number;
  /** The customer whose name at Stripe is cleared when the company has no members left. Null if Stripe keeps no name. */
  namedCustomerId: string | null;
  /** An open invoice to pay now, if the card has changed since the last sync. */
  payableInvoiceId: string | null;
}

/**
 * Brings Stripe and our database into line. It reads Stripe's current state and writes it down, hands over rewards, and sets the
 * seats to the number of members. The result does not depend on which messages arrived, or in which order.
 */
export async function syncCompany(platform: Platform, stripe: Stripe, companyId: string): Promise<void> {
  const looked = await lookAndWrite(platform, stripe, companyId);
  // After the first look: a customer deleted at Stripe can't take a reward, and the deletion must be written down before that fails.
  const hasSettled = await settleRewards(platform, stripe, companyId);
  const hasMoved = looked !== null && ((await followPeople(stripe, looked)) || (await payWithNewCard(stripe, looked)));
  if (hasSettled || hasMoved) await lookAndWrite(platform, stripe, companyId);
}

/**
 * If another sync was written since this one read Stripe, this result is thrown away and Stripe is read again. If that happens twice, the
 * second of the others began after this one, so what it wrote is as new, and it does what follows from it.
 */
async function lookAndWrite(platform: Platform, stripe: Stripe, companyId: string): Promise<Looked | null> {
  for (let look = 0; look < looks; look++) {
    const before = await platform.db.withTenant(companyId, readAccount);
    if (!before?.customer_id) return null;
    const snapshot = await takeSnapshot(stripe, before.customer_id);
    const looked = await platform.db.withTenant(companyId, (tx) => writeSnapshot(platform, tx, before.version, snapshot));
    if (looked) return looked;
  }
  return null;
}

async function writeSnapshot(platform: Platform, tx: TenantTx, version: number, snapshot: Snapshot): Promise<Looked | null> {
  const account = await lockAccount(tx);
  if (account.version !== version) return null;
  const current = currentSubscription(snapshot.subscriptions);
  if (snapshot.subscriptions.filter(({ status }) => isPaying(status)).length > 1) {
    platform.log.error({ companyId: tx.companyId }, 'a company pays for two subscriptions; refund and cancel one in the dashboard');
  }
  const hasNewInvoices = await writeInvoices(tx, snapshot.invoices);
  const first = account.first_payment_invoice_id === null ? firstPayment(snapshot) : null;
  const columns = {
    ...toColumns(snapshot, current),
    free_until: first ? noFreeTime : account.free_until,
    first_payment_invoice_id: first?.id ?? account.first_payment_invoice_id,
    first_payment_at: first?.at ?? account.first_payment_at,
  };
  const hasChanged = Object.entries(columns).some(([key, value]) => !isSame(account[key as keyof typeof columns], value));
  await tx.db
    .updateTable('billing_accounts')
    .set({ ...columns, version: version + 1, synced_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .execute();
  // A company whose customer never subscribed keeps the time it has.
  const hasSubscribed = current !== null || account.subscription_id !== null;
  const isOther = hasSubscribed && (await writeEntitlement(tx, entitlementOf(current, columns.free_until)));
  const fingerprint = snapshot.card?.fingerprint ?? null;
  if (fingerprint !== null && fingerprint !== account.card_fingerprint)
    for (const listener of paymentListeners) await listener.onCardChanged?.(platform, tx, fingerprint);
  if (first) {
    const { id: invoiceId, paidCents } = first;
    const payment = {
      companyId: tx.companyId,
      invoiceId,
      paidCents,
      cardFingerprint: first.cardFingerprint ?? fingerprint,
      freeUntil: account.free_until,
    };
    for (const listener of paymentListeners) await listener.onFirstPayment(platform, tx, payment);
  }
  if (current && (account.status !== current.status || account.subscription_type !== current.type)) {
    const detail = { subscriptionType: current.type, status: current.status };
    tx.audit({ action: 'billing.subscription_changed', actorId: null, detail });
  }
  await tellRefund(platform, tx, columns.first_payment_invoice_id, account, snapshot);
  if (hasNewInvoices || hasChanged || isOther) tx.publish({ type: 'billing.changed' });
  const hasNewCard = fingerprint !== null && account.card_fingerprint !== null && fingerprint !== account.card_fingerprint;
  return {
    current,
    subscriptions: snapshot.subscriptions,
    members: await countMembers(tx),
    namedCustomerId: snapshot.isNamed ? account.customer_id : null,
    payableInvoiceId:
      hasNewCard && current?.status === 'PAST_DUE' ? (snapshot.invoices.find(({ status }) => status === 'open')?.id ?? null) : null,
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
}

function toColumns({ card, creditCents, nextInvoiceCents }: Snapshot, current: SubscriptionFacts | null) {
  return {
    subscription_id: current?.id ?? null,
    subscription_item_id: current?.itemId ?? null,
    subscription_type: current?.type ?? null,
    status: current?.status ?? null,
    period_start: current?.periodStart ?? null,
    period_end: current?.periodEnd ?? null,
    cancel_at: current?.cancelAt ?? null,
    ended_at: current?.endedAt ?? null,
    subscribed_at: current?.createdAt ?? null,
    unpaid_since: current?.unpaidSince ?? null,
    quantity: current?.quantity ?? null,
    price_cents: current?.priceCents ?? null,
    credit_cents: creditCents,
    next_invoice_cents: nextInvoiceCents,
    card_brand: card?.brand ?? null,
    card_last4: card?.last4 ?? null,
    card_exp_month: card?.expMonth ?? null,
    card_exp_year: card?.expYear ?? null,
    card_fingerprint: card?.fingerprint ?? null,
  };
}

function firstPayment({ invoices }: Snapshot): InvoiceFacts | null {
  return invoices.filter(({ paidCents }) => paidCents > 0).sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null;
}

/** Tells the listeners once, when the first payment was refunded in full. */
async function tellRefund(
  platform: Platform,
  tx: TenantTx,
  invoiceId: string | null,
  account: LockedAccount,
  { invoices }: Snapshot,
): Promise<void> {
  const isRefunded = invoices.some(({ id, status }) => id === invoiceId && status === 'refunded');
  if (invoiceId === null || !isRefunded || account.first_payment_refunded_at !== null) return;
  await tx.db
    .updateTable('billing_accounts')
    .set({ first_payment_refunded_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .execute();
  for (const listener of paymentListeners) await listener.onPaymentRefunded(platform, tx, { invoiceId });
}

/**
 * Sets the paid seats to the number of members. A new member is charged at once. If no member is left, usage so far is settled, the
 * subscription is canceled and the name at Stripe is cleared.
 */
async function followPeople(stripe: Stripe, { current, subscriptions, members, namedCustomerId }: Looked): Promise<boolean> {
  if (members === 0) {
    const live = subscriptions.filter(({ status }) => isLive(status));
    for (const { id } of live) await stripe.subscriptions.cancel(id, { invoice_now: true, prorate: true });
    if (namedCustomerId !== null) await stripe.customers.update(namedCustomerId, { name: '', email: '' });
    return live.length > 0;
  }
  if (!current?.itemId || !isPaying(current.status) || current.quantity === members) return false;
  await stripe.subscriptions.update(current.id, {
    items: [{ id: current.itemId, quantity: members }],
    proration_behavior: members > current.quantity ? 'always_invoice' : 'create_prorations',
  });
  return true;
}

/** A company that has replaced its card should not wait days for Stripe's next try. */
async function payWithNewCard(stripe: Stripe, { payableInvoiceId }: Looked): Promise<boolean> {
  if (payableInvoiceId === null) return false;
  try {
    await stripe.invoices.pay(payableInvoiceId);
    return true;
  } catch (error) {
    // The card was declined, or the invoice was paid meanwhile. The next sync shows which.
    if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError) return false;
    throw error;
  }
}
