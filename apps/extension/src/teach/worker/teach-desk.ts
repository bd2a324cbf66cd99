import { type BoardConfig, boardOfHost } from '@headhaul/contracts/boards/board-config';
import { LayoutReport } from '@headhaul/contracts/boards/layout-reports';
import type { BoardId } from '@headhaul/domain/boards/board-load';
import { z } from 'zod';
import type { BoardState } from '../../board/messages.ts';
import type { StorageArea } from '../../lib/storage-area.ts';
import type {
  CompanyView,
  FrameFinding,
  ReportOutcome,
  SaveOutcome,
  ShareOutcome,
  TaughtView,
  TeachBegin,
  TeachFromPage,
  TeachFromPopup,
  TeachView,
} from '../messages.ts';
import { pathShapeOf } from '../to-board-config.ts';
import type { CompanyPages } from './company-pages.ts';
import type { QuietSites } from './quiet-sites.ts';
import type { PagePlace, TaughtPages } from './taught-pages.ts';

const TabId = z.int().min(0);
const PageUrl = z.url().max(4_000);
const Purpose = z.enum(['TEACH', 'USE', 'REPORT']);
const PopupMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['teach:view', 'teach:news']), tabId: TabId.nullable(), url: PageUrl.nullable() }),
  z.strictObject({ type: z.enum(['teach:want', 'teach:start']), tabId: TabId, url: PageUrl, purpose: Purpose }),
  z.strictObject({ type: z.literal('teach:quiet'), tabId: TabId, url: PageUrl, isQuiet: z.boolean() }),
  z.strictObject({ type: z.enum(['teach:remove', 'teach:share', 'teach:stop']), id: z.string().max(400) }),
]) satisfies z.ZodType<TeachFromPopup>;

const PageMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('teach:ask') }),
  z.strictObject({ type: z.literal('teach:is-taught') }),
  // The store checks what was learned, by the schema of configurations.
  z.strictObject({ type: z.literal('teach:save'), learned: z.unknown() }),
  z.strictObject({ type: z.literal('teach:offer') }),
  z.strictObject({ type: z.literal('teach:end') }),
  z.strictObject({ type: z.literal('teach:report'), outline: LayoutReport.shape.outline }),
]) satisfies z.ZodType<Record<'type', TeachFromPage['type']>>;

const Finding = z.object({ rows: z.int().min(0), fields: z.int().min(0) }) satisfies z.ZodType<FrameFinding>;

/** The tabs in which a user's click has started a lesson, for as long as the browser runs. */
const Lessons = z.array(z.object({ tabId: z.int(), origin: z.string(), atMs: z.number() }));
type Lesson = z.infer<typeof Lessons>[number];
const lessonsKey = 'teach-lessons';
/** Nobody takes longer for one page. */
const lessonMs = 60 * 60_000;

/** The tabs in which a lesson has ended with a page that is kept. From there it can be offered to the company, for as long as a lesson lasts. */
const savedKey = 'teach-saved';

/** The last page that the user wanted to teach or to use. It waits for the browser's permission. */
const Wish = z.object({ tabId: z.int(), url: PageUrl, purpose: Purpose, atMs: z.number() });
type Wish = z.infer<typeof Wish>;
const wishKey = 'teach-wish';
/** The browser's question is answered or forgotten by then. */
const wishMs = 5 * 60_000;

