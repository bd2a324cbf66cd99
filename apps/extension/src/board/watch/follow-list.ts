import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import { findFirst } from '../read/compile.ts';

/** How often we look for the list while it, or its rows, are missing. */
const lookEveryMs = 250;
/** How often we look whether the list is still the one that we watch: each time wakes the page's thread, also in a tab where nothing happens. */
const lookAgainMs = 1_000;
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  // A list that is taken off the page is seen no more, and the browser says so in the next frame.
  const sight = new IntersectionObserver((entries) => {
    if (entries.some(({ target }) => target === container && !target.isConnected)) look();
  });

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
      sight.disconnect();
      if (found !== null) {
        sight.observe(found);
        handlers.onList(found);
      }
    }
    missingSinceMs = isMissing() ? (missingSinceMs ?? performance.now()) : null;
    const isNowLost = missingSinceMs !== null && performance.now() - missingSinceMs >= patienceMs;
    if (isNowLost === isLost) return;
    isLost = isNowLost;
    handlers.onLost(isLost);
  }

  function keepLooking(): void {
    look();
    if (!isStopped) timer = setTimeout(keepLooking, container === null || missingSinceMs !== null ? lookEveryMs : lookAgainMs);
  }

  keepLooking();
  return {
    look,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      sight.disconnect();
      if (container !== null) handlers.onNoList();
      container = null;
    },
  };
}
