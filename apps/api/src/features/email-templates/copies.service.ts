import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';

/**
 * Templates of the team no longer send a copy to who goes: by the address they sign in with, or that of a mailbox that Google vouched for. A
 * mailbox on a server of one's own may be called after anybody.
 */
export async function stopCopiesTo(tx: TenantTx, userId: string): Promise<void> {
  const isTheirs = sql`(select lower(email) from users where id = ${userId}
    union select address from email_accounts where company_id = ${tx.companyId} and user_id = ${userId} and provider = 'google')`;
  const { numAffectedRows } = await sql`
    update email_templates set cc_email = null, version = version + 1 where company_id = ${tx.companyId} and lower(cc_email) in ${isTheirs}`.execute(
    tx.db,
  );
  await sql`
    update emails set cc_address = null where company_id = ${tx.companyId} and state = 'QUEUED' and lower(cc_address) in ${isTheirs}`.execute(
    tx.db,
  );
  if ((numAffectedRows ?? 0n) > 0n) tx.publish({ type: 'email-templates.changed' });
}
