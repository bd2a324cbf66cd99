import { randomUUID } from 'node:crypto';
import { z } from 'zod';

const Recipient = z.object({ emailAddress: z.object({ name: z.string().optional(), address: z.string() }) });
const Recipients = z.array(Recipient).default([]);

/** A mail in Graph's JSON format. */
export const GraphSendMail = z.object({
  message: z.object({
    subject: z.string().default(''),
    body: z.object({ contentType: z.string().default('Text'), content: z.string().default('') }).prefault({}),
    from: Recipient.optional(),
    toRecipients: Recipients,
    ccRecipients: Recipients,
    bccRecipients: Recipients,
    replyTo: Recipients,
    internetMessageId: z.string().optional(),
    internetMessageHeaders: z.array(z.object({ name: z.string().regex(/^x-[\w-]+$/i), value: z.string() })).default([]),
  }),
  saveToSentItems: z.boolean().default(true),
});
type GraphMessage = z.infer<typeof GraphSendMail>['message'];

/** Encoded, so that no text can start a new header. */
const word = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
const plain = (text: string) => text.replace(/[\r\n<>,]/g, '');

function line(name: string, recipients: z.infer<typeof Recipients>): string[] {
  const written = recipients.map(
    ({ emailAddress: { name: label = '', address } }) => `${label === '' ? '' : `${word(label)} `}<${plain(address)}>`,
  );
  return written.length === 0 ? [] : [`${name}: ${written.join(', ')}`];
}

/** The mail's source, as Exchange writes it. */
export function writeMime(message: GraphMessage, account: string): Buffer {
  const isHtml = message.body.contentType.toLowerCase() === 'html';
  const head = [
    ...line('From', [message.from ?? { emailAddress: { address: account } }]),
    ...line('To', message.toRecipients),
    ...line('Cc', message.ccRecipients),
    ...line('Bcc', message.bccRecipients),
    ...line('Reply-To', message.replyTo),
    `Subject: ${word(message.subject)}`,
    `Message-ID: ${message.internetMessageId?.replace(/[\r\n]/g, '') ?? `<${randomUUID()}@graph.example>`}`,
    `Date: ${new Date().toUTCString()}`,
    ...message.internetMessageHeaders.map(({ name, value }) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}`),
    'MIME-Version: 1.0',
    `Content-Type: text/${isHtml ? 'html' : 'plain'}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
  ];
  const body = Buffer.from(message.body.content).toString('base64').replace(/.{76}/g, '$&\r\n');
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}\r\n`);
}
