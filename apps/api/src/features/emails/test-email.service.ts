import type { EmailRow } from '@headhaul/contracts/mail/emails';
import type { TemplateInput } from '@headhaul/contracts/mail/templates';
import { renderMail } from '@headhaul/domain/mail/render';
import { type MailValues, mailVariables } from '@headhaul/domain/mail/variables';
import type { z } from 'zod';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { readBody, readSignature } from '../email-templates/clean-html.service.ts';
import { tooLongMail, valuesOfFacts } from './compose.service.ts';
import { readEmailRow } from './email-row.ts';
import { readMailFacts } from './mail-facts.service.ts';
import { requireSendableMailbox } from './mailbox.service.ts';
import { writeEmail } from './write-email.ts';

interface TestMail {
  accountId: string;
  template: z.output<typeof TemplateInput>;
  loadId: string | null;
}

/** Sends the template as it is on the screen to the caller's sign-in address. It leaves without undo time, through the same queue. */
export function sendTestEmail(ctx: Ctx, { accountId, template, loadId }: TestMail): Promise<EmailRow> {
  // Cleaning takes a moment, so it comes before the mailbox is locked.
  const htmlBody = readBody('body.template.htmlBody', template.htmlBody);
  const signature =
    template.signature === null ? null : readSignature('body.template.signature', template.signature, ctx.platform.env.PUBLIC_URL);
  return ctx.transaction(async (tx) => {
    const mailbox = await requireSendableMailbox(ctx, tx, accountId);
    const { load } = await readMailFacts(ctx, tx, { to: '', loadId, boardLoad: null, brokerId: null, driverId: null });
    const facts = await readMailFacts(ctx, tx, { to: '', loadId, boardLoad: null, brokerId: null, driverId: load?.driverId ?? null });
    const parts = { subject: template.subject, htmlBody, signature, hasWatermark: mailbox.hasWatermark };
    // The same values as in the preview next to the editor.
    const values = valuesOfFacts(facts, load?.grossCents || null, load?.brokerContactName ?? null);
    const rendered = renderMail(parts, { ...samplesOf((group) => load === null || group === 'Truck'), ...values });
    if (rendered.subject === '') throw new AppError('move_not_allowed', { detail: 'The subject is empty.' });
    if (rendered.isTooLong) throw new AppError('move_not_allowed', { detail: tooLongMail });
    const id = await writeEmail(ctx, tx, {
      kind: 'TEST',
      provider: mailbox.provider,
      account_id: mailbox.id,
      to_address: facts.user.email.toLowerCase(),
      to_name: facts.user.name.slice(0, 100),
      subject: rendered.subject,
      html: rendered.html,
      text: rendered.text,
    });
    return readEmailRow(ctx, tx, id);
  });
}

/** Read each time, because the sample days depend on the current day. */
function samplesOf(isWanted: (group: string) => boolean): MailValues {
  const wanted = Object.entries(mailVariables).filter(([, { group }]) => isWanted(group));
  return Object.fromEntries(wanted.map(([name, { sample }]) => [name, sample])) as MailValues;
}
