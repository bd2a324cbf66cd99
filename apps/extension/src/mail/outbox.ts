import { BrokerNeedName, EmailInput } from '@headhaul/contracts/mail/emails';
import { z } from 'zod';
import type { StorageArea } from '../lib/storage-area.ts';

/** A mail that isn't at the API after this time is not sent without asking: its truck may be gone. */
export const expiresAfterMs = 10 * 60_000;
/** After this nobody comes back to a question or to a mail that wasn't sent. */
const keptMs = 60 * 60_000;
const mostKept = 100;
const outboxKey = 'outbox';

/**
 * CHECKING: the API says first what there is to read. ASKING: the user reads it. SENDING: the API is asked to send, maybe not for the first
 * time, and may have the mail. QUEUED: the API has it. CANCELLING: the API is asked to take it back, or never to make it. NOT_SENT: it was
 * refused, or it expired; the API doesn't have it.
 */
const Step = z.enum(['CHECKING', 'ASKING', 'SENDING', 'QUEUED', 'CANCELLING', 'NOT_SENT']);
export type Step = z.infer<typeof Step>;
/** On the way to the API, and not given up. */
export const forth: readonly Step[] = ['CHECKING', 'ASKING', 'SENDING'];
const mayBeThere: readonly Step[] = ['SENDING', 'QUEUED', 'CANCELLING'];

const OutboxMail = z.object({
  /** The click. */
  opId: z.uuid(),
  /** The API's idempotency key of exactly this `body`. */
  key: z.uuid(),
  userId: z.string(),
  /** Which rows show it. Null for a load without cities and numbers. */
  fingerprint: z.string().nullable(),
  step: Step,
  body: EmailInput,
  /** The mailbox's address. */
  from: z.string(),
  /** Whose truck it offers, in words. Null without one. */
  driver: z.string().nullable().default(null),
  /** Why it is read before it leaves, whatever it says: without its driver nobody has seen it yet. */
  readAnyway: z.enum(['DRIVER_LEFT_OUT', 'DRIVER_GONE']).nullable().default(null),
  /** What brokers look for and the mail doesn't say. */
  lacks: z.array(BrokerNeedName),
  createdAtMs: z.number(),
  /** When the API was first asked to send it. */
  triedAtMs: z.number().nullable(),
  /** Until this moment the API lets it be taken back. Null before it has the mail. */
  leavesAtMs: z.number().nullable(),
  /** Why it was not sent, or will not be. It stays while the mail is tried anew, so that it isn't lost when nobody answers its question. */
  why: z.string(),
});
export type OutboxMail = z.infer<typeof OutboxMail>;

/** The API is asked, or will be. */
export function isUnderway({ step }: OutboxMail): boolean {
  return step === 'CHECKING' || step === 'SENDING' || step === 'CANCELLING';
}

/** Only the user's click sends it. */
export function isUnsent({ step, why }: OutboxMail): boolean {
  return step === 'NOT_SENT' || (step === 'ASKING' && why !== '');
}

interface OutboxParts {
  area: StorageArea;
  withLock<T>(run: () => Promise<T>): Promise<T>;
  nowMs(): number;
}

/** Mails on their way to the API. The worker may be stopped between any two steps, so each step is written down before it is made. */
export function createOutbox({ area, withLock, nowMs }: OutboxParts) {
  /** One entry that makes no sense doesn't cost the others. */
  async function read(): Promise<OutboxMail[]> {
    const stored = (await area.get(outboxKey))[outboxKey];
    return (Array.isArray(stored) ? stored : []).flatMap((one) => OutboxMail.safeParse(one).data ?? []);
  }

  function change(next: (mails: OutboxMail[]) => OutboxMail[]): Promise<void> {
    return withLock(async () => {
      const kept = next(await read()).filter(({ createdAtMs }) => nowMs() - createdAtMs < keptMs);
      await area.set({ [outboxKey]: kept.slice(-mostKept) });
    });
  }

  return {
    read,
    find: async (opId: string) => (await read()).find((mail) => mail.opId === opId) ?? null,
    /** Takes the place of older ones about the same load. If one of them is on its way to the API, that one stays and is returned. */
    async claim(mail: OutboxMail, isAbout: (other: OutboxMail) => boolean): Promise<OutboxMail> {
      let claimed = mail;
      await change((mails) => {
        const underway = mails.find((other) => isAbout(other) && isUnderway(other));
        if (underway !== undefined) claimed = underway;
        return underway === undefined ? [...mails.filter((other) => !isAbout(other) || other.step === 'QUEUED'), mail] : mails;
      });
      return claimed;
    },
    /** Changes one that is at one of these steps, and gives what became of it. Null: it was given up or forgotten meanwhile. */
    async update(opId: string, from: readonly Step[], changed: Partial<OutboxMail>): Promise<OutboxMail | null> {
      let updated: OutboxMail | null = null;
      await change((mails) =>
        mails.map((mail) => {
          if (mail.opId !== opId || !from.includes(mail.step)) return mail;
          updated = { ...mail, ...changed };
          return updated;
        }),
      );
      return updated;
    },
    /** Forgets a mail that can't be at the API. Any other must be taken back there first: it is returned. */
    async giveUp(opId: string): Promise<OutboxMail | null> {
      let cancelling: OutboxMail | null = null;
      await change((mails) =>
        mails.flatMap((mail) => {
          if (mail.opId !== opId) return [mail];
          if (!mayBeThere.includes(mail.step)) return [];
          cancelling = { ...mail, step: 'CANCELLING', why: '' };
          return [cancelling];
        }),
      );
      return cancelling;
    },
    drop: (isDropped: (mail: OutboxMail) => boolean) => change((mails) => mails.filter((mail) => !isDropped(mail))),
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
