import { type BoardConfig, boardOfHost } from '@headhaul/contracts/boards/board-config';
import type { BoardId } from '@headhaul/domain/boards/board-load';
import { browser } from 'wxt/browser';
import type { BoardDesk, BoardPage } from '../../board/worker/board-desk.ts';
import { buildOrigins } from '../../lib/build-origins.ts';
import { boardAt, listBoards, toMatchPattern } from '../../lib/origins.ts';
import type { MailApi } from '../../mail/mail-api.ts';
import { createChooseConfig } from './choose-config.ts';
import { createCompanyPages } from './company-pages.ts';
import { createFailedPacks } from './failed-packs.ts';
import { createQuietSites } from './quiet-sites.ts';
import { createReconcile, injectBoard, injectTeaching } from './scripts.ts';
import { createReporter } from './send-report.ts';
import { createTaughtPages } from './taught-pages.ts';
import { createTeachDesk } from './teach-desk.ts';

export interface TeachingParts {
  readPack(board: BoardId): Promise<BoardConfig | null>;
  isTurnedOff(board: BoardId): Promise<boolean>;
  boards: Pick<BoardDesk, 'stateOf' | 'publish'>;
  mayRead(): Promise<boolean>;
  ask: MailApi;
  /** Who is signed in. Null: nobody. */
  readPerson(): Promise<{ userId: string; companyId: string } | null>;
  reportFailure(error: unknown): void;
}

/** Everything that the worker does about pages which users teach, in this browser. */
export function createTeaching({ readPack, isTurnedOff, boards, mayRead, ask, readPerson, reportFailure }: TeachingParts) {
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
    ownOrigins,
    onChanged: () => onChanged(null),
    withLock: (run) => navigator.locks.request('company-pages', run),
    withKeptLock: (run) => navigator.locks.request('company-pages-kept', run),
  });
  const failed = createFailedPacks({
    session: browser.storage.session,
    withLock: (run) => navigator.locks.request('failed-packs', run),
  });

  const reconcile = createReconcile({
    scripting: browser.scripting,
    permissions: browser.permissions,
    listTaught: pages.origins,
    listShared: async () =>
      (await company.isKnown()) ? (await company.list()).flatMap(({ origin, isStopped }) => (isStopped ? [] : [origin])) : null,
    listOpen: () => desk.openOrigins(),
    manifest: { boards: listBoards(buildOrigins).map(([, origin]) => origin), others: ownOrigins },
    withLock: (run) => navigator.locks.request('taught-scripts', run),
  });

  const isOfBuild = (origin: string) => boardAt(origin, buildOrigins) !== null;
  const configOf = createChooseConfig({ readPack, isTurnedOff, isOfBuild, pages, company, failed });

  async function onChanged(tabId: number | null): Promise<void> {
    await reconcile();
    if (tabId !== null && (await boards.stateOf(tabId)) === null) await injectBoard(browser.scripting, tabId);
    await boards.publish();
  }

  const desk = createTeachDesk({
    session: browser.storage.session,
    pages,
    company,
    quiet: createQuietSites({
      local: browser.storage.local,
      withLock: (run) => navigator.locks.request('teach-quiet-sites', run),
    }),
    ownOrigins,
    inject: (tabId) => injectTeaching(browser.scripting, tabId),
    sendToFrame: (tabId, frameId, message) => browser.tabs.sendMessage(tabId, message, { frameId }),
    packVersionOf,
    configOf,
    mayRead,
    stateOf: boards.stateOf,
    patternFor: (origin) => (isOfBuild(origin) ? null : toMatchPattern(origin)),
    report: createReporter({ ask, readPerson, extVersion: browser.runtime.getManifest().version }),
    isAllowed: (origin) => browser.permissions.contains({ origins: [toMatchPattern(origin)] }),
    onChanged,
    reportFailure,
    withLock: (run) => navigator.locks.request('teach-lessons', run),
    nowMs: Date.now,
  });

  return {
    desk,
    company,
    /** Browsers forget registered scripts when an extension is updated. */
    reconcile,
    /** The worker has started, or somebody has signed in: the worker may have been stopped before what had changed took effect. */
    async begin(): Promise<void> {
      if (!(await company.isKnown())) await company.refresh();
      await reconcile();
    },
    /** A page was not readable by this version of its board's pack. True if the company has something that stands in for it. */
    async notePackFailed(page: BoardPage, version: number): Promise<boolean> {
      await failed.note(page, version);
      return (await company.find(page))?.isHere === true;
    },
    configOf,
    /** Null: nothing was taught there. */
    async boardAt(origin: string): Promise<BoardId | null> {
      const isTaught =
        (await pages.origins()).includes(origin) || (await company.list()).some((page) => page.origin === origin && !page.isStopped);
      return isTaught ? boardOfHost(new URL(origin).hostname) : null;
    },
  };
}
