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
 * What became of one try. `later` says that nothing was accepted, for certain; whatever is not certain is `unknown`, and no
 * program sends an unknown one again.
 */
export type SendOutcome =
  | { kind: 'sent'; providerMessageId: string | null }
  | { kind: 'refused'; reason: string; isBounce: boolean }
  /** With `RECIPIENT` it is this mail alone that waits; else the whole mailbox does. */
  | { kind: 'later'; retryAfterMs: number | null; reason: 'RATE' | 'DAILY_CAP' | 'NOT_REACHED' | 'RECIPIENT' }
  | { kind: 'disconnected'; reason: string }
  | { kind: 'unknown'; reason: string };

/** A mailbox, ready to send. It never throws for what a provider does. */
export interface MailSender {
  send(mail: OutgoingMail): Promise<SendOutcome>;
  /** Gives the access back. Throws when the provider can't be reached; a grant that is gone already is fine. */
  revoke(): Promise<void>;
  close(): void;
}

/** One MIME text for every provider. Addresses are objects: a string would be read as a list, and a comma would add a recipient. */
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
    // The text is the dispatcher's; it must not make the worker read files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}
