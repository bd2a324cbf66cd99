import { type BoardConfig, boardOfHost } from '@headhaul/contracts/boards/board-config';
import type { BoardId } from '@headhaul/domain/boards/board-load';
import { browser } from 'wxt/browser';
import type { BoardDesk, BoardPage } from '../../board/worker/board-desk.ts';
import { buildOrigins } from '../../lib/build-origins.ts';
import { boardAt, listBoards, toMatchPattern } from '../../lib/origins.ts';
import type { MailApi } from '../../mail/mail-api.ts';
import { createCompanyPages } from './company-pages.ts';
import { injectBoard, injectTeaching, registerTaught } from './scripts.ts';
import { createReporter } from './send-report.ts';
import { chooseConfig, chooseTaught, createTaughtPages } from './taught-pages.ts';
import { createTeachDesk } from './teach-desk.ts';

export interface TeachingParts {
  readPack(board: BoardId): Promise<BoardConfig | null>;
  isTurnedOff(board: BoardId): Promise<boolean>;
  boards: Pick<BoardDesk, 'stateOf' | 'publish'>;
  mayRead(): Promise<boolean>;
  ask: MailApi;
  /** Who is signed in. Null: nobody. */
  readPerson(): Promise<{ userId: string; companyId: string } | null>;
}

/** Everything that the worker does about pages which users teach, in this browser. */
export function createTeaching({ readPack, isTurnedOff, boards, mayRead, ask, readPerson }: TeachingParts) {
  const pages = createTaughtPages({
    local: browser.storage.local,
    withLock: (run) => navigator.locks.request('taught-pages', run),
    nowMs: Date.now,
  });
  const ownOrigins = [...buildOrigins.webOrigins, new URL(buildOrigins.apiBase).origin];
  const packVersionOf = async (board: BoardId) => (await readPack(board))?.version ?? 0;
  const company = createCompanyPages({
    ask,
    local: browser.storage.local,
    readPerson,
    packVersionOf,
    ownOrigins,
    onChanged: () => desk.onCompanyChanged(),
    withLock: (run) => navigator.locks.request('company-pages', run),
  });
  const boardOrigins = listBoards(buildOrigins).map(([, origin]) => origin);
  /** Where the manifest puts the board's script anyway. */
  const ownPatterns = boardOrigins.map(toMatchPattern);

  const isAllowed = async (origin: string) => browser.permissions.contains({ origins: [toMatchPattern(origin)] });

  async function register(open: readonly string[]): Promise<void> {
    const shared = await Promise.all((await company.list()).map(async ({ origin }) => ((await isAllowed(origin)) ? [origin] : [])));
    const taught = [...(await pages.origins()), ...shared.flat()];
    const origins = taught.filter((origin) => !ownPatterns.includes(toMatchPattern(origin)));
    await registerTaught(browser.scripting, browser.permissions, { origins, open, own: [...ownOrigins, ...boardOrigins] });
  }

  const desk = createTeachDesk({
    session: browser.storage.session,
    pages,
    company,
    ownOrigins,
    inject: (tabId) => injectTeaching(browser.scripting, tabId),
    sendToFrame: (tabId, frameId, message) => browser.tabs.sendMessage(tabId, message, { frameId }),
    packVersionOf,
    mayRead,
    stateOf: boards.stateOf,
    patternFor: (origin) => (boardAt(origin, buildOrigins) === null ? toMatchPattern(origin) : null),
    report: createReporter({ ask, readPerson, extVersion: browser.runtime.getManifest().version }),
    isAllowed,
    giveBack: async (origin) => void (await browser.permissions.remove({ origins: [toMatchPattern(origin)] })),
    async onChanged(tabId, open) {
      await register(open);
      if (tabId !== null && (await boards.stateOf(tabId)) === null) await injectBoard(browser.scripting, tabId);
      await boards.publish();
    },
    withLock: (run) => navigator.locks.request('teach-lessons', run),
    nowMs: Date.now,
  });

  return {
    desk,
    company,
    /** Browsers forget registered scripts when an extension is updated. */
    onInstalled: () => register([]),
    /** With what a page of a board is read: the board's pack, or what was taught. Null for the page: what reads the board usually. */
    async configOf(board: BoardId, page: BoardPage | null): Promise<BoardConfig | null> {
      const taught = page === null ? null : chooseTaught(await pages.find(page), await company.find(page));
      // A site that is none of the build's boards is read for as long as something is taught there.
      if (page !== null && taught === null && boardAt(page.origin, buildOrigins) === null) return null;
      const pack = await readPack(board);
      return chooseConfig(pack, taught, taught !== null && (await isTurnedOff(board)));
    },
    /** Null: nothing was taught there. */
    async boardAt(origin: string): Promise<BoardId | null> {
      const isTaught = (await pages.origins()).includes(origin) || (await company.list()).some((page) => page.origin === origin);
      return isTaught ? boardOfHost(new URL(origin).hostname) : null;
    },
  };
}
