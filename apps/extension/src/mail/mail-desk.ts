import type { BoardLoad } from '@headhaul/contracts/mail/board-load';
import { BrokerNeedName, EmailCheck, emailEndpoints, undoSendMs } from '@headhaul/contracts/mail/emails';
import { boardFingerprintText, contactAddressOf } from '@headhaul/domain/boards/freight';
import { z } from 'zod';
import type { StorageArea } from '../lib/storage-area.ts';
import type { ChosenDriver } from '../panel/messages.ts';
import { hashFingerprint } from './fingerprint-hash.ts';
import { askBefore } from './gate.ts';
import type { Called, MailApi } from './mail-api.ts';
import type { Mailboxes } from './mailboxes.ts';
import { BoardMessage, PanelMessage, PopupMessage } from './message-schemas.ts';
import type { FromBoardMail, MailAnswer, MailboxesView, Place, RowsAnswer, UnsentView } from './messages.ts';
import { expiresAfterMs, forth, isUnderway, isUnsent, type Outbox, type OutboxMail } from './outbox.ts';
import { listUnsent, mergeRows, type OfficeMail, rowOfOutbox } from './row-mails.ts';

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
  /** Whose truck mails offer. */
  readDriver(): Promise<ChosenDriver>;
  /** The user knows that the chosen driver is gone. */
  forgetGoneDriver(): Promise<void>;
  /** Whether what nobody has clicked may be asked now. */
  mayPoll(): Promise<boolean>;
  /** Opens a page of the web app. */
  openPlace(place: Place): Promise<void>;
  /** Sees to it that `resume` is called, even if the worker is stopped now. */
  wakeSoon(): Promise<void>;
  nowMs(): number;
}

/** What is chosen elsewhere than on the row. */
type Choices = Pick<OutboxMail, 'from' | 'driver' | 'readAnyway'> & Pick<OutboxMail['body'], 'accountId' | 'driverId'>;

function choicesOf({ from, driver, readAnyway, body: { accountId, driverId } }: OutboxMail): Choices {
  return { from, driver, readAnyway, accountId, driverId };
}

const nothing: MailAnswer = { kind: 'NOTHING' };
const noAnswer = 'Headhaul doesn’t answer';
const tooLate = 'Not sent within 10 minutes';
const tooLong = 'That took too long. Click Email again';

function refuse(text: string, place: Place | null): MailAnswer {
  return { kind: 'REFUSED', text, place };
}

const isDriverGone = (called: Called<unknown>) =>
  !called.ok && called.failure === 'REFUSED' && called.problem.errors?.[0]?.path === 'body.driverId';

function explainFailure(called: Exclude<Called<unknown>, { ok: true }>): MailAnswer {
  if (called.failure === 'SIGNED_OUT') return refuse('You’re signed out', 'SIGN_IN');
  if (called.failure === 'UNREACHABLE') return { kind: 'ROW', mail: { kind: 'NOT_SENT', why: noAnswer } };
  const { code, detail, limit } = called.problem;
  if (code === 'limit_reached' && limit?.isPlanActive === false) return refuse(detail, 'PLANS');
  return refuse(detail, code === 'move_not_allowed' || code === 'not_found' ? 'MAILBOXES' : null);
}

