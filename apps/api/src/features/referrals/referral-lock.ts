import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';

/**
 * Everything that adds to a company's referrals takes this lock first, so that daily limits and the order of joins are decided one
 * after another. It is not the company's row, because billing locks that row after its own account.
 */
export async function lockReferrals(tx: TenantTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`referrals of ${tx.companyId}`}, 0))`.execute(tx.db);
}

/** Paying with a card and earning a credit by it are decided one after another. Taken last, after any account's lock. */
export async function lockCard(tx: TenantTx, cardHash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`referral card ${cardHash.toString('hex')}`}, 0))`.execute(tx.db);
}
