import { BoardLoad } from '@headhaul/contracts/mail/board-load';
import { BrokerNeedName, EmailCheck, emailEndpoints, undoSendMs } from '@headhaul/contracts/mail/emails';
import { boardFingerprintText, contactAddressOf } from '@headhaul/domain/boards/freight';
import { z } from 'zod';
import type { StorageArea } from '../lib/storage-area.ts';
import { hashFingerprint } from './fingerprint-hash.ts';
import { askBefore } from './gate.ts';
import type { Called, MailApi } from './mail-api.ts';
import type { Mailboxes } from './mailboxes.ts';
import {
  type FromBoardMail,
  type FromPanelMail,
  type FromPopupMail,
  type MailAnswer,
  type MailboxesView,
  mostRows,
  type Place,
  places,
  type RowsAnswer,
} from './messages.ts';
import { expiresAfterMs, forth, isUnderway, type Outbox, type OutboxMail } from './outbox.ts';
import { mergeRows, type OfficeMail, rowOfOutbox } from './row-mails.ts';

const Fingerprint = z
  .string()
  .max(32, { abort: true })
  .regex(/^[0-9a-f]{32}$/);
const steps = [
  z.strictObject({ type: z.literal('mail:confirm'), opId: z.uuid(), key: z.uuid() }),
  z.strictObject({ type: z.literal('mail:undo'), opId: z.uuid() }),
  z.strictObject({ type: z.literal('mail:rows'), fingerprints: z.array(Fingerprint).max(mostRows) }),
  z.strictObject({ type: z.literal('mail:open'), place: z.enum(places) }),
] as const;
const BoardMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('mail:write'), opId: z.uuid(), load: BoardLoad }),
  ...steps,
]) satisfies z.ZodType<FromBoardMail>;

const PanelMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('mail:ask'), opId: z.uuid(), load: BoardLoad, askCents: z.int().min(1).max(100_000_000) }),
  ...steps,
]) satisfies z.ZodType<FromPanelMail>;

const PopupMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('mail:mailboxes') }),
  z.strictObject({ type: z.literal('mail:choose'), accountId: z.uuid() }),
]) satisfies z.ZodType<FromPopupMail>;

/** By mailbox: what its mails may lack. */
const Accepted = z.record(z.string(), z.array(BrokerNeedName));
const acceptedKey = 'mail-lacks';
/** The API takes so many fingerprints at once. */
const rowsAtOnce = 200;
/** What is younger is still worked on by the click that began it. */
const resumedAfterMs = 25_000;

export interface MailDeskParts {
  ask: MailApi;
  outbox: Outbox;
  mailboxes: Pick<Mailboxes, 'current' | 'choose' | 'view'>;
  local: StorageArea;
  /** Who is signed in. Null while nobody is, or the extension is paused. */
  readUserId(): Promise<string | null>;
  /** Whether what nobody has clicked may be asked now. */
  mayPoll(): Promise<boolean>;
  /** Opens a page of the web app. */
  openPlace(place: Place): Promise<void>;
  /** Sees to it that `resume` is called, even if the worker is stopped now. */
  wakeSoon(): Promise<void>;
  nowMs(): number;
}

const nothing: MailAnswer = { kind: 'NOTHING' };
const tooLate = 'Not sent within 10 minutes';

function refuse(text: string, place: Place | null): MailAnswer {
  return { kind: 'REFUSED', text, place };
}

function explainFailure(called: Exclude<Called<unknown>, { ok: true }>): MailAnswer {
  if (called.failure === 'SIGNED_OUT') return refuse('You’re signed out', 'SIGN_IN');
  if (called.failure === 'UNREACHABLE') return { kind: 'ROW', mail: { kind: 'NOT_SENT', why: 'Headhaul doesn’t answer' } };
  const { code, detail, limit } = called.problem;
  if (code === 'limit_reached' && limit?.isPlanActive === false) return refuse(detail, 'PLANS');
  return refuse(detail, code === 'move_not_allowed' || code === 'not_found' ? 'MAILBOXES' : null);
}

