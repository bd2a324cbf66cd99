import { z } from 'zod';
import type { Form } from './api/form-body.ts';
import { find } from './api/listing.ts';
import { int, mergeMetadata, metadata, readParams, text } from './api/params.ts';
import { invalid } from './api/refusal.ts';
import type { Charge, Refund } from './api/shapes.ts';
import { newId, type World } from './world.ts';

const RefundParams = z.object({
  charge: text.optional(),
  payment_intent: text.optional(),
  amount: int.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
});

function chargeOf(world: World, sent: z.infer<typeof RefundParams>): Charge {
  if (sent.charge !== undefined) return find(world.records.charges, sent.charge, 'charge', 'charge');
  if (sent.payment_intent === undefined)
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  const intent = find(world.records.paymentIntents, sent.payment_intent, 'payment_intent', 'payment_intent');
  const charge = intent.latest_charge === null ? undefined : world.records.charges.get(intent.latest_charge);
  if (charge?.status !== 'succeeded')
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, 'payment_intent');
  return charge;
}

export function createRefund(world: World, form: Form): Refund {
  const sent = readParams(RefundParams, form);
  const charge = chargeOf(world, sent);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
  const amount = sent.amount ?? left;
  if (amount <= 0 || amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, 'amount');
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: world.now(),
    currency: 'usd',
    customer: charge.customer,
    customer_account: null,
    metadata: mergeMetadata(null, sent.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: sent.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  world.records.refunds.set(refund.id, refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  world.emit('refund.created', refund);
  world.emit('charge.refunded', charge);
  return refund;
}

/** Refunds the customer's last payment, or a part of it, as a person in Stripe's dashboard would. */
export function refundLastPayment(world: World, customer: string, amount?: number): Refund {
  const charge = [...world.records.charges.values()].findLast(
    (one) => one.customer === customer && one.status === 'succeeded' && !one.refunded,
  );
  if (charge === undefined) throw invalid(`The customer ${customer} has no payment to give back.`);
  return createRefund(world, { charge: charge.id, ...(amount !== undefined && { amount: String(amount) }) });
}
