import { z } from 'zod';
import type { Form } from './api/form-body.ts';
import { find } from './api/listing.ts';
import { bool, clearable, int, mergeMetadata, metadata, readParams, text } from './api/params.ts';
import { invalid, StripeRefusal } from './api/refusal.ts';
import type { Invoice, Subscription } from './api/shapes.ts';
import { billNow, endSubscription } from './collection.ts';
import { creditLine, periodLines } from './invoice-lines.ts';
import { draftInvoice } from './invoices.ts';
import { advancePeriod, applyChange, type Change, changeSubscription, periodOf } from './subscriptions.ts';
import type { World } from './world.ts';

const ItemParams = z.object({ id: text.optional(), price: text.optional(), quantity: int.optional() });
const prorationBehavior = z.enum(['create_prorations', 'always_invoice', 'none']).default('create_prorations');
const ChangeParams = z.object({
  items: z.array(ItemParams).default([]),
  proration_behavior: prorationBehavior,
  proration_date: int.optional(),
  trial_end: z.union([z.literal('now'), int]).optional(),
  cancel_at_period_end: bool.optional(),
  cancel_at: clearable.optional(),
});
const UpdateParams = ChangeParams.extend({ metadata: metadata.optional(), default_payment_method: text.optional() });

function readChange(world: World, subscription: Subscription, sent: z.infer<typeof ChangeParams>, path: string): Change {
  const items = sent.items.map(({ id, price, quantity }, index) => {
    const at = `${path}[${index}]`;
    if (id !== undefined && !subscription.items.data.some((item) => item.id === id))
      throw invalid(`No such subscription item: '${id}'`, `${at}[id]`, 'resource_missing');
    if (id === undefined && price === undefined)
      throw invalid(`Missing required param: ${at}[price].`, `${at}[price]`, 'parameter_missing');
    if (id === undefined && subscription.items.data.some((item) => item.price.id === price))
      throw invalid('Cannot add multiple subscription items with the same plan.', `${at}[price]`);
    const record = price === undefined ? undefined : find(world.records.prices, price, 'price', `${at}[price]`);
    if (quantity !== undefined && quantity < 0) throw invalid('Invalid non-negative integer', `${at}[quantity]`);
    return { id: id ?? null, ...(record && { price: record }), ...(quantity !== undefined && { quantity }) };
  });
  if (typeof sent.trial_end === 'number' && sent.trial_end <= world.now())
    throw invalid('The trial end must be in the future.', 'trial_end');
  const { start, end } = periodOf(subscription);
  const date = sent.proration_date;
  if (date !== undefined && (date < start || date > end))
    throw invalid('Cannot specify proration_date outside of current subscription period', 'proration_date');
  return {
    items,
    prorationBehavior: sent.proration_behavior,
    ...(date !== undefined && { prorationDate: date }),
    ...(sent.trial_end !== undefined && { trialEnd: sent.trial_end }),
  };
}

/** Sets when the subscription ends. Null withdraws the cancellation. */
export function scheduleEnd(world: World, subscription: Subscription, at: number | null, isPeriodEnd: boolean): void {
  subscription.cancel_at = at;
  subscription.cancel_at_period_end = at !== null && isPeriodEnd;
  subscription.canceled_at = at === null ? null : world.now();
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: at === null ? null : 'cancellation_requested',
  };
}

export function updateSubscription(world: World, subscription: Subscription, form: Form): Subscription {
  const sent = readParams(UpdateParams, form);
  if (subscription.status === 'canceled')
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.', undefined, 'resource_missing');
  if (sent.default_payment_method !== undefined) {
    const method = find(world.records.paymentMethods, sent.default_payment_method, 'PaymentMethod', 'default_payment_method');
    subscription.default_payment_method = method.id;
  }
  subscription.metadata = mergeMetadata(subscription.metadata, sent.metadata);
  const { cancel_at_period_end: isEnding, cancel_at: endsAt } = sent;
  if (isEnding !== undefined) scheduleEnd(world, subscription, isEnding ? periodOf(subscription).end : null, true);
  else if (endsAt !== undefined) scheduleEnd(world, subscription, endsAt === null ? null : Number(endsAt), false);
  const previous = structuredClone({ items: subscription.items, status: subscription.status });
  changeSubscription(world, subscription, readChange(world, subscription, sent, 'items'));
  // A cancellation at the period's end moves with the new period.
  if (subscription.cancel_at_period_end) subscription.cancel_at = periodOf(subscription).end;
  world.emit('customer.subscription.updated', subscription, previous);
  return subscription;
}

const CancelParams = z.object({ invoice_now: bool.default(false), prorate: bool.default(false) });

export function cancelSubscription(world: World, subscription: Subscription, form: Form): Subscription {
  const sent = readParams(CancelParams, form);
  if (subscription.status === 'canceled') throw invalid(`No such subscription: '${subscription.id}'`, 'id', 'resource_missing');
  const unused = sent.prorate ? subscription.items.data.map((item) => creditLine(world, subscription, item, world.now())) : [];
  if (sent.invoice_now) billNow(world, subscription, unused, 'subscription_update');
  endSubscription(world, subscription, 'cancellation_requested');
  return subscription;
}

const PreviewParams = z.object({
  customer: text.optional(),
  subscription: text.optional(),
  subscription_details: ChangeParams.optional(),
});

function previewTarget(world: World, sent: z.infer<typeof PreviewParams>): Subscription {
  if (sent.subscription !== undefined) return find(world.records.subscriptions, sent.subscription, 'subscription', 'subscription');
  if (sent.customer === undefined)
    throw invalid('You must specify at least one of `customer`, `subscription`.', 'customer', 'parameter_missing');
  find(world.records.customers, sent.customer, 'customer', 'customer');
  const own = [...world.records.subscriptions.values()].filter((one) => one.customer === sent.customer && one.status !== 'canceled');
  const [first] = own;
  if (first === undefined) throw noneUpcoming(`No upcoming invoices for customer: ${sent.customer}`);
  return first;
}

function noneUpcoming(message: string): StripeRefusal {
  return new StripeRefusal(404, { type: 'invalid_request_error', code: 'invoice_upcoming_none', message });
}

/** The next invoice, or the immediate one if the requested change were made. */
export function previewInvoice(world: World, form: Form): Invoice {
  const sent = readParams(PreviewParams, form);
  const subscription = structuredClone(previewTarget(world, sent));
  const lines = [...(world.records.pendingLines.get(subscription.id) ?? [])];
  const details = sent.subscription_details;
  if (details !== undefined) {
    if (details.cancel_at_period_end !== undefined)
      scheduleEnd(world, subscription, details.cancel_at_period_end ? periodOf(subscription).end : null, true);
    const { lines: more, isBilledNow } = applyChange(
      world,
      subscription,
      readChange(world, subscription, details, 'subscription_details[items]'),
    );
    lines.push(...more);
    if (isBilledNow) return draftInvoice(world, subscription, { lines, reason: 'subscription_update' }, 'upcoming_in');
  }
  const isLast = subscription.status === 'canceled' || subscription.cancel_at !== null;
  if (isLast && lines.length === 0) throw noneUpcoming(`No upcoming invoices for subscription: ${subscription.id}`);
  const period = isLast ? periodOf(subscription) : advancePeriod(subscription);
  if (!isLast) lines.push(...periodLines(world, subscription));
  const invoice = draftInvoice(world, subscription, { lines, reason: 'upcoming', period }, 'upcoming_in');
  return { ...invoice, created: period.end, next_payment_attempt: period.end };
}
