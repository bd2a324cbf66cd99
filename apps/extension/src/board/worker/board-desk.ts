import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import { PageHealth } from '@headhaul/contracts/boards/health';
import type { RateMarks } from '@headhaul/contracts/boards/postings';
import type { PongBoardState, PongPayload } from '@headhaul/contracts/extension-messages';
import { type BoardId, boardFields, boardIds } from '@headhaul/domain/boards/board-load';
import type { FilterPart } from '@headhaul/domain/boards/filters/filter-stack';
import { z } from 'zod';
import type { StorageArea } from '../../lib/storage-area.ts';
import type { PackNews } from '../../packs/pack-news.ts';
import {
  type BoardCounts,
  type BoardOrders,
  type BoardReport,
  type BoardsView,
  type BoardTallies,
  type BoardView,
  boardStates,
  type FromBoard,
  type FromPopup,
  needsRepair,
  type ToBoard,
} from '../messages.ts';

const Judged = z.strictObject({ version: z.int().min(1), rows: z.int().min(0).max(1_000), quorumPct: z.number().min(0).max(100) });
const Report = z.strictObject({
  state: z.enum(boardStates),
  rows: z.int().min(0).max(1_000_000),
  judged: Judged.nullable(),
  unread: z.array(z.enum(boardFields)).max(boardFields.length),
});

const { layout, rowsSeen, rowsRead, fields, mutationStorms, missingContainers } = PageHealth.shape;
/** Counts, and names that stand in the configuration: nothing else of a page gets further than here. */
const Counts = z.strictObject({
  version: PageHealth.shape.configVersion,
  layouts: z.array(z.strictObject({ layout, rowsSeen, rowsRead, fields })).max(9),
  attachMs: z.int().min(0).nullable(),
  flushP95Ms: z.int().min(0).nullable(),
  mutationStorms,
  missingContainers,
}) satisfies z.ZodType<BoardCounts>;

const BoardMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('board:hello') }),
  z.strictObject({ type: z.literal('board:report'), report: Report }),
  z.strictObject({ type: z.literal('board:counts'), counts: Counts }),
]) satisfies z.ZodType<FromBoard>;

/** A rate per mile that somebody may mean: up to a hundred dollars. */
const LowestCents = z.int().min(1).max(10_000).nullable();

const PopupMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['boards:view', 'boards:tally', 'boards:look']) }),
  z.strictObject({ type: z.literal('boards:switch'), board: z.enum(boardIds), isOn: z.boolean() }),
  z.strictObject({ type: z.literal('boards:lowest'), cents: LowestCents }),
  z.strictObject({ type: z.literal('boards:share-counts'), isOn: z.boolean() }),
]) satisfies z.ZodType<FromPopup>;

/** What the user has chosen. Kept on this computer. */
const Settings = z.object({ off: z.array(z.enum(boardIds)), lowestCents: LowestCents, isSharingCounts: z.boolean().default(true) });
type Settings = z.infer<typeof Settings>;
const usualSettings: Settings = { off: [], lowestCents: null, isSharingCounts: true };
const settingsKey = 'boards';

/** The frames with a board, for as long as the browser runs: the worker stops in between. */
const Page = z.object({ origin: z.string(), pathname: z.string() });
export type BoardPage = z.infer<typeof Page>;
const Frames = z.array(
  z.object({
    tabId: z.int(),
    frameId: z.int(),
    board: z.enum(boardIds),
    page: Page.nullable().default(null),
    report: Report.nullable(),
    /** Since when the page is in this state. */
    sinceMs: z.number().nullable().default(null),
  }),
);
type Frame = z.infer<typeof Frames>[number];
const framesKey = 'board-frames';

/** Of the page's list of matches only the numbers. */
const Tally = z.object({ seen: z.int().min(0), matched: z.int().min(0), hasFilter: z.boolean() });

/** How long a frame has to answer. One with an open dialog of the page answers only when that is closed. */
const answerWithinMs = 1_500;