export interface TeachDeskParts {
  session: StorageArea;
  pages: TaughtPages;
  company: CompanyPages;
  quiet: QuietSites;
  /** Origins that are never taught: our own web app and API. */
  ownOrigins: readonly string[];
  /** Puts the script that teaches into the tab's frames. Throws where the browser doesn't allow it. */
  inject(tabId: number): Promise<{ frameId: number; result: unknown }[]>;
  sendToFrame(tabId: number, frameId: number, message: TeachBegin): Promise<unknown>;
  /** The version of the pack that reads this board now; 0 for none. */
  packVersionOf(board: BoardId): Promise<number>;
  /** By which configuration a page is read. Null: by none. */
  configOf(board: BoardId, page: PagePlace): Promise<BoardConfig | null>;
  mayRead(): Promise<boolean>;
  /** How the board in this tab is read. Null: no board's script is there. */
  stateOf(tabId: number): Promise<BoardState | null>;
  /** What must be allowed before a script can be put into pages of this origin. Null: it is allowed already. */
  patternFor(origin: string): string | null;
  /** Sends the outline of a page, which the user has seen. */
  report(report: Pick<LayoutReport, 'host' | 'cause' | 'outline'>): Promise<ReportOutcome>;
  /** Whether a script can be put into pages of this origin now. */
  isAllowed(origin: string): Promise<boolean>;
  /** The pages that are taught have changed, or where lessons are given: scripts are registered, sites given back and open tabs told. */
  onChanged(tabId: number | null): Promise<void>;
  reportFailure(error: unknown): void;
  withLock<T>(run: () => Promise<T>): Promise<T>;
  nowMs(): number;
}

export interface TeachDesk {
  fromPopup(raw: unknown): Promise<TeachView | null>;
  fromPage(raw: unknown, at: PagePlace & { tabId: number }): Promise<SaveOutcome | ShareOutcome | ReportOutcome | boolean | null>;
  /** The user has allowed these sites. */
  onAllowed(patterns: readonly string[]): Promise<void>;
  /** The tab is closed, and a lesson in it over. */
  onTabClosed(tabId: number): Promise<void>;
  /** Where a lesson is given now, or waits for the browser's permission. */
  openOrigins(): Promise<string[]>;
}

function placeOf(url: string | null): (PagePlace & { hostname: string; host: string }) | null {
  if (url === null) return null;
  const { protocol, origin, pathname, hostname, host } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? { origin, pathname, hostname, host } : null;
}

