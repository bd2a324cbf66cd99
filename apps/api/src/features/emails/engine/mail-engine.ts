import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { WorkerPlatform } from '../../../lib/platform.ts';
import { readSecrets } from '../../email-accounts/secrets/secret-store.service.ts';
import type { MailSender, OutgoingMail, SendOutcome } from '../../email-accounts/senders/mail-sender.service.ts';
import { openSender } from '../../email-accounts/senders/open-sender.service.ts';
import { type Busy, type LeasedMail, leaseMails, releaseStrays } from './lease.ts';
import { beat, endBeats, findOrphans, measureQueue } from './mail-takeover.ts';
import { createOutcomeWriter } from './outcome-writer.ts';
import type { MailOutcome } from './outcomes.ts';
import { type ReadMail, readMails } from './read-mails.ts';
import { createSenderPool, type OpenSender } from './sender-pool.ts';

const pollMs = 250;
const beatMs = 3_000;
/**
 * A worker whose heartbeat is older than this sends nothing: other workers may have taken its mails over. It takes none over either, because
 * it can't tell whether the other workers are dead or the database was away.
 */
const seenWithinMs = 10_000;
/** A lease in our name that is older than this and that this process doesn't know was lost on its way. */
const strayMs = 5_000;
const answerMs = 60_000;
const stopMs = 20_000;
const measureEveryBeats = 5;

export interface MailEngineOptions {
  /** How a mailbox is opened. By default with its stored secrets. */
  open?: OpenSender;
  /** Most mails that are leased and have no written outcome yet. */
  concurrency?: number;
  /** Most mails that one statement leases. */
  batch?: number;
}

export interface MailEngine {
  /** Leases nothing more and waits for the mails that are at a provider. */
  stop(): Promise<void>;
}

