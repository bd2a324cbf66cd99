import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import { findFirst } from '../read/compile.ts';

/** How often we look whether the list is still the one that we watch. Asking for one element costs next to nothing. */
const lookEveryMs = 250;
/** A page that should have a list has this long to draw it. */
const patienceMs = 3_000;

export interface ListHandlers {
  onList(container: Element): void;
  /** The list is gone: another page, or a new search. */
  onNoList(): void;
  /** The page shows that there are loads, and the list, or its rows, are not where they should be. */
  onLost(isLost: boolean): void;
}

type Page = Pick<Location, 'pathname'>;

function isBoardPage({ pathname }: Page, paths: readonly string[]): boolean {
  return paths.some((path) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`));
}

export interface ListFollower {
  /** Looks now. */
  look(): void;
  stop(): void;
}

/** Finds the list, and finds it again after each search. Boards replace it without telling anybody. */
export function followList(config: BoardConfig, document: Document, page: Page, handlers: ListHandlers): ListFollower {
  const rowSelector = config.row.join(',');
  let container: Element | null = null;
  let missingSinceMs: number | null = null;
  let isLost = false;

  function isMissing(): boolean {
    if (container !== null) return container.childElementCount > 0 && container.querySelector(rowSelector) === null;
    if (!isBoardPage(page, config.paths) || findFirst(document, config.framed ?? []) !== null) return false;
    return findFirst(document, config.health.expects ?? []) !== null;
  }

  function look(): void {
    const found = isBoardPage(page, config.paths) ? findFirst(document, config.container) : null;
    if (found !== container) {
      if (container !== null) handlers.onNoList();
      container = found;
      if (found !== null) handlers.onList(found);
    }
    missingSinceMs = isMissing() ? (missingSinceMs ?? performance.now()) : null;
    const isNowLost = missingSinceMs !== null && performance.now() - missingSinceMs >= patienceMs;
    if (isNowLost === isLost) return;
    isLost = isNowLost;
    handlers.onLost(isLost);
  }

  const timer = setInterval(look, lookEveryMs);
  look();
  return {
    look,
    stop() {
      clearInterval(timer);
      if (container !== null) handlers.onNoList();
      container = null;
    },
  };
}
