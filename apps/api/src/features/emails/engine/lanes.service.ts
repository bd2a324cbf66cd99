import type { MailProvider } from '@headhaul/contracts/mail/accounts';
import { sql } from 'kysely';
import type { TenantTx } from '../../../lib/db/database.ts';

/** Lets waiting mails leave after the mailbox was connected again, perhaps with another provider. Call it in that transaction. */
export async function resumeLane(tx: TenantTx, accountId: string, provider: MailProvider): Promise<void> {
  await sql`
    update mail_lanes set next_at = '-infinity', room = 0, provider = ${provider} where account_id = ${accountId} and of_company = ${tx.companyId}`.execute(
    tx.db,
  );
  await sql`
    select wake_lane(account_id, due_at) from mail_lanes where account_id = ${accountId} and of_company = ${tx.companyId}`.execute(tx.db);
}
