import { type Plan, periods, plans, subscriptionTypeOf } from '@headhaul/domain/plans';
import type Stripe from 'stripe';

/** Marks our portal configuration, to tell it from those made by hand. */
const portalMark = { app: 'headhaul' };

export interface SetUp {
  /** What was made, as shown to the person who ran the command. */
  done: string[];
}

/** Makes what a Stripe account needs: products, prices and the portal. Running it again changes only what differs. */
export async function setUpStripe(stripe: Stripe, webOrigin: string): Promise<SetUp> {
  const done: string[] = [];
  const offered: { product: string; prices: string[] }[] = [];
  for (const plan of Object.values(plans).filter(({ state }) => state === 'sold')) {
    const product = await ensureProduct(stripe, plan, done);
    offered.push({ product, prices: await ensurePrices(stripe, plan, product, done) });
  }
  await ensurePortal(stripe, offered, webOrigin, done);
  return { done };
}

async function ensureProduct(stripe: Stripe, { key, name }: Plan, done: string[]): Promise<string> {
  const id = `headhaul_${key.toLowerCase()}`;
  const found = await stripe.products.retrieve(id).catch((error: { code?: string }) => {
    if (error.code !== 'resource_missing') throw error;
    return null;
  });
  if (found) return id;
  await stripe.products.create({ id, name: `Headhaul ${name}`, unit_label: 'user' });
  done.push(`product ${name}`);
  return id;
}

/** Stripe prices can't be changed. If the amount differs, a new price is made and takes over the look-up key. */
async function ensurePrices(stripe: Stripe, plan: Plan, product: string, done: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const period of periods) {
    const type = subscriptionTypeOf(plan.key as 'PRO' | 'UNLIMITED_PRO', period);
    const cents = plan.prices?.[period] ?? 0;
    const { data } = await stripe.prices.list({ lookup_keys: [type], active: true, limit: 1 });
    if (data[0]?.unit_amount === cents) {
      ids.push(data[0].id);
      continue;
    }
    const made = await stripe.prices.create({
      product,
      currency: 'usd',
      unit_amount: cents,
      recurring: { interval: period === 'YEARLY' ? 'year' : 'month' },
      lookup_key: type,
      transfer_lookup_key: true,
      metadata: { subscription_type: type },
    });
    ids.push(made.id);
    done.push(`price ${type}`);
  }
  return ids;
}

async function ensurePortal(
  stripe: Stripe,
  offered: readonly { product: string; prices: string[] }[],
  webOrigin: string,
  done: string[],
): Promise<void> {
  const settings = {
    business_profile: { headline: 'Headhaul' },
    default_return_url: `${webOrigin}/dispatcher/subscriptions`,
    features: {
      customer_update: { enabled: true, allowed_updates: ['email', 'name', 'address', 'tax_id'] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      // Never the quantity: the number of seats follows the number of team members.
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        // An upgrade is paid at once, not at the end of the year.
        proration_behavior: 'always_invoice',
        products: [...offered],
      },
    },
    metadata: portalMark,
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams;
  const found = await findPortal(stripe);
  if (found) {
    await stripe.billingPortal.configurations.update(found, settings);
    return;
  }
  await stripe.billingPortal.configurations.create(settings);
  done.push('customer portal');
}

/** A portal session has to name its configuration, because one made through the API is never the default. */
export async function findPortal(stripe: Stripe): Promise<string | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  return data.find(({ metadata }) => metadata?.app === portalMark.app)?.id;
}
