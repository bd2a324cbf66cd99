import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { type EarlierMail, type EmailCheck, type EmailInput, type EmailRow, undoSendMs } from '@headhaul/contracts/mail/emails';
import { boardFingerprintText, type MailedBoardLoad } from '@headhaul/domain/boards/freight';
import type { SessionStore } from '../../lib/session-store.ts';
import type { ChosenDriver } from '../../panel/messages.ts';
import { oneAtATime } from '../../testing/storage.ts';
import { hashFingerprint } from '../fingerprint-hash.ts';
import { createMailApi } from '../mail-api.ts';
import { createMailDesk } from '../mail-desk.ts';
import { createMailboxes } from '../mailboxes.ts';
import type { MailAnswer, Place } from '../messages.ts';
import { createOutbox } from '../outbox.ts';

export const deskId = '0190a000-0000-7000-8000-000000000001';
export const meId = '0190b000-0000-7000-8000-000000000001';
export const mateId = '0190b000-0000-7000-8000-000000000002';
export const broker = 'kelly.brandt@lakeshore.example';

export const load: MailedBoardLoad = {
  board: 'demo',
  boardLoadId: null,
  reference: 'HP-0001',
  origin: { city: 'Milwaukee', state: 'WI', zip: null },
  destination: { city: 'Conley', state: 'GA', zip: null },
  pickupDay: '2026-11-18',
  pickupTime: null,
  deliveryDay: null,
  equipment: ['VAN'],
  equipmentText: 'V',
  weightLb: null,
  lengthFt: 53,
  tripMiles: 812,
  deadheadMiles: 12,
  rateCents: 240_000,
  commodity: null,
  brokerName: 'Lakeshore Freight',
  brokerMc: null,
  contactName: null,
  emails: [{ address: broker, from: 'contact' }],
  rowFingerprintText: null,
};

export const fingerprintOf = (of: MailedBoardLoad) => hashFingerprint(boardFingerprintText(of) ?? '');

const health: EmailAccount['health'] = {
  sentLast24h: 0,
  dailyCap: 2_000,
  sentBySpan: Array.from({ length: 12 }, () => 0),
  waiting: 0,
  perMinute: 54,
  nextRoom: null,
  pausedUntil: null,
  pauseReason: null,
  bounced: 0,
  sentLast7d: 0,
  unknown: 0,
  duplicatesHeld: 0,
  lastError: null,
};

export function mailbox(more: Partial<EmailAccount> = {}): EmailAccount {
  return {
    id: deskId,
    provider: 'google',
    address: 'dispatch@northline.example',
    displayName: 'Ann Reyes',
    userId: meId,
    userName: 'Ann Reyes',
    isShared: false,
    status: 'CONNECTED',
    connectedAt: '2026-11-01T12:00:00.000Z',
    hasValidTemplate: true,
    templateCount: 1,
    health,
    ...more,
  };
}

interface KeptMail extends EarlierMail {
  fingerprint: string;
}

function problem(status: number, code: string, more: object = {}): Response {
  const body = { type: 'about:blank', title: code, status, code, detail: `because ${code}`, instance: '/', ...more };
  return Response.json(body, { status });
}

