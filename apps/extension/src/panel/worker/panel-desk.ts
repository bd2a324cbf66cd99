import { BoardRule, filterLimits } from '@headhaul/contracts/boards/filters';
import {
  type BoardDriver,
  type PostingFacts,
  PostingInput,
  type PostingProfit,
  postingEndpoints,
} from '@headhaul/contracts/boards/postings';
import { BrokerMark } from '@headhaul/contracts/brokers';
import { type BrokerLookup, fmcsaEndpoints } from '@headhaul/contracts/fmcsa';
import { BoardLoad as Freight } from '@headhaul/contracts/mail/board-load';
import type { SessionEnd } from '@headhaul/contracts/session-end';
import { type BoardId, type BoardLoad, boardIds } from '@headhaul/domain/boards/board-load';
import { boardFingerprintText } from '@headhaul/domain/boards/freight';
import { z } from 'zod';
import { type BoardState, boardStates, matchOrders, type ToBoard } from '../../board/messages.ts';
import { type createChooseFilter, FilterSaving } from '../../filters/choose-filter.ts';
import type { StorageArea } from '../../lib/storage-area.ts';
import { hashFingerprint } from '../../mail/fingerprint-hash.ts';
import type { Called, MailApi } from '../../mail/mail-api.ts';
import { createFindMatches } from '../matches/find-matches.ts';
import {
  type Asked,
  askedRulesKey,
  type BrokersAnswer,
  type ChosenDriver,
  type DriverChoice,
  type FoundRoute,
  type FromBoardPanel,
  mostRowBrokers,
  openedRowKey,
  type PanelQuestion,
  type PanelQuestions,
  type PanelView,
  type RowAnswer,
  type RowState,
  type RowView,
} from '../messages.ts';
import type { createCalls } from './calls.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { PageLoad } from './load-schema.ts';
import type { createRowBrokers } from './row-brokers.ts';

const RowBroker = { mc: z.string().max(8).nullable(), name: z.string().max(200).nullable() };

const BoardMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('panel:open'), load: PageLoad }),
  z.strictObject({ type: z.literal('panel:rules') }),
  z.strictObject({ type: z.literal('panel:brokers'), brokers: z.array(z.strictObject(RowBroker)).max(mostRowBrokers) }),
]) satisfies z.ZodType<FromBoardPanel>;

const isFresh = z.boolean();
const driverId = z.uuid().nullable();
const opId = z.uuid();
const PanelMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['panel:view', 'panel:try', 'panel:look']) }),
  z.strictObject({ type: z.literal('panel:matches'), tabId: z.int(), order: z.enum(matchOrders), isAnew: z.boolean() }),
  z.strictObject({ type: z.literal('panel:show'), tabId: z.int(), frameId: z.int(), load: PageLoad }),
  z.strictObject({ type: z.literal('panel:count-rules'), tabId: z.int(), rules: z.array(BoardRule).max(filterLimits.rules) }),
  z.strictObject({ type: z.literal('panel:filters') }),
  z.strictObject({ type: z.literal('panel:choose-filter'), filterId: z.uuid().nullable(), isOn: z.boolean() }),
  z.strictObject({ type: z.literal('panel:save-filter'), opId, saving: FilterSaving }),
  z.strictObject({ type: z.literal('panel:delete-filter'), opId, id: z.uuid() }),
  z.strictObject({ type: z.literal('panel:facts'), load: Freight, isFresh }),
  z.strictObject({ type: z.literal('panel:lookup'), mc: z.string().max(8), isFresh }),
  z.strictObject({ type: z.literal('panel:drivers'), isFresh }),
  z.strictObject({ type: z.literal('panel:choose-driver'), driverId }),
  z.strictObject({ type: z.literal('panel:profit'), load: Freight, driverId, isFresh }),
  z.strictObject({
    type: z.literal('panel:route'),
    origin: Freight.shape.origin,
    destination: Freight.shape.destination,
    driverId,
    isFresh,
  }),
  z.strictObject({ type: z.literal('panel:save'), opId, posting: PostingInput }),
  z.strictObject({ type: z.literal('panel:mark'), ...RowBroker, opId, mark: BrokerMark, reason: z.string().max(500) }),
  z.strictObject({ type: z.literal('panel:call'), opId }),
]);
type PanelMessage = z.output<typeof PanelMessage>;