export interface DeskParts {
  local: StorageArea;
  session: StorageArea;
  /** The boards of this build with their origins, in the popup's order. */
  boards: readonly (readonly [board: BoardId, origin: string])[];
  /** Null for the page: whatever reads the board's pages usually. */
  configOf(board: BoardId, page: BoardPage | null): Promise<BoardConfig | null>;
  /** The team's filters and the user's. */
  readFilters(): Promise<readonly FilterPart[]>;
  /** The company's floor and target per mile. */
  readMarks(): Promise<RateMarks>;
  /** A page says how it is read; DEGRADED also with one field that can't be, because a version that reads it is better. True if the board's configuration is another one because of it. */
  noteReport(board: BoardId, report: BoardReport, page: BoardPage | null): Promise<boolean>;
  noteCounts(board: BoardId, counts: BoardCounts): Promise<void>;
  /** The user allows health reports, or doesn't any more. */
  onSharing(isOn: boolean): Promise<void>;
  newsOf(board: BoardId): Promise<PackNews | null>;
  /** Whether this browser can take packs. */
  canUpdate(): Promise<boolean>;
  /** Looks for newer configurations now. */
  lookForPacks(): Promise<void>;
  lookedAtMs(): Promise<number | null>;
  /** What the browser must allow before our script runs on pages of this origin. Null: it does. */
  lackingSite(origin: string): Promise<string | null>;
  /** Whether somebody is signed in and may use the extension. */
  mayRead(): Promise<boolean>;
  sendToFrame(tabId: number, frameId: number, message: ToBoard): Promise<unknown>;
  withLock<T>(run: () => Promise<T>): Promise<T>;
  nowMs(): number;
}

export interface BoardDesk {
  fromBoard(raw: unknown, at: { board: BoardId; tabId: number; frameId: number; page?: BoardPage }): Promise<BoardOrders | null>;
  fromPopup(raw: unknown): Promise<BoardsView | null>;
  /** Each board, as the popup shows it. */
  view(): Promise<BoardsView>;
  /** Each board of the build, for the web app. Nobody is asked for it, so a tab that was just closed may still count. */
  describe(): Promise<PongPayload['boards']>;
  /** Has open boards read anew, and newer configurations looked for. */
  lookAgain(): Promise<void>;
  /** Tells every open board what to do now. */
  publish(): Promise<void>;
  /** The frames of a tab that show a board. */
  framesOf(tabId: number): Promise<readonly { board: BoardId; frameId: number; sinceMs: number | null }[]>;
  /** Whether a tab shows a board. Asks them, so that a tab which was closed doesn't count. */
  hasBoards(): Promise<boolean>;
  /** Whether an open board can't be read, or not all of it. Asks them, so that a tab which was closed doesn't count. */
  hasDegraded(): Promise<boolean>;
  /** What each open board has counted since it was asked. Null: nothing new, or no answer. */
  collectCounts(): Promise<{ board: BoardId; counts: BoardCounts | null }[]>;
  /** Whether the user allows health reports. */
  isSharingCounts(): Promise<boolean>;
  /** How the board in a tab is read; DEGRADED also where only some fields can't be. Null: no board's script is there. */
  stateOf(tabId: number): Promise<BoardReport['state'] | null>;
}

/** Of several frames the one with the list speaks for the board. */
const weight: Record<BoardReport['state'], number> = { OFF: 0, WAITING: 1, READING: 2, DEGRADED: 3 };

function mergeFrames(frames: readonly Frame[]): { report: BoardReport | null; sinceMs: number | null } {
  const reported = frames.flatMap(({ report, sinceMs }) => (report === null ? [] : [{ report, sinceMs }]));
  const [first] = reported.sort((one, other) => weight[other.report.state] - weight[one.report.state]);
  if (first === undefined) return { report: null, sinceMs: null };
  const rows = reported.reduce((sum, { report }) => sum + report.rows, 0);
  const unread = [...new Set(reported.flatMap(({ report }) => report.unread))];
  return { report: { ...first.report, rows, unread }, sinceMs: first.sinceMs };
}

function pongStateOf({ isOn, report, lackingSite }: Pick<BoardView, 'isOn' | 'report' | 'lackingSite'>): PongBoardState {
  if (lackingSite !== null) return 'REFUSED';
  if (!isOn) return 'OFF';
  if (report?.state === 'DEGRADED') return 'PAUSED';
  return report?.state === 'READING' ? 'READING' : 'CLOSED';
}

/** The lowest rate of this computer is one more filter. */
function localFilters({ lowestCents }: Settings): FilterPart[] {
  if (lowestCents === null) return [];
  const rules: FilterPart['rules'] = [{ kind: 'MIN_RPM', cents: lowestCents, basis: 'ALL_IN' }];
  return [{ rules, onUnknown: 'KEEP', action: 'DIM', isForEveryone: false }];
}

/** A page needs the rules, not whose they are. */
function toPart({ rules, onUnknown, action, isForEveryone }: FilterPart): FilterPart {
  return { rules, onUnknown, action, isForEveryone };
}

