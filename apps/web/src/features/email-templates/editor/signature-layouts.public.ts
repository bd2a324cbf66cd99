import { docketNumber } from '@headhaul/contracts/http/field';
import type { SignaturePrefill } from '@headhaul/contracts/mail/templates';
import { escapeHtml } from '@headhaul/domain/mail/markup';
import { renderMail } from '@headhaul/domain/mail/render';
import type { MailValues } from '@headhaul/domain/mail/variables';
import { withSampleLoad } from './sample-values.public.ts';

/** The parts of a signature. Empty parts are left out. */
export interface SignatureFields {
  name: string;
  title: string;
  company: string;
  mc: string;
  dot: string;
  phone: string;
  email: string;
}

export const signatureLayouts = { plain: 'Plain lines', line: 'One line', picture: 'Picture on top' } as const;
export type SignatureLayout = keyof typeof signatureLayouts;

/** The variables for parts that depend on the sender. The email address has none, because all senders of a mailbox share it. */
const variables = {
  name: 'user.name',
  company: 'company.name',
  mc: 'company.mc',
  dot: 'company.dot',
  phone: 'user.phone',
} as const satisfies Partial<Record<keyof SignatureFields, keyof MailValues>>;

/** The error of an MC or USDOT number. An empty one is valid. */
export function docketError(text: string): string | undefined {
  return text.trim() === '' ? undefined : docketNumber.safeParse(text).error?.issues[0]?.message;
}

/** Users may paste "MC-918204". The signature adds "MC" itself. */
function docketDigits(text: string): string {
  return docketNumber.safeParse(text).data ?? text.trim();
}

function phoneDigits(text: string): string {
  return text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
}

function isSame(part: keyof typeof variables, typed: string, own: string): boolean {
  return part === 'phone' ? phoneDigits(typed) === phoneDigits(own) : typed === own;
}

function joined(parts: readonly string[], by: string): string {
  return parts.filter((part) => part !== '').join(by);
}

/**
 * A signature in one of the layouts. It uses only plain tags, which all inboxes show alike. Values of this person or the company become
 * variables, so that a teammate who sends from the mailbox signs with their own name.
 */
export function buildSignature(layout: SignatureLayout, fields: SignatureFields, imageUrl: string | null, own: MailValues): string {
  const typed = (part: keyof SignatureFields) => (part === 'mc' || part === 'dot' ? docketDigits(fields[part]) : fields[part].trim());
  const isOwn = (part: keyof typeof variables) => typed(part) !== '' && isSame(part, typed(part), own[variables[part]] ?? '');
  const say = (part: keyof typeof variables) => (isOwn(part) ? `{{${variables[part]}}}` : escapeHtml(typed(part)));
  const [name, company, mc, dot, phone] = [say('name'), say('company'), say('mc'), say('dot'), say('phone')];
  const [title, email] = [escapeHtml(typed('title')), escapeHtml(typed('email'))];
  const mcText = mc === '' ? '' : `MC ${mc}`;
  const dotText = dot === '' ? '' : `USDOT ${dot}`;
  // Link addresses never contain variables, so a phone number that is a variable gets no link. Phones detect numbers by themselves.
  const call = phone === '' || isOwn('phone') ? phone : `<a href="tel:${typed('phone').replaceAll(/[^\d+]/g, '')}">${phone}</a>`;
  const write = email === '' ? '' : `<a href="mailto:${email}">${email}</a>`;
  const who = joined([name === '' ? '' : `<strong>${name}</strong>`, title], ', ');
  const image = imageUrl === null ? '' : `<p><img src="${escapeHtml(imageUrl)}" alt="${escapeHtml(typed('company'))}" width="140"></p>`;
  const lines =
    layout === 'line'
      ? [joined([who, company, mcText, call, write], ' · ')]
      : [who, joined([company, mcText, dotText], ', '), joined([call, write], ' · ')];
  const text = lines.filter((line) => line !== '').join('<br>');
  const body = text === '' ? '' : `<p>${text}</p>`;
  return layout === 'picture' ? image + body : body + image;
}

/** The known data of the sender. Without a prefill only the title and the mailbox's address are filled in. */
export function fieldsOf(prefill: SignaturePrefill | null, address: string): SignatureFields {
  return {
    name: prefill?.name ?? '',
    title: 'dispatch',
    company: prefill?.company ?? '',
    mc: prefill?.mc ?? '',
    dot: prefill?.dot ?? '',
    phone: prefill?.phone ?? '',
    email: address,
  };
}

/** The signature as it appears when this person sends. */
export function fillSignature(signature: string, own: MailValues): string {
  return renderMail({ subject: '', htmlBody: '{{signature}}', signature, hasWatermark: false }, withSampleLoad(own)).html;
}
