import { sql } from 'kysely';
import type Stripe from 'stripe';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Platform } from '../../lib/platform.ts';
import type { Entitlement, SubscriptionFacts } from './entitlement.ts';

/**
 * Locks the company's billing account until commit. The account is made when it is first needed, with the end of the trial as its
 * free time.
 */
export async function lockAccount(tx: TenantTx) {
  await sql`insert into billing_accounts (company_id, free_until) select company_id, paid_until from companies
    where company_id = ${tx.companyId} on conflict (company_id) do nothing`.execute(tx.db);
  return tx.db.selectFrom('billing_accounts').where('company_id', '=', tx.companyId).forNoKeyUpdate().selectAll().executeTakeFirstOrThrow();
}

export type LockedAccount = Awaited<ReturnType<typeof lockAccount>>;

export function readAccount(tx: TenantTx) {
  return tx.db.selectFrom('billing_accounts').where('company_id', '=', tx.companyId).selectAll().executeTakeFirst();
}

/** The subscription as the last sync saw it. */
export function subscriptionIn(account: LockedAccount): SubscriptionFacts | null {
  const { subscription_id, subscription_type, status, subscribed_at, period_start, period_end } = account;
  if (!subscription_id || !subscription_type || !status || !subscribed_at || !period_start || !period_end) return null;
  return {
    id: subscription_id,
    itemId: account.subscription_item_id,
    type: subscription_type,
    status,
    createdAt: subscribed_at,
    periodStart: period_start,
    periodEnd: period_end,
    cancelAt: account.cancel_at,
    endedAt: account.ended_at,
    unpaidSince: account.unpaid_since,
    quantity: account.quantity ?? 0,
    priceCents: account.price_cents ?? 0,
  };
}

/** The one place that changes what a company may do. */
export async function writeEntitlement(tx: TenantTx, { subscriptionType, paidUntil }: Entitlement): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('companies')
    .set({ subscription_type: subscriptionType, paid_until: paidUntil })
    .where('company_id', '=', tx.companyId)
    .where(({ eb, or }) => or([eb('subscription_type', '!=', subscriptionType), eb('paid_until', '!=', paidUntil)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countMembers(tx: TenantTx): Promise<number> {
  const { count } = await tx.db
    .selectFrom('memberships')
    .where('company_id', '=', tx.companyId)
    .where('removed_at', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The company's customer at Stripe, made once. Stripe returns the same customer for the same idempotency key, so two requests at
 * once, or a retry after a crash, get the same one. Nothing that can change is sent along, because a key works only with the same
 * parameters. The key changes every hour, because Stripe repeats one of its own failures under the same key for a day. At worst an
 * empty customer is left over.
 */
export async function ensureCustomer({ db }: Platform, stripe: Stripe, companyId: string): Promise<string> {
  const known = await db.withTenant(companyId, readAccount);
  if (known?.customer_id) return known.customer_id;
  const idempotencyKey = `customer-${companyId}-${new Date().toISOString().slice(0, 13)}`;
  const made = await stripe.customers.create({ metadata: { company_id: companyId } }, { idempotencyKey });
  return db.withTenant(companyId, async (tx) => {
    const account = await lockAccount(tx);
    if (account.customer_id) return account.customer_id;
    await tx.db.insertInto('billing_customers').values({ customer_id: made.id, pays_for: companyId }).execute();
    await tx.db.updateTable('billing_accounts').set({ customer_id: made.id }).where('company_id', '=', companyId).execute();
    return made.id;
  });
}

/** If somebody deleted the customer in Stripe's dashboard, a company that wants to pay again gets a new one. */
export async function ensureLivingCustomer(platform: Platform, stripe: Stripe, companyId: string): Promise<string> {
  const known = await ensureCustomer(platform, stripe, companyId);
  const customer = await stripe.customers.retrieve(known);
  if (customer.deleted !== true) return known;
  const idempotencyKey = `customer-${companyId}-after-${known}`;
  const made = await stripe.customers.create({ metadata: { company_id: companyId } }, { idempotencyKey });
  return platform.db.withTenant(companyId, async (tx) => {
    const account = await lockAccount(tx);
    if (account.customer_id !== known) return account.customer_id ?? made.id;
    await tx.db.updateTable('billing_customers').set({ customer_id: made.id }).where('customer_id', '=', known).execute();
    await tx.db.updateTable('billing_accounts').set({ customer_id: made.id }).where('company_id', '=', companyId).execute();
    return made.id;
  });
}
