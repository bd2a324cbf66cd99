import type { ExtensionNews } from '@headhaul/contracts/extension-messages';
import { z } from 'zod';
import { isBlocked, type StoredState } from './session-store.ts';
import type { StorageArea } from './storage-area.ts';

const pagesKey = 'web-pages';
const toldKey = 'told-session';
/** Nobody has more tabs of the web app open that still count. */
const mostPages = 20;

const Pages = z.array(z.int());
const Told = z.object({ userId: z.string().nullable(), isBlocked: z.boolean() });
type Told = z.infer<typeof Told>;

/** To our script on a page of the web app, which passes it on. */
export interface PageNews {
  type: 'page:news';
  message: ExtensionNews;
}

interface NewsParts {
  session: StorageArea;
  /** True: our script on a page of the web app has it. */
  sendToTab(tabId: number, news: PageNews): Promise<unknown>;
  withLock<T>(run: () => Promise<T>): Promise<T>;
  nowMs(): number;
}

type NewsOf<T extends ExtensionNews['type']> = Extract<ExtensionNews, { type: T }>['payload'];

function describeChange(before: Told, after: Told, wasEnded: boolean): string | null {
  if (before.userId !== after.userId) return after.userId !== null ? 'signed_in' : wasEnded ? 'ended' : 'signed_out';
  if (before.isBlocked === after.isBlocked) return null;
  return after.isBlocked ? 'blocked' : 'unblocked';
}

/**
 * Tells open pages of the web app what changed here. The extension may not list tabs, so it remembers those whose page spoke to it. What is
 * told can be read by every script on the page: ids and reasons, never a token.
 */
export function createPageNews({ session, sendToTab, withLock, nowMs }: NewsParts) {
  const readPages = async () => Pages.safeParse((await session.get(pagesKey))[pagesKey]).data ?? [];
  const changePages = (next: (pages: number[]) => number[]) =>
    withLock(async () => session.set({ [pagesKey]: next(await readPages()).slice(-mostPages) }));

  /** A page of the web app is in this tab. */
  async function note(tabId: number): Promise<void> {
    if (!(await readPages()).includes(tabId)) await changePages((pages) => [...pages.filter((page) => page !== tabId), tabId]);
  }

  async function tell<T extends ExtensionNews['type']>(type: T, payload: NewsOf<T>): Promise<void> {
    const pages = await readPages();
    const message = { v: 1, type, id: crypto.randomUUID(), ts: nowMs(), src: 'ext', payload } as ExtensionNews;
    const heard = await Promise.all(pages.map((tabId) => sendToTab(tabId, { type: 'page:news', message }).catch(() => false)));
    const gone = pages.filter((_, at) => heard[at] !== true);
    if (gone.length > 0) await changePages((now) => now.filter((tabId) => !gone.includes(tabId)));
  }

  /** Says who is signed in now, if it is somebody else than at the last call. The first call of a browser's run says nothing. */
  async function tellSession(state: StoredState): Promise<void> {
    const after: Told = { userId: state.session?.user.id ?? null, isBlocked: isBlocked(state) };
    const reason = await withLock(async () => {
      const before = Told.safeParse((await session.get(toldKey))[toldKey]).data;
      const change = before === undefined ? null : describeChange(before, after, state.ended !== null);
      if (before === undefined || change !== null) await session.set({ [toldKey]: after });
      return change;
    });
    if (reason !== null) await tell('SESSION_CHANGED', { sessionEpoch: state.epoch, reason });
  }

  return { note, tell, tellSession };
}

export type PageNewsDesk = ReturnType<typeof createPageNews>;
