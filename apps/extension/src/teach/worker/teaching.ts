import { type BoardConfig, boardOfHost } from '@headhaul/contracts/boards/board-config';
import type { BoardId } from '@headhaul/domain/boards/board-load';
import { browser } from 'wxt/browser';
import type { BoardDesk, BoardPage } from '../../board/worker/board-desk.ts';
import { buildOrigins } from '../../lib/build-origins.ts';
import { boardAt, listBoards, toMatchPattern } from '../../lib/origins.ts';
import { injectBoard, injectTeaching, registerTaught } from './scripts.ts';
import { chooseConfig, createTaughtPages } from './taught-pages.ts';
import { createTeachDesk } from './teach-desk.ts';

export interface TeachingParts {
  readPack(board: BoardId): Promise<BoardConfig | null>;
  isTurnedOff(board: BoardId): Promise<boolean>;
  boards: Pick<BoardDesk, 'stateOf' | 'publish'>;
  mayRead(): Promise<boolean>;
}

/** Everything that the worker does about pages which users teach, in this browser. */
export function createTeaching({ readPack, isTurnedOff, boards, mayRead }: TeachingParts) {
  const pages = createTaughtPages({
    local: browser.storage.local,
    withLock: (run) => navigator.locks.request('taught-pages', run),
    nowMs: Date.now,
  });
  /** Where the manifest puts the board's script anyway. */
  const ownPatterns = listBoards(buildOrigins).map(([, origin]) => toMatchPattern(origin));

  async function register(open: readonly string[]): Promise<void> {
    const origins = (await pages.origins()).filter((origin) => !ownPatterns.includes(toMatchPattern(origin)));
    await registerTaught(browser.scripting, browser.permissions, { origins, open });
  }

  return {
    desk: createTeachDesk({
      session: browser.storage.session,
      pages,
      ownOrigins: [...buildOrigins.webOrigins, new URL(buildOrigins.apiBase).origin],
      inject: (tabId) => injectTeaching(browser.scripting, tabId),
      sendToFrame: (tabId, frameId, message) => browser.tabs.sendMessage(tabId, message, { frameId }),
      packVersionOf: async (board) => (await readPack(board))?.version ?? 0,
      mayRead,
      stateOf: boards.stateOf,
      patternFor: (origin) => (boardAt(origin, buildOrigins) === null ? toMatchPattern(origin) : null),
      async onChanged(tabId, open) {
        await register(open);
        if (tabId !== null && (await boards.stateOf(tabId)) === null) await injectBoard(browser.scripting, tabId);
        await boards.publish();
      },
      withLock: (run) => navigator.locks.request('teach-lessons', run),
      nowMs: Date.now,
    }),
    /** Browsers forget registered scripts when an extension is updated. */
    onInstalled: () => register([]),
    /** With what a page of a board is read: the board's pack, or what was taught. Null for the page: what reads the board usually. */
    async configOf(board: BoardId, page: BoardPage | null): Promise<BoardConfig | null> {
      const taught = page === null ? null : await pages.find(page);
      // A site that is none of the build's boards is read for as long as something is taught there.
      if (page !== null && taught === null && boardAt(page.origin, buildOrigins) === null) return null;
      const pack = await readPack(board);
      return chooseConfig(pack, taught, taught !== null && (await isTurnedOff(board)));
    },
    /** Null: nothing was taught there. */
    async boardAt(origin: string): Promise<BoardId | null> {
      return (await pages.origins()).includes(origin) ? boardOfHost(new URL(origin).hostname) : null;
    },
  };
}
