import { find, listOf } from './api/listing.ts';
import type { InvoiceLine, Metadata, PaymentMethod, Price, Subscription, SubscriptionItem } from './api/shapes.ts';
import { planOf } from './catalog.ts';
import { billNow, endSubscription } from './collection.ts';
import { creditLine, debitLine, type ItemChange, periodLines } from './invoice-lines.ts';
import { isSamePeriod, nextRenewal } from './periods.ts';
import { newId, type World } from './world.ts';

interface Opening {
  customer: string;
  items: readonly { price: string; quantity: number }[];
  metadata: Metadata;
  trialEnd: number | null;
  method: PaymentMethod;
}

function newItem(subscription: string, price: Price, quantity: number, now: number): SubscriptionItem {
  return {
    id: newId('si').slice(0, 17),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: now,
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

export function openSubscription(world: World, { customer, items, metadata, trialEnd, method }: Opening): Subscription {
  const now = world.now();
  const id = newId('sub');
  const data = items.map(({ price, quantity }) => newItem(id, find(world.records.prices, price, 'price', 'price'), quantity, now));
  const subscription: Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: 'usd',
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: method.id,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: listOf(data, `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: { ...metadata },
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd === null ? 'active' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: trialEnd === null ? null : now,
  };
  startPeriod(subscription, now);
  world.records.subscriptions.set(id, subscription);
  const customerRecord = find(world.records.customers, customer, 'customer');
  customerRecord.currency ??= 'usd';
  world.emit('customer.subscription.created', subscription);
  billNow(world, subscription, periodLines(world, subscription, trialEnd !== null), 'subscription_create');
  return subscription;
}

/** Every item's period begins at `start` and ends with the trial or at the next renewal. */
function startPeriod(subscription: Subscription, start: number): void {
  for (const item of subscription.items.data) {
    item.current_period_start = start;
    item.current_period_end =
      subscription.status === 'trialing' && subscription.trial_end !== null
        ? subscription.trial_end
        : nextRenewal(subscription.billing_cycle_anchor, item.price, start);
  }
}

export function periodOf(subscription: Subscription): { start: number; end: number } {
  const item = subscription.items.data[0];
  return { start: item?.current_period_start ?? subscription.start_date, end: item?.current_period_end ?? subscription.start_date };
}

export interface Change {
  items: { id: string | null; price?: Price; quantity?: number }[];
  prorationBehavior: 'create_prorations' | 'always_invoice' | 'none';
  prorationDate?: number;
  trialEnd?: number | 'now';
}

function changesOf(subscription: Subscription, change: Change, now: number): ItemChange[] {
  return change.items.map(({ id, price, quantity }) => {
    const known = id === null ? undefined : subscription.items.data.find((item) => item.id === id);
    if (known) return { item: known, price: price ?? known.price, quantity: quantity ?? known.quantity };
    const item = { ...newItem(subscription.id, price as Price, 0, now), ...pick(subscription) };
    subscription.items.data.push(item);
    return { item, price: price as Price, quantity: quantity ?? 1 };
  });
}

function pick(subscription: Subscription) {
  const { start, end } = periodOf(subscription);
  return { current_period_start: start, current_period_end: end };
}

function restart(subscription: Subscription, now: number): void {
  subscription.billing_cycle_anchor = now;
  startPeriod(subscription, now);
}

/** Changes the given subscription and returns what that costs. It saves and bills nothing, so a preview can use it. */
export function applyChange(world: World, subscription: Subscription, change: Change): { lines: InvoiceLine[]; isBilledNow: boolean } {
  const now = world.now();
  const at = change.prorationDate ?? now;
  const lines: InvoiceLine[] = [];
  const isProrated = change.prorationBehavior !== 'none' && subscription.status !== 'trialing';
  const changes = changesOf(subscription, change, now);
  const isNewPeriod = changes.some(({ item, price }) => !isSamePeriod(item.price, price));
  for (const next of changes) {
    const { item, price, quantity } = next;
    const isSame = item.price.id === price.id && item.quantity === quantity;
    if (isProrated && !isSame) {
      if (item.quantity > 0) lines.push(creditLine(world, subscription, item, at));
      if (!isNewPeriod) lines.push(debitLine(world, subscription, next, at));
    }
    Object.assign(item, { price, plan: planOf(price), quantity });
  }
  if (typeof change.trialEnd === 'number') {
    if (isProrated) lines.push(...subscription.items.data.map((item) => creditLine(world, subscription, item, at)));
    subscription.trial_start ??= now;
    Object.assign(subscription, { status: 'trialing', trial_end: change.trialEnd, billing_cycle_anchor: change.trialEnd });
    startPeriod(subscription, now);
    lines.push(...periodLines(world, subscription, true));
    return { lines, isBilledNow: true };
  }
  const isTrialOver = change.trialEnd === 'now' && subscription.status === 'trialing';
  if (isTrialOver) Object.assign(subscription, { status: 'active', trial_end: now });
  if (isTrialOver || (isNewPeriod && subscription.status !== 'trialing')) {
    restart(subscription, now);
    lines.push(...periodLines(world, subscription));
    return { lines, isBilledNow: true };
  }
  return { lines, isBilledNow: change.prorationBehavior === 'always_invoice' && lines.length > 0 };
}

export function changeSubscription(world: World, subscription: Subscription, change: Change): void {
  const { lines, isBilledNow } = applyChange(world, subscription, change);
  if (isBilledNow) billNow(world, subscription, lines, 'subscription_update');
  else if (lines.length > 0) {
    const waiting = world.records.pendingLines.get(subscription.id) ?? [];
    world.records.pendingLines.set(subscription.id, [...waiting, ...lines]);
  }
}

/** Moves into the next period. A preview calls this on a copy. */
export function advancePeriod(subscription: Subscription): { start: number; end: number } {
  const last = periodOf(subscription);
  if (subscription.status === 'trialing') subscription.status = 'active';
  startPeriod(subscription, last.end);
  return last;
}

/** When the period is over, the next one begins and is billed, or the subscription ends. */
export function renew(world: World, subscription: Subscription): void {
  if (subscription.cancel_at !== null && subscription.cancel_at <= world.now()) {
    const waiting = world.records.pendingLines.get(subscription.id) ?? [];
    if (waiting.length > 0) billNow(world, subscription, [], 'subscription_cycle');
    endSubscription(world, subscription, 'cancellation_requested');
    return;
  }
  const previous = { status: subscription.status };
  const last = advancePeriod(subscription);
  world.emit('customer.subscription.updated', subscription, previous);
  billNow(world, subscription, periodLines(world, subscription), 'subscription_cycle', last);
}
