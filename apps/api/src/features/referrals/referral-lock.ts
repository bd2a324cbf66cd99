import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';

/**
 * Everything that adds to a company's referrals takes this first: daily limits and who came first are decided one after another. Not
 * the company's row, which billing takes after its own account's.
 */
export async function lockReferrals(tx: TenantTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`referrals of ${tx.companyId}`}, 0))`.execute(tx.db);
}

/** Who pays with a card and who earns by it are told apart one after another. Taken last, after any account's lock. */
export async function lockCard(tx: TenantTx, cardHash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`referral card ${cardHash.toString('hex')}`}, 0))`.execute(tx.db);
}
