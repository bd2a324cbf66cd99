import { isSold, type SubscriptionType, subscriptionTypes } from '@headhaul/domain/plans';
import type Stripe from 'stripe';
import { AppError } from '../../lib/errors.ts';

const keepMs = 10 * 60 * 1_000;
const sold = subscriptionTypes.filter(isSold);
const known = new WeakMap<Stripe, { until: number; ids: Map<string, SubscriptionType> }>();

/** The plan of a price. A replaced price has lost its look-up key, so its metadata is read first. */
export function typeOfPrice({ lookup_key, metadata, recurring }: Stripe.Price): SubscriptionType {
  const noted = metadata?.subscription_type ?? lookup_key;
  const named = subscriptionTypes.find((type) => type === noted);
  if (named) return named;
  // This price was made by hand in the dashboard. A paying company has at least the smallest plan.
  return recurring?.interval === 'year' ? 'PRO_YEARLY' : 'PRO_MONTHLY';
}

/** The prices on sale, by id. They are changed by hand and seldom, so they are cached. */
export async function listPrices(stripe: Stripe): Promise<Map<string, SubscriptionType>> {
  const fresh = known.get(stripe);
  if (fresh && fresh.until > performance.now()) return fresh.ids;
  const { data } = await stripe.prices.list({ lookup_keys: sold, active: true, limit: 10 });
  const ids = new Map(data.map((price) => [price.id, typeOfPrice(price)]));
  // An incomplete list is not cached: before `pnpm billing:setup` has run there are no prices, and the next call must find the new ones.
  if (ids.size >= sold.length) known.set(stripe, { until: performance.now() + keepMs, ids });
  return ids;
}

export async function findPrice(stripe: Stripe, type: SubscriptionType): Promise<string> {
  for (const [id, of] of await listPrices(stripe)) if (of === type) return id;
  throw new AppError('payment_unavailable', { reason: `Stripe has no price for ${type}: run pnpm billing:setup` });
}
