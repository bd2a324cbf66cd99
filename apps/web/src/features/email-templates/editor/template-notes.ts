import { renderMail } from '@headhaul/domain/mail/render';
import type { BrokerNeed, MailValues } from '@headhaul/domain/mail/variables';
import { withSampleLoad } from './sample-values.public.ts';
import { cutAtVariables, type Variable, variableLabel, variableState } from './variable-text.public.ts';

interface TemplateText {
  subject: string;
  htmlBody: string;
  signature: string | null;
}

function variablesOf(text: string): Variable[] {
  return cutAtVariables(text).filter((part) => typeof part !== 'string');
}

/** "Posting ID and Posted rate are missing on some boards." */
function formatMissing(labels: readonly string[]): string {
  const names = labels.length === 1 ? labels[0] : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;
  return `${names} ${labels.length === 1 ? 'is' : 'are'} missing on some boards.`;
}

/** What brokers would miss in a template, and hints. It is checked with the office's own values and a sample load that has everything. */
export function checkTemplate({ subject, htmlBody, signature }: TemplateText, own: MailValues): { missing: BrokerNeed[]; notes: string[] } {
  const { missing, unknownVariables, isTooLong } = renderMail({ subject, htmlBody, signature, hasWatermark: false }, withSampleLoad(own));
  const notes: string[] = [];
  if (isTooLong) notes.push('Filled with values, this mail is too long to send. Use fewer variables.');
  for (const name of unknownVariables) notes.push(`No mail can fill “${name}”. Nothing is sent with this template until it is removed.`);
  const weak = (text: string) => [
    ...new Set(
      variablesOf(text)
        .filter((one) => variableState(one) === 'often-empty')
        .map(({ name }) => variableLabel(name)),
    ),
  ];
  const [inSubject, inBody] = [weak(subject), weak(htmlBody)];
  if (inSubject.length > 0) {
    notes.push(
      `${formatMissing(inSubject)} A mail whose subject is missing it is not sent. Press the chip and enter what to write instead.`,
    );
  }
  if (inBody.length > 0) notes.push(`${formatMissing(inBody)} Those mails leave the sentence out.`);
  return { missing, notes };
}
