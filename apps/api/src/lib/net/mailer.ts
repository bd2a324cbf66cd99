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
