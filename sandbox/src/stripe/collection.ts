import { find } from './api/listing.ts';
import type { Invoice, InvoiceLine, PaymentMethod, Subscription } from './api/shapes.ts';
import type { Decline } from './cards.ts';
import { finalize, saveDraft, subscriptionOf } from './invoices.ts';
import { chargeInvoice } from './payments.ts';
import { daySeconds } from './periods.ts';
import type { World } from './world.ts';

/** Days from one payment attempt to the next. */
const retryDays = [1, 3, 5];

function setStatus(world: World, subscription: Subscription, status: Subscription['status']): void {
  if (subscription.status === status) return;
  const previous = { status: subscription.status };
  subscription.status = status;
  world.emit('customer.subscription.updated', subscription, previous);
}

/** Ends it now. Open invoices stay owed, but no more attempts to collect them are made. */
export function endSubscription(world: World, subscription: Subscription, reason: 'cancellation_requested' | 'payment_failed'): void {
  const now = world.now();
  subscription.status = 'canceled';
  subscription.ended_at = now;
  subscription.canceled_at ??= now;
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
  for (const invoice of world.records.invoices.values()) {
    if (subscriptionOf(world, invoice) !== subscription || invoice.status === 'paid') continue;
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
  }
  world.records.pendingLines.delete(subscription.id);
  world.emit('customer.subscription.deleted', subscription);
}

function paymentMethodOf(world: World, invoice: Invoice): PaymentMethod | undefined {
  const customer = find(world.records.customers, String(invoice.customer), 'customer');
  const id = subscriptionOf(world, invoice)?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return id == null ? undefined : world.records.paymentMethods.get(id);
}

function markPaid(world: World, invoice: Invoice): void {
  invoice.status = 'paid';
  invoice.attempted = true;
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = world.now();
  const customer = find(world.records.customers, String(invoice.customer), 'customer');
  customer.delinquent = false;
  world.emit('invoice.paid', invoice);
  world.emit('invoice.payment_succeeded', invoice);
  const subscription = subscriptionOf(world, invoice);
  if (subscription?.latest_invoice !== invoice.id) return;
  if (subscription.status === 'past_due' || subscription.status === 'unpaid') setStatus(world, subscription, 'active');
}

function markFailed(world: World, invoice: Invoice): void {
  const days = retryDays[invoice.attempt_count - 1];
  invoice.attempted = true;
  invoice.next_payment_attempt = days === undefined ? null : world.now() + days * daySeconds;
  find(world.records.customers, String(invoice.customer), 'customer').delinquent = true;
  world.emit('invoice.payment_failed', invoice);
  const subscription = subscriptionOf(world, invoice);
  if (subscription === undefined || subscription.status === 'canceled') return;
  if (days !== undefined) setStatus(world, subscription, 'past_due');
  else if (world.settings.afterRetries === 'canceled') endSubscription(world, subscription, 'payment_failed');
  else setStatus(world, subscription, world.settings.afterRetries);
}

const noCard: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Cannot charge a customer that has no default payment method.',
};

/** One attempt to collect an open invoice. */
export function collect(world: World, invoice: Invoice, when: 'now' | 'later'): Decline | null {
  if (invoice.amount_due === 0) {
    markPaid(world, invoice);
    return null;
  }
  const method = paymentMethodOf(world, invoice);
  invoice.attempt_count += 1;
  const decline = method === undefined ? noCard : chargeInvoice(world, invoice, method, when);
  if (decline) markFailed(world, invoice);
  else markPaid(world, invoice);
  return decline;
}

/** Bills now, both the given lines and the pending ones. */
export function billNow(
  world: World,
  subscription: Subscription,
  lines: InvoiceLine[],
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update',
  period?: { start: number; end: number },
): Invoice {
  const pending = world.records.pendingLines.get(subscription.id) ?? [];
  world.records.pendingLines.delete(subscription.id);
  const invoice = saveDraft(world, subscription, { lines: [...pending, ...lines], reason, ...(period && { period }) });
  // While the subscription is unpaid, the invoice is drafted but not collected.
  if (subscription.status === 'unpaid') return invoice;
  finalize(world, invoice);
  collect(world, invoice, reason === 'subscription_create' ? 'now' : 'later');
  return invoice;
}