/** Sends waiting mails in this process until it is stopped. Several processes share the work. */
export function startMailEngine(platform: WorkerPlatform, { open, concurrency = 32, batch = 32 }: MailEngineOptions = {}): MailEngine {
  const { log } = platform;
  const senders = createSenderPool(
    open ??
      (async (account) =>
        openSender(platform, account, await platform.db.withTenant(account.companyId, (tx) => readSecrets(platform, tx, account.id)))),
  );
  const holder = `mail-${process.pid}-${randomUUID()}`;
  /** From the lease until its outcome is written. */
  const inFlight = new Map<string, LeasedMail>();
  let wake = () => {};
  let isStopping = false;
  let lastBeatAt = Number.NEGATIVE_INFINITY;
  let leaseBeganAt: number | null = null;
  const stopped = new AbortController();
  const isSeen = () => performance.now() - lastBeatAt < seenWithinMs;

  /**
   * A mailbox sends one mail at a time. A company that uses a quarter of the room, and SMTP servers that use half of it, get no more: a
   * slow server must leave room for everybody else.
   */
  const busyNow = (): Busy => {
    const out = [...inFlight.values()];
    const byCompany = Map.groupBy(out, ({ companyId }) => companyId);
    return {
      accounts: out.map(({ accountId }) => accountId),
      companies: [...byCompany].filter(([, mails]) => mails.length >= concurrency / 4).map(([companyId]) => companyId),
      smtpRoom: Math.max(Math.floor(concurrency / 2) - out.filter(({ provider }) => provider === 'smtp').length, 0),
    };
  };

  const writer = createOutcomeWriter(platform, (written) => {
    // If the mail was leased again meanwhile, the entry belongs to the new lease and stays.
    for (const { mail } of written) if (inFlight.get(mail.emailId) === mail) inFlight.delete(mail.emailId);
    wake();
  });
  const finish = (mail: LeasedMail, outcome: MailOutcome) => writer.keep({ mail, outcome, at: performance.now() });

  async function leaseLoop(): Promise<void> {
    while (!isStopping) {
      let leased: LeasedMail[] = [];
      const free = Math.min(batch, concurrency - inFlight.size);
      if (free > 0 && isSeen()) {
        leaseBeganAt = performance.now();
        leased = await leaseMails(platform, holder, free, busyNow()).catch((error: unknown) => {
          log.warn({ err: error }, 'no mails could be leased');
          return [];
        });
        leaseBeganAt = null;
      }
      for (const mail of leased) inFlight.set(mail.emailId, mail);
      const byCompany = Map.groupBy(leased, ({ companyId }) => companyId);
      for (const [companyId, mails] of byCompany) void handOver(companyId, mails);
      if (leased.length === 0) await Promise.race([pause(pollMs), new Promise<void>((resolve) => (wake = resolve))]);
    }
  }

  async function handOver(companyId: string, mails: readonly LeasedMail[]): Promise<void> {
    for (;;) {
      try {
        const read = await platform.db.withTenant(companyId, (tx) => readMails(tx, mails));
        for (const one of read) void sendOne(one).then((outcome) => finish(one.mail, outcome));
        return;
      } catch (error) {
        log.warn({ err: error }, 'leased mails could not be read');
        if (!isSeen()) {
          for (const mail of mails) finish(mail, { kind: 'waits' });
          return;
        }
        await pause(pollMs);
      }
    }
  }

  async function sendOne(read: ReadMail): Promise<MailOutcome> {
    if (read.outgoing === null) return withoutSending(read);
    let sender: MailSender;
    try {
      sender = await senders.take(read.account, read.version);
    } catch (error) {
      log.warn({ err: error }, 'a mailbox could not be opened');
      return { kind: 'later', retryAfterMs: null, reason: 'NOT_REACHED' };
    }
    try {
      if (!isSeen()) return { kind: 'waits' };
      const outcome = await withDeadline(sender, read.outgoing);
      if (outcome.kind !== 'disconnected') return outcome;
      senders.drop(read.mail.accountId);
      return { ...outcome, version: read.version };
    } catch (error) {
      log.error({ err: error }, 'a sender failed');
      return { kind: 'unknown', reason: 'The connection to the provider broke off. It may have arrived or not.' };
    }
  }

  async function beatLoop(): Promise<void> {
    for (let beats = 0; !stopped.signal.aborted; beats++) {
      await beatOnce(beats).catch((error: unknown) => log.warn({ err: error }, 'the mail engine could not beat'));
      await pause(beatMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  }

  async function beatOnce(beats: number): Promise<void> {
    const startedAt = performance.now();
    await beat(platform, holder);
    const mayJudge = startedAt - lastBeatAt < seenWithinMs;
    lastBeatAt = startedAt;
    wake();
    if (!mayJudge) return;
    const leasingMs = leaseBeganAt === null ? 0 : performance.now() - leaseBeganAt;
    const strays = await releaseStrays(platform, holder, [...inFlight.keys()], leasingMs + strayMs);
    if (strays > 0) log.warn({ strays }, 'leases whose answer was lost wait again');
    const orphans = await findOrphans(platform);
    for (const orphan of orphans) writer.keep(orphan);
    if (orphans.length > 0) {
      platform.metrics.mailsTakenOver.inc(orphans.length);
      log.warn({ mails: orphans.length }, 'mails of workers that went silent are unknown now');
    }
    if (beats % measureEveryBeats === 0) await measureQueue(platform);
  }

  const leasing = leaseLoop();
  const beating = beatLoop();
  return {
    async stop() {
      isStopping = true;
      wake();
      await leasing;
      const untilQuiet = async () => {
        while (inFlight.size > 0) await pause(50);
        await writer.drained();
      };
      await Promise.race([untilQuiet(), pause(stopMs, undefined, { ref: false })]);
      // Other workers take over the remaining mails when this heartbeat stops.
      stopped.abort();
      await beating;
      senders.close();
      await endBeats(platform, holder).catch(() => {});
    },
  };
}

function withoutSending(read: ReadMail & { outgoing: null }): MailOutcome {
  switch (read.because) {
    case 'NO_ROOM':
      return { kind: 'later', retryAfterMs: read.waitMs, reason: 'DAILY_CAP' };
    case 'NOT_CONNECTED':
      return { kind: 'disconnected', reason: 'The mailbox must be connected again.', version: read.version };
    case 'TOO_OLD':
      return { kind: 'refused', reason: 'It waited for three days and was not sent. Send it again if it still matters.', isBounce: false };
    case 'NOT_ALLOWED':
      return { kind: 'refused', reason: 'Who wrote it has left the team, or the mailbox is no longer shared.', isBounce: false };
    default:
      return { kind: 'refused', reason: 'The mailbox was disconnected before the mail left.', isBounce: false };
  }
}

async function withDeadline(sender: MailSender, mail: OutgoingMail): Promise<SendOutcome> {
  const timer = new AbortController();
  const late = pause(answerMs, undefined, { signal: timer.signal }).then(
    (): SendOutcome => ({ kind: 'unknown', reason: 'The provider did not answer in time. It may have arrived or not.' }),
  );
  late.catch(() => {});
  try {
    return await Promise.race([sender.send(mail), late]);
  } finally {
    timer.abort();
  }
}
