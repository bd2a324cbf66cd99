import type { EmailRow } from '@headhaul/contracts/mail/emails';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../lib/db/database.ts';
import { personNameText } from '../../lib/db/person-name.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';

/** A mail's id contains the millisecond it was written (UUIDv7), so the id alone tells the daily partition. */
export function newEmailId(): { id: string; createdAt: Date } {
  const msecs = Date.now();
  return { id: uuidv7({ msecs }), createdAt: new Date(msecs) };
}

export function writtenAt(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}

type Times = 'createdAt' | 'leavesAt' | 'sentAt';
export type EmailLine = Omit<EmailRow, Times> & { createdAt: Date; leavesAt: Date; sentAt: Date | null };

/** A queued mail waits or is at the provider. Only the queue row shows which. */
export const shownState = `case when e.state = 'QUEUED' and q.began_at is not null then 'SENDING' else e.state end`;

/** Whether this person may not read mail `e` in mailbox `a`. A person may always read what they wrote themselves. */
export function isPrivateTo(userId: string): RawBuilder<boolean> {
  return sql<boolean>`not (a.is_shared or a.user_id = ${userId} or e.user_id = ${userId})`;
}

/** The columns, with null for what this person may not see. */
export function emailColumns(userId: string): RawBuilder<unknown> {
  const unlessPrivate = (column: string) => sql`case when ${isPrivateTo(userId)} then null else ${sql.raw(column)} end`;
  return sql`e.id, ${isPrivateTo(userId)} as "isPrivate", e.kind, ${sql.raw(shownState)} as state, e.created_at as "createdAt",
  e.leaves_at as "leavesAt", e.sent_at as "sentAt", e.account_id as "accountId", ${unlessPrivate('a.address')} as "accountAddress", a.provider,
  e.user_id as "userId", ${sql.raw(personNameText('u'))} as "userName", e.to_address as "to", e.to_name as "toName",
  ${unlessPrivate('e.subject')} as subject, e.template_id as "templateId", ${unlessPrivate('e.template_name')} as "templateName",
  e.load_id as "loadId", l.load_number as "loadNumber", e.lane, e.broker_id as "brokerId", e.broker_name as "brokerName",
  e.offer_cents as "offerCents", e.answer, ${unlessPrivate('e.reason')} as reason, e.attempts, e.resent_as as "resentAs"`;
}

/** The tables that `emailColumns` reads. */
export const emailTables = sql.raw(`emails e
  join email_accounts a on a.company_id = e.company_id and a.id = e.account_id
  join users u on u.id = e.user_id
  left join loads l on l.company_id = e.company_id and l.id = e.load_id
  left join mail_queue q on q.email_id = e.id`);

export function toEmailRow(line: EmailLine): EmailRow {
  return {
    ...line,
    createdAt: line.createdAt.toISOString(),
    leavesAt: line.leavesAt.toISOString(),
    sentAt: line.sentAt?.toISOString() ?? null,
  };
}

export async function readEmailRow({ actor }: Pick<Ctx, 'actor'>, tx: TenantTx, id: string): Promise<EmailRow> {
  const { rows } = await sql<EmailLine>`
    select ${emailColumns(actor.userId)} from ${emailTables}
    where e.company_id = ${tx.companyId} and e.created_at = ${writtenAt(id)} and e.id = ${id}`.execute(tx.db);
  if (!rows[0]) throw new AppError('not_found');
  return toEmailRow(rows[0]);
}

/** Required to read or change a mail. That the mail exists is no secret: the lists show it. */
export function requireReadable({ isPrivate }: { isPrivate: boolean }): void {
  if (isPrivate) throw new AppError('not_allowed', { detail: 'This email is in a teammate’s private mailbox.' });
}

/** Locks the mail's row until commit. The caller must be allowed to read the mail. */
export async function lockEmail(ctx: Pick<Ctx, 'actor'>, tx: TenantTx, id: string) {
  requireReadable(await readEmailRow(ctx, tx, id));
  return tx.db
    .selectFrom('emails')
    .where('company_id', '=', tx.companyId)
    .where('created_at', '=', writtenAt(id))
    .where('id', '=', id)
    .forUpdate()
    .selectAll()
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}