/** The worker's side of the boards: it knows which pages show one, what the user wants there, and where things stand on them. */
export function createBoardDesk(parts: DeskParts): BoardDesk {
  const { local, session, boards, configOf, readFilters, noteReport, newsOf, mayRead, sendToFrame, withLock, nowMs } = parts;
  const originOf = new Map(boards);
  const readSettings = async () => Settings.safeParse((await local.get(settingsKey))[settingsKey]).data ?? usualSettings;
  const readFrames = async () => Frames.safeParse((await session.get(framesKey))[framesKey]).data ?? [];
  const changeFrames = (next: (frames: Frame[]) => Frame[]) => withLock(async () => session.set({ [framesKey]: next(await readFrames()) }));
  const isAt = (tabId: number, frameId: number) => (frame: Frame) => frame.tabId === tabId && frame.frameId === frameId;

  async function ordersFor({ board, page }: Pick<Frame, 'board' | 'page'>): Promise<BoardOrders> {
    const [settings, config, isAllowed, filters, marks] = await Promise.all([
      readSettings(),
      configOf(board, page),
      mayRead(),
      readFilters(),
      parts.readMarks(),
    ]);
    if (config === null || !config.enabled || !isAllowed || settings.off.includes(board)) return { work: null };
    return { work: { config, filters: [...filters.map(toPart), ...localFilters(settings)], marks } };
  }

  /** A frame's answer. Undefined: it can't be reached. One that is silent gives `silent`. */
  async function answerOf<T>({ tabId, frameId }: Frame, message: ToBoard, silent: T): Promise<unknown> {
    const { promise: late, resolve } = Promise.withResolvers<T>();
    const timer = setTimeout(resolve, answerWithinMs, silent);
    const answered = sendToFrame(tabId, frameId, message).catch(() => undefined);
    return Promise.race([answered, late]).finally(() => clearTimeout(timer));
  }

  /** Asks a frame or tells it something. One that can't be reached is gone: the tab shows another page. One that is silent stays. */
  async function reach(frame: Frame, message: ToBoard): Promise<Frame | null> {
    const answer = await answerOf(frame, message, frame);
    if (answer === frame) return frame;
    const report = Report.safeParse(answer);
    return report.success ? withReport(frame, report.data) : null;
  }

  function withReport(frame: Frame, report: BoardReport | null): Frame {
    const isSame = report !== null && frame.report?.state === report.state;
    return { ...frame, report, sinceMs: report === null ? null : isSame ? frame.sinceMs : nowMs() };
  }

  async function reachAll(messageFor: (frame: Frame) => Promise<ToBoard>): Promise<Frame[]> {
    const frames = await readFrames();
    const reached = await Promise.all(frames.map(async (frame) => reach(frame, await messageFor(frame))));
    await changeFrames((now) =>
      now.flatMap((frame) => {
        const at = frames.findIndex(isAt(frame.tabId, frame.frameId));
        // A frame that came while the others were asked stays.
        return at < 0 ? [frame] : (reached[at] ?? []);
      }),
    );
    return reached.filter((frame) => frame !== null);
  }

  let publishing: Promise<unknown> = Promise.resolve();
  /** One after the other, so that older orders never arrive last. */
  async function publish(): Promise<void> {
    const tellAll = () => reachAll(async (frame) => ({ type: 'board:orders', orders: await ordersFor(frame) }));
    const told = publishing.then(tellAll, tellAll);
    publishing = told;
    await told;
  }

  const askAll = () => reachAll(async () => ({ type: 'board:ask' }));

  async function look(board: BoardId, frames: readonly Frame[], off: readonly BoardId[]): Promise<Omit<BoardView, 'news'>> {
    const config = await configOf(board, null);
    const origin = originOf.get(board);
    return {
      board,
      isBeta: config?.stage === 'BETA',
      isOn: !off.includes(board),
      ...mergeFrames(frames.filter((frame) => frame.board === board)),
      url: origin === undefined ? null : origin + (config?.paths[0] ?? '/'),
      lackingSite: origin === undefined ? null : await parts.lackingSite(origin),
    };
  }

  async function describe(): Promise<PongPayload['boards']> {
    const [frames, { off }] = await Promise.all([readFrames(), readSettings()]);
    return Promise.all(
      boards.map(async ([id]) => {
        const { isBeta, url, ...known } = await look(id, frames, off);
        return { id, state: pongStateOf(known), isBeta, ...(url === null ? {} : { url }) };
      }),
    );
  }

  async function view(): Promise<BoardsView> {
    const [frames, { off, lowestCents, isSharingCounts }, canUpdate, lookedAtMs] = await Promise.all([
      askAll(),
      readSettings(),
      parts.canUpdate(),
      parts.lookedAtMs(),
    ]);
    const toView = async (board: BoardId): Promise<BoardView> => ({
      ...(await look(board, frames, off)),
      news: await newsOf(board),
    });
    // Boards of this build, and those that the user has taught and looks at now.
    const shown = [...new Set([...originOf.keys(), ...frames.map(({ board }) => board)])];
    return { boards: await Promise.all(shown.map(toView)), lowestCents, isSharingCounts, canUpdate, lookedAtMs, tallies: null };
  }

  /** Of several frames of a board the one that has seen most speaks. */
  async function tally(): Promise<BoardTallies> {
    const tallies: BoardTallies = {};
    const ask = async (frame: Frame) => {
      const answer = await answerOf(frame, { type: 'board:matches', order: 'NEW', isAnew: false }, null);
      const told = Tally.safeParse(answer).data;
      const before = tallies[frame.board];
      if (told !== undefined && (before === undefined || told.seen > before.seen)) tallies[frame.board] = told;
    };
    await Promise.all((await readFrames()).map(ask));
    return tallies;
  }

  /** The pages first: one may be readable again without anything new. */
  async function lookAgain(): Promise<void> {
    await reachAll(async () => ({ type: 'board:look' }));
    await parts.lookForPacks();
  }

  async function changeSettings(next: (settings: Settings) => Settings): Promise<void> {
    await withLock(async () => local.set({ [settingsKey]: next(await readSettings()) }));
    await publish();
  }

  return {
    publish,
    view,
    describe,
    lookAgain,
    async framesOf(tabId) {
      const frames = await readFrames();
      return frames.flatMap(({ board, frameId, sinceMs, ...frame }) => (frame.tabId === tabId ? [{ board, frameId, sinceMs }] : []));
    },
    hasBoards: async () => (await askAll()).length > 0,
    hasDegraded: async () => (await askAll()).some(({ report }) => report !== null && needsRepair(report)),
    async stateOf(tabId) {
      const { report } = mergeFrames((await askAll()).filter((frame) => frame.tabId === tabId));
      return report !== null && needsRepair(report) ? 'DEGRADED' : (report?.state ?? null);
    },
    isSharingCounts: async () => (await readSettings()).isSharingCounts,
    async collectCounts() {
      const collect = async (frame: Frame) => {
        const answer = await answerOf(frame, { type: 'board:count' }, null);
        return answer === undefined ? [] : [{ board: frame.board, counts: Counts.safeParse(answer).data ?? null }];
      };
      return (await Promise.all((await readFrames()).map(collect))).flat();
    },
    async fromBoard(raw, { board, tabId, frameId, page = null }) {
      const message = BoardMessage.safeParse(raw).data;
      if (message === undefined) return null;
      if (message.type === 'board:counts') {
        await parts.noteCounts(board, message.counts);
        return null;
      }
      const report = message.type === 'board:report' ? message.report : null;
      await changeFrames((frames) => {
        const before = frames.find(isAt(tabId, frameId));
        const known = { tabId, frameId, board, page, report: before?.report ?? null, sinceMs: before?.sinceMs ?? null };
        return [...frames.filter((frame) => frame !== before), withReport(known, report)];
      });
      if (message.type === 'board:hello') return ordersFor({ board, page });
      const state = needsRepair(message.report) ? 'DEGRADED' : message.report.state;
      if (await noteReport(board, { ...message.report, state }, page)) await publish();
      return null;
    },
    async fromPopup(raw) {
      const message = PopupMessage.safeParse(raw).data;
      if (message === undefined) return null;
      if (message.type === 'boards:tally') return { ...(await view()), tallies: await tally() };
      if (message.type === 'boards:look') await lookAgain();
      if (message.type === 'boards:switch') {
        const { board, isOn } = message;
        await changeSettings(({ off, ...rest }) => ({ ...rest, off: [...off.filter((one) => one !== board), ...(isOn ? [] : [board])] }));
      }
      if (message.type === 'boards:lowest') await changeSettings((settings) => ({ ...settings, lowestCents: message.cents }));
      if (message.type === 'boards:share-counts') {
        await changeSettings((settings) => ({ ...settings, isSharingCounts: message.isOn }));
        await parts.onSharing(message.isOn);
      }
      return view();
    },
  };
}
