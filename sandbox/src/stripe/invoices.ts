import { find, listOf } from './api/listing.ts';
import type { Customer, Invoice, InvoiceLine, Subscription } from './api/shapes.ts';
import { moveBalance } from './customers.ts';
import { newId, type World } from './world.ts';

/** In cents. A smaller amount is not charged to a card but stays in the balance. */
const smallestCharge = 50;

export function subscriptionIdOf({ parent }: Invoice): string | null {
  const subscription = parent?.subscription_details?.subscription;
  return typeof subscription === 'string' ? subscription : null;
}

export function subscriptionOf(world: World, invoice: Invoice): Subscription | undefined {
  const id = subscriptionIdOf(invoice);
  return id === null ? undefined : world.records.subscriptions.get(id);
}

/** The amount due and the balance that remains. A negative balance is credit. */
function splitBalance(total: number, balance: number): { amountDue: number; endingBalance: number } {
  const sum = total + balance;
  return sum < smallestCharge ? { amountDue: 0, endingBalance: sum } : { amountDue: sum, endingBalance: 0 };
}

interface InvoiceOptions {
  lines: InvoiceLine[];
  reason: NonNullable<Invoice['billing_reason']>;
  /** The period that the invoice covers. */
  period?: { start: number; end: number };
}

/** A draft. Its amount due considers the customer's credit, but the credit is not used yet. */
export function draftInvoice(world: World, subscription: Subscription, { lines, reason, period }: InvoiceOptions, prefix = 'in'): Invoice {
  const customer = find(world.records.customers, subscription.customer, 'customer');
  const id = newId(prefix);
  const now = world.now();
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const { amountDue } = splitBalance(total, customer.balance);
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Headhaul sandbox',
    account_tax_ids: null,
    amount_due: amountDue,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amountDue,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: 'usd',
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(
      lines.map((line) => ({ ...line, invoice: id })),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period?.end ?? now,
    period_start: period?.start ?? now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  };
}

export function saveDraft(world: World, subscription: Subscription, options: InvoiceOptions): Invoice {
  const invoice = draftInvoice(world, subscription, options);
  world.records.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  world.emit('invoice.created', invoice);
  return invoice;
}

function takeFromBalance(world: World, customer: Customer, invoice: Invoice): void {
  const { amountDue, endingBalance } = splitBalance(invoice.total, customer.balance);
  const amount = endingBalance - customer.balance;
  Object.assign(invoice, {
    starting_balance: customer.balance,
    ending_balance: endingBalance,
    amount_due: amountDue,
    amount_remaining: amountDue,
  });
  if (amount === 0) return;
  moveBalance(world, customer, { amount, type: 'applied_to_invoice', invoice: invoice.id });
  world.emit('customer.updated', customer, { balance: customer.balance - amount });
}

/** Gives the invoice a number and makes it owed. */
export function finalize(world: World, invoice: Invoice): void {
  const customer = find(world.records.customers, String(invoice.customer), 'customer');
  takeFromBalance(world, customer, invoice);
  invoice.status = 'open';
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`;
  customer.next_invoice_sequence += 1;
  invoice.hosted_invoice_url = `${world.address}/invoice/${invoice.id}`;
  invoice.effective_at = world.now();
  invoice.status_transitions.finalized_at = world.now();
  world.emit('invoice.finalized', invoice);
}
