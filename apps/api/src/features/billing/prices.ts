import { isSold, type SubscriptionType, subscriptionTypes } from '@headhaul/domain/plans';
import type Stripe from 'stripe';
import { AppError } from '../../lib/errors.ts';

const keepMs = 10 * 60 * 1_000;
const sold = subscriptionTypes.filter(isSold);
const known = new WeakMap<Stripe, { until: number; ids: Map<string, SubscriptionType> }>();

/** Which plan each price is of. A price that was replaced lost its look-up key; its own note still tells. */
export function typeOfPrice({ lookup_key, metadata, recurring }: Stripe.Price): SubscriptionType {
  const noted = metadata?.subscription_type ?? lookup_key;
  const named = subscriptionTypes.find((type) => type === noted);
  if (named) return named;
  // Made by hand in the dashboard. Whoever pays has at least the smallest plan.
  return recurring?.interval === 'year' ? 'PRO_YEARLY' : 'PRO_MONTHLY';
}

/** The prices on sale, by their ids. They change by hand and seldom. */
export async function listPrices(stripe: Stripe): Promise<Map<string, SubscriptionType>> {
  const fresh = known.get(stripe);
  if (fresh && fresh.until > performance.now()) return fresh.ids;
  const { data } = await stripe.prices.list({ lookup_keys: sold, active: true, limit: 10 });
  const ids = new Map(data.map((price) => [price.id, typeOfPrice(price)]));
  // Before the set-up there is none, and the next look must not wait.
  if (ids.size >= sold.length) known.set(stripe, { until: performance.now() + keepMs, ids });
  return ids;
}

export async function findPrice(stripe: Stripe, type: SubscriptionType): Promise<string> {
  for (const [id, of] of await listPrices(stripe)) if (of === type) return id;
  throw new AppError('payment_unavailable', { reason: `Stripe has no price for ${type}: run pnpm billing:setup` });
}
