import { undoSendMs } from '@headhaul/contracts/mail/emails';
import { type Insertable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../lib/db/database.ts';
import type { DB } from '../../lib/db/generated.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { newEmailId } from './email-row.ts';

/** A mail that is ready to send. */
export type MailDraft = Omit<
  Insertable<DB['emails']>,
  'company_id' | 'id' | 'created_at' | 'state' | 'user_id' | 'message_id' | 'leaves_at' | 'attempts'
> & { provider: DB['email_accounts']['provider'] };

/** Writes the mail, its queue row and its first line of history, all in one transaction. */
export async function writeEmail({ platform, actor }: Ctx, tx: TenantTx, draft: MailDraft): Promise<string> {
  const { id, createdAt } = newEmailId();
  const { provider, ...columns } = draft;
  // Uses the database's clock, like the queue: a server whose clock is slow would leave no time for undo.
  const undoSeconds = draft.kind === 'TEST' ? 0 : undoSendMs / 1_000;
  const { leaves_at: leavesAt } = await tx.db
    .insertInto('emails')
    .values({
      ...columns,
      company_id: tx.companyId,
      id,
      created_at: createdAt,
      state: 'QUEUED',
      user_id: actor.userId,
      message_id: `<${id}@${new URL(platform.env.PUBLIC_URL).hostname}>`,
      leaves_at: sql<Date>`clock_timestamp() + make_interval(secs => ${undoSeconds})`,
    })
    .returning('leaves_at')
    .executeTakeFirstOrThrow();
  await writeHistory(tx, id, 'QUEUED', actor.userId, null);
  await sql`select enqueue_mail(${id}, ${createdAt}, ${tx.companyId}, ${draft.account_id}, ${provider}::mail_provider, ${leavesAt})`.execute(
    tx.db,
  );
  tellEmails(tx, [{ id, fingerprint: draft.fingerprint ?? null }]);
  return id;
}

export async function writeHistory(
  tx: TenantTx,
  emailId: string,
  state: string,
  userId: string | null,
  note: string | null,
): Promise<void> {
  await tx.db
    .insertInto('email_history')
    .values({ company_id: tx.companyId, id: uuidv7(), email_id: emailId, state, user_id: userId, note })
    .execute();
}

/** A mail that changed. Without a fingerprint it is about no load of a board. */
export interface ChangedMail {
  id: string;
  fingerprint: string | null;
}

const mostTold = 200;

export function tellEmails(tx: TenantTx, changed: readonly ChangedMail[]): void {
  const isFew = changed.length <= mostTold;
  const fingerprints = [...new Set(changed.flatMap(({ fingerprint }) => fingerprint ?? []))];
  tx.publish({ type: 'emails.changed', ids: isFew ? changed.map(({ id }) => id) : null, fingerprints: isFew ? fingerprints : null });
}
