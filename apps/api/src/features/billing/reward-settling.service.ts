import type Stripe from 'stripe';
import type { Platform } from '../../lib/platform.ts';
import { ensureCustomer, readAccount } from './account.service.ts';

/** Credits that Stripe has not heard of yet, and those it has to take back. True when there were some. */
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
  // Where there is no customer, what is taken back was never given.
  const due = waiting.filter(({ taken_back_at }) => hasCustomer || taken_back_at === null);
  if (due.length === 0) return false;
  const customerId = await ensureCustomer(platform, stripe, companyId);
  for (const { key, cents, reason, given_id, taken_back_at } of due) {
    const keep = (ids: { given_id: string } | { returned_id: string }) =>
      db.withTenant(companyId, (tx) =>
        tx.db.updateTable('billing_rewards').set(ids).where('company_id', '=', companyId).where('key', '=', key).execute(),
      );
    // One that is taken back before we know of its gift is given and taken: whatever Stripe had heard, nothing remains.
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

/** Once for each mark. Stripe forgets a key after a day, so what it wrote down is looked through before. */
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
