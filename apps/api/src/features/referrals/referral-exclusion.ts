import { joinsWithDaysInYear } from '@headhaul/contracts/referrals';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Newcomer } from './newcomer.service.ts';
import { isSameDomain, type ReferralHashes } from './referral-address.ts';

/** The reason why this newcomer brings the inviting company no days, or null if it does. Also records that the address has joined. */
export async function exclusionOf(tx: TenantTx, hashes: ReferralHashes, newcomer: Newcomer, domainHashes: readonly Buffer[]) {
  const colleagues = await tx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.company_id', '=', tx.companyId)
    .select(['memberships.user_id', 'users.email', 'memberships.removed_at'])
    .execute();
  if (colleagues.some(({ user_id }) => user_id === newcomer.userId)) return 'self';
  if (await wasHereBefore(tx, newcomer)) return 'already-a-customer';
  if (!(await isFirstOfAddress(tx, hashes, newcomer.email))) return 'already-a-customer';
  const isSame = colleagues.some(({ email, removed_at }) => removed_at === null && isSameDomain(email, newcomer.email));
  if (isSame || (await hasGivenTime(tx, domainHashes))) return 'same-domain';
  return (await countJoinsOfYear(tx)) >= joinsWithDaysInYear ? 'limit' : null;
}

/** A company can't bring one that was here first, nor the company that brought it: two companies could keep inviting each other. */
async function wasHereBefore(tx: TenantTx, newcomer: Newcomer): Promise<boolean> {
  const own = await tx.db.selectFrom('companies').where('company_id', '=', tx.companyId).select('created_at').executeTakeFirstOrThrow();
  if (newcomer.since < own.created_at) return true;
  const broughtBy = await tx.db
    .selectFrom('referred_companies')
    .where('joined_company', '=', tx.companyId)
    .select('invited_by_company')
    .executeTakeFirst();
  return broughtBy?.invited_by_company === newcomer.companyId;
}

/** The owner of a domain can make any number of addresses, so each domain earns days only once. */
async function hasGivenTime(tx: TenantTx, domainHashes: readonly Buffer[]): Promise<boolean> {
  if (domainHashes.length === 0) return false;
  const given = await tx.db
    .selectFrom('referrals')
    .where('company_id', '=', tx.companyId)
    .where('domain_hash', 'in', domainHashes)
    .where('reward_days', '>', 0)
    .select('id')
    .executeTakeFirst();
  return given !== undefined;
}

async function countJoinsOfYear(tx: TenantTx): Promise<number> {
  const { joins } = await tx.db
    .selectFrom('referrals')
    .where('company_id', '=', tx.companyId)
    .where('reward_days', '>', 0)
    .where('joined_at', '>', sql<Date>`now() - interval '12 months'`)
    .select(({ fn }) => fn.countAll<string>().as('joins'))
    .executeTakeFirstOrThrow();
  return Number(joins);
}

/** A person who deleted their account and signs up again has had these days already. */
async function isFirstOfAddress(tx: TenantTx, hashes: ReferralHashes, email: string): Promise<boolean> {
  const known = await tx.db
    .selectFrom('referral_addresses')
    .where('address_hash', 'in', hashes.everyOfAddress(email))
    .where('joined_at', 'is not', null)
    .select('joined_at')
    .executeTakeFirst();
  if (known) return false;
  const noted = await tx.db
    .insertInto('referral_addresses')
    .values({ address_hash: hashes.ofAddress(email), joined_at: sql`now()` })
    .onConflict((conflict) =>
      conflict.column('address_hash').doUpdateSet({ joined_at: sql`now()` }).where('referral_addresses.joined_at', 'is', null),
    )
    .returning('joined_at')
    .executeTakeFirst();
  return noted !== undefined;
}
