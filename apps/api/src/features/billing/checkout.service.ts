import { isSold, planOf, type SubscriptionType } from '@headhaul/domain/plans';
import Stripe from 'stripe';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { askStripe } from '../../lib/net/stripe.ts';
import { countMembers, ensureLivingCustomer, lockAccount, readAccount } from './account.service.ts';
import { enqueueSync } from './enqueue-sync.service.ts';
import { isLive } from './entitlement.ts';
import { ownAddress } from './own-address.ts';
import { findPrice } from './prices.ts';
import { findPortal } from './set-up.service.ts';
import { syncCompany } from './sync.service.ts';

/** If Stripe's message gets lost, these later syncs find the payment. */
const laterLooksMinutes = [1, 10, 60];

interface CheckoutWish {
  successUrl: string;
  cancelUrl: string;
  subscriptionType?: SubscriptionType | undefined;
}

export async function startCheckout(ctx: Ctx, wish: CheckoutWish): Promise<{ checkoutUrl: string }> {
  const { platform, actor } = ctx;
  const origins = platform.env.WEB_ORIGINS;
  const [successUrl, cancelUrl] = [ownAddress(wish.successUrl, origins), ownAddress(wish.cancelUrl, origins)];
  const { subscriptionType = 'PRO_MONTHLY' } = wish;
  refuseUnsold(subscriptionType);
  await platform.limits.take('payments', actor.companyId);
  return askStripe(platform.stripe, async (stripe) => {
    const customer = await ensureLivingCustomer(platform, stripe, actor.companyId);
    await syncCompany(platform, stripe, actor.companyId);
    const { account, quantity, company, email } = await readPayer(ctx);
    if (account && isLive(account.status)) {
      throw new AppError('move_not_allowed', { detail: 'Your company already has a subscription. Change it in the billing portal.' });
    }
    await stripe.customers.update(customer, { name: company, email });
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: actor.companyId,
      line_items: [{ price: await findPrice(stripe, subscriptionType), quantity }],
      success_url: successUrl,
      cancel_url: cancelUrl,
      subscription_data: { metadata: { company_id: actor.companyId } },
    });
    if (!session.url) throw new AppError('payment_unavailable', { reason: 'Stripe gave no address' });
    await replaceCheckout(ctx, stripe, session.id, subscriptionType);
    return { checkoutUrl: session.url };
  });
}

function refuseUnsold(type: SubscriptionType): void {
  if (isSold(type)) return;
  const { name, state } = planOf(type);
  throw new AppError('move_not_allowed', {
    detail: state === 'coming-soon' ? `${name} is coming soon.` : `${name} is not sold. Choose Pro or Unlimited Pro.`,
  });
}

function readPayer({ actor, ownTransaction }: Ctx) {
  return ownTransaction(async (tx) => {
    const { name } = await tx.db.selectFrom('companies').where('company_id', '=', tx.companyId).select('name').executeTakeFirstOrThrow();
    const { email } = await tx.db.selectFrom('users').where('id', '=', actor.userId).select('email').executeTakeFirstOrThrow();
    return { account: await readAccount(tx), quantity: await countMembers(tx), company: name, email };
  });
}

/**
 * Only one checkout is open at a time: if two were paid, the company would be charged twice. If the older one can't be closed, the
 * new one is closed.
 */
async function replaceCheckout({ actor, ownTransaction }: Ctx, stripe: Stripe, id: string, type: SubscriptionType): Promise<void> {
  const old = await ownTransaction(async (tx) => {
    const { checkout_session_id } = await lockAccount(tx);
    await tx.db.updateTable('billing_accounts').set({ checkout_session_id: id }).where('company_id', '=', tx.companyId).execute();
    for (const minutes of laterLooksMinutes) await enqueueSync(tx, tx.companyId, minutes);
    tx.audit({ action: 'billing.checkout_opened', actorId: actor.userId, detail: { subscriptionType: type } });
    return checkout_session_id;
  });
  if (old === null) return;
  try {
    await stripe.checkout.sessions.expire(old);
  } catch (error) {
    // Stripe refused: the old checkout has expired, which is fine, or it was paid.
    const isClosed = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (isClosed && (await stripe.checkout.sessions.retrieve(old)).status !== 'complete') return;
    await stripe.checkout.sessions.expire(id);
    if (!isClosed) throw error;
    throw new AppError('move_not_allowed', { detail: 'An earlier checkout was paid just now. Your plan changes in a moment.' });
  }
}

export async function openPortal({ platform, actor, ownTransaction }: Ctx, returnUrl: string): Promise<{ portalUrl: string }> {
  const return_url = ownAddress(returnUrl, platform.env.WEB_ORIGINS);
  await platform.limits.take('payments', actor.companyId);
  return askStripe(platform.stripe, async (stripe) => {
    const account = await ownTransaction(readAccount);
    if (!account?.customer_id) {
      throw new AppError('move_not_allowed', { detail: 'Your company has not paid for a plan yet. Choose one first.' });
    }
    const configuration = await findPortal(stripe);
    const { url } = await stripe.billingPortal.sessions.create({
      customer: account.customer_id,
      return_url,
      ...(configuration === undefined ? {} : { configuration }),
    });
    return { portalUrl: url };
  });
}
