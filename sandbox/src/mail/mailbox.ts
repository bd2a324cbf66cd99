import PostalMime from 'postal-mime';

/** A mail as it arrived. `to` is the envelope's list: those it was handed to, whatever its header says. */
export interface ReceivedMail {
  id: number;
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  raw: string;
}

export interface Mailbox {
  add(raw: Buffer, from: string, to: string[]): Promise<ReceivedMail>;
  /** Newest first; with `to`, those whose recipients contain it. */
  list(to?: string): ReceivedMail[];
  find(id: number): ReceivedMail | undefined;
  clear(): void;
}

/** A sandbox may run for weeks; the oldest mails make room. */
const maxMails = 1_000;

export function createMailbox(): Mailbox {
  let mails: ReceivedMail[] = [];
  let lastId = 0;
  return {
    async add(raw, from, to) {
      const { subject = '', text = '', html = '' } = await PostalMime.parse(raw);
      lastId += 1;
      const mail = {
        id: lastId,
        at: new Date().toISOString(),
        from,
        to,
        subject,
        text: text.trimEnd(),
        html: html.trimEnd(),
        raw: raw.toString('utf8'),
      };
      mails = [mail, ...mails].slice(0, maxMails);
      return mail;
    },
    list(to = '') {
      const wanted = to.trim().toLowerCase();
      return mails.filter((mail) => mail.to.some((address) => address.toLowerCase().includes(wanted)));
    },
    find: (id) => mails.find((mail) => mail.id === id),
    clear() {
      mails = [];
    },
  };
}
