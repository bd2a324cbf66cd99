import type { LivePort } from '../live/page-live.ts';
import type { FromBoardMail } from '../mail/messages.ts';
import type { MatchesAnswer, RuleCounts } from '../panel/matches/messages.ts';
import type { FromBoardPanel, RowAnswer } from '../panel/messages.ts';
import type { TeachFromPage } from '../teach/messages.ts';
import { type BoardCounts, type BoardOrders, type BoardReport, type FromBoard, isBoardOrders, isToBoard } from './messages.ts';
import { type BoardRun, runBoard } from './run-board.ts';

interface Surroundings {
  document: Document;
  page: Pick<Location, 'pathname'>;
  /** To the worker. */
  send(message: FromBoard | FromBoardMail | FromBoardPanel | TeachFromPage): Promise<unknown>;
  /** To the worker, to hear of mails at once. */
  connectLive(): LivePort;
}

export interface BoardScript {
  start(): Promise<void>;
  /** The page shows another address, where something else may be known. */
  onMoved(): void;
  /** Whether the user would miss it on this page. */
  isAtWork(): boolean;
  /** A message from our own worker. Returns the answer, or undefined when there is none. */
  receive(raw: unknown): BoardReport | BoardCounts | RowAnswer | MatchesAnswer | RuleCounts | null | undefined;
  stop(): void;
}

/** The worker may be starting just now, or be replaced by a newer one. */
const helloAgainAfterMs = [1_000, 5_000, 30_000];
const nothing = JSON.stringify(null);
const offReport: BoardReport = { state: 'OFF', rows: 0, judged: null, unread: [] };

/** What runs on a board's page: it does what the worker orders and tells it how it goes. */
export function createBoardScript({ document, page, send, connectLive }: Surroundings): BoardScript {
  let run: BoardRun | null = null;
  let doing = nothing;
  let filtering = nothing;
  let wasTold = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  const stopped = new AbortController();

  /** Once the extension was updated, even asking throws. */
  async function ask(message: FromBoard | FromBoardMail | FromBoardPanel | TeachFromPage): Promise<unknown> {
    return send(message);
  }

  /** The worker may have gone with an update of the extension. Then nobody needs the report. */
  function tell(report: BoardReport): void {
    ask({ type: 'board:report', report }).catch(() => undefined);
  }

  /** The counts go with the page, or with the configuration that they are about. */
  function tellCounts(): void {
    const counts = run?.takeCounts() ?? null;
    if (counts !== null) ask({ type: 'board:counts', counts }).catch(() => undefined);
  }

  function obey({ work }: BoardOrders): void {
    const [config, filters] = [JSON.stringify(work?.config ?? null), JSON.stringify([work?.filters, work?.marks])];
    if (config === doing) {
      if (work !== null && filters !== filtering) run?.setFilters(work);
      filtering = filters;
      return;
    }
    [doing, filtering] = [config, filters];
    tellCounts();
    run?.stop();
    const teach = () => void ask({ type: 'teach:ask' }).catch(() => undefined);
    run = work === null ? null : runBoard({ ...work, document, page, onState: tell, sendMail: ask, connectLive, sendPanel: ask, teach });
    if (run === null) tell(offReport);
  }

  async function sayHello([waitMs, ...later]: readonly number[]): Promise<void> {
    clearTimeout(again);
    wasTold = false;
    try {
      const orders = await ask({ type: 'board:hello' });
      // What the worker said meanwhile is newer than its answer.
      if (!wasTold && !stopped.signal.aborted && isBoardOrders(orders)) obey(orders);
    } catch {
      if (waitMs !== undefined && !wasTold && !stopped.signal.aborted) again = setTimeout(sayHello, waitMs, later);
    }
  }

  return {
    start() {
      // A page that the user goes back to has missed what the worker said meanwhile.
      const comeBack = ({ persisted }: PageTransitionEvent) => {
        if (persisted) void sayHello(helloAgainAfterMs);
      };
      document.defaultView?.addEventListener('pageshow', comeBack, { signal: stopped.signal });
      document.defaultView?.addEventListener('pagehide', tellCounts, { signal: stopped.signal });
      return sayHello(helloAgainAfterMs);
    },
    receive(raw) {
      if (!isToBoard(raw)) return undefined;
      if (raw.type === 'board:count') return run?.takeCounts() ?? null;
      if (raw.type === 'board:row') return run?.readKey(raw.key) ?? { state: 'OFF', load: null };
      if (raw.type === 'board:matches') return run?.listMatches(raw.order, raw.isAnew) ?? null;
      if (raw.type === 'board:count-rules') return run?.countRules(raw.rules) ?? null;
      if (raw.type === 'board:brokers') run?.askBrokers();
      if (raw.type === 'board:look') run?.lookAgain();
      if (raw.type === 'board:orders') {
        wasTold = true;
        clearTimeout(again);
        obey(raw.orders);
      }
      return run?.report() ?? offReport;
    },
    onMoved: () => void sayHello([]),
    isAtWork: () => ['READING', 'DEGRADED'].includes((run?.report() ?? offReport).state),
    stop() {
      stopped.abort();
      clearTimeout(again);
      run?.stop();
      run = null;
      doing = nothing;
    },
  };
}
