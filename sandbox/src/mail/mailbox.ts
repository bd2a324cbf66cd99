import PostalMime from 'postal-mime';
import { z } from 'zod';
import { readHeaders, subjectOf } from './mail-headers.ts';

/** The channel by which a mail came: the product's own outgoing mail, or a person's mailbox at one of the providers. */
export const MailDoor = z.enum(['mail', 'gmail', 'graph', 'smtp']);
export type MailDoor = z.infer<typeof MailDoor>;
/** What the sender got although the mail was accepted: an error, or nothing because the connection was cut. */
export const MailFailure = z.enum(['UNAVAILABLE', 'RESET']);
export type MailFailure = z.infer<typeof MailFailure>;

interface Arrival {
  raw: Buffer;
  from: string;
  /** The recipients of the envelope, whatever the header says. */
  to: string[];
  provider: MailDoor;
  /** The mailbox that sent it. Null for the product's own mail. */
  account: string | null;
  failure: MailFailure | null;
}

export interface MailSummary extends Omit<Arrival, 'raw' | 'from'> {
  id: number;
  at: string;
  messageId: string;
}

/** A stored mail. Its text is parsed from the source only when it is needed. */
export interface KeptMail extends MailSummary, Arrival {
  subject: string;
}

export interface ReceivedMail extends Omit<KeptMail, 'raw'> {
  text: string;
  html: string;
  raw: string;
}

export const MailQuery = z.object({
  /** Part of a recipient's address. */
  to: z.string().trim().toLowerCase().default(''),
  provider: MailDoor.optional(),
  account: z.string().trim().toLowerCase().optional(),
  failure: MailFailure.optional(),
  /** Only mails that came earlier than this one. */
  before: z.coerce.number().int().optional(),
  /** Only mails that came later than this one, oldest first. */
  after: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(50_000).default(1_000),
});
export type MailQuery = z.infer<typeof MailQuery>;

export interface Mailbox {
  add(arrival: Arrival): KeptMail;
  /** Newest first, unless `after` is given. */
  select(query: MailQuery): KeptMail[];
  count(query: MailQuery): { count: number; dropped: number };
  find(id: number): KeptMail | undefined;
  read(mail: KeptMail): Promise<ReceivedMail>;
  clear(): void;
}

/** A sandbox may run for weeks, so the oldest mails are dropped beyond these limits. */
const maxMails = 50_000;
const maxBytes = 400 * 1024 * 1024;

function matches(mail: KeptMail, { to, provider, account, failure }: MailQuery): boolean {
  if (provider !== undefined && mail.provider !== provider) return false;
  if (account !== undefined && mail.account?.toLowerCase() !== account) return false;
  if (failure !== undefined && mail.failure !== failure) return false;
  return to === '' || mail.to.some((address) => address.toLowerCase().includes(to));
}

export function summaryOf({ id, at, provider, account, to, messageId, failure }: KeptMail): MailSummary {
  return { id, at, provider, account, to, messageId, failure };
}

export function createMailbox(): Mailbox {
  const mails = new Map<number, KeptMail>();
  let firstId = 1;
  let lastId = 0;
  let bytes = 0;
  let dropped = 0;

  function dropOldest(): void {
    bytes -= mails.get(firstId)?.raw.length ?? 0;
    mails.delete(firstId);
    firstId += 1;
    dropped += 1;
  }

  /** Ids have no gaps, so the cost depends on the size of the page, not of the mailbox. */
  function* walk({ before, after }: MailQuery): Generator<KeptMail> {
    const lowest = Math.max(firstId, (after ?? 0) + 1);
    const highest = Math.min(lastId, (before ?? lastId + 1) - 1);
    const isUpward = after !== undefined;
    for (let step = 0; step <= highest - lowest; step += 1) {
      const mail = mails.get(isUpward ? lowest + step : highest - step);
      if (mail !== undefined) yield mail;
    }
  }

  return {
    add(arrival) {
      const headers = readHeaders(arrival.raw);
      lastId += 1;
      const mail: KeptMail = {
        ...arrival,
        id: lastId,
        at: new Date().toISOString(),
        messageId: headers.text('message-id'),
        subject: subjectOf(headers),
      };
      mails.set(mail.id, mail);
      bytes += mail.raw.length;
      while (mails.size > maxMails || (bytes > maxBytes && mails.size > 1)) dropOldest();
      return mail;
    },
    select(query) {
      const found: KeptMail[] = [];
      for (const mail of walk(query)) {
        if (matches(mail, query)) found.push(mail);
        if (found.length === query.limit) break;
      }
      return found;
    },
    count(query) {
      let count = 0;
      for (const mail of walk(query)) if (matches(mail, query)) count += 1;
      return { count, dropped };
    },
    find: (id) => mails.get(id),
    async read(mail) {
      const { text = '', html = '' } = await PostalMime.parse(mail.raw);
      return { ...mail, text: text.trimEnd(), html: html.trimEnd(), raw: mail.raw.toString('utf8') };
    },
    clear() {
      mails.clear();
      firstId = lastId + 1;
      bytes = 0;
      dropped = 0;
    },
  };
}
