import type { EmailCheck, EmailInput, EmailIntent, EmailRow } from '@headhaul/contracts/mail/emails';
import { isMailVariable, mailVariables } from '@headhaul/domain/mail/variables';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { toJsonText } from '../../lib/db/row-sets.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { type ComposedMail, composeMail, tooLongMail } from './compose.service.ts';
import { readEarlier } from './email-list.service.ts';
import { readEmailRow } from './email-row.ts';
import type { Freight } from './fingerprints.ts';
import { readLeavesAt, readThread } from './leaving.service.ts';
import { lockFreight } from './lock-freight.ts';
import type { MailFacts } from './mail-facts.service.ts';
import { countWaiting, fullQueue, holdMailbox, type Mailbox, notConnected, readMailbox } from './mailbox.service.ts';
import { readSignals } from './signals.service.ts';
import { writeEmail } from './write-email.ts';

type Intent = z.output<typeof EmailIntent>;

const manyLoads = 5;
const recentMs = 10 * 60_000;

export function checkEmail(ctx: Ctx, intent: Intent): Promise<EmailCheck> {
  return ctx.transaction(async (tx) => {
    const mailbox = await readMailbox(ctx, tx, intent.accountId);
    return checkMail(tx, mailbox, await composeMail(ctx, tx, mailbox, intent), intent);
  });
}

export function sendEmail(ctx: Ctx, { isConfirmed, seenEmailIds, ...intent }: z.output<typeof EmailInput>): Promise<EmailRow> {
  return ctx.transaction(async (tx) => {
    const mailbox = await holdMailbox(ctx, tx, intent.accountId);
    const composed = await composeMail(ctx, tx, mailbox, intent);
    await lockFreight(tx, freightOf(composed.facts, intent));
    const check = await checkMail(tx, mailbox, composed, intent);
    if (check.blockedReason !== null) throw new AppError('move_not_allowed', { detail: check.blockedReason });
    const hasNew = seenEmailIds !== null && check.earlier.some(({ emailId }) => !seenEmailIds.includes(emailId));
    if (hasNew || (!isConfirmed && (check.earlier.length > 0 || check.missing.length > 0))) {
      if (check.earlier.length > 0) noteHold(ctx, intent.accountId);
      throw new AppError('confirmation_needed', { detail: whyToConfirm(check), current: check });
    }
    const { facts, rendered, template } = composed;
    const freight = freightOf(facts, intent);
    const id = await writeEmail(ctx, tx, {
      kind: 'BROKER',
      provider: mailbox.provider,
      account_id: mailbox.id,
      template_id: template.id,
      template_name: template.name,
      to_address: intent.to,
      to_name: intent.toName,
      cc_address: template.ccEmail,
      subject: rendered.subject,
      html: rendered.html,
      text: rendered.text,
      // Otherwise a later mail to the broker about this load would look like a second one.
      load_id: intent.isToFactor ? null : intent.loadId,
      board_load: intent.boardLoad === null ? null : toJsonText(intent.boardLoad),
      broker_id: facts.broker?.id ?? null,
      broker_name: facts.brokerName,
      broker_key: freight.brokerKey,
      fingerprint: freight.fingerprint,
      lane: facts.lane,
      // What the mail doesn’t say was not asked.
      offer_cents: !intent.isToFactor && rendered.namesOffer ? intent.offerCents : null,
      ...(await readThread(tx, mailbox.id, intent.to, { fingerprints: freight.fingerprints, loadId: intent.loadId })),
    });
    return readEmailRow(ctx, tx, id);
  });
}

/** A mail to the factor is not one to the broker: it is no duplicate of those, and they are none of it. */
function freightOf({ fingerprint, fingerprints, brokerKey, brokerKeys, load }: MailFacts, { isToFactor }: Intent): Freight {
  if (isToFactor) return { fingerprint: null, fingerprints: [], brokerKey: null, brokerKeys: [], loadId: null };
  return { fingerprint, fingerprints, brokerKey, brokerKeys, loadId: load?.id ?? null };
}

async function checkMail(tx: TenantTx, mailbox: Mailbox, composed: ComposedMail, intent: Intent): Promise<EmailCheck> {
  const { to, isToFactor } = intent;
  const freight = freightOf(composed.facts, intent);
  const { facts, rendered, template } = composed;
  const { subject, html, text, missing, namesOffer, emptyVariables } = rendered;
  const waiting = await countWaiting(tx, mailbox.id);
  return {
    subject,
    html,
    text,
    cc: template.ccEmail,
    // What brokers look for, and what is odd about a broker's address, does not concern a factor.
    missing: isToFactor ? [] : missing,
    namesOffer,
    emptyVariables,
    earlier: await readEarlier(tx, freight),
    signals: isToFactor ? [] : await readSignals(tx, facts, to),
    recentToBroker: await countRecent(tx, freight.brokerKey, freight.fingerprint),
    leavesAt: await readLeavesAt(tx, mailbox, waiting),
    blockedReason: whyBlocked(mailbox, waiting, composed),
  };
}

function whyBlocked({ isConnected, dailyCap }: Mailbox, waiting: number, { facts, rendered }: ComposedMail): string | null {
  const { subject, unresolvedInSubject, isTooLong } = rendered;
  if (!isConnected) return notConnected;
  if (waiting >= dailyCap) return fullQueue;
  if (unresolvedInSubject.length > 0) {
    const names = unresolvedInSubject.map((name) => (isMailVariable(name) ? mailVariables[name].label : name)).join(', ');
    return facts.lane === null
      ? `This template needs a load: ${names}. Choose the load, or another template.`
      : `The subject needs what this load does not have: ${names}. Fill it in, or give it a fallback in the template.`;
  }
  if (isTooLong) return tooLongMail;
  return subject === '' ? 'The subject is empty.' : null;
}

function whyToConfirm({ earlier, missing }: EmailCheck): string {
  const [last] = earlier;
  if (last) return `${last.userName} wrote to ${last.to} about this load already.`;
  return `This email does not say everything brokers look for: ${missing.length} of it is missing.`;
}

/** How many other loads of this broker the company wrote about in the last ten minutes. Null if few: many look like mass mail. */
async function countRecent(tx: TenantTx, brokerKey: string | null, fingerprint: string | null): Promise<number | null> {
  if (brokerKey === null) return null;
  const { rows } = await sql<{ loads: number }>`
    select count(distinct fingerprint)::int as loads from emails
    where company_id = ${tx.companyId} and created_at > ${new Date(Date.now() - recentMs)} and kind = 'BROKER' and broker_key = ${brokerKey}
      and state in ('QUEUED', 'SENT', 'UNKNOWN') and fingerprint is distinct from ${fingerprint}`.execute(tx.db);
  const loads = rows[0]?.loads ?? 0;
  return loads >= manyLoads ? loads : null;
}

/**
 * Counts a held duplicate in its own transaction, because the request's transaction is rolled back. The request does not wait for it:
 * requests that hold one connection and wait for another could block each other.
 */
function noteHold({ platform, actor }: Ctx, accountId: string): void {
  platform.db
    .withTenant(actor.companyId, (tx) =>
      tx.db
        .insertInto('email_holds')
        .values({ company_id: tx.companyId, id: uuidv7(), account_id: accountId, user_id: actor.userId })
        .execute(),
    )
    .catch((error: unknown) => platform.log.warn({ err: error }, 'a held mail was not counted'));
}
