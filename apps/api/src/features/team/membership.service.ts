import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';

/** Locks the company's row, so that the person can't be removed during this transaction and leave new data behind. */
export async function requireMembership(tx: TenantTx, userId: string): Promise<void> {
  await tx.db.selectFrom('companies').where('company_id', '=', tx.companyId).forKeyShare().select('company_id').execute();
  if (!(await isMember(tx, userId))) throw new AppError('session_expired', { reason: 'no longer a member' });
}

/** For work that runs page by page: checked before each page. */
export async function isMember(tx: TenantTx, userId: string): Promise<boolean> {
  const member = await tx.db
    .selectFrom('memberships')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return member !== undefined;
}

/** Those of the addresses, in small letters, that belong to members. */
export async function findMembersAmong(tx: TenantTx, emails: readonly string[]): Promise<string[]> {
  const here = await tx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.company_id', '=', tx.companyId)
    .where('memberships.removed_at', 'is', null)
    .where(sql`lower(users.email)`, 'in', emails)
    .select(sql<string>`lower(users.email)`.as('email'))
    .distinct()
    .execute();
  return here.map(({ email }) => email);
}
