import { sql } from 'kysely';
import type { Ctx } from '../../lib/http/guards.ts';
import { dayMs, newCompanyDays } from './referral-limits.ts';

/** The person who accepts an invite, and whether their company counts as new. */
export interface Newcomer {
  userId: string;
  companyId: string;
  companyName: string;
  email: string;
  /** When we first knew the company or the person, whichever is earlier. */
  since: Date;
  /** The owner of a recent company that never paid, with an address we did not know before. */
  isNew: boolean;
}

export async function findNewcomer({ actor, transaction }: Ctx): Promise<Newcomer> {
  return transaction(async (tx) => {
    const company = await tx.db
      .selectFrom('companies')
      .leftJoin('billing_accounts', 'billing_accounts.company_id', 'companies.company_id')
      .where('companies.company_id', '=', tx.companyId)
      .select(['companies.name', 'companies.created_at', 'companies.subscription_type', 'billing_accounts.first_payment_at'])
      .executeTakeFirstOrThrow();
    const user = await tx.db.selectFrom('users').where('id', '=', actor.userId).select(['email', 'created_at']).executeTakeFirstOrThrow();
    const email = user.email.toLowerCase();
    const namesake = await tx.db
      .selectFrom('users')
      .where(sql`lower(email)`, '=', email)
      .where('id', '!=', actor.userId)
      .where('created_at', '<', user.created_at)
      .where('email_proven_at', 'is not', null)
      .select('id')
      .executeTakeFirst();
    const isRecent = [company.created_at, user.created_at].every((at) => at.getTime() > Date.now() - newCompanyDays * dayMs);
    const neverPaid = company.subscription_type === 'FREE_TRIAL' && company.first_payment_at === null;
    return {
      userId: actor.userId,
      companyId: tx.companyId,
      companyName: company.name,
      email,
      since: new Date(Math.min(company.created_at.getTime(), user.created_at.getTime())),
      isNew: actor.teamRole === 'owner' && isRecent && neverPaid && !namesake,
    };
  });
}