/** The worker's side of mails from a board: what is asked first, what is sent, and what the rows show. */
export function createMailDesk(parts: MailDeskParts) {
  const { ask, outbox, mailboxes, local, readUserId, readDriver, forgetGoneDriver, mayPoll, openPlace, wakeSoon, nowMs } = parts;
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
      driver: mail.driver,
      isReadAnyway: mail.readAnyway !== null,
      isDriverGone: mail.readAnyway === 'DRIVER_GONE',
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
    const { accountId, to, boardLoad, driverId, offerCents } = mail.body;
    await wakeSoon();
    const checked = await ask(mail.userId, emailEndpoints.checkEmail, { body: { accountId, to, boardLoad, driverId, offerCents } });
    if (checked.ok) return judge(mail, checked.value);
    if (checked.failure === 'UNREACHABLE') {
      // Nobody asks again by itself about what was shown.
      await outbox.update(mail.opId, ['ASKING'], { ...mail, step: 'NOT_SENT', why: noAnswer });
      return showNow(mail.opId);
    }
    if (isDriverGone(checked)) return checkWithoutDriver(mail, 'DRIVER_GONE');
    const answer = explainFailure(checked);
    // What was not sent before stays. From a mailbox that is gone it can't be sent at all.
    if (mail.why === '' || answer.kind !== 'REFUSED' || answer.place === 'MAILBOXES') await outbox.drop(({ opId }) => opId === mail.opId);
    else await outbox.update(mail.opId, forth, { step: 'NOT_SENT', why: answer.text });
    return answer;
  }

  const checkWithoutDriver = (mail: OutboxMail, readAnyway: OutboxMail['readAnyway']) =>
    check({ ...mail, body: { ...mail.body, driverId: null }, driver: null, readAnyway });

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
      if (isDriverGone(sent)) return checkWithoutDriver(sending, 'DRIVER_GONE');
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

  /** From which mailbox a click writes, and about whose truck. Or the answer, when nothing can be written. */
  async function readChoices(): Promise<Choices | MailAnswer> {
    const mailbox = await mailboxes.current();
    if (!mailbox.ok) return explainFailure(mailbox);
    if (mailbox.value === 'NONE') return refuse('Connect a mailbox first', 'MAILBOXES');
    if (mailbox.value === 'GONE') return refuse('Choose a mailbox to send from: click the Headhaul icon', null);
    const { id: accountId, address: from, problem } = mailbox.value;
    if (problem !== null) return refuse(problem === 'NO_TEMPLATE' ? `${from} needs a template` : `Reconnect ${from}`, 'MAILBOXES');
    const chosen = await readDriver();
    if (!chosen.ok && chosen.why === 'UNKNOWN') return explainFailure({ ok: false, failure: 'UNREACHABLE' });
    if (!chosen.ok) return { accountId, from, driverId: null, driver: null, readAnyway: 'DRIVER_GONE' };
    const { driver } = chosen;
    const words = driver && [driver.name, driver.readyCity && `empty ${driver.readyCity}`].filter(Boolean).join(', ');
    return { accountId, from, driverId: driver?.id ?? null, driver: words, readAnyway: null };
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
    // "Send now" on the row sends what was not sent. A new bid is another mail.
    const unsent = askCents === null ? before.findLast(isUnsent) : undefined;
    const to = contactAddressOf(load) ?? load.emails[0]?.address;
    if (to === undefined) return refuse('No email address on this load', null);
    const choices = unsent === undefined ? await readChoices() : choicesOf(unsent);
    if ('kind' in choices) return choices;
    const { accountId, driverId, ...shown } = choices;
    const mail: OutboxMail = {
      opId,
      key: crypto.randomUUID(),
      userId,
      fingerprint,
      step: 'CHECKING',
      body: { ...plainBody, accountId, to, boardLoad: load, driverId, offerCents: askCents ?? unsent?.body.offerCents ?? null },
      ...shown,
      lacks: [],
      createdAtMs: nowMs(),
      triedAtMs: null,
      leavesAtMs: null,
      why: unsent?.why ?? '',
    };
    const claimed = await outbox.claim(mail, (other) => other.userId === userId && isAbout(other));
    return workOn(claimed.opId, goOn);
  }

  async function confirm(opId: string, key: string): Promise<MailAnswer> {
    const mail = await outbox.find(opId);
    if (mail === null || mail.userId !== (await readUserId())) return refuse(tooLong, null);
    return workOn(opId, async (asked) => {
      if (asked.step !== 'ASKING') return goOn(asked);
      // An answer to an earlier question. The one that is asked now was not shown to anybody.
      if (asked.key !== key) return check(asked);
      await accept(asked);
      if (asked.readAnyway === 'DRIVER_GONE') await forgetGoneDriver();
      return send({ ...asked, readAnyway: null });
    });
  }

  /** Under the click's own id, so that a message that is repeated sends once. The mail keeps its mailbox and its driver, or that it has none. */
  async function sendNow(opId: string): Promise<MailAnswer> {
    const found = await outbox.find(opId);
    if (found === null || found.userId !== (await readUserId())) return nothing;
    return workOn(opId, async (mail) => {
      if (mail.step !== 'NOT_SENT' && mail.step !== 'ASKING') return goOn(mail);
      const body = { ...mail.body, isConfirmed: false, seenEmailIds: null };
      const again = { key: crypto.randomUUID(), step: 'CHECKING', body, createdAtMs: nowMs(), triedAtMs: null, leavesAtMs: null } as const;
      const begun = await outbox.update(opId, [mail.step], again);
      return begun === null ? showNow(opId) : check(begun);
    });
  }

  async function viewUnsent(): Promise<UnsentView> {
    const userId = await readUserId();
    return { unsent: userId === null ? [] : listUnsent(await outbox.read(), userId, nowMs()) };
  }

  async function leaveDriverOut(opId: string): Promise<MailAnswer> {
    const mail = await outbox.find(opId);
    if (mail === null || mail.userId !== (await readUserId())) return refuse(tooLong, null);
    return workOn(opId, async (asked) => {
      if (asked.step !== 'ASKING') return goOn(asked);
      return checkWithoutDriver(asked, 'DRIVER_LEFT_OUT');
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
    if (message.type === 'mail:without-driver') return leaveDriverOut(message.opId);
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
    async fromOwnPage(raw: unknown): Promise<MailAnswer | RowsAnswer | MailboxesView | UnsentView | null> {
      const asked = PanelMessage.safeParse(raw).data;
      if (asked?.type === 'mail:ask') return write(asked.opId, asked.load, asked.askCents);
      if (asked?.type === 'mail:unsent') return viewUnsent();
      if (asked?.type === 'mail:send-now') return sendNow(asked.opId);
      if (asked !== undefined) return goOnWith(asked);
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
  isToFactor: false,
  isConfirmed: false,
  seenEmailIds: null,
};
