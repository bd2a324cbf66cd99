import type { TenantTx } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Actor } from './actor.ts';

export interface LockedCompany {
  name: string;
  seats: number;
  isArchived: boolean;
}

/**
 * Everything that changes who works in a company takes its row first and holds it until commit: seats are counted while
 * nobody else can take one, there is one owner at a time, and no two such changes can wait for each other.
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

/** The guard looked a moment ago; under the lock the owner is who the row says. */
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
