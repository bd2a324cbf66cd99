import MailComposer from 'nodemailer/lib/mail-composer';

export interface OutgoingMail {
  from: { name: string; address: string };
  to: { name: string; address: string };
  cc: string | null;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  inReplyTo: string | null;
  references: string[];
}

/**
 * The outcome of one attempt. `later` means that the provider certainly accepted nothing. If that is not certain, the outcome is
 * `unknown`, and no program sends the mail again.
 */
export type SendOutcome =
  | { kind: 'sent'; providerMessageId: string | null }
  | { kind: 'refused'; reason: string; isBounce: boolean }
  /** With `RECIPIENT` only this mail waits. Otherwise the whole mailbox waits. */
  | { kind: 'later'; retryAfterMs: number | null; reason: 'RATE' | 'DAILY_CAP' | 'NOT_REACHED' | 'RECIPIENT' }
  | { kind: 'disconnected'; reason: string }
  | { kind: 'unknown'; reason: string };

/** A mailbox that is ready to send. `send` never throws because of what a provider does. */
export interface MailSender {
  send(mail: OutgoingMail): Promise<SendOutcome>;
  /** Revokes our access. Throws if the provider can't be reached, but not if the grant is already gone. */
  revoke(): Promise<void>;
  close(): void;
}

/** One MIME text for every provider. Addresses are objects, because in a string a comma would add a recipient. */
export function composeMime(mail: OutgoingMail): Promise<Buffer> {
  return new MailComposer({
    from: mail.from,
    to: mail.to,
    ...(mail.cc === null ? {} : { cc: { name: '', address: mail.cc } }),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: mail.messageId,
    ...(mail.inReplyTo === null ? {} : { inReplyTo: mail.inReplyTo }),
    ...(mail.references.length === 0 ? {} : { references: mail.references }),
    // A dispatcher wrote the text. It must not make the worker read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}
