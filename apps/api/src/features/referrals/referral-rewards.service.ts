import type { Kysely } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { DB } from '../../lib/db/generated.ts';
import type { Platform } from '../../lib/platform.ts';
import { type FirstPayment, type PaymentListener, paymentListeners } from '../billing/payment-listeners.service.ts';
import { grantCredit, priceOfDays } from '../billing/rewards.service.ts';
import { createReferralHashes } from './referral-address.ts';
import { dayMs } from './referral-limits.ts';
import { lockCard } from './referral-lock.ts';
import { forgetReferred, settleReferralPayment } from './referrals.jobs.ts';

interface Brought {
  companyId: string;
  referralId: string;
  joinedCompany: string;
}

async function findReferralsOf(db: Kysely<DB>, joined: readonly string[]): Promise<Brought[]> {
  if (joined.length === 0) return [];
  return db
    .selectFrom('referred_companies')
    .where('joined_company', 'in', joined)
    .select(['invited_by_company as companyId', 'referral_id as referralId', 'joined_company as joinedCompany'])
    .execute();
}

/** The payer's transaction only enqueues jobs, because the inviting company is another tenant. */
export const referralPayments: PaymentListener = {
  onCardChanged: noteCard,
  async onFirstPayment(platform, tx, payment) {
    const { paidCents, cardFingerprint } = payment;
    const hashes = cardFingerprint === null ? [] : createReferralHashes(platform.env.LINK_KEYS).everyOfCard(cardFingerprint);
    const cardHashes = hashes.map((hash) => hash.toString('base64'));
    for (const brought of await findReferralsOf(tx.db, [tx.companyId]))
      await settleReferralPayment(tx, { ...brought, event: { type: 'paid', paidCents, cardHashes } });
    if (cardFingerprint !== null) await noteCard(platform, tx, cardFingerprint);
    await payUnspentDays(tx, payment);
  },
  async onPaymentRefunded(_platform, tx) {
    for (const brought of await findReferralsOf(tx.db, [tx.companyId]))
      await settleReferralPayment(tx, { ...brought, event: { type: 'refunded' } });
  },
};
paymentListeners.push(referralPayments);

/** Records a company's card by its hash. A company's own cards earn it no credit, and a credit that one has earned is taken back. */
async function noteCard(platform: Platform, tx: TenantTx, fingerprint: string): Promise<void> {
  const hashes = createReferralHashes(platform.env.LINK_KEYS).everyOfCard(fingerprint);
  const [newest] = hashes;
  if (!newest) return;
  await lockCard(tx, newest);
  await tx.db
    .insertInto('referral_cards')
    .values({ card_hash: newest, paid_for: tx.companyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const earners = await tx.db
    .selectFrom('referral_cards')
    .where('card_hash', 'in', hashes)
    .where('earned_at', 'is not', null)
    .select('paid_for')
    .execute();
  const referrals = await findReferralsOf(
    tx.db,
    earners.map(({ paid_for }) => paid_for),
  );
  for (const earned of referrals.filter(({ companyId }) => companyId === tx.companyId))
    await settleReferralPayment(tx, { ...earned, event: { type: 'same-card' } });
}

/** The first payment ends the free time. Earned days that were not used yet become credit. */
async function payUnspentDays(tx: TenantTx, { invoiceId, freeUntil }: FirstPayment): Promise<void> {
  const { days } = await tx.db
    .selectFrom('billing_rewards')
    .where('company_id', '=', tx.companyId)
    .where('kind', '=', 'days')
    .select(({ fn }) => fn.sum<number | string | null>('days').as('days'))
    .executeTakeFirstOrThrow();
  const account = await tx.db
    .selectFrom('billing_accounts')
    .where('company_id', '=', tx.companyId)
    .select(['price_cents', 'subscription_type'])
    .executeTakeFirst();
  const unspent = Math.min(Number(days ?? 0), (freeUntil.getTime() - Date.now()) / dayMs);
  if (!account || unspent <= 0) return;
  const cents = priceOfDays(account, unspent);
  if (cents > 0) await grantCredit(tx, { cents, reason: 'Free days you had not used yet', key: `unspent days ${invoiceId}` });
}

/** For a person who deletes their account: the companies that invited these companies forget the address. */
export async function forgetInvitedAddress(tx: { db: Kysely<DB> }, companyIds: readonly string[]): Promise<void> {
  for (const { companyId, referralId } of await findReferralsOf(tx.db, companyIds)) await forgetReferred(tx, { companyId, referralId });
}
