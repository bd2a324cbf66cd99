import { periodOf, planOf, type SubscriptionType } from '@headhaul/domain/plans';
import type { Database, TenantTx } from '../../lib/db/database.ts';

const dayMs = 86_400_000;
/** The customer ID of a demo office until it has paid at the sandbox (`billing-demo.ts`). */
export const demoCustomer = (name: string) => `cus_demo_${name}`;

interface Subscriber {
  companyId: string;
  /** Part of the IDs that stand in for Stripe's. */
  name: string;
  type: SubscriptionType;
  quantity: number;
  /** Newest first. */
  invoicesDaysAgo: readonly number[];
  card: { brand: string; last4: string };
}

/** Makes the company a subscriber that has paid for a while, unless it has a billing account already. */
export async function seedSubscriber(db: Database, subscriber: Subscriber): Promise<void> {
  await db.withTenant(subscriber.companyId, async (tx) => {
    const known = await tx.db.selectFrom('billing_accounts').where('company_id', '=', tx.companyId).select('company_id').executeTakeFirst();
    if (!known) await insertSubscription(tx, subscriber);
  });
}

async function insertSubscription(tx: TenantTx, { name, type, quantity, invoicesDaysAgo, card }: Subscriber): Promise<void> {
  const period = periodOf(type) ?? 'MONTHLY';
  const priceCents = planOf(type).prices?.[period] ?? 0;
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
  const start = daysAgo(invoicesDaysAgo[0] ?? 0);
  const first = daysAgo(invoicesDaysAgo.at(-1) ?? 0);
  const end = new Date(start.getTime() + (period === 'YEARLY' ? 365 : 30) * dayMs);
  const invoiceId = (index: number) => `in_demo_${name}_${invoicesDaysAgo.length - index}`;
  await tx.db
    .insertInto('billing_customers')
    .values({ customer_id: demoCustomer(name), pays_for: tx.companyId })
    .execute();
  await tx.db
    .insertInto('billing_accounts')
    .values({
      company_id: tx.companyId,
      free_until: first,
      synced_at: new Date(),
      customer_id: demoCustomer(name),
      subscription_id: `sub_demo_${name}`,
      subscription_item_id: `si_demo_${name}`,
      subscription_type: type,
      status: 'ACTIVE',
      subscribed_at: first,
      period_start: start,
      period_end: end,
      quantity,
      price_cents: priceCents,
      next_invoice_cents: priceCents * quantity,
      card_brand: card.brand,
      card_last4: card.last4,
      card_exp_month: 8,
      card_exp_year: new Date().getUTCFullYear() + 3,
      first_payment_invoice_id: invoiceId(invoicesDaysAgo.length - 1),
      first_payment_at: first,
    })
    .execute();
  await tx.db
    .insertInto('billing_invoices')
    .values(
      invoicesDaysAgo.map((days, index) => ({
        company_id: tx.companyId,
        id: invoiceId(index),
        number: `HH-${name.toUpperCase()}-${String(invoicesDaysAgo.length - index).padStart(4, '0')}`,
        at: daysAgo(days),
        status: 'paid',
        description: `${planOf(type).name}, ${period.toLowerCase()} × ${quantity}`,
        total_cents: priceCents * quantity,
        paid_cents: priceCents * quantity,
      })),
    )
    .execute();
  await tx.db
    .updateTable('companies')
    .set({ subscription_type: type, paid_until: new Date(end.getTime() + 3 * dayMs) })
    .where('company_id', '=', tx.companyId)
    .execute();
}

/** Makes the trial end in this many days, so that the banner shows. */
export async function seedEndingTrial(db: Database, companyId: string, days: number): Promise<void> {
  await db.withTenant(companyId, (tx) =>
    tx.db
      .updateTable('companies')
      .set({ paid_until: new Date(Date.now() + days * dayMs) })
      .where('company_id', '=', companyId)
      .where('subscription_type', '=', 'FREE_TRIAL')
      .execute(),
  );
}
