import type { MailProvider } from '@headhaul/contracts/mail/accounts';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../lib/db/database.ts';
import { toJsonText } from '../../lib/db/row-sets.ts';
import type { Platform } from '../../lib/platform.ts';
import { resumeLane } from '../emails/engine/lanes.service.ts';
import { requireStandingRoom } from '../limits/plan-limits.service.ts';
import { requireMembership } from '../team/membership.service.ts';
import { dailyCapOf } from './daily-cap.ts';
import { deleteSecrets, type NewSecret, storeSecrets } from './secrets/secret-store.service.ts';
import type { SmtpServer } from './senders/smtp-session.ts';

export interface ProvenMailbox {
  provider: MailProvider;
  address: string;
  displayName: string;
  smtp: SmtpServer | null;
  secrets: readonly NewSecret[];
}

/** The address is not the one of the mailbox to connect again, or it is a teammate's. */
export class OtherAccount extends Error {}

/**
 * Saves a mailbox that a person has proven to be theirs. A company connects its mailboxes one after another, so that an address has
 * one row and the limit is exact. A mailbox that this person had disconnected comes back with its templates and signature.
 */
export async function saveMailbox(
  platform: Platform,
  tx: TenantTx,
  userId: string,
  mailbox: ProvenMailbox,
  accountId: string | null,
): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}/mailboxes`}, 0))`.execute(tx.db);
  await requireMembership(tx, userId);
  const known = await findKnownMailbox(tx, userId, mailbox.address);
  if (known?.isForeign || (!known && (await isTeammates(tx, userId, mailbox)))) throw new OtherAccount();
  if (accountId !== null && (!known || known.isDisconnected || known.id !== accountId)) throw new OtherAccount();
  if (!known || known.isDisconnected) await requireStandingRoom(tx, 'emailAddresses', userId);
  const id = known?.id ?? uuidv7();
  const columns = {
    provider: mailbox.provider,
    status: 'CONNECTED',
    connected_at: sql<Date>`now()`,
    disconnected_at: null,
    daily_cap: dailyCapOf(mailbox.provider, mailbox.address),
    smtp: mailbox.smtp === null ? null : toJsonText(mailbox.smtp),
    last_error: null,
    last_error_at: null,
  };
  if (known) {
    await tx.db
      .updateTable('email_accounts')
      .set(columns)
      .$if(known.isDisconnected, (update) => update.set({ is_shared: false }))
      .$if(known.displayName === '', (update) => update.set({ display_name: mailbox.displayName }))
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
  } else {
    await tx.db
      .insertInto('email_accounts')
      .values({
        ...columns,
        company_id: tx.companyId,
        id,
        user_id: userId,
        address: mailbox.address,
        display_name: mailbox.displayName,
      })
      .execute();
  }
  await deleteSecrets(tx, id);
  await storeSecrets(platform, tx, id, mailbox.secrets, mailbox.smtp);
  await resumeLane(tx, id, mailbox.provider);
  const action = known && !known.isDisconnected ? 'mailbox.reconnected' : 'mailbox.connected';
  tx.audit({ action, actorId: userId, detail: { accountId: id } });
  tx.publish({ type: 'email-accounts.changed' });
  if (action === 'mailbox.connected') tx.publish({ type: 'limits.changed' });
  return id;
}

/** An SMTP server or a Microsoft tenant can claim any address, so it may not claim the one that a teammate signs in with. */
async function isTeammates(tx: TenantTx, userId: string, { provider, address }: ProvenMailbox): Promise<boolean> {
  if (provider === 'google') return false;
  const teammate = await tx.db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.company_id', '=', tx.companyId)
    .where('m.removed_at', 'is', null)
    .where('m.user_id', '<>', userId)
    .where((is) => is(is.fn<string>('lower', ['u.email']), '=', address))
    .select('m.id')
    .executeTakeFirst();
  return teammate !== undefined;
}

/** A company has one row per address. A connected mailbox of a teammate counts as known too. */
export async function findKnownMailbox(tx: TenantTx, userId: string, address: string) {
  const rows = await tx.db
    .selectFrom('email_accounts')
    .where('company_id', '=', tx.companyId)
    .where('address', '=', address)
    .where((where) => where.or([where('status', '<>', 'DISCONNECTED'), where('user_id', '=', userId)]))
    .orderBy('connected_at', 'desc')
    .forUpdate()
    .select(['id', 'user_id', 'status', 'display_name'])
    .execute();
  const row = rows.find(({ status }) => status !== 'DISCONNECTED') ?? rows[0];
  if (!row) return undefined;
  return {
    id: row.id,
    isDisconnected: row.status === 'DISCONNECTED',
    isForeign: row.user_id !== userId,
    displayName: row.display_name,
  };
}
