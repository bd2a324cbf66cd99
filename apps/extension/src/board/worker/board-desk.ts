import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import { PageHealth } from '@headhaul/contracts/boards/health';
import type { RateMarks } from '@headhaul/contracts/boards/postings';
import { type BoardId, boardIds } from '@headhaul/domain/boards/board-load';
import type { FilterPart } from '@headhaul/domain/boards/filters/filter-stack';
import { z } from 'zod';
import type { StorageArea } from '../../lib/storage-area.ts';
import type { PackNews } from '../../packs/pack-news.ts';
import {
  type BoardCounts,
  type BoardOrders,
  type BoardReport,
  type BoardsView,
  type BoardView,
  boardStates,
  type FromBoard,
  type FromPopup,
  type ToBoard,
} from '../messages.ts';

const Judged = z.strictObject({ version: z.int().min(1), rows: z.int().min(0).max(1_000), quorumPct: z.number().min(0).max(100) });
const Report = z.strictObject({ state: z.enum(boardStates), rows: z.int().min(0).max(1_000_000), judged: Judged.nullable() });

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
  z.strictObject({ type: z.literal('boards:view') }),
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
  z.object({ tabId: z.int(), frameId: z.int(), board: z.enum(boardIds), page: Page.nullable().default(null), report: Report.nullable() }),
);
type Frame = z.infer<typeof Frames>[number];
const framesKey = 'board-frames';

/** How long a frame has to answer. One with an open dialog of the page answers only when that is closed. */
const answerWithinMs = 1_500;

export interface DeskParts {
  local: StorageArea;
  session: StorageArea;
  /** The boards of this build, in the popup's order. */
  boards: readonly BoardId[];
  /** Null for the page: whatever reads the board's pages usually. */
  configOf(board: BoardId, page: BoardPage | null): Promise<BoardConfig | null>;
  /** The team's filters and the user's. */
  readFilters(): Promise<readonly FilterPart[]>;
  /** The company's floor and target per mile. */
  readMarks(): Promise<RateMarks>;
  /** A page says how it is read. True if the board's configuration is another one because of it. */
  noteReport(board: BoardId, report: BoardReport, page: BoardPage | null): Promise<boolean>;
  noteCounts(board: BoardId, counts: BoardCounts): Promise<void>;
  /** The user allows health reports, or doesn't any more. */
  onSharing(isOn: boolean): Promise<void>;
  newsOf(board: BoardId): Promise<PackNews | null>;
  /** Whether this browser can take packs. */
  canUpdate(): Promise<boolean>;
  /** Whether somebody is signed in and may use the extension. */
  mayRead(): Promise<boolean>;
  sendToFrame(tabId: number, frameId: number, message: ToBoard): Promise<unknown>;
  withLock<T>(run: () => Promise<T>): Promise<T>;
}

export interface BoardDesk {
  fromBoard(raw: unknown, at: { board: BoardId; tabId: number; frameId: number; page?: BoardPage }): Promise<BoardOrders | null>;
  fromPopup(raw: unknown): Promise<BoardsView | null>;
  /** Tells every open board what to do now. */
  publish(): Promise<void>;
  /** The frames of a tab that show a board. */
  framesOf(tabId: number): Promise<readonly { board: BoardId; frameId: number }[]>;
  /** Whether a tab shows a board. Asks them, so that a tab which was closed doesn't count. */
  hasBoards(): Promise<boolean>;
  /** Whether an open board can't be read. Asks them, so that a tab which was closed doesn't count. */
  hasDegraded(): Promise<boolean>;
  /** What each open board has counted since it was asked. Null: nothing new, or no answer. */
  collectCounts(): Promise<{ board: BoardId; counts: BoardCounts | null }[]>;
  /** Whether the user allows health reports. */
  isSharingCounts(): Promise<boolean>;
  /** How the board in a tab is read. Null: no board's script is there. */
  stateOf(tabId: number): Promise<BoardReport['state'] | null>;
}

/** Of several frames the one with the list speaks for the board. */
const weight: Record<BoardReport['state'], number> = { OFF: 0, WAITING: 1, READING: 2, DEGRADED: 3 };

function mergeReports(reports: readonly BoardReport[]): BoardReport | null {
  const [first] = [...reports].sort((one, other) => weight[other.state] - weight[one.state]);
  return first === undefined ? null : { ...first, rows: reports.reduce((sum, { rows }) => sum + rows, 0) };
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
  const { local, session, boards, configOf, readFilters, noteReport, newsOf, mayRead, sendToFrame, withLock } = parts;
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
    return report.success ? { ...frame, report: report.data } : null;
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

  async function view(): Promise<BoardsView> {
    const [frames, { off, lowestCents, isSharingCounts }, canUpdate] = await Promise.all([askAll(), readSettings(), parts.canUpdate()]);
    const toView = async (board: BoardId): Promise<BoardView> => ({
      board,
      isBeta: (await configOf(board, null))?.stage === 'BETA',
      isOn: !off.includes(board),
      report: mergeReports(frames.flatMap((frame) => (frame.board === board && frame.report !== null ? [frame.report] : []))),
      news: await newsOf(board),
    });
    // Boards of this build, and those that the user has taught and looks at now.
    const shown = [...new Set([...boards, ...frames.map(({ board }) => board)])];
    return { boards: await Promise.all(shown.map(toView)), lowestCents, isSharingCounts, canUpdate };
  }

  async function changeSettings(next: (settings: Settings) => Settings): Promise<void> {
    await withLock(async () => local.set({ [settingsKey]: next(await readSettings()) }));
    await publish();
  }

  return {
    publish,
    async framesOf(tabId) {
      const frames = await readFrames();
      return frames.flatMap((frame) => (frame.tabId === tabId ? [{ board: frame.board, frameId: frame.frameId }] : []));
    },
    hasBoards: async () => (await askAll()).length > 0,
    hasDegraded: async () => (await askAll()).some(({ report }) => report?.state === 'DEGRADED'),
    async stateOf(tabId) {
      const reports = (await askAll()).flatMap((frame) => (frame.tabId === tabId && frame.report !== null ? [frame.report] : []));
      return mergeReports(reports)?.state ?? null;
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
      await changeFrames((frames) => [...frames.filter((frame) => !isAt(tabId, frameId)(frame)), { tabId, frameId, board, page, report }]);
      if (message.type === 'board:hello') return ordersFor({ board, page });
      if (await noteReport(board, message.report, page)) await publish();
      return null;
    },
    async fromPopup(raw) {
      const message = PopupMessage.safeParse(raw).data;
      if (message === undefined) return null;
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
