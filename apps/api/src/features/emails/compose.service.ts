import type { EmailIntent } from '@headhaul/contracts/mail/emails';
import { type RenderedMail, renderMail } from '@headhaul/domain/mail/render';
import { valuesOfBoardLoad, valuesOfLoad, valuesOfSender } from '@headhaul/domain/mail/values';
import type { MailValues } from '@headhaul/domain/mail/variables';
import type { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { askFactorTemplate } from '../email-templates/ask-factor.service.ts';
import { type MailFacts, readMailFacts } from './mail-facts.service.ts';
import type { Mailbox } from './mailbox.service.ts';

interface Template {
  /** Null for a text that is not stored. */
  id: string | null;
  name: string;
  subject: string;
  htmlBody: string;
  ccEmail: string | null;
}

/** A mail, and what it was made of. */
export interface ComposedMail {
  template: Template;
  facts: MailFacts;
  rendered: RenderedMail;
}

export const tooLongMail = 'Filled with these values, the email is too long to send. Use fewer variables in the template.';

/** Fills the mailbox's template. The check and the sending both use this, so they see the same mail. */
export async function composeMail(ctx: Ctx, tx: TenantTx, mailbox: Mailbox, intent: z.output<typeof EmailIntent>): Promise<ComposedMail> {
  if (intent.isToFactor) await assertToFactor(tx, intent.to);
  const template =
    intent.isToFactor && intent.templateId === null ? askFactorTemplate : await readTemplate(tx, mailbox.id, intent.templateId);
  const facts = await readMailFacts(ctx, tx, intent);
  const parts = {
    subject: template.subject,
    htmlBody: template.htmlBody,
    signature: mailbox.signature,
    hasWatermark: mailbox.hasWatermark,
  };
  return { template, facts, rendered: renderMail(parts, valuesOfFacts(facts, intent.offerCents, recipientOf(facts, intent))) };
}

/** A mail to the factor skips what is checked for mails to brokers, so it may go to the factor only. */
async function assertToFactor(tx: TenantTx, to: string): Promise<void> {
  const company = await tx.db.selectFrom('companies').where('company_id', '=', tx.companyId).select('factor_email').executeTakeFirst();
  if (company?.factor_email?.toLowerCase() === to.toLowerCase()) return;
  throw new AppError('validation_failed', { detail: 'This is not the factor’s address. Change it on the Company page.' });
}

/**
 * The name for the greeting: the chosen name, else the contact of the load or the board. The load's contact is not used if the load has
 * another address for them.
 */
function recipientOf({ load, boardLoad }: MailFacts, { to, toName }: { to: string; toName: string | null }): string | null {
  if (toName !== null && toName !== '') return toName;
  if (load) return load.brokerContactEmail === null || load.brokerContactEmail.toLowerCase() === to ? load.brokerContactName : null;
  return boardLoad?.contactName ?? null;
}

export function valuesOfFacts(
  { load, boardLoad, driver, milesToPickup, company, user, broker, brokerName, brokerMc }: MailFacts,
  offerCents: number | null,
  toName: string | null,
): MailValues {
  const sender = { driver, company, user, offerCents, toName, now: new Date() };
  const values = load
    ? valuesOfLoad({ ...sender, load, milesToPickup })
    : boardLoad
      ? valuesOfBoardLoad({ ...sender, boardLoad })
      : valuesOfSender({ ...sender, brokerName });
  return {
    ...values,
    ...(brokerMc === null ? {} : { 'broker.mc': brokerMc }),
    ...(broker?.dot == null ? {} : { 'broker.dot': broker.dot }),
  };
}

async function readTemplate(tx: TenantTx, accountId: string, id: string | null): Promise<Template> {
  const template = await tx.db
    .selectFrom('email_templates')
    .where('company_id', '=', tx.companyId)
    .where('account_id', '=', accountId)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .$if(id === null, (query) => query.where('is_default', '=', true))
    .select(['id', 'name', 'subject', 'html_body as htmlBody', 'cc_email as ccEmail'])
    .executeTakeFirst();
  if (template) return template;
  if (id !== null) throw new AppError('not_found', { detail: 'We could not find that template.' });
  throw new AppError('move_not_allowed', { detail: 'This mailbox has no template yet. Write one first.' });
}
