import { inject } from 'vitest';

interface ArrivedMail {
  subject: string;
  text: string;
  html: string;
  to: string[];
  from: string;
}

/** The mails to this address that the sandbox's mail server accepted. */
export async function readArrivedMails(to: string): Promise<ArrivedMail[]> {
  const response = await fetch(`http://localhost:${inject('sandboxPort')}/mailbox/messages?to=${encodeURIComponent(to)}`);
  return (await response.json()) as ArrivedMail[];
}
