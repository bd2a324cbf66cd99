import { createTransport } from 'nodemailer';
import type { WorkerEnv } from '../env.ts';

/** A mail of Headhaul's own (invites, notices), not a dispatcher's mail to a broker. */
export interface SystemMail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

export interface Mailer {
  send(mail: SystemMail): Promise<void>;
  close(): void;
}

/**
 * Whether the mail server refused the recipient's address, and not us or the mail. The enhanced status code (RFC 3463) decides where the
 * server sends one: 5.1.7 and 5.1.8 are about the sender's address. Without one, a refusal of the recipient is an answer to RCPT TO.
 */
export function isAddressRefused(error: unknown): boolean {
  const { responseCode, response, command } = (error ?? {}) as { responseCode?: unknown; response?: unknown; command?: unknown };
  if (typeof responseCode !== 'number' || responseCode < 500 || command === 'MAIL FROM') return false;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
  return status === undefined ? command === 'RCPT TO' : /^5\.(1\.([0-69]|\d\d+)|2\.[0-2])$/.test(status);
}

export function createMailer(env: Pick<WorkerEnv, 'SMTP_URL' | 'MAIL_FROM'>): Mailer {
  const transport = createTransport({ url: env.SMTP_URL, pool: true, maxConnections: 2, connectionTimeout: 5_000, socketTimeout: 20_000 });
  return {
    async send(mail) {
      // `to` is an object: nodemailer reads a string as a list, so a comma in it would make two recipients.
      await transport.sendMail({ ...mail, to: { name: '', address: mail.to }, from: env.MAIL_FROM });
    },
    close: () => transport.close(),
  };
}