/** The worker's side of lessons: starts them on the user's click, and keeps what was learned. */
export function createTeachDesk(parts: TeachDeskParts): TeachDesk {
  const { session, pages, company, quiet, ownOrigins, inject, sendToFrame, packVersionOf, configOf, mayRead, stateOf, patternFor } = parts;
  const { report, isAllowed, onChanged, reportFailure, withLock, nowMs } = parts;
  const readTabs = async (key: string) =>
    (Lessons.safeParse((await session.get(key))[key]).data ?? []).filter(({ atMs }) => nowMs() - atMs < lessonMs);
  const readLessons = () => readTabs(lessonsKey);
  const changeLessons = (next: (lessons: Lesson[]) => Lesson[]) =>
    withLock(async () => session.set({ [lessonsKey]: next(await readLessons()) }));
  const without = (tabId: number) => (lessons: Lesson[]) => lessons.filter((one) => one.tabId !== tabId);
  const withLesson = (tabId: number, origin: string) => (lessons: Lesson[]) => [
    ...without(tabId)(lessons),
    { tabId, origin, atMs: nowMs() },
  ];

  /** Null also for a wish that is over. */
  async function readWish(): Promise<(Wish & { place: NonNullable<ReturnType<typeof placeOf>> }) | null> {
    const wish = Wish.safeParse((await session.get(wishKey))[wishKey]).data;
    const place = placeOf(wish?.url ?? null);
    return wish === undefined || place === null || nowMs() - wish.atMs > wishMs ? null : { ...wish, place };
  }

  async function endLesson(tabId: number): Promise<void> {
    if (!(await readLessons()).some((lesson) => lesson.tabId === tabId)) return;
    await changeLessons(without(tabId));
    await onChanged(null);
  }

  /** The wish, for the one who fulfils it. In the same moment its lesson counts as begun, so that nobody begins it twice. */
  function takeWish(isMeant: (wish: Wish) => boolean): Promise<Wish | null> {
    return withLock(async () => {
      const wish = await readWish();
      if (wish === null || !isMeant(wish)) return null;
      const lessons = await readLessons();
      await session.set({
        [wishKey]: null,
        [lessonsKey]: wish.purpose === 'USE' ? lessons : withLesson(wish.tabId, wish.place.origin)(lessons),
      });
      return wish;
    });
  }

  async function fulfil({ tabId, url, purpose }: Omit<Wish, 'atMs'>): Promise<boolean> {
    const place = placeOf(url);
    return place !== null && (purpose === 'USE' ? use(tabId, place) : start(tabId, place, purpose));
  }

  /** True if the page is read as the company has agreed. */
  async function use(tabId: number, place: PagePlace): Promise<boolean> {
    if (!(await mayRead()) || (await company.find(place))?.isHere !== true) return false;
    try {
      await onChanged(tabId);
      return true;
    } catch {
      return false;
    }
  }

  /** True if a lesson has begun. */
  async function start(tabId: number, place: PagePlace & { hostname: string }, purpose: TeachBegin['purpose'] = 'TEACH'): Promise<boolean> {
    const mayStart = (await mayRead()) && !ownOrigins.includes(place.origin);
    await changeLessons(mayStart ? withLesson(tabId, place.origin) : without(tabId));
    try {
      return mayStart && (await beginIn(tabId, place, purpose));
    } catch {
      await changeLessons(without(tabId));
      return false;
    }
  }

  async function beginIn(tabId: number, place: PagePlace & { hostname: string }, purpose: TeachBegin['purpose']): Promise<boolean> {
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
    const board = boardOfHost(place.hostname);
    await sendToFrame(tabId, best.frameId, { type: 'teach:begin', board, purpose, before: await configOf(board, place) });
    return true;
  }

  const viewTaught = async (): Promise<TaughtView[]> =>
    Promise.all(
      (await pages.list()).map(async ({ id, origin, path, taughtAt }) => ({
        id,
        host: new URL(origin).host,
        path,
        taughtAt,
        sharing: await company.sharingOf({ origin, path }),
      })),
    );

  /** What the company has for sites that this browser may read. A page that the user has taught stands in for it. */
  async function viewCompany(): Promise<CompanyView[]> {
    const own = new Set((await pages.list()).map(({ id }) => id));
    const views = (await company.list()).map(async ({ id, origin, path, taughtBy, isStopped }): Promise<CompanyView[]> => {
      if (isStopped || own.has(`${origin}${path}`) || !(await isAllowed(origin))) return [];
      return [{ id, host: new URL(origin).host, path, taughtBy, canStop: patternFor(origin) !== null }];
    });
    return (await Promise.all(views)).flat();
  }

  /** The company reads this page, and here it isn't read: no script of ours is there yet, or the user has stopped it. */
  async function offerFor(place: PagePlace, page: TeachView['page']): Promise<TeachView['offer']> {
    if ((page !== 'NEW' && page !== 'CHANGED') || (await pages.find(place))?.isHere === true) return null;
    const offer = await company.findOffer(place);
    return offer !== null && (page === 'NEW' || offer.isStopped) ? { taughtBy: offer.taughtBy } : null;
  }

  async function view(
    { tabId, url }: { tabId: number | null; url: string | null },
    { fault = null, shareFault = null }: Partial<Pick<TeachView, 'fault' | 'shareFault'>> = {},
  ): Promise<TeachView> {
    const place = placeOf(url);
    const known = { fault, shareFault, taught: await viewTaught(), company: await viewCompany() };
    if (place === null || tabId === null || ownOrigins.includes(place.origin))
      return { page: 'NOT_A_PAGE', host: null, isQuiet: false, pattern: null, offer: null, ...known };
    const state = await stateOf(tabId);
    const page = state === 'READING' || state === 'OFF' ? 'READ' : state === null ? 'NEW' : 'CHANGED';
    const offer = await offerFor(place, page);
    const isQuiet = await quiet.has(place.origin);
    return { page, host: place.host, isQuiet, pattern: patternFor(place.origin), offer, ...known };
  }

  async function share(id: string): Promise<ShareOutcome> {
    const page = (await pages.list()).find((one) => one.id === id);
    return page === undefined ? { outcome: 'UNREACHABLE' } : company.offer(page);
  }

  async function change(message: { type: 'teach:remove' | 'teach:share' | 'teach:stop'; id: string }): Promise<TeachView> {
    const nowhere = { tabId: null, url: null };
    if (message.type === 'teach:share') {
      const shared = await share(message.id);
      const faults = {
        OFFERED: null,
        UNREACHABLE: "Headhaul doesn't answer. Try again.",
        REFUSED: 'detail' in shared ? shared.detail : null,
      };
      return view(nowhere, { shareFault: faults[shared.outcome] });
    }
    if (message.type === 'teach:remove') await pages.remove(message.id);
    else await company.setStopped(message.id, true);
    await onChanged(null);
    return view(nowhere);
  }

  return {
    onTabClosed: endLesson,
    async openOrigins() {
      const wish = await readWish();
      return [...(await readLessons()).map(({ origin }) => origin), ...(wish === null ? [] : [wish.place.origin])];
    },
    async fromPopup(raw) {
      const message = PopupMessage.safeParse(raw).data;
      if (message === undefined) return null;
      if ('id' in message) return change(message);
      if (message.type === 'teach:news') await company.refresh();
      if ('isQuiet' in message) {
        await quiet.set(new URL(message.url).origin, message.isQuiet);
        return view(message);
      }
      if (!('purpose' in message)) return view(message);
      const { tabId, url, purpose } = message;
      if (message.type === 'teach:want') {
        // Before the site is allowed: one that nothing uses is given back.
        const offer = purpose === 'USE' ? await company.findOffer(new URL(url)) : null;
        if (offer !== null) await company.setStopped(offer.id, false);
        await withLock(async () => session.set({ [wishKey]: { tabId, url, purpose, atMs: nowMs() } }));
        return view(message);
      }
      const wish = await takeWish((one) => one.tabId === tabId);
      // With the browser's permission the lesson may have begun already, or the page is read.
      const hasBegun = wish === null && (purpose === 'USE' || (await readLessons()).some((one) => one.tabId === tabId));
      return view(message, { fault: hasBegun || (await fulfil({ tabId, url, purpose })) ? null : 'NOT_ALLOWED' });
    },
    async fromPage(raw, { tabId, origin, pathname }) {
      const message = PageMessage.safeParse(raw).data;
      if (message === undefined) return null;
      const isTaught = (await pages.origins()).includes(origin) || (await company.find({ origin, pathname })) !== null;
      if (message.type === 'teach:is-taught') return isTaught;
      if (message.type === 'teach:end') {
        await endLesson(tabId);
        return null;
      }
      const { hostname } = new URL(origin);
      // Only a board's page has a banner.
      if (message.type === 'teach:ask') return (isTaught || patternFor(origin) === null) && start(tabId, { origin, pathname, hostname });
      const isSaved = (await readTabs(savedKey)).some((saved) => saved.tabId === tabId && saved.origin === origin);
      if (message.type === 'teach:offer') {
        return isSaved ? share(`${origin}${pathShapeOf(pathname)}`) : { outcome: 'UNREACHABLE' };
      }
      const isTaughtHere = (await readLessons()).some((lesson) => lesson.tabId === tabId);
      // A list may stand in a frame of another site; what is learned there is kept for that site.
      if (message.type === 'teach:report') {
        if (!(isTaughtHere || isSaved) || !(await mayRead()) || ownOrigins.includes(origin)) return 'REFUSED';
        const cause = isSaved ? 'TAUGHT' : (await stateOf(tabId)) === null ? 'UNKNOWN' : 'CHANGED';
        return report({ host: hostname, cause, outline: message.outline });
      }
      if (!isTaughtHere || !(await mayRead()) || ownOrigins.includes(origin)) return 'REFUSED';
      const board = boardOfHost(hostname);
      const outcome = await pages.save(message.learned, { origin, pathname }, { board, insteadOf: await packVersionOf(board) });
      if (outcome !== 'SAVED') return outcome;
      await changeLessons(without(tabId));
      await withLock(async () => session.set({ [savedKey]: withLesson(tabId, origin)(await readTabs(savedKey)) }));
      // It is kept, so the lesson is told so. What isn't registered now is when the worker starts again.
      await onChanged(tabId).catch(reportFailure);
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
      // Allowed in the browser's own settings.
      else if ((await company.list()).some(({ origin }) => patterns.includes(patternFor(origin) ?? ''))) await onChanged(null);
    },
  };
}
