import type { EarlierMail } from '@headhaul/contracts/mail/emails';
import { formatSender } from './gate.ts';
import type { RowMail, UnsentMail } from './messages.ts';
import { expiresAfterMs, isUnsent, type OutboxMail } from './outbox.ts';

export type OfficeMail = EarlierMail & { fingerprint: string };

/** What the row shows of a mail that this browser sends. Null: nothing was sent yet. */
export function rowOfOutbox(mail: OutboxMail, nowMs: number): RowMail | null {
  const { opId, step, body, why, leavesAtMs } = mail;
  if (isUnsent(mail)) return { kind: 'NOT_SENT', why };
  if (step === 'ASKING') return null;
  if (step === 'CANCELLING') return { kind: 'CANCELLING', opId };
  if (step !== 'QUEUED' || leavesAtMs === null) return { kind: 'WAITING', opId };
  if (nowMs < leavesAtMs) return { kind: 'SENDING', opId, undoUntilMs: leavesAtMs };
  const [postedCents, askedCents] = [body.boardLoad?.rateCents ?? null, body.offerCents ?? null];
  return { kind: 'EMAILED', who: 'You', atMs: leavesAtMs, isSure: true, postedCents, askedCents };
}

/** A click that is answered within this time was never waiting for anybody to see. */
const waitsAfterMs = 5_000;

/** What this person's clicks in this browser have not sent, whatever page they were made on. */
export function listUnsent(outbox: readonly OutboxMail[], userId: string, nowMs: number): UnsentMail[] {
  return outbox.flatMap((mail): UnsentMail[] => {
    const kind = mail.userId === userId ? rowOfOutbox(mail, nowMs)?.kind : undefined;
    const isLate = nowMs - mail.createdAtMs >= waitsAfterMs;
    if (kind !== 'NOT_SENT' && (kind !== 'WAITING' || !isLate)) return [];
    const { boardLoad, to } = mail.body;
    const [from, onward] = [boardLoad?.origin.city, boardLoad?.destination.city];
    const lane = from && onward ? `${from} to ${onward}` : (boardLoad?.brokerName ?? to);
    return [{ opId: mail.opId, lane, state: kind, sinceMs: mail.createdAtMs, why: mail.why }];
  });
}

function rowOfOffice(mail: OfficeMail, userId: string): RowMail {
  const who = formatSender(mail, userId);
  if (mail.state === 'FAILED') return { kind: 'NOT_SENT', why: `The mail server refused the email (${who})` };
  const { at, state, postedCents, offerCents: askedCents } = mail;
  return { kind: 'EMAILED', who, atMs: Date.parse(at), isSure: state !== 'UNKNOWN', postedCents, askedCents };
}

/** Of each fingerprint the newest. A mail that failed counts only where no other left. */
function pickNewest(office: readonly OfficeMail[]): Map<string, OfficeMail> {
  const newest = new Map<string, OfficeMail>();
  for (const isFailed of [false, true])
    for (const mail of office)
      if ((mail.state === 'FAILED') === isFailed && !newest.has(mail.fingerprint)) newest.set(mail.fingerprint, mail);
  return newest;
}

/** Whether the company's list has the mail of this browser whose answer was lost, or knows better what became of it. */
function isSettled(mail: OutboxMail, row: RowMail, known: OfficeMail | undefined, isWhole: boolean): boolean {
  if (row.kind === 'SENDING' || row.kind === 'CANCELLING') return false;
  // Since then it may have been canceled in the web app.
  if (row.kind === 'EMAILED') return isWhole || known !== undefined;
  if (known === undefined || known.userId !== mail.userId) return false;
  // It may be an earlier one that the user has seen. A mail that was never tried has seen none yet, and can't be there.
  const isNew = mail.body.seenEmailIds?.includes(known.emailId) === false;
  return isNew && Date.parse(known.at) > mail.createdAtMs - expiresAfterMs;
}

interface RowFacts {
  userId: string;
  /** False when the company's list may lack something. */
  isWhole: boolean;
  nowMs: number;
}

/**
 * By fingerprint: this browser's mails that are on their way or were not sent, else the company's. The company's list begins with the newest,
 * the outbox ends with it.
 */
export function mergeRows(
  office: readonly OfficeMail[],
  outbox: readonly OutboxMail[],
  { userId, isWhole, nowMs }: RowFacts,
): Record<string, RowMail> {
  const newest = pickNewest(office);
  const rows = new Map([...newest].map(([fingerprint, mail]): [string, RowMail] => [fingerprint, rowOfOffice(mail, userId)]));
  for (const mail of outbox) {
    const row = mail.fingerprint === null ? null : rowOfOutbox(mail, nowMs);
    if (mail.fingerprint === null || row === null || isSettled(mail, row, newest.get(mail.fingerprint), isWhole)) continue;
    rows.set(mail.fingerprint, row);
  }
  return Object.fromEntries(rows);
}
