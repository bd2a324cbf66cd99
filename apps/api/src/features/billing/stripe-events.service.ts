import type { StripeEvent } from '../../lib/net/stripe.ts';
import type { Platform } from '../../lib/platform.ts';
import { enqueueSync } from './enqueue-sync.service.ts';

/** The events to enable on the Stripe webhook. `pnpm billing:setup` prints this list. */
export const wantedEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'customer.updated',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'charge.refunded',
  'payment_method.attached',
  'payment_method.automatically_updated',
] as const;

/**
 * Records the event and enqueues a sync of its customer, both in one transaction. The content of the event is not used: it may be
 * days old, and a later event may have arrived before it.
 */
export async function takeStripeEvent({ db, log }: Platform, event: StripeEvent): Promise<void> {
  const customerId = customerOf(event);
  await db.transaction(async (tx) => {
    const isNew = await tx
      .insertInto('stripe_events')
      .values({ id: event.id, type: event.type, customer_id: customerId, created_at: new Date(event.created * 1_000) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!isNew || customerId === null) return;
    const customer = await tx.selectFrom('billing_customers').where('customer_id', '=', customerId).select('pays_for').executeTakeFirst();
    if (customer) await enqueueSync({ db: tx }, customer.pays_for);
    else log.info({ type: event.type }, 'a message of a customer that is not ours');
  });
}

function customerOf({ data: { object } }: StripeEvent): string | null {
  const customer = object.object === 'customer' ? object.id : object.customer;
  return typeof customer === 'string' && customer !== '' ? customer : null;
}