/** The API as far as mails go: it sends once for a key, and asks before a second mail about the same load. */
function createOffice(nowMs: () => number) {
  const office = {
    accounts: [mailbox()],
    mails: [] as KeptMail[],
    /** What was asked for, newest last. */
    sends: [] as { key: string | null; body: EmailInput }[],
    checks: [] as EmailInput[],
    missing: [] as EmailCheck['missing'],
    signals: [] as EmailCheck['signals'],
    blockedReason: null as string | null,
    /** Who doesn't work here any more. */
    goneDriverId: null as string | null,
    /** The template uses the ask. */
    hasAskInTemplate: true as boolean,
    isOffline: false as boolean,
    /** The next send is done, and its answer is lost. */
    losesAnswer: false as boolean,
    /** Done before each answer. */
    beforeAnswer: (): unknown => undefined,
    /** Sends arrive after this. */
    delayed: Promise.resolve(),
    /** Answers to sends come after this. */
    held: Promise.resolve(),
    isPlanActive: true as boolean,
    isTooLate: false as boolean,
    /** A request counts as the same only in the session of the first. */
    sessionId: 'first',
    rowQuestions: [] as string[][],
  };
  /** By key. Null: it was withdrawn before. */
  const done = new Map<string, EmailRow | null>();
  const sessions = new Map<string, string>();

  async function earlierThan(body: EmailInput): Promise<KeptMail[]> {
    const fingerprint = await fingerprintOf(body.boardLoad as MailedBoardLoad);
    return office.mails.filter((mail) => mail.fingerprint === fingerprint && mail.state !== 'CANCELLED' && mail.state !== 'FAILED');
  }

  async function check(body: EmailInput): Promise<EmailCheck> {
    return {
      subject: 'Milwaukee, WI to Conley, GA',
      html: '<p>Is it open?</p>',
      text: 'Is it open?',
      cc: null,
      missing: office.missing,
      namesOffer: office.hasAskInTemplate && body.offerCents != null,
      emptyVariables: [],
      earlier: await earlierThan(body),
      signals: office.signals,
      recentToBroker: null,
      leavesAt: null,
      blockedReason: office.blockedReason,
    };
  }

  async function send(body: EmailInput, key: string | null): Promise<Response> {
    office.sends.push({ key, body });
    const known = key === null ? undefined : done.get(key);
    if (known === null || (known !== undefined && sessions.get(known.id) !== office.sessionId)) return problem(422, 'idempotency_mismatch');
    if (known !== undefined) return Response.json(known);
    const checked = await check(body);
    if (checked.earlier.some(({ emailId }) => body.seenEmailIds?.includes(emailId) === false))
      return problem(422, 'confirmation_needed', { current: checked });
    const id = crypto.randomUUID();
    const at = new Date(nowMs()).toISOString();
    const row = { id, state: 'QUEUED' as const, userId: meId, userName: 'Ann Reyes', to: body.to, offerCents: body.offerCents ?? null };
    const boardLoad = body.boardLoad as MailedBoardLoad;
    office.mails.unshift({ ...row, emailId: id, at, postedCents: boardLoad.rateCents, fingerprint: await fingerprintOf(boardLoad) });
    const answer: EmailRow = {
      ...row,
      ...{
        isPrivate: false,
        kind: 'BROKER',
        createdAt: at,
        leavesAt: new Date(nowMs() + undoSendMs).toISOString(),
        sentAt: null,
        accountId: body.accountId,
        accountAddress: null,
      },
      ...{ provider: 'google', toName: null, subject: null, templateId: null, templateName: null, loadId: null, loadNumber: null },
      ...{ lane: null, brokerId: null, brokerName: null, answer: null, reason: null, attempts: 0, resentAs: null },
    };
    if (key !== null) done.set(key, answer);
    sessions.set(id, office.sessionId);
    return Response.json(answer);
  }

  function withdraw(key: string): Response {
    const sent = done.get(key) ?? null;
    // What comes later with this key is refused.
    if (sent === null) done.set(key, null);
    const mail = office.mails.find(({ emailId }) => emailId === sent?.id);
    if (sent === null || mail === undefined) return Response.json({ email: null });
    if (office.isTooLate) mail.state = 'SENT';
    else if (mail.state === 'QUEUED') mail.state = 'CANCELLED';
    return Response.json({ email: { ...sent, state: mail.state } });
  }

  async function answer(path: string, body: unknown, key: string | null): Promise<Response> {
    if (path === '/email-accounts') return Response.json({ emailAccounts: office.accounts });
    if (path === '/emails/by-fingerprint') {
      const { fingerprints } = body as { fingerprints: string[] };
      office.rowQuestions.push(fingerprints);
      return Response.json({ mails: office.mails.filter((mail) => mail.state !== 'CANCELLED' && fingerprints.includes(mail.fingerprint)) });
    }
    if (!office.isPlanActive)
      return problem(422, 'limit_reached', { limit: { name: 'emailAddresses', current: 0, max: 0, isPlanActive: false } });
    const { driverId } = body as { driverId?: string };
    if (driverId != null && driverId === office.goneDriverId)
      return problem(404, 'not_found', { errors: [{ path: 'body.driverId', message: 'We could not find that driver.' }] });
    if (path === '/emails/check') {
      office.checks.push(body as EmailInput);
      return Response.json(await check(body as EmailInput));
    }
    if (path === '/emails') return send(body as EmailInput, key);
    return withdraw((body as { key: string }).key);
  }

  let queue: Promise<unknown> = Promise.resolve();
  async function fetchFrom(url: string | URL | Request, init?: RequestInit): Promise<Response> {
    if (office.isOffline) throw new TypeError('Failed to fetch');
    const path = String(url).replace('https://api.example', '');
    const key = new Headers(init?.headers).get('idempotency-key');
    const body = init?.body == null ? null : JSON.parse(String(init.body));
    if (path === '/emails') await office.delayed;
    // Two requests with one key, or about one load, wait for each other.
    const turn = queue.then(() => answer(path, body, key));
    queue = turn.catch(() => undefined);
    const response = await turn;
    office.beforeAnswer();
    if (path === '/emails') await office.held;
    if (path === '/emails' && office.losesAnswer) {
      office.losesAnswer = false;
      throw new TypeError('Failed to fetch');
    }
    return response;
  }

  return Object.assign(office, { fetchFrom });
}

