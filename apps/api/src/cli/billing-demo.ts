import type Stripe from 'stripe';
import { countMembers, readAccount } from '../features/billing/account.service.ts';
import { findPrice } from '../features/billing/prices.ts';
import { syncCompany } from '../features/billing/sync.service.ts';
import { readApiEnv } from '../lib/env.ts';
import { createApiPlatform, type Platform } from '../lib/platform.ts';
import { demoCustomer } from './seed/billing.ts';

/**
 * `node src/cli/billing-demo.ts http://localhost:4100` makes the demo offices pay for their plans at the sandbox with this address. The
 * seed only writes the payments into our tables, but the customer portal needs a customer that Stripe knows.
 */
const [home] = process.argv.slice(2);
if (home === undefined) throw new Error('Name the sandbox’s address.');

async function tellSandbox(path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${home}/stripe${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

async function pay(platform: Platform, stripe: Stripe, companyId: string, seeded: string): Promise<void> {
  const { db } = platform;
  const account = await db.withTenant(companyId, readAccount);
  if (!account?.subscription_type || !account.period_start) return;
  const { name } = await db.withTenant(companyId, (tx) =>
    tx.db.selectFrom('companies').where('company_id', '=', companyId).select('name').executeTakeFirstOrThrow(),
  );
  const customer = await stripe.customers.create({ name, metadata: { company_id: companyId } });
  const checkout = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: await findPrice(stripe, account.subscription_type), quantity: await db.withTenant(companyId, countMembers) }],
    success_url: platform.env.PUBLIC_URL,
    cancel_url: platform.env.PUBLIC_URL,
  });
  await tellSandbox(`/checkout/${checkout.id}/pay`, { card: account.card_brand === 'visa' ? '4242424242424242' : '5555555555554444' });
  const seconds = Math.floor((Date.now() - account.period_start.getTime()) / 1_000);
  await tellSandbox('/time', { seconds, customer: customer.id });
  const { data: invoices } = await stripe.invoices.list({ customer: customer.id, limit: 1 });
  await db.withTenant(companyId, async (tx) => {
    // The sandbox's invoice replaces the last payment that the seed wrote.
    const last = tx.db.selectFrom('billing_invoices').where('company_id', '=', companyId).orderBy('at', 'desc').limit(1).select('id');
    await tx.db
      .updateTable('billing_invoices')
      .set({ id: invoices[0]?.id ?? '' })
      .where('company_id', '=', companyId)
      .where('id', '=', last)
      .execute();
    await tx.db.updateTable('billing_customers').set({ customer_id: customer.id }).where('customer_id', '=', seeded).execute();
    await tx.db.updateTable('billing_accounts').set({ customer_id: customer.id }).where('company_id', '=', companyId).execute();
  });
  await syncCompany(platform, stripe, companyId);
}

const platform = createApiPlatform(readApiEnv());
try {
  if (!platform.stripe) throw new Error('Set STRIPE_SECRET_KEY first.');
  const seeded = await platform.db.global
    .selectFrom('billing_customers')
    .where('customer_id', 'like', demoCustomer('%'))
    .select(['customer_id', 'pays_for'])
    .execute();
  for (const { customer_id, pays_for } of seeded) await pay(platform, platform.stripe, pays_for, customer_id);
  process.stdout.write(`${seeded.length} demo offices have paid.\n`);
} finally {
  await platform.close();
}
