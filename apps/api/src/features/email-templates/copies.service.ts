import type { Departure } from '@headhaul/contracts/team';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';

/** The list shows at most this many addresses. */
const shownCopies = 10;

/** Whether the copy goes to the sign-in address of a teammate other than the leaver. */
const isTeams = (tx: TenantTx, leaverId: string) => sql`exists (
  select from memberships m join users u on u.id = m.user_id
  where m.company_id = ${tx.companyId} and m.removed_at is null and m.user_id <> ${leaverId} and lower(u.email) = lower(t.cc_email))`;

/** Copies that this person asked for and that end when they leave. Copies to teammates stay. Private mailboxes are left out. */
export async function listEndingCopies(tx: TenantTx, userId: string): Promise<Departure['copies']> {
  const { rows } = await sql<Departure['copies'][number]>`
    select lower(t.cc_email) as address, count(*)::int as templates
    from email_templates t join email_accounts a on a.company_id = t.company_id and a.id = t.account_id
    where t.company_id = ${tx.companyId} and t.cc_set_by = ${userId} and t.cc_email is not null
      and a.is_shared and a.status <> 'DISCONNECTED' and not ${isTeams(tx, userId)}
    group by 1 order by 2 desc, 1 limit ${shownCopies}`.execute(tx.db);
  return rows;
}

/** Whether mails from this template still go to this copy address. The person who asked for the copy may have left since. */
export async function isStillCopied(tx: TenantTx, templateId: string | null, address: string): Promise<boolean> {
  const template = await tx.db
    .selectFrom('email_templates')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', templateId)
    .where(sql`lower(cc_email)`, '=', address.toLowerCase())
    .select('id')
    .executeTakeFirst();
  return template !== undefined;
}

/**
 * Ends the copies that the team's templates send to a person who leaves: to their sign-in address and to mailboxes that Google has
 * verified. A mailbox on another server may have anybody's address. Also ends copies that the leaver asked for, unless a teammate gets
 * them, because nobody else knows whose address it is. The leaver's own mailboxes are already disconnected.
 */
export async function stopCopiesOf(tx: TenantTx, userId: string, actorId: string): Promise<void> {
  const isTheirs = sql`(select lower(email) from users where id = ${userId}
    union select address from email_accounts where company_id = ${tx.companyId} and user_id = ${userId} and provider = 'google')`;
  const { rows: ended } = await sql<{ id: string; accountId: string }>`
    update email_templates t set cc_email = null, cc_set_by = null, version = t.version + 1
    from email_accounts a where t.company_id = ${tx.companyId} and a.company_id = t.company_id and a.id = t.account_id and t.cc_email is not null
      and (lower(t.cc_email) in ${isTheirs} or t.cc_set_by = ${userId} and a.user_id <> ${userId} and not ${isTeams(tx, userId)})
    returning t.id, t.account_id as "accountId"`.execute(tx.db);
  await sql`
    update emails set cc_address = null where company_id = ${tx.companyId} and state = 'QUEUED' and cc_address is not null
      and (lower(cc_address) in ${isTheirs} or template_id = any(${ended.map(({ id }) => id)}::uuid[]))`.execute(tx.db);
  for (const { accountId } of ended) tx.audit({ action: 'mailbox.copy_changed', actorId, detail: { accountId, cc: null } });
  if (ended.length > 0) tx.publish({ type: 'email-templates.changed' });
}