interface Death {
  /** Counts every look into the storage, every write and every request. */
  step: number;
  when: 'before' | 'after';
}

/** One browser and its office. Workers come and go; what is stored stays. */
export function createMailWorld() {
  const stored = { local: {} as Record<string, unknown>, session: {} as Record<string, unknown> };
  const clock = { nowMs: Date.parse('2026-11-18T12:00:00Z') };
  const office = createOffice(() => clock.nowMs);
  const browser = {
    userId: meId as string | null,
    mayPoll: true as boolean,
    opened: [] as Place[],
    wakes: 0,
    chosen: { ok: true, driver: null } as ChosenDriver,
  };

  function startWorker(death?: Death) {
    const worker = { steps: 0, isDead: false as boolean };
    const died = Promise.withResolvers<'died'>();

    async function step<T>(run: () => Promise<T>): Promise<T> {
      worker.steps += 1;
      const isLast = worker.steps === death?.step;
      const die = (): Promise<T> => {
        worker.isDead = true;
        died.resolve('died');
        return new Promise(() => undefined);
      };
      if (worker.isDead || (isLast && death?.when === 'before')) return die();
      const value = await run();
      return worker.isDead || isLast ? die() : value;
    }

    const area = (items: Record<string, unknown>) => ({
      get: (key: string) => step(async () => ({ [key]: structuredClone(items[key]) })),
      set: (more: Record<string, unknown>) => step(async () => void Object.assign(items, structuredClone(more))),
    });
    const [local, session] = [area(stored.local), area(stored.session)];
    const nowMs = () => clock.nowMs;
    const store = {
      read: async () => {
        const times = { issuedAtMs: clock.nowMs, expiresAtMs: clock.nowMs + 600_000 };
        return { session: browser.userId === null ? null : { accessToken: 'token', ...times, user: { id: browser.userId } } };
      },
    } as unknown as SessionStore;
    const ask = createMailApi({
      base: 'https://api.example',
      fetchWith: (url, init) => step(() => office.fetchFrom(url, init)),
      store,
      session: { refresh: async () => 'signed_out', confirm: async () => 'signed_out' },
      nowMs,
    });
    const desk = createMailDesk({
      ask,
      outbox: createOutbox({
        area: local,
        withLock: oneAtATime(),
        nowMs,
      }),
      mailboxes: createMailboxes({
        ask,
        local,
        session,
        readUser: async () => (browser.userId === null ? null : { userId: browser.userId, accountId: null }),
        nowMs,
      }),
      local,
      readUserId: async () => browser.userId,
      readDriver: async () => browser.chosen,
      forgetGoneDriver: async () => {
        if (!browser.chosen.ok && browser.chosen.why === 'GONE') browser.chosen = { ok: true, driver: null };
      },
      mayPoll: async () => browser.mayPoll,
      openPlace: async (place) => void browser.opened.push(place),
      wakeSoon: async () => {
        browser.wakes += 1;
      },
      nowMs,
    });
    const tell = async (message: object) => (await desk.fromBoard(message)) as MailAnswer;
    return { desk, tell, died: died.promise, worker };
  }

  /** A teammate writes about the load of the test. */
  async function mateWrites(more: Partial<KeptMail> = {}): Promise<void> {
    const mail = { emailId: crypto.randomUUID(), userId: mateId, userName: 'Ben Ortiz', to: broker, state: 'SENT' as const };
    const at = new Date(clock.nowMs - 12 * 60_000).toISOString();
    office.mails.unshift({ ...mail, at, offerCents: null, postedCents: 220_000, fingerprint: await fingerprintOf(load), ...more });
  }

  return { stored, clock, office, browser, startWorker, mateWrites };
}
