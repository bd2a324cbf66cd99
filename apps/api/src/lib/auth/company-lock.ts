import type { TenantTx } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Actor } from './actor.ts';

export interface LockedCompany {
  name: string;
  seats: number;
  isArchived: boolean;
}

/**
 * Every change to who works in a company locks the company's row first and holds the lock until commit. So seats are counted
 * while nobody else can take one, there is only one owner at a time, and two such changes never deadlock.
 */
export async function lockCompany(tx: TenantTx): Promise<LockedCompany> {
  const company = await tx.db
    .selectFrom('companies')
    .where('company_id', '=', tx.companyId)
    .forUpdate()
    .select(['name', 'seats', 'archived_at'])
    .executeTakeFirstOrThrow();
  return { name: company.name, seats: company.seats, isArchived: company.archived_at !== null };
}

/** The guard checked the owner a moment ago. This checks again under the lock, where the owner can no longer change. */
export async function lockCompanyAsOwner(tx: TenantTx, actor: Actor): Promise<LockedCompany> {
  const company = await lockCompany(tx);
  const own = await tx.db
    .selectFrom('memberships')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', actor.userId)
    .where('removed_at', 'is', null)
    .select('role')
    .executeTakeFirst();
  if (own?.role !== 'owner') throw new AppError('not_allowed', { detail: 'Only the team owner can do this.' });
  return company;
}
