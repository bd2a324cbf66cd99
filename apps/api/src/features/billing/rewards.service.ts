import { periodOf } from '@headhaul/domain/plans';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { type LockedAccount, lockAccount, subscriptionIn, writeEntitlement } from './account.service.ts';
import { enqueueSync } from './enqueue-sync.service.ts';
import { entitlementOf, isPaying } from './entitlement.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** What the company got: free days during the trial, credit once it pays. */
export interface Granted {
  days: number;
  cents: number;
  /** False if this key was granted before. Days and cents are then those of the first grant. */
  isNew: boolean;
}

interface Reward {
  reason: string;
  /** Granting it again changes nothing. */
  key: string;
}

/** Grants free days. A company that pays gets the price of these days as credit instead. */
export async function grantDays(tx: TenantTx, { days, reason, key }: Reward & { days: number }): Promise<Granted> {
  const account = await lockAccount(tx);
  if (isPaying(account.status)) return give(tx, { key, reason, days, cents: priceOfDays(account, days) });
  const granted = await give(tx, { key, reason, days, cents: 0 });
  if (!granted.isNew) return granted;
  const freeUntil = new Date(Math.max(account.free_until.getTime(), Date.now()) + days * dayMs);
  await tx.db.updateTable('billing_accounts').set({ free_until: freeUntil }).where('company_id', '=', tx.companyId).execute();
  await writeEntitlement(tx, entitlementOf(subscriptionIn(account), freeUntil));
  return granted;
}

/** Credit for the next invoices. */
export async function grantCredit(tx: TenantTx, { cents, reason, key }: Reward & { cents: number }): Promise<Granted> {
  await lockAccount(tx);
  return give(tx, { key, reason, days: 0, cents });
}

/** Takes a credit back, once. A credit that was never given is left alone. */
export async function takeBackCredit(tx: TenantTx, { key }: { key: string }): Promise<void> {
  const taken = await tx.db
    .updateTable('billing_rewards')
    .set({ taken_back_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('key', '=', key)
    .where('kind', '=', 'credit')
    .where('taken_back_at', 'is', null)
    .returning('key')
    .executeTakeFirst();
  if (taken) await enqueueSync(tx, tx.companyId);
}

/** The caller holds the account's lock. */
async function give(tx: TenantTx, { key, reason, days, cents }: Reward & { days: number; cents: number }): Promise<Granted> {
  const given = await tx.db
    .insertInto('billing_rewards')
    .values({ company_id: tx.companyId, key, reason, kind: cents > 0 ? 'credit' : 'days', days, cents })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (given) {
    if (cents > 0) await enqueueSync(tx, tx.companyId);
    return { days, cents, isNew: true };
  }
  const known = await tx.db
    .selectFrom('billing_rewards')
    .where('company_id', '=', tx.companyId)
    .where('key', '=', key)
    .select(['days', 'cents'])
    .executeTakeFirstOrThrow();
  return { ...known, isNew: false };
}

/**
 * The price of these days for one user, however many seats the company pays for: a reward depends on who was invited, not on the
 * team's size.
 */
export function priceOfDays(
  { price_cents, subscription_type }: Pick<LockedAccount, 'price_cents' | 'subscription_type'>,
  days: number,
): number {
  const periodDays = subscription_type !== null && periodOf(subscription_type) === 'YEARLY' ? 365 : 30;
  return Math.round(((price_cents ?? 0) * days) / periodDays);
}