/** The worker's side of mails from a board: what is asked first, what is sent, and what the rows show. */
export function createMailDesk({ ask, outbox, mailboxes, local, readUserId, mayPoll, openPlace, wakeSoon, nowMs }: MailDeskParts) {
  /** By click: what is done about its mail at this moment. */
  const flights = new Map<string, Promise<MailAnswer>>();
  const readAccepted = async () => Accepted.safeParse((await local.get(acceptedKey))[acceptedKey]).data ?? {};

  async function accept({ body: { accountId }, lacks }: OutboxMail): Promise<void> {
    if (lacks.length === 0) return;
    const accepted = await readAccepted();
    await local.set({ [acceptedKey]: { ...accepted, [accountId]: [...new Set([...(accepted[accountId] ?? []), ...lacks])] } });
  }

  function showRow(mail: OutboxMail | null): MailAnswer {
    const row = mail === null ? null : rowOfOutbox(mail, nowMs());
    return row === null ? nothing : { kind: 'ROW', mail: row };
  }

  /** As it is by now. While the API was asked, the user may have given it up. */
  const showNow = async (opId: string) => showRow(await outbox.find(opId));

  /** Asks the user or sends, by what the API says about this mail. What is confirmed or sent after it is another body, so it has another key. */
  async function judge(mail: OutboxMail, check: EmailCheck): Promise<MailAnswer> {
    const { accountId, boardLoad, to } = mail.body;
    const question = askBefore({
      check,
      to,
      isToChosen: boardLoad != null && contactAddressOf(boardLoad) === to,
      from: mail.from,
      postedCents: boardLoad?.rateCents ?? null,
      askCents: mail.body.offerCents ?? null,
      userId: mail.userId,
      accepted: (await readAccepted())[accountId] ?? [],
      nowMs: nowMs(),
    });
    const seenEmailIds = check.earlier.map(({ emailId }) => emailId);
    // What the mail doesn't say was not asked.
    const offerCents = check.namesOffer ? (mail.body.offerCents ?? null) : null;
    const body = { ...mail.body, isConfirmed: true, seenEmailIds, offerCents };
    const judged: OutboxMail = { ...mail, key: crypto.randomUUID(), body, lacks: check.missing, triedAtMs: null };
    if (question === null) return send(judged);
    const asked = await outbox.update(mail.opId, forth, { ...judged, step: 'ASKING' });
    return asked === null ? showNow(mail.opId) : { kind: 'ASKS', opId: asked.opId, key: asked.key, question };
  }

  async function check(mail: OutboxMail): Promise<MailAnswer> {
    const { accountId, to, boardLoad, offerCents } = mail.body;
    await wakeSoon();
    const checked = await ask(mail.userId, emailEndpoints.checkEmail, { body: { accountId, to, boardLoad, offerCents } });
    if (checked.ok) return judge(mail, checked.value);
    if (checked.failure === 'UNREACHABLE') return showNow(mail.opId);
    await outbox.drop(({ opId }) => opId === mail.opId);
    return explainFailure(checked);
  }

  /** Written down before the API is asked, so that a worker that is stopped here goes on with the same key and the same body. */
  async function send(mail: OutboxMail): Promise<MailAnswer> {
    const sending = await outbox.update(mail.opId, forth, { ...mail, step: 'SENDING', triedAtMs: mail.triedAtMs ?? nowMs() });
    // The user has given it up while it was checked.
    if (sending === null) return showNow(mail.opId);
    await wakeSoon();
    const inTenMs = nowMs() + undoSendMs;
    const sent = await ask(mail.userId, emailEndpoints.sendEmail, { body: sending.body }, sending.key);
    // The answer to a repeated request may be about a mail that has left. To the first one it isn't, so only this computer's clock counts,
    // which may differ from the API's.
    if (sent.ok) return finish(mail.opId, mail.triedAtMs === null ? inTenMs : Math.min(inTenMs, Date.parse(sent.value.leavesAt)));
    if (sent.failure === 'UNREACHABLE') return showNow(mail.opId);
    if (sent.failure === 'REFUSED') {
      const changed = sent.problem.code === 'confirmation_needed' ? EmailCheck.safeParse(sent.problem.current).data : undefined;
      // The API knows the key from the session before this one: the mail is there.
      if (sent.problem.code === 'idempotency_mismatch') return finish(mail.opId, nowMs());
      // Somebody wrote meanwhile.
      if (changed !== undefined) return judge(sending, changed);
      if ((await outbox.update(mail.opId, ['SENDING'], { step: 'NOT_SENT', why: sent.problem.detail })) === null) return showNow(mail.opId);
    } else await outbox.drop(({ opId }) => opId === mail.opId);
    return explainFailure(sent);
  }

  /** If the user has given the mail up meanwhile, it stays given up. */
  async function finish(opId: string, leavesAtMs: number): Promise<MailAnswer> {
    await outbox.update(opId, ['SENDING'], { step: 'QUEUED', leavesAtMs });
    return showNow(opId);
  }

  /** Asked by the key, because nobody may know here whether the mail has arrived. What is on its way to the API will not be sent either. */
  async function withdraw(mail: OutboxMail | null): Promise<MailAnswer> {
    if (mail === null) return nothing;
    await wakeSoon();
    const withdrawn = await ask(mail.userId, emailEndpoints.withdrawEmail, { body: { key: mail.key } });
    if (!withdrawn.ok && withdrawn.failure === 'UNREACHABLE') return showNow(mail.opId);
    const email = withdrawn.ok ? withdrawn.value.email : null;
    if (email !== null && email.state !== 'CANCELLED') {
      const leavesAtMs = Math.min(nowMs(), Date.parse(email.sentAt ?? email.leavesAt));
      await outbox.update(mail.opId, ['CANCELLING'], { step: 'QUEUED', leavesAtMs });
    } else if (withdrawn.ok && mail.why !== '') await outbox.update(mail.opId, ['CANCELLING'], { step: 'NOT_SENT' });
    else await outbox.drop(({ opId }) => opId === mail.opId);
    return withdrawn.ok ? showNow(mail.opId) : explainFailure(withdrawn);
  }

  /** Works on a mail as the outbox has it now. A click, a page that tells it again, and an alarm may all come to the same mail at once. */
  function workOn(opId: string, work: (mail: OutboxMail) => Promise<MailAnswer>): Promise<MailAnswer> {
    async function run(): Promise<MailAnswer> {
      const mail = await outbox.find(opId);
      return mail === null ? nothing : work(mail);
    }
    const flight = flights.get(opId) ?? run().finally(() => flights.delete(opId));
    flights.set(opId, flight);
    return flight;
  }

  async function goOn(mail: OutboxMail): Promise<MailAnswer> {
    if (mail.step === 'CHECKING') return check(mail);
    if (mail.step === 'CANCELLING') return withdraw(mail);
    return mail.step === 'SENDING' ? send(mail) : showRow(mail);
  }

  async function write(opId: string, load: BoardLoad, askCents: number | null): Promise<MailAnswer> {
    const userId = await readUserId();
    if (userId === null) return refuse('You’re signed out', 'SIGN_IN');
    const text = boardFingerprintText(load);
    const fingerprint = text === null ? null : await hashFingerprint(text);
    const isAbout = (mail: OutboxMail) => mail.opId === opId || (fingerprint !== null && mail.fingerprint === fingerprint);
    const before = (await outbox.read()).filter((mail) => mail.userId === userId && isAbout(mail));
    // A second click, in this tab or another, or the first one told again because the worker was stopped.
    const underway = before.find(isUnderway);
    if (underway !== undefined) return workOn(underway.opId, goOn);
    const sent = before.find((mail) => mail.step === 'QUEUED' && (mail.opId === opId || rowOfOutbox(mail, nowMs())?.kind === 'SENDING'));
    if (sent !== undefined) return showRow(sent);
    // "Send now" on the row sends what was not sent.
    const offerCents = askCents ?? before.findLast(({ step }) => step === 'NOT_SENT')?.body.offerCents ?? null;
    const to = contactAddressOf(load) ?? load.emails[0]?.address;
    if (to === undefined) return refuse('No email address on this load', null);
    const mailbox = await mailboxes.current();
    if (!mailbox.ok) return explainFailure(mailbox);
    if (mailbox.value === 'NONE') return refuse('Connect a mailbox first', 'MAILBOXES');
    if (mailbox.value === 'GONE') return refuse('Choose a mailbox to send from: click the Headhaul icon', null);
    const { id: accountId, address: from, problem } = mailbox.value;
    if (problem !== null) return refuse(problem === 'NO_TEMPLATE' ? `${from} needs a template` : `Reconnect ${from}`, 'MAILBOXES');
    const mail: OutboxMail = {
      opId,
      key: crypto.randomUUID(),
      userId,
      fingerprint,
      step: 'CHECKING',
      body: { ...plainBody, accountId, to, boardLoad: load, offerCents },
      from,
      lacks: [],
      createdAtMs: nowMs(),
      triedAtMs: null,
      leavesAtMs: null,
      why: '',
    };
    const claimed = await outbox.claim(mail, (other) => other.userId === userId && isAbout(other));
    return workOn(claimed.opId, goOn);
  }

  async function confirm(opId: string, key: string): Promise<MailAnswer> {
    const mail = await outbox.find(opId);
    if (mail === null || mail.userId !== (await readUserId())) return refuse('That took too long. Click Email again', null);
    return workOn(opId, async (asked) => {
      if (asked.step !== 'ASKING') return goOn(asked);
      // An answer to an earlier question. The one that is asked now was not shown to anybody.
      if (asked.key !== key) return check(asked);
      await accept(asked);
      return send(asked);
    });
  }

  async function undo(opId: string): Promise<MailAnswer> {
    const mail = await outbox.find(opId);
    if (mail === null || mail.userId !== (await readUserId())) return nothing;
    return withdraw(await outbox.giveUp(opId));
  }

  async function tryAgain(mail: OutboxMail): Promise<MailAnswer> {
    const { opId, step } = mail;
    const isLate = nowMs() - mail.createdAtMs >= expiresAfterMs;
    if (isLate && step === 'CHECKING') return showRow(await outbox.update(opId, [step], { step: 'NOT_SENT', why: tooLate }));
    // It may have arrived, so that is for the API to say.
    if (isLate && step === 'SENDING') return withdraw(await outbox.update(opId, [step], { step: 'CANCELLING', why: tooLate }));
    const answer = await goOn(mail);
    if (answer.kind !== 'ASKS') return answer;
    // Nobody waits at a popover for this question any more, so the row asks.
    return showRow(await outbox.update(opId, ['ASKING'], { step: 'NOT_SENT', why: answer.question.title }));
  }

  /** What waits is tried again. What has waited too long is not sent without another click. */
  async function resume(): Promise<void> {
    const userId = await readUserId();
    if (userId === null) return;
    const waiting = (await outbox.read()).filter(isUnderway);
    if (waiting.length > 0) await wakeSoon();
    await outbox.drop((mail) => mail.userId !== userId);
    const isDue = ({ createdAtMs, triedAtMs }: OutboxMail) => nowMs() - (triedAtMs ?? createdAtMs) >= resumedAfterMs;
    await Promise.all(waiting.filter((mail) => mail.userId === userId && isDue(mail)).map(({ opId }) => workOn(opId, tryAgain)));
  }

  async function listRows(fingerprints: readonly string[]): Promise<RowsAnswer> {
    const userId = await readUserId();
    if (userId === null) return { mails: {}, isWhole: false };
    const wanted = new Set<string | null>(fingerprints);
    // Read before the list, so that the list has all that had left by then.
    const own = (await outbox.read()).filter((mail) => mail.userId === userId && wanted.has(mail.fingerprint));
    const office: OfficeMail[] = [];
    let isWhole = await mayPoll();
    for (let at = 0; at < fingerprints.length && isWhole; at += rowsAtOnce) {
      const answer = await ask(userId, emailEndpoints.listEmailedLoads, {
        body: { fingerprints: fingerprints.slice(at, at + rowsAtOnce) },
      });
      if (answer.ok) office.push(...answer.value.mails);
      isWhole = answer.ok;
    }
    return { mails: mergeRows(office, own, { userId, isWhole, nowMs: nowMs() }), isWhole };
  }

  async function goOnWith(message: Exclude<FromBoardMail, { type: 'mail:write' }>): Promise<MailAnswer | RowsAnswer> {
    if (message.type === 'mail:confirm') return confirm(message.opId, message.key);
    if (message.type === 'mail:undo') return undo(message.opId);
    if (message.type === 'mail:rows') return listRows(message.fingerprints);
    await openPlace(message.place);
    return nothing;
  }

  return {
    async fromBoard(raw: unknown): Promise<MailAnswer | RowsAnswer | null> {
      const message = BoardMessage.safeParse(raw).data;
      if (message === undefined) return null;
      return message.type === 'mail:write' ? write(message.opId, message.load, null) : goOnWith(message);
    },
    /** From the popup, and from the side panel, which asks for a rate. */
    async fromOwnPage(raw: unknown): Promise<MailAnswer | RowsAnswer | MailboxesView | null> {
      const asked = PanelMessage.safeParse(raw).data;
      if (asked !== undefined) return asked.type === 'mail:ask' ? write(asked.opId, asked.load, asked.askCents) : goOnWith(asked);
      const message = PopupMessage.safeParse(raw).data;
      if (message === undefined) return null;
      if (message.type === 'mail:choose') await mailboxes.choose(message.accountId);
      return mailboxes.view();
    },
    resume,
    /** After a sign-out nothing of a board's page stays. */
    async forget(): Promise<void> {
      if ((await outbox.read()).length > 0) await outbox.drop(() => true);
    },
  };
}

const plainBody = {
  templateId: null,
  toName: null,
  loadId: null,
  brokerId: null,
  driverId: null,
  isToFactor: false,
  isConfirmed: false,
  seenEmailIds: null,
};
