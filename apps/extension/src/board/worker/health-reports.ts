import { type BoardHealth, boardHealthPoints, type PageHealth } from '@headhaul/contracts/boards/health';
import type { BoardId } from '@headhaul/domain/boards/board-load';
import type { StorageArea } from '../../lib/storage-area.ts';
import { isTaughtVersion } from '../../teach/worker/taught-pages.ts';
import type { BoardCounts, BoardReport } from '../messages.ts';
import { addChangedPages, addPageCounts, fillReport, HealthBook, noteBoardState, openBook, removePages } from './health-book.ts';

export const healthAlarm = 'board-health';
const quarterHourMs = 15 * 60 * 1_000;
/** Installs that were started at the same moment must not all report at the same moment. */
const jitterMs = 60 * 1_000;
const bookKey = 'board-health';

/** REFUSED: the API will never take this report. LATER: it was not reached, or takes no more for now. */
export type SendOutcome = 'TAKEN' | 'REFUSED' | 'LATER';

export interface HealthParts {
  local: StorageArea;
  extVersion: string;
  /** Where a version of a board's configuration came from, and whether it was taken back here. */
  originOf(board: BoardId, version: number): Promise<Pick<PageHealth, 'source' | 'isRegressed'>>;
  /** What the open boards have counted since they were asked. One entry for each frame, null if there is nothing new. */
  collectCounts(): Promise<{ board: BoardId; counts: BoardCounts | null }[]>;
  /** Whether the user lets us report. */
  mayReport(): Promise<boolean>;
  send(report: BoardHealth): Promise<SendOutcome>;
  alarms: {
    get(name: string): Promise<unknown>;
    create(name: string, at: { when: number }): Promise<void>;
    clear(name: string): Promise<unknown>;
  };
  withLock<T>(run: () => Promise<T>): Promise<T>;
  nowMs(): number;
  /** From 0 to 1. */
  random(): number;
}

/** Tells the API how well boards are read: a quarter of an hour after the last time while a board is open, and when a board's state changes. */
export function createHealthReports(parts: HealthParts) {
  const { local, extVersion, originOf, collectCounts, mayReport, send, alarms, withLock, nowMs, random } = parts;

  async function readBook(): Promise<HealthBook> {
    const month = new Date(nowMs()).toISOString().slice(0, 7);
    const book = HealthBook.safeParse((await local.get(bookKey))[bookKey]).data ?? openBook(month);
    return book.install.month === month ? book : { ...book, install: openBook(month).install };
  }

  const writeBook = (book: HealthBook) => local.set({ [bookKey]: book });

  function changeBook(next: (book: HealthBook) => HealthBook): Promise<HealthBook> {
    return withLock(async () => {
      const before = await readBook();
      const after = next(before);
      if (after !== before) await writeBook(after);
      return after;
    });
  }

  const wakeLater = () => alarms.create(healthAlarm, { when: Math.round(nowMs() + quarterHourMs + random() * jitterMs) });

  async function ensureAlarm(): Promise<void> {
    if ((await alarms.get(healthAlarm)) === undefined) await wakeLater();
  }

  /** What a user has taught concerns nobody else: nothing about it is reported. */
  async function noteCounts(board: BoardId, counts: BoardCounts): Promise<void> {
    if (board === 'other' || isTaughtVersion(counts.version) || !(await mayReport())) return;
    await changeBook((book) => addPageCounts(book, board, counts));
  }

  /** Sends what the book has. Nobody else changes the book meanwhile, so what was sent can be taken out as a whole. */
  function sendBook(cause: BoardHealth['cause']): Promise<void> {
    return withLock(async () => {
      const now = nowMs();
      const book = addChangedPages(await readBook());
      const toldAtMs = book.toldAtMs.filter((at) => at <= now && now - at < quarterHourMs);
      if (cause === 'STATE' && toldAtMs.length >= boardHealthPoints.perQuarterHour) return;
      const due = book.pages.filter(({ board }) => cause === 'INTERVAL' || book.changed.includes(board));
      if (due.length === 0) return;
      const pages = await Promise.all(
        due.map(async (page): Promise<PageHealth> => ({ ...page, ...(await originOf(page.board, page.configVersion)) })),
      );
      const report = fillReport({ installId: book.install.id, extVersion, cause }, pages);
      if (report.pages.length === 0) return;
      // Written before the call: a worker that is stopped in the middle of it must not begin to count its reports anew.
      const told = { ...book, toldAtMs: cause === 'STATE' ? [...toldAtMs, now] : toldAtMs };
      await writeBook(told);
      if ((await send(report)) !== 'LATER') await writeBook(removePages(told, report.pages));
    });
  }

  /** Returns how many boards are open. */
  async function report(cause: BoardHealth['cause']): Promise<number> {
    const frames = await collectCounts();
    for (const { board, counts } of frames) if (counts !== null) await noteCounts(board, counts);
    await sendBook(cause);
    return frames.length;
  }

  return {
    noteCounts,

    /** A page says what state it is in. While it waits for a list, or for the first rows of it, there is nothing to tell. */
    async noteState(board: BoardId, { state, judged }: BoardReport): Promise<void> {
      if (board === 'other' || (judged !== null && isTaughtVersion(judged.version)) || !(await mayReport())) return;
      await ensureAlarm();
      if (state === 'WAITING' || (state === 'READING' && judged?.rows === 0)) return;
      const { changed } = await changeBook((book) => noteBoardState(book, board, state, judged?.version ?? null));
      if (changed.includes(board)) await report('STATE');
    },

    /** The alarm. It is set again before the work, because the worker may be stopped during it. The next board that opens sets it too. */
    async run(): Promise<void> {
      await wakeLater();
      const openBoards = (await mayReport()) ? await report('INTERVAL') : 0;
      if (openBoards > 0) await wakeLater();
      else await alarms.clear(healthAlarm);
    },

    /** The user doesn't want reports any more: what was counted is forgotten. */
    async forget(): Promise<void> {
      await changeBook(({ install }) => openBook(install.month));
    },
  };
}
