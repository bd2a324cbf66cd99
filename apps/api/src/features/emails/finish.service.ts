import { BoardLoad } from '@headhaul/contracts/mail/board-load';
import { duplicateWindowMs, type EmailAnswer, type EmailRow } from '@headhaul/contracts/mail/emails';
import { brokerKeysOf, freightOfBoardLoad } from '@headhaul/domain/loads/fingerprint';
import { type Selectable, sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { DB } from '../../lib/db/generated.ts';
import { toJsonText } from '../../lib/db/row-sets.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { isStillCopied } from '../email-templates/copies.service.ts';
import { requireActivePlan } from '../limits/plan-limits.service.ts';
import { readEarlier } from './email-list.service.ts';
import { lockEmail, readEmailRow, writtenAt } from './email-row.ts';
import { listFingerprints } from './fingerprints.ts';
import { lockFreight } from './lock-freight.ts';
import { requireSendableMailbox } from './mailbox.service.ts';
import { type ChangedMail, tellEmails, writeEmail, writeHistory } from './write-email.ts';

/** A person states whether a mail with an unknown outcome was sent. */
export function resolveEmail(ctx: Ctx, id: string, outcome: 'SENT' | 'FAILED'): Promise<EmailRow> {
  return ctx.transaction(async (tx) => {
    const email = await lockEmail(ctx, tx, id);
    if (email.state !== 'UNKNOWN') throw new AppError('move_not_allowed', { detail: 'What became of this email is known.' });
    await tx.db
      .updateTable('emails')
      .set({
        state: outcome,
        // The mail left at the time of the attempt, not when the person looked.
        sent_at: outcome === 'SENT' ? email.finished_at : null,
        reason: outcome === 'SENT' ? null : 'A teammate looked: it did not leave.',
      })
      .where('company_id', '=', tx.companyId)
      .where('created_at', '=', email.created_at)
      .where('id', '=', id)
      .execute();
    if (outcome === 'SENT' && email.kind === 'BROKER') await countSent(tx, email.template_id);
    await writeHistory(tx, id, outcome, ctx.actor.userId, null);
    return answerAndTell(ctx, tx, email);
  });
}

async function countSent(tx: TenantTx, templateId: string | null): Promise<void> {
  if (templateId === null) return;
  await sql`update email_templates set sent = sent + 1 where company_id = ${tx.companyId} and id = ${templateId}`.execute(tx.db);
}

/** Sends a failed mail again, once, and only if it certainly did not leave. It is a new mail with the same text. */
export function resendEmail(ctx: Ctx, id: string, isConfirmed: boolean): Promise<EmailRow> {
  return ctx.transaction(async (tx) => {
    await requireActivePlan(tx, 'emailAddresses');
    const email = await lockEmail(ctx, tx, id);
    if (email.state === 'UNKNOWN') {
      throw new AppError('move_not_allowed', { detail: 'Nobody knows whether this email arrived. Say first what became of it.' });
    }
    if (email.state !== 'FAILED') throw new AppError('move_not_allowed', { detail: 'Only an email that failed can be sent again.' });
    if (email.resent_as !== null) throw new AppError('move_not_allowed', { detail: 'This email was sent again already.' });
    const mailbox = await requireSendableMailbox(ctx, tx, email.account_id);
    if (!isConfirmed) {
      await refuseSecond(tx, email);
      refuseHopeless(email);
    }
    const cc = email.cc_address;
    const again = await writeEmail(ctx, tx, {
      kind: email.kind,
      provider: mailbox.provider,
      account_id: email.account_id,
      template_id: email.template_id,
      template_name: email.template_name,
      to_address: email.to_address,
      to_name: email.to_name,
      cc_address: cc !== null && (await isStillCopied(tx, email.template_id, cc)) ? cc : null,
      subject: email.subject,
      html: email.html,
      text: email.text,
      load_id: email.load_id,
      board_load: email.board_load === null ? null : toJsonText(email.board_load),
      broker_id: email.broker_id,
      broker_name: email.broker_name,
      broker_key: email.broker_key,
      fingerprint: email.fingerprint,
      lane: email.lane,
      offer_cents: email.offer_cents,
      in_reply_to: email.in_reply_to,
      thread_ids: email.thread_ids,
    });
    await tx.db
      .updateTable('emails')
      .set({ resent_as: again })
      .where('company_id', '=', tx.companyId)
      .where('created_at', '=', email.created_at)
      .where('id', '=', id)
      .execute();
    tellEmails(tx, [email]);
    return readEmailRow(ctx, tx, again);
  });
}

/** Sending again is seldom right if the address was refused, or if the mail is a day old: its truck is probably gone. */
function refuseHopeless({ is_bounce, reason, created_at }: { is_bounce: boolean; reason: string | null; created_at: Date }): void {
  if (is_bounce) throw new AppError('confirmation_needed', { detail: reason ?? 'The recipient’s address was refused.' });
  if (Date.now() - created_at.getTime() < duplicateWindowMs) return;
  throw new AppError('confirmation_needed', { detail: 'It was written more than a day ago, and leaves with the words it has.' });
}

/** A teammate may have written about the same freight since the mail failed. */
async function refuseSecond(tx: TenantTx, email: Selectable<DB['emails']>): Promise<void> {
  const { fingerprint, broker_key: brokerKey, board_load: boardLoad } = email;
  const broker = { mc: brokerKey?.startsWith('mc:') ? brokerKey.slice(3) : null, email: email.to_address, name: email.broker_name };
  const freight = {
    fingerprints: listFingerprints(fingerprint, boardLoad === null ? null : freightOfBoardLoad(BoardLoad.parse(boardLoad), null), broker),
    brokerKey,
    brokerKeys: brokerKeysOf(broker),
    loadId: email.load_id,
  };
  await lockFreight(tx, freight);
  const [last] = await readEarlier(tx, freight);
  if (last) throw new AppError('confirmation_needed', { detail: `${last.userName} wrote to ${last.to} about this load since.` });
}

/** People mark answers by hand: we may only send from the mailbox, not read it. */
export function answerEmail(ctx: Ctx, id: string, answer: EmailAnswer | null): Promise<EmailRow> {
  return ctx.transaction(async (tx) => {
    const email = await lockEmail(ctx, tx, id);
    if (email.state !== 'SENT' || email.kind !== 'BROKER') {
      throw new AppError('move_not_allowed', { detail: 'Only an email that was sent to a broker can have an answer.' });
    }
    await sql`
      update emails set answer = ${answer}, answered_at = case when ${answer}::text is null then null else coalesce(answered_at, now()) end
      where company_id = ${tx.companyId} and created_at = ${writtenAt(id)} and id = ${id}`.execute(tx.db);
    const change = Number(answer !== null) - Number(email.answer !== null);
    if (change !== 0 && email.template_id !== null) {
      await sql`
        update email_templates set answered = greatest(answered + ${change}, 0)
        where company_id = ${tx.companyId} and id = ${email.template_id}`.execute(tx.db);
    }
    return answerAndTell(ctx, tx, email);
  });
}

async function answerAndTell(ctx: Ctx, tx: TenantTx, email: ChangedMail): Promise<EmailRow> {
  const row = await readEmailRow(ctx, tx, email.id);
  tellEmails(tx, [email]);
  return row;
}
