import type Stripe from 'stripe';
import type { Platform } from '../../lib/platform.ts';
import { ensureCustomer, readAccount } from './account.service.ts';

/** Sends Stripe the credits it does not know yet, and takes back those that were revoked. Returns true if there were any. */
export async function settleRewards(platform: Platform, stripe: Stripe, companyId: string): Promise<boolean> {
  const { db } = platform;
  const { waiting, hasCustomer } = await db.withTenant(companyId, async (tx) => {
    const rewards = await tx.db
      .selectFrom('billing_rewards')
      .where('company_id', '=', companyId)
      .where('kind', '=', 'credit')
      .where(({ eb, or, and }) =>
        or([
          and([eb('given_id', 'is', null), eb('taken_back_at', 'is', null)]),
          and([eb('taken_back_at', 'is not', null), eb('returned_id', 'is', null)]),
        ]),
      )
      .orderBy('created_at')
      .select(['key', 'cents', 'reason', 'given_id', 'taken_back_at'])
      .execute();
    return { waiting: rewards, hasCustomer: (await readAccount(tx))?.customer_id != null };
  });
  // Without a customer at Stripe, a credit that is taken back was never given.
  const due = waiting.filter(({ taken_back_at }) => hasCustomer || taken_back_at === null);
  if (due.length === 0) return false;
  const customerId = await ensureCustomer(platform, stripe, companyId);
  for (const { key, cents, reason, given_id, taken_back_at } of due) {
    const keep = (ids: { given_id: string } | { returned_id: string }) =>
      db.withTenant(companyId, (tx) =>
        tx.db.updateTable('billing_rewards').set(ids).where('company_id', '=', companyId).where('key', '=', key).execute(),
      );
    // If a credit is taken back before we know that Stripe got it, both entries are made: they cancel out, whatever Stripe had before.
    if (given_id === null) {
      const gift = { mark: `reward-${companyId}-${key}`, cents: -cents, description: reason };
      await keep({ given_id: await moveBalance(stripe, customerId, gift) });
    }
    if (taken_back_at !== null) {
      const back = { mark: `reward-back-${companyId}-${key}`, cents, description: `Taken back: ${reason}` };
      await keep({ returned_id: await moveBalance(stripe, customerId, back) });
    }
  }
  return true;
}

/** Makes each balance entry once per mark. Stripe forgets an idempotency key after a day, so look through its existing entries first. */
async function moveBalance(
  stripe: Stripe,
  customerId: string,
  { mark, cents, description }: { mark: string; cents: number; description: string },
): Promise<string> {
  const { data } = await stripe.customers.listBalanceTransactions(customerId, { limit: 100 });
  const done = data.find(({ metadata }) => metadata?.mark === mark);
  if (done) return done.id;
  const move = await stripe.customers.createBalanceTransaction(
    customerId,
    { amount: cents, currency: 'usd', description, metadata: { mark } },
    { idempotencyKey: mark },
  );
  return move.id;
}