const Opened = z.object({
  /** The person and the company: nobody else is shown what they looked at. */
  whose: z.string(),
  tabId: z.int(),
  frameId: z.int(),
  board: z.enum(boardIds),
  load: PageLoad,
  readAtMs: z.number(),
});
type Opened = z.infer<typeof Opened>;

const Answer = z.object({ state: z.enum(boardStates), load: PageLoad.nullable() }) satisfies z.ZodType<RowAnswer>;
const Chosen = z.object({ userId: z.string(), driverId });
const chosenKey = 'panel-driver';

/** How long a page has to answer. One with an open dialog answers only when that is closed. */
const answerWithinMs = 1_500;
/** For how long an answer is shown without asking again. */
const freshForMs = { facts: 5 * 60_000, lookup: 15 * 60_000, drivers: 5 * 60_000, profit: 5 * 60_000 };

export interface PanelDeskParts {
  ask: MailApi;
  session: StorageArea;
  local: StorageArea;
  kept: KeptAnswers<PostingFacts | BrokerLookup | BoardDriver[] | PostingProfit | FoundRoute>;
  rowBrokers: ReturnType<typeof createRowBrokers>;
  calls: ReturnType<typeof createCalls>;
  filters: ReturnType<typeof createChooseFilter>;
  /** Who is signed in, and in which company. `isPaused`: the person may not use the extension now. */
  readUser(): Promise<{ userId: string; companyId: string; isPaused: boolean } | null>;
  /** The frames of a tab that show a board. */
  framesOf(tabId: number): Promise<readonly { board: BoardId; frameId: number; sinceMs: number | null }[]>;
  /** Newer configurations: when we last looked for them, and a look now. */
  packs: { lookedAtMs(): Promise<number | null>; look(): Promise<void> };
  /** Since when the API doesn't answer. */
  silentSinceMs(): Promise<number | null>;
  /** Asks the API whether it answers again. */
  tryAgain(): Promise<void>;
  /** Why the last session ended. */
  readEnded(): Promise<SessionEnd | null>;
  sendToFrame(tabId: number, frameId: number, message: ToBoard): Promise<unknown>;
  nowMs(): number;
}

/** `whose`: the person in the company, by whom answers are kept. */
interface Person {
  userId: string;
  whose: string;
}

const stateOf: Record<BoardState, RowState> = { READING: 'AWAY', WAITING: 'AWAY', DEGRADED: 'DEGRADED', OFF: 'OFF' };
const signedOut = { ok: false, failure: 'SIGNED_OUT' } as const;
const unreadable = { ok: false, failure: 'REFUSED', text: 'This load wasn’t read well enough for that', isPlanEnded: false } as const;

function explain(called: Exclude<Called<unknown>, { ok: true }>): Exclude<Asked<never>, { ok: true }> {
  if (called.failure !== 'REFUSED') return { ok: false, failure: called.failure };
  const { detail, errors, limit } = called.problem;
  const text = errors?.[0]?.message ?? detail;
  return { ok: false, failure: 'REFUSED', text, isPlanEnded: limit?.isPlanActive === false };
}

