import { boardOfHost } from '@headhaul/contracts/boards/board-config';
import type { BoardId } from '@headhaul/domain/boards/board-load';
import { z } from 'zod';
import type { BoardState } from '../../board/messages.ts';
import type { StorageArea } from '../../lib/storage-area.ts';
import type { FrameFinding, SaveOutcome, TeachBegin, TeachFromPage, TeachFromPopup, TeachView } from '../messages.ts';
import type { PagePlace, TaughtPages } from './taught-pages.ts';

const TabId = z.int().min(0);
const PageUrl = z.url().max(4_000);
const PopupMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('teach:view'), tabId: TabId.nullable(), url: PageUrl.nullable() }),
  z.strictObject({ type: z.literal('teach:want'), tabId: TabId, url: PageUrl }),
  z.strictObject({ type: z.literal('teach:start'), tabId: TabId, url: PageUrl }),
  z.strictObject({ type: z.literal('teach:remove'), id: z.string().max(400) }),
]) satisfies z.ZodType<TeachFromPopup>;

const PageMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('teach:ask') }),
  z.strictObject({ type: z.literal('teach:is-taught') }),
  // The store checks what was learned, by the schema of configurations.
  z.strictObject({ type: z.literal('teach:save'), learned: z.unknown() }),
]) satisfies z.ZodType<Record<'type', TeachFromPage['type']>>;

const Finding = z.object({ rows: z.int().min(0), fields: z.int().min(0) }) satisfies z.ZodType<FrameFinding>;

/** The tabs in which a user's click has started a lesson, for as long as the browser runs. */
const Lessons = z.array(z.object({ tabId: z.int(), origin: z.string(), atMs: z.number() }));
type Lesson = z.infer<typeof Lessons>[number];
const lessonsKey = 'teach-lessons';
/** Nobody takes longer for one page. */
const lessonMs = 60 * 60_000;

/** The last page that the user wanted to teach. It waits for the browser's permission. */
const Wish = z.object({ tabId: z.int(), url: PageUrl, atMs: z.number() });
type Wish = z.infer<typeof Wish>;
const wishKey = 'teach-wish';
/** The browser's question is answered or forgotten by then. */
const wishMs = 5 * 60_000;

export interface TeachDeskParts {
  session: StorageArea;
  pages: TaughtPages;
  /** Origins that are never taught: our own web app and API. */
  ownOrigins: readonly string[];
  /** Puts the script that teaches into the tab's frames. Throws where the browser doesn't allow it. */
  inject(tabId: number): Promise<{ frameId: number; result: unknown }[]>;
  sendToFrame(tabId: number, frameId: number, message: TeachBegin): Promise<unknown>;
  /** The version of the pack that reads this board now; 0 for none. */
  packVersionOf(board: BoardId): Promise<number>;
  mayRead(): Promise<boolean>;
  /** How the board in this tab is read. Null: no board's script is there. */
  stateOf(tabId: number): Promise<BoardState | null>;
  /** What must be allowed before a script can be put into pages of this origin. Null: it is allowed already. */
  patternFor(origin: string): string | null;
  /** The pages that are taught have changed: scripts are registered for them, and open tabs are told. `open`: where lessons are given now. */
  onChanged(tabId: number | null, open: readonly string[]): Promise<void>;
  withLock<T>(run: () => Promise<T>): Promise<T>;
  nowMs(): number;
}

export interface TeachDesk {
  fromPopup(raw: unknown): Promise<TeachView | null>;
  fromPage(raw: unknown, at: PagePlace & { tabId: number }): Promise<SaveOutcome | boolean | null>;
  /** The user has allowed these sites. */
  onAllowed(patterns: readonly string[]): Promise<void>;
}

function placeOf(url: string | null): (PagePlace & { hostname: string; host: string }) | null {
  if (url === null) return null;
  const { protocol, origin, pathname, hostname, host } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? { origin, pathname, hostname, host } : null;
}

