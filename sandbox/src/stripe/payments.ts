import type Stripe from 'stripe';
import type { Charge, Invoice, InvoicePayment, PaymentIntent, PaymentMethod } from './api/shapes.ts';
import { bankAnswer, type Decline } from './cards.ts';
import { newId, type World } from './world.ts';

function newIntent(world: World, invoice: Invoice, method: PaymentMethod): PaymentIntent {
  const id = newId('pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_sandbox`,
    confirmation_method: 'automatic',
    created: world.now(),
    currency: 'usd',
    customer: invoice.customer,
    customer_account: null,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: method.id,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  world.records.paymentIntents.set(id, intent);
  return intent;
}

export function paymentsOf(world: World, invoiceId: string): InvoicePayment[] {
  return [...world.records.invoicePayments.values()].filter(({ invoice }) => invoice === invoiceId);
}

/** The one payment intent for all attempts at an invoice. */
function intentOf(world: World, invoice: Invoice, method: PaymentMethod): { intent: PaymentIntent; payment: InvoicePayment } {
  const open = paymentsOf(world, invoice.id)[0];
  const known = open && world.records.paymentIntents.get(open.payment.payment_intent);
  if (open && known) return { intent: known, payment: open };
  const intent = newIntent(world, invoice, method);
  const payment: InvoicePayment = {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: world.now(),
    currency: 'usd',
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  world.records.invoicePayments.set(payment.id, payment);
  return { intent, payment };
}

function cardDetails({ card }: PaymentMethod): Stripe.Charge.PaymentMethodDetails.Card {
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4 } = card;
  return {
    amount_authorized: null,
    authorization_code: null,
    brand,
    checks: card.checks,
    country,
    electronic_commerce_indicator: null,
    exp_month,
    exp_year,
    fingerprint: fingerprint ?? null,
    funding,
    installments: null,
    last4,
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

function newCharge(world: World, intent: PaymentIntent, method: PaymentMethod, decline: Decline | null): Charge {
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline ? null : newId('txn'),
    billing_details: { ...method.billing_details },
    calculated_statement_descriptor: 'HEADHAUL',
    captured: !decline,
    created: world.now(),
    currency: 'usd',
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline?.declineCode ?? null,
      risk_level: 'normal',
      seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetails(method) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
  world.records.charges.set(charge.id, charge);
  return charge;
}

/** Asks the bank for the invoice's open amount. Null means that the payment succeeded. */
export function chargeInvoice(world: World, invoice: Invoice, method: PaymentMethod, when: 'now' | 'later'): Decline | null {
  const { intent, payment } = intentOf(world, invoice, method);
  const decline = bankAnswer(world, method, when);
  const charge = newCharge(world, intent, method, decline);
  intent.latest_charge = charge.id;
  intent.payment_method = decline ? null : method.id;
  if (decline) {
    intent.last_payment_error = {
      type: 'card_error',
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      charge: charge.id,
    };
    world.emit('charge.failed', charge);
    world.emit('payment_intent.payment_failed', intent);
    return decline;
  }
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, last_payment_error: null });
  Object.assign(payment, { status: 'paid', amount_paid: intent.amount });
  payment.status_transitions.paid_at = world.now();
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.succeeded', intent);
  world.emit('invoice_payment.paid', payment);
  return null;
}
