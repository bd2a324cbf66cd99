import type { MailProvider } from '@headhaul/contracts/mail/accounts';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { requireActivePlan } from '../limits/plan-limits.service.ts';
import { requireMembership } from '../team/membership.service.ts';

export interface Mailbox {
  id: string;
  provider: MailProvider;
  address: string;
  signature: string | null;
  isConnected: boolean;
  dailyCap: number;
  hasWatermark: boolean;
}

/** Reads a mailbox that the caller owns or that its owner shares. For everybody else it is not found. */
export async function readMailbox({ actor }: Ctx, tx: TenantTx, id: string): Promise<Mailbox> {
  const { plan } = await requireActivePlan(tx, 'emailAddresses');
  const row = await tx.db
    .selectFrom('email_accounts')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('status', '<>', 'DISCONNECTED')
    .where((is) => is.or([is('user_id', '=', actor.userId), is('is_shared', '=', true)]))
    .select(['id', 'provider', 'address', 'signature_html', 'status', 'daily_cap'])
    .executeTakeFirstOrThrow(() => new AppError('not_found', { detail: 'You can’t send from this mailbox.' }));
  return {
    id,
    provider: row.provider,
    address: row.address,
    signature: row.signature_html,
    isConnected: row.status === 'CONNECTED',
    dailyCap: row.daily_cap,
    hasWatermark: plan.hasWatermark,
  };
}

export const notConnected = 'This mailbox must be connected again before anything leaves from it.';

export const fullQueue = 'As many emails wait in this mailbox as it may send in a day. Wait until some have left.';

/** Locks the mailbox for writing a mail. The caller stays a team member who may use the mailbox until the mail is written. */
export async function holdMailbox(ctx: Ctx, tx: TenantTx, id: string): Promise<Mailbox> {
  await requireMembership(tx, ctx.actor.userId);
  await tx.db.selectFrom('email_accounts').where('company_id', '=', tx.companyId).where('id', '=', id).forShare().select('id').execute();
  return readMailbox(ctx, tx, id);
}

/** The same, and refuses if the mailbox must be connected again or its queue is full. */
export async function requireSendableMailbox(ctx: Ctx, tx: TenantTx, id: string): Promise<Mailbox> {
  const mailbox = await holdMailbox(ctx, tx, id);
  if (!mailbox.isConnected) throw new AppError('move_not_allowed', { detail: notConnected });
  if ((await countWaiting(tx, id)) >= mailbox.dailyCap) throw new AppError('move_not_allowed', { detail: fullQueue });
  return mailbox;
}

export async function countWaiting(tx: TenantTx, accountId: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from mail_queue where account_id = ${accountId} and began_at is null`.execute(tx.db);
  return rows[0]?.waiting ?? 0;
}