/** The worker's side of lessons: starts them on the user's click, and keeps what was learned. */
export function createTeachDesk(parts: TeachDeskParts): TeachDesk {
  const { session, pages, ownOrigins, inject, sendToFrame, packVersionOf, mayRead, stateOf, patternFor, onChanged, withLock, nowMs } =
    parts;
  const readLessons = async () =>
    (Lessons.safeParse((await session.get(lessonsKey))[lessonsKey]).data ?? []).filter(({ atMs }) => nowMs() - atMs < lessonMs);
  const changeLessons = (next: (lessons: Lesson[]) => Lesson[]) =>
    withLock(async () => session.set({ [lessonsKey]: next(await readLessons()) }));
  const without = (tabId: number) => (lessons: Lesson[]) => lessons.filter((one) => one.tabId !== tabId);
  const withLesson = (tabId: number, origin: string) => (lessons: Lesson[]) => [
    ...without(tabId)(lessons),
    { tabId, origin, atMs: nowMs() },
  ];

  async function changed(tabId: number | null): Promise<void> {
    const open = (await readLessons()).map(({ origin }) => origin);
    await onChanged(tabId, open);
  }

  /** The wish, for the one who fulfils it. In the same moment its lesson counts as begun, so that nobody begins it twice. */
  function takeWish(isMeant: (wish: Wish) => boolean): Promise<Wish | null> {
    return withLock(async () => {
      const wish = Wish.safeParse((await session.get(wishKey))[wishKey]).data;
      const place = placeOf(wish?.url ?? null);
      if (wish === undefined || place === null || nowMs() - wish.atMs > wishMs || !isMeant(wish)) return null;
      await session.set({ [wishKey]: null, [lessonsKey]: withLesson(wish.tabId, place.origin)(await readLessons()) });
      return wish;
    });
  }

  async function fulfil({ tabId, url }: Pick<Wish, 'tabId' | 'url'>): Promise<boolean> {
    const place = placeOf(url);
    return place !== null && start(tabId, place);
  }

  /** True if a lesson has begun. */
  async function start(tabId: number, { origin, hostname }: PagePlace & { hostname: string }): Promise<boolean> {
    const isAllowed = (await mayRead()) && !ownOrigins.includes(origin);
    await changeLessons(isAllowed ? withLesson(tabId, origin) : without(tabId));
    try {
      return isAllowed && (await beginIn(tabId, hostname));
    } catch {
      await changeLessons(without(tabId));
      return false;
    }
  }

  async function beginIn(tabId: number, hostname: string): Promise<boolean> {
    const found = (await inject(tabId)).map(({ frameId, result }) => ({
      frameId,
      finding: Finding.safeParse(result).data ?? { rows: 0, fields: 0 },
    }));
    // The frame with the likeliest list. Without any, the page itself says so.
    const [best] = found.toSorted(
      (one, other) =>
        Math.min(other.finding.rows, 1) - Math.min(one.finding.rows, 1) ||
        other.finding.fields - one.finding.fields ||
        other.finding.rows - one.finding.rows ||
        one.frameId - other.frameId,
    );
    if (best === undefined) return false;
    await sendToFrame(tabId, best.frameId, { type: 'teach:begin', board: boardOfHost(hostname) });
    return true;
  }

  async function view({ tabId, url }: { tabId: number | null; url: string | null }, fault: TeachView['fault'] = null): Promise<TeachView> {
    const place = placeOf(url);
    const taught = await pages.list();
    if (place === null || tabId === null || ownOrigins.includes(place.origin))
      return { page: 'NOT_A_PAGE', host: null, pattern: null, fault, taught };
    const state = await stateOf(tabId);
    const page = state === 'READING' || state === 'OFF' ? 'READ' : state === null ? 'NEW' : 'CHANGED';
    return { page, host: place.host, pattern: patternFor(place.origin), fault, taught };
  }

  return {
    async fromPopup(raw) {
      const message = PopupMessage.safeParse(raw).data;
      if (message === undefined) return null;
      if (message.type === 'teach:view') return view(message);
      if (message.type === 'teach:want') {
        const { tabId, url } = message;
        await withLock(async () => session.set({ [wishKey]: { tabId, url, atMs: nowMs() } }));
        return view(message);
      }
      if (message.type === 'teach:start') {
        const wish = await takeWish(({ tabId }) => tabId === message.tabId);
        // With the browser's permission the lesson may have begun already.
        const hasBegun = wish === null && (await readLessons()).some(({ tabId }) => tabId === message.tabId);
        return view(message, hasBegun || (await fulfil(message)) ? null : 'NOT_ALLOWED');
      }
      await pages.remove(message.id);
      await changed(null);
      return view({ tabId: null, url: null });
    },
    async fromPage(raw, { tabId, origin, pathname }) {
      const message = PageMessage.safeParse(raw).data;
      if (message === undefined) return null;
      const isTaught = (await pages.origins()).includes(origin);
      if (message.type === 'teach:is-taught') return isTaught;
      const { hostname } = new URL(origin);
      // Only a board's page has a banner.
      if (message.type === 'teach:ask') return (isTaught || patternFor(origin) === null) && start(tabId, { origin, pathname, hostname });
      const isTaughtHere = (await readLessons()).some((lesson) => lesson.tabId === tabId);
      // A list may stand in a frame of another site; what is learned there is kept for that site.
      if (!isTaughtHere || !(await mayRead()) || ownOrigins.includes(origin)) return 'REFUSED';
      const board = boardOfHost(hostname);
      const outcome = await pages.save(message.learned, { origin, pathname }, { board, insteadOf: await packVersionOf(board) });
      if (outcome !== 'SAVED') return outcome;
      await changeLessons(without(tabId));
      await changed(tabId);
      return outcome;
    },
    async onAllowed(patterns) {
      const isMeant = ({ url }: Wish) => {
        const place = placeOf(url);
        const pattern = place === null ? null : patternFor(place.origin);
        return pattern !== null && patterns.includes(pattern);
      };
      const wish = await takeWish(isMeant);
      if (wish !== null) await fulfil(wish);
    },
  };
}
