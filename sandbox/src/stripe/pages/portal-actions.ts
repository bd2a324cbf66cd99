import { find } from '../api/listing.ts';
import { invalid } from '../api/refusal.ts';
import type { PortalConfiguration, PortalSession, Subscription } from '../api/shapes.ts';
import { attachCard, checkCard } from '../cards.ts';
import { cancelSubscription, scheduleEnd } from '../subscription-requests.ts';
import { changeSubscription, periodOf } from '../subscriptions.ts';
import type { World } from '../world.ts';
import { offeredPrices } from './portal-page.ts';

function changeCard(world: World, session: PortalSession, card: string): void {
  const decline = checkCard(card);
  if (decline) throw invalid(decline.message);
  const customer = find(world.records.customers, session.customer, 'customer');
  const method = attachCard(world, customer, card);
  customer.invoice_settings.default_payment_method = method.id;
  world.emit('customer.updated', customer);
  for (const subscription of world.records.subscriptions.values()) {
    if (subscription.customer !== customer.id || subscription.status === 'canceled') continue;
    const previous = { default_payment_method: subscription.default_payment_method };
    subscription.default_payment_method = method.id;
    world.emit('customer.subscription.updated', subscription, previous);
  }
}

function changePlan(world: World, configuration: PortalConfiguration, subscription: Subscription, priceId: string): void {
  const price = offeredPrices(world, configuration).find((one) => one.id === priceId);
  const item = subscription.items.data[0];
  if (price === undefined || item === undefined) throw invalid('That plan is not offered here.');
  const previous = structuredClone({ items: subscription.items });
  const prorationBehavior = configuration.features.subscription_update.proration_behavior;
  changeSubscription(world, subscription, { items: [{ id: item.id, price }], prorationBehavior });
  world.emit('customer.subscription.updated', subscription, previous);
}

function endPlan(world: World, { features }: PortalConfiguration, subscription: Subscription): void {
  if (!features.subscription_cancel.enabled) throw invalid('Canceling is not offered here.');
  if (features.subscription_cancel.mode === 'immediately') {
    cancelSubscription(world, subscription, {});
    return;
  }
  // In the flexible billing mode the portal sets only the date. `cancel_at_period_end` stays false.
  scheduleEnd(world, subscription, periodOf(subscription).end, false);
  world.emit('customer.subscription.updated', subscription, { cancel_at: null });
}

function resume(world: World, subscription: Subscription): void {
  const previous = { cancel_at: subscription.cancel_at };
  scheduleEnd(world, subscription, null, false);
  world.emit('customer.subscription.updated', subscription, previous);
}

const doneLabels: ReadonlyMap<string, string> = new Map([
  ['card', 'The new card is saved.'],
  ['price', 'The plan is switched.'],
  ['cancel', 'Your subscription is canceled.'],
  ['resume', 'Your subscription goes on.'],
]);

export function confirmationOf(action: string | null): string | undefined {
  return doneLabels.get(action ?? '');
}

/** What the customer requested on the portal's page. `target` is `card` or a subscription. */
export function actInPortal(
  world: World,
  session: PortalSession,
  configuration: PortalConfiguration,
  { target, action, fields }: { target: string; action: string; fields: URLSearchParams },
): void {
  if (target === 'card') {
    changeCard(world, session, fields.get('card') ?? '');
    return;
  }
  const subscription = find(world.records.subscriptions, target, 'subscription');
  if (subscription.customer !== session.customer) throw invalid('That subscription is not yours.');
  if (subscription.status === 'canceled') throw invalid('That subscription has ended.');
  if (action === 'price') changePlan(world, configuration, subscription, fields.get('price') ?? '');
  else if (action === 'cancel') endPlan(world, configuration, subscription);
  else if (action === 'resume') resume(world, subscription);
  else throw invalid('The portal cannot do that.');
}
