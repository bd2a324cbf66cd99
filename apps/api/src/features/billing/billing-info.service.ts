import type { BillingInfo, Invoice, SubscriptionInfo } from '@headhaul/contracts/billing';
import { mayManageBilling } from '../../lib/auth/actor.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { countMembers, type LockedAccount, readAccount } from './account.service.ts';
import { isLive, isPaying } from './entitlement.ts';

const shownInvoices = 24;

interface Company {
  subscription_type: SubscriptionInfo['subscriptionType'];
  paid_until: Date;
}

function readCompany(tx: TenantTx): Promise<Company> {
  return tx.db
    .selectFrom('companies')
    .where('company_id', '=', tx.companyId)
    .select(['subscription_type', 'paid_until'])
    .executeTakeFirstOrThrow();
}

/** A trial has no subscription at Stripe. A trial that has ended is shown as paused, like Stripe's own trials without a card. */
function toSubscription({ subscription_type, paid_until }: Company, account: LockedAccount | undefined, members: number): SubscriptionInfo {
  const isTrial = subscription_type === 'FREE_TRIAL' || !account?.status;
  const ownStatus = paid_until.getTime() > Date.now() ? 'TRIALING' : 'PAUSED';
  // A first payment that waits for the bank is shown. The trial goes on meanwhile.
  const trialStatus = account?.status === 'INCOMPLETE' ? 'INCOMPLETE' : ownStatus;
  return {
    hasSubscription: isLive(account?.status ?? null),
    status: isTrial ? trialStatus : (account.status ?? trialStatus),
    subscriptionType: subscription_type,
    currentPeriodEnd: ((isTrial ? null : (account.ended_at ?? account.period_end)) ?? paid_until).toISOString(),
    cancelAtPeriodEnd: !isTrial && isPaying(account.status) && account.cancel_at !== null,
    seats: isTrial ? members : (account.quantity ?? members),
  };
}

export function getSubscription({ transaction }: Ctx): Promise<SubscriptionInfo> {
  return transaction(async (tx) => toSubscription(await readCompany(tx), await readAccount(tx), await countMembers(tx)));
}

export function getBillingInfo({ actor, transaction }: Ctx): Promise<BillingInfo> {
  return transaction(async (tx) => {
    const company = await readCompany(tx);
    const account = await readAccount(tx);
    const subscription = toSubscription(company, account, await countMembers(tx));
    const canManageBilling = mayManageBilling(actor);
    return {
      ...subscription,
      isBillActive: company.paid_until.getTime() > Date.now(),
      canManageBilling,
      priceCents: subscription.subscriptionType === 'FREE_TRIAL' ? null : (account?.price_cents ?? null),
      nextInvoice: account ? nextInvoice(account) : null,
      card: canManageBilling && account ? toCard(account) : null,
      creditCents: account?.credit_cents ?? 0,
      invoices: canManageBilling ? await readInvoices(tx) : [],
    };
  });
}

function nextInvoice({ period_end, next_invoice_cents }: LockedAccount): BillingInfo['nextInvoice'] {
  if (period_end === null || next_invoice_cents === null) return null;
  return { at: period_end.toISOString(), amountCents: next_invoice_cents };
}

function toCard({ card_brand, card_last4, card_exp_month, card_exp_year }: LockedAccount): BillingInfo['card'] {
  if (card_brand === null || card_last4 === null || card_exp_month === null || card_exp_year === null) return null;
  return { brand: card_brand, last4: card_last4, expiresMonth: card_exp_month, expiresYear: card_exp_year };
}

async function readInvoices(tx: TenantTx): Promise<Invoice[]> {
  const rows = await tx.db
    .selectFrom('billing_invoices')
    .where('company_id', '=', tx.companyId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(shownInvoices)
    .selectAll()
    .execute();
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    at: row.at.toISOString(),
    status: row.status as Invoice['status'],
    description: row.description,
    totalCents: row.total_cents,
    paidCents: row.paid_cents,
    creditCents: row.credit_cents,
    invoiceUrl: row.invoice_url,
  }));
}
