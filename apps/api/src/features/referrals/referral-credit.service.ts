import { planOf, plans, type SubscriptionType } from '@headhaul/domain/plans';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { lockAccount } from '../billing/account.service.ts';
import { grantCredit, takeBackCredit } from '../billing/rewards.service.ts';
import { lockCard } from './referral-lock.ts';

export interface ReferralPayment {
  referralId: string;
  joinedCompany: string;
  event: { type: 'paid'; paidCents: number; cardHashes: readonly string[] } | { type: 'refunded' } | { type: 'same-card' };
}

/** A month of the company's own plan for one user. During the trial, a month of Pro. */
function monthPriceCents(type: SubscriptionType): number {
  return (planOf(type).prices ?? plans.PRO.prices)?.MONTHLY ?? 0;
}

/**
 * Runs as the inviting company. Each fact is written once, and no event undoes another kind of event, so their order doesn't
 * matter: after a refund no reward is given, whichever was reported first.
 */
export async function settlePayment(tx: TenantTx, payment: ReferralPayment): Promise<void> {
  const { referralId, joinedCompany, event } = payment;
  const row = await tx.db
    .selectFrom('referrals')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', referralId)
    .where('joined_company', '=', joinedCompany)
    .forUpdate()
    .select(['exclusion', 'first_paid_at', 'rewarded_at', 'taken_back_at'])
    .executeTakeFirst();
  // The inviting company was deleted, and its referrals with it.
  if (!row) return;
  if (event.type === 'paid') {
    if (row.first_paid_at) return;
    await change(tx, referralId, { first_paid_at: sql<Date>`now()` });
    const mayEarn = row.exclusion === null || row.exclusion === 'same-domain' || row.exclusion === 'limit';
    if (mayEarn && !row.taken_back_at) await reward(tx, payment, event);
  } else {
    if (row.taken_back_at) return;
    await change(tx, referralId, { taken_back_at: sql<Date>`now()`, ...(event.type === 'same-card' ? { exclusion: 'same-card' } : {}) });
    if (row.rewarded_at) {
      await takeBackCredit(tx, { key: creditKey(referralId) });
      tx.audit({ action: 'referral.credit_taken_back', actorId: null, detail: { referralId, why: event.type } });
    }
  }
  tx.publish({ type: 'billing.changed' });
  tx.publish({ type: 'referrals.changed' });
}

async function reward(
  tx: TenantTx,
  { referralId, joinedCompany }: ReferralPayment,
  { paidCents, cardHashes }: { paidCents: number; cardHashes: readonly string[] },
): Promise<void> {
  const card = cardHashes.map((hash) => Buffer.from(hash, 'base64'));
  // Without a card we can't tell who paid.
  if (card.length === 0) return change(tx, referralId, { exclusion: 'no-card' });
  if (!(await claimCard(tx, joinedCompany, card))) return change(tx, referralId, { exclusion: 'same-card' });
  const company = await tx.db
    .selectFrom('companies')
    .where('company_id', '=', tx.companyId)
    .select('subscription_type')
    .executeTakeFirstOrThrow();
  const cents = Math.min(monthPriceCents(company.subscription_type), paidCents);
  await grantCredit(tx, { cents, reason: 'A company you invited began to pay', key: creditKey(referralId) });
  await change(tx, referralId, { rewarded_at: sql<Date>`now()`, reward_cents: cents });
  tx.audit({ action: 'referral.credit_given', actorId: null, detail: { referralId, cents } });
}

/** Records that this card earned the credit, unless it ever paid for the inviting company or has earned a credit before. */
async function claimCard(tx: TenantTx, joinedCompany: string, card: readonly Buffer[]): Promise<boolean> {
  const [newest] = card;
  if (!newest) return false;
  await lockAccount(tx);
  await lockCard(tx, newest);
  const uses = await tx.db.selectFrom('referral_cards').where('card_hash', 'in', card).select(['paid_for', 'earned_at']).execute();
  if (uses.some(({ paid_for, earned_at }) => paid_for === tx.companyId || (earned_at !== null && paid_for !== joinedCompany))) return false;
  await tx.db
    .insertInto('referral_cards')
    .values({ card_hash: newest, paid_for: joinedCompany, earned_at: sql`now()` })
    .onConflict((conflict) => conflict.columns(['card_hash', 'paid_for']).doUpdateSet({ earned_at: sql`now()` }))
    .execute();
  return true;
}

function creditKey(referralId: string): string {
  return `referral credit ${referralId}`;
}

async function change(
  tx: TenantTx,
  referralId: string,
  values: Partial<{
    first_paid_at: ReturnType<typeof sql<Date>>;
    rewarded_at: ReturnType<typeof sql<Date>>;
    taken_back_at: ReturnType<typeof sql<Date>>;
    reward_cents: number;
    exclusion: string;
  }>,
): Promise<void> {
  await tx.db.updateTable('referrals').set(values).where('company_id', '=', tx.companyId).where('id', '=', referralId).execute();
}