/** The worker's side of the side panel: which row was opened, what the API says about it, and what the user does with it. */
export function createPanelDesk(parts: PanelDeskParts) {
  const { ask, session, local, kept, rowBrokers, calls, sendToFrame, nowMs } = parts;

  async function readPerson(): Promise<(Person & { isPaused: boolean }) | null> {
    const user = await parts.readUser();
    return user && { userId: user.userId, whose: `${user.userId} ${user.companyId}`, isPaused: user.isPaused };
  }

  const readOpened = async () => Opened.safeParse((await session.get(openedRowKey))[openedRowKey]).data ?? null;
  const readRulesAsked = async () => z.number().safeParse((await session.get(askedRulesKey))[askedRulesKey]).data ?? null;
  const keepOpened = (opened: Opened) => session.set({ [openedRowKey]: opened });

  async function open(whose: string, load: BoardLoad, at: { board: BoardId; tabId: number; frameId: number }): Promise<void> {
    // A page speaks for its own board only.
    await keepOpened({ whose, ...at, load: { ...load, board: at.board }, readAtMs: nowMs() });
    if ((await readRulesAsked()) !== null) await session.set({ [askedRulesKey]: null });
  }

  /** Null: no answer came, because the frame is gone or busy. */
  function askFrame(tabId: number, frameId: number, message: ToBoard): Promise<unknown> {
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(resolve, answerWithinMs, null);
    const answered = sendToFrame(tabId, frameId, message).catch(() => null);
    return Promise.race([answered, late]).finally(() => clearTimeout(timer));
  }

  const matches = createFindMatches({ framesOf: parts.framesOf, askFrame, lookedAtMs: parts.packs.lookedAtMs });

  /** Null: the frame is gone. */
  async function lookAgain({ tabId, frameId, load }: Opened): Promise<RowAnswer | null> {
    return Answer.safeParse(await askFrame(tabId, frameId, { type: 'board:row', key: load.rowKey })).data ?? null;
  }

  async function viewRow(opened: Opened): Promise<RowView> {
    const answer = await lookAgain(opened);
    const { board } = opened;
    if (answer?.load == null || answer.load.rowKey !== opened.load.rowKey) {
      const state = answer === null ? 'CLOSED' : stateOf[answer.state];
      return { board, load: opened.load, readAtMs: opened.readAtMs, state };
    }
    const load = { ...answer.load, board };
    const readAtMs = nowMs();
    // The user may have opened another row meanwhile. What is the same isn't written, because the panel hears of every change.
    const now = await readOpened();
    const isSame =
      now?.load.rowKey === load.rowKey && now.whose === opened.whose && now.tabId === opened.tabId && now.frameId === opened.frameId;
    if (isSame && JSON.stringify(now.load) !== JSON.stringify(load)) await keepOpened({ ...now, load, readAtMs });
    return { board, load, readAtMs, state: 'HERE' };
  }

  async function view(): Promise<PanelView> {
    const person = await readPerson();
    if (person === null) return { standing: 'SIGNED_OUT', row: null, ended: (await parts.readEnded()) ?? undefined };
    const silentSinceMs = (await parts.silentSinceMs()) ?? undefined;
    if (person.isPaused) return { standing: 'PAUSED', row: null, silentSinceMs };
    const [opened, rulesAtMs] = [await readOpened(), await readRulesAsked()];
    return {
      standing: 'READY',
      silentSinceMs,
      row: opened?.whose === person.whose ? await viewRow(opened) : null,
      ...(rulesAtMs !== null && { rulesAtMs }),
    };
  }

  /** From what is kept while it is fresh, else from the API. While that doesn't answer, from what is kept all the same. */
  async function askKept<T extends PostingFacts | BrokerLookup | BoardDriver[] | PostingProfit | FoundRoute>(
    { whose }: Person,
    key: string,
    { isFresh: mustAsk, freshMs }: { isFresh: boolean; freshMs: number },
    call: () => Promise<Called<T>>,
  ): Promise<Asked<T>> {
    const before = (await kept.find(whose, [key])).get(key) as { value: T; atMs: number } | undefined;
    if (!mustAsk && before !== undefined && nowMs() - before.atMs < freshMs) return { ok: true, ...before, isOld: false };
    const answer = await call();
    if (answer.ok) {
      await kept.keep(whose, new Map([[key, answer.value]]));
      return { ok: true, value: answer.value, atMs: nowMs(), isOld: false };
    }
    if (answer.failure === 'UNREACHABLE' && before !== undefined) return { ok: true, ...before, isOld: true };
    return explain(answer);
  }

  async function readFacts(
    person: Person,
    { load, isFresh: must }: Extract<PanelMessage, { type: 'panel:facts' }>,
  ): Promise<Asked<PostingFacts>> {
    const text = boardFingerprintText(load);
    const fingerprint = text === null ? null : await hashFingerprint(text);
    const body = { mc: load.brokerMc, name: load.brokerName, fingerprint };
    const how = { isFresh: must, freshMs: freshForMs.facts };
    return askKept(person, `facts ${JSON.stringify(body)}`, how, () => ask(person.userId, postingEndpoints.describePosting, { body }));
  }

  async function readChosenId(userId: string): Promise<string | null> {
    const chosen = Chosen.safeParse((await local.get(chosenKey))[chosenKey]).data;
    return chosen?.userId === userId ? chosen.driverId : null;
  }

  async function readDrivers(person: Person, must: boolean): Promise<Asked<DriverChoice>> {
    const { userId } = person;
    const listed = await askKept(person, 'drivers', { isFresh: must, freshMs: freshForMs.drivers }, async () => {
      const answer = await ask(userId, postingEndpoints.listBoardDrivers, {});
      return answer.ok ? { ok: true, value: answer.value.drivers } : answer;
    });
    if (!listed.ok) return listed;
    const wanted = await readChosenId(userId);
    const isThere = listed.value.some(({ id }) => id === wanted);
    return { ...listed, value: { drivers: listed.value, chosenId: isThere ? wanted : null } };
  }

  async function readDriver(): Promise<ChosenDriver> {
    const person = await readPerson();
    const wanted = person === null ? null : await readChosenId(person.userId);
    if (person === null || wanted === null) return { ok: true, driver: null };
    const listed = await readDrivers(person, false);
    if (!listed.ok) return { ok: false, why: 'UNKNOWN' };
    const driver = listed.value.drivers.find(({ id }) => id === wanted);
    return driver === undefined ? { ok: false, why: 'GONE' } : { ok: true, driver };
  }

  function toAsked<T>(called: Called<T>): Asked<T> {
    return called.ok ? { ok: true, value: called.value, atMs: nowMs(), isOld: false } : explain(called);
  }

  /** Whatever was known about this posting and its broker is another one now. */
  async function afterChange<T>(called: Called<T>): Promise<Asked<T>> {
    if (called.ok) await kept.forget();
    return toAsked(called);
  }

  async function mark(person: Person, { mc, name, opId: key, mark, reason }: Extract<PanelMessage, { type: 'panel:mark' }>) {
    const marked = await afterChange(
      await ask(person.userId, postingEndpoints.markPostedBroker, { body: { mc, name, mark, reason } }, key),
    );
    if (!marked.ok) return marked;
    await rowBrokers.note(person, { mc, name }, marked.value);
    const opened = await readOpened();
    // Other pages hear of it with their next question.
    if (opened !== null) void askFrame(opened.tabId, opened.frameId, { type: 'board:brokers' });
    return marked;
  }

  async function answer(person: Person, message: PanelMessage): Promise<unknown> {
    const { userId } = person;
    switch (message.type) {
      case 'panel:view':
        return view();
      case 'panel:try':
        await parts.tryAgain();
        return null;
      case 'panel:look':
        await parts.packs.look();
        return null;
      case 'panel:matches':
        return { view: await matches.list(message.tabId, message.order, message.isAnew) };
      case 'panel:count-rules':
        return { counts: await matches.countRules(message.tabId, message.rules) };
      case 'panel:show': {
        const at = await matches.findFrame(message.tabId, message.frameId);
        if (at !== null) await open(person.whose, message.load, at);
        return null;
      }
      case 'panel:filters':
        return toAsked(await parts.filters.list(userId));
      case 'panel:choose-filter':
        return toAsked(await parts.filters.choose(userId, message.filterId, message.isOn));
      case 'panel:save-filter':
        return toAsked(await parts.filters.save(userId, message.saving, message.opId));
      case 'panel:delete-filter':
        return toAsked(await parts.filters.remove(userId, message.id, message.opId));
      case 'panel:facts':
        return readFacts(person, message);
      case 'panel:lookup': {
        const { mc } = message;
        const how = { isFresh: message.isFresh, freshMs: freshForMs.lookup };
        return askKept(person, `lookup ${mc}`, how, () => ask(userId, fmcsaEndpoints.lookUpBroker, { query: { mc } }));
      }
      case 'panel:drivers':
        return readDrivers(person, message.isFresh);
      case 'panel:choose-driver':
        await local.set({ [chosenKey]: { userId, driverId: message.driverId } });
        return null;
      case 'panel:profit': {
        const { load, driverId: id } = message;
        const how = { isFresh: message.isFresh, freshMs: freshForMs.profit };
        const call = () => ask(userId, postingEndpoints.findPostingProfit, { body: { load, driverId: id } });
        return askKept(person, `profit ${JSON.stringify([load, id])}`, how, call);
      }
      case 'panel:route': {
        const { type: _, isFresh: must, ...body } = message;
        const how = { isFresh: must, freshMs: freshForMs.profit };
        return askKept(person, `route ${JSON.stringify(body)}`, how, () => ask(userId, postingEndpoints.findPostingRoute, { body }));
      }
      case 'panel:save':
        return afterChange(await ask(userId, postingEndpoints.savePosting, { body: message.posting }, message.opId));
      case 'panel:mark':
        return mark(person, message);
      case 'panel:call':
        await calls.note(userId, message.opId);
        return null;
    }
  }

  return {
    /** For the mails of this person. The list says who is a driver of the company, so whoever chose nobody costs nothing. */
    readDriver,
    /** The user has read that the chosen driver is gone, and is not told with each mail. Whoever is there stays chosen. */
    async forgetGoneDriver(): Promise<void> {
      const chosen = await readDriver();
      if (!chosen.ok && chosen.why === 'GONE') await local.set({ [chosenKey]: null });
    },
    /** The panel itself was opened before this, because a browser opens it only within the click. */
    async fromBoard(raw: unknown, at: { board: BoardId; tabId: number; frameId: number }): Promise<true | BrokersAnswer | null> {
      const message = BoardMessage.safeParse(raw).data;
      const person = message === undefined ? null : await readPerson();
      if (message === undefined || person === null || person.isPaused) return null;
      if (message.type === 'panel:brokers') return rowBrokers.list(person, message.brokers);
      if (message.type === 'panel:open') await open(person.whose, message.load, at);
      else await session.set({ [askedRulesKey]: nowMs() });
      return true;
    },
    async fromPanel(raw: unknown): Promise<PanelQuestions[PanelQuestion]['answer']> {
      const message = PanelMessage.safeParse(raw).data;
      if (message === undefined) return unreadable;
      if (message.type === 'panel:view') return view();
      const person = await readPerson();
      if (person === null || person.isPaused) {
        if (message.type === 'panel:count-rules') return { counts: null };
        return message.type === 'panel:matches' ? { view: null } : signedOut;
      }
      return (await answer(person, message)) as PanelQuestions[PanelQuestion]['answer'];
    },
    async resume(): Promise<void> {
      const person = await readPerson();
      if (person !== null) await calls.flush(person.userId);
    },
    /** After a sign-out nothing of a board's page stays, and nothing that the API said about it. */
    async forget(): Promise<void> {
      if ((await readOpened()) !== null) await session.set({ [openedRowKey]: null });
      if ((await readRulesAsked()) !== null) await session.set({ [askedRulesKey]: null });
      await kept.forget();
      await rowBrokers.forget();
    },
  };
}
