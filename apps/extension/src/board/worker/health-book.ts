import { type BoardHealth, longestMeasuredMs, maxBoardHealthBytes, mostHealthPages, PageHealth } from '@headhaul/contracts/boards/health';

import { addCounts, type FieldCounts, type LayoutCounts } from '@headhaul/domain/boards/health/page-counts';
import { z } from 'zod';
import type { BoardCounts } from '../messages.ts';

/** Where a configuration came from is looked up when the report is made. */
const CountedPage = PageHealth.omit({ source: true, isRegressed: true });
export type CountedPage = z.infer<typeof CountedPage>;

const LastState = z.object({ board: PageHealth.shape.board, state: PageHealth.shape.state, version: z.int() });

/** What was counted and not yet sent. It is stored after every change, because the worker may be stopped at any time. */
export const HealthBook = z.object({
  /** Random, and a new one every month. It is not the id that decides about shares of installs, which is never sent. */
  install: z.object({ id: z.uuid(), month: z.string() }),
  /** The one that waits longest comes first. */
  pages: z.array(CountedPage).max(mostHealthPages),
  states: z.array(LastState).max(PageHealth.shape.board.options.length),
  /** Boards whose state has changed since the last report about them. */
  changed: z.array(PageHealth.shape.board).max(PageHealth.shape.board.options.length),
  /** When the last reports about changed states were sent. */
  toldAtMs: z.array(z.number()).max(20),
});
export type HealthBook = z.infer<typeof HealthBook>;

export function openBook(month: string): HealthBook {
  return { install: { id: crypto.randomUUID(), month }, pages: [], states: [], changed: [], toldAtMs: [] };
}

const isPage = (board: PageHealth['board'], version: number, layout: string | null) => (page: CountedPage) =>
  page.board === board && page.configVersion === version && page.layout === layout;

function stateOf({ states }: HealthBook, board: PageHealth['board'], version: number): PageHealth['state'] {
  return states.find((one) => one.board === board && one.version === version)?.state ?? 'READING';
}

function emptyPage(book: HealthBook, board: PageHealth['board'], version: number, layout: string | null): CountedPage {
  return {
    board,
    configVersion: version,
    layout,
    state: stateOf(book, board, version),
    rowsSeen: 0,
    rowsRead: 0,
    attachMs: null,
    flushP95Ms: null,
    mutationStorms: 0,
    missingContainers: 0,
    fields: {},
  };
}

function longer(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}

function measured(ms: number | null): number | null {
  return ms === null || ms > longestMeasuredMs ? null : ms;
}

function addFields(known: CountedPage['fields'], more: LayoutCounts['fields']): CountedPage['fields'] {
  const sum = { ...known };
  for (const [field, counts] of Object.entries(more) as [keyof typeof sum, FieldCounts][]) {
    const before = sum[field] ?? { ok: 0, missing: 0, failed: 0 };
    sum[field] = {
      ok: addCounts(before.ok, counts.ok),
      missing: addCounts(before.missing, counts.missing),
      failed: addCounts(before.failed, counts.failed),
    };
  }
  return sum;
}

/** A page that has counted as much as fits into a report counts no more rows. */
function addLayout(page: CountedPage, { rowsSeen, rowsRead, fields }: LayoutCounts): CountedPage {
  const isFull = addCounts(page.rowsSeen, rowsSeen) !== page.rowsSeen + rowsSeen;
  if (isFull) return page;
  return { ...page, rowsSeen: page.rowsSeen + rowsSeen, rowsRead: page.rowsRead + rowsRead, fields: addFields(page.fields, fields) };
}

function putPage(book: HealthBook, page: CountedPage): HealthBook {
  const at = book.pages.findIndex(isPage(page.board, page.configVersion, page.layout));
  const pages = at < 0 ? [...book.pages, page] : book.pages.with(at, page);
  return { ...book, pages: pages.slice(-mostHealthPages) };
}

/** Adds what a page has counted. What is about the page as a whole goes with its first layout. */
export function addPageCounts(book: HealthBook, board: PageHealth['board'], counts: BoardCounts): HealthBook {
  const { version, layouts, attachMs, flushP95Ms, mutationStorms, missingContainers } = counts;
  const [first = { layout: null, rowsSeen: 0, rowsRead: 0, fields: {} }, ...others] = layouts;
  const pageOf = (layout: string | null) => book.pages.find(isPage(board, version, layout)) ?? emptyPage(book, board, version, layout);
  const known = pageOf(first.layout);
  const whole: CountedPage = {
    ...addLayout(known, first),
    attachMs: longer(known.attachMs, measured(attachMs)),
    flushP95Ms: longer(known.flushP95Ms, measured(flushP95Ms)),
    mutationStorms: addCounts(known.mutationStorms, mutationStorms),
    missingContainers: addCounts(known.missingContainers, missingContainers),
  };
  return [whole, ...others.map((one) => addLayout(pageOf(one.layout), one))].reduce(putPage, book);
}

/** Notes the state of a board. The first one that is heard of is no change, unless the board can't be read. */
export function noteBoardState(
  book: HealthBook,
  board: PageHealth['board'],
  state: PageHealth['state'],
  version: number | null,
): HealthBook {
  const before = book.states.find((one) => one.board === board);
  const about = version ?? before?.version;
  if (about === undefined || (before?.state === state && before.version === about)) return book;
  const isChange = before === undefined ? state === 'DEGRADED' : before.state !== state;
  const isAbout = (page: CountedPage) => page.board === board && page.configVersion === about;
  return {
    ...book,
    pages: book.pages.map((page) => (isAbout(page) ? { ...page, state } : page)),
    states: [...book.states.filter((one) => one.board !== board), { board, state, version: about }],
    changed: isChange && !book.changed.includes(board) ? [...book.changed, board] : book.changed,
  };
}

/** A state that has changed is told also when nothing was counted in it. */
export function addChangedPages(book: HealthBook): HealthBook {
  return book.changed.reduce((now, board) => {
    const last = now.states.find((one) => one.board === board);
    if (last === undefined || now.pages.some((page) => page.board === board && page.configVersion === last.version)) return now;
    return putPage(now, emptyPage(now, board, last.version, null));
  }, book);
}

/** As many pages as fit, those that wait longest first. The others go with the next report. */
export function fillReport(head: Omit<BoardHealth, 'pages'>, pages: readonly PageHealth[]): BoardHealth {
  const chosen: PageHealth[] = [];
  for (const page of pages) {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...head, pages: [...chosen, page] })).length;
    if (bytes <= maxBoardHealthBytes) chosen.push(page);
  }
  return { ...head, pages: chosen };
}

/** What is left when these pages were sent. */
export function removePages(book: HealthBook, sent: readonly PageHealth[]): HealthBook {
  const isSent = (page: CountedPage) => sent.some((one) => isPage(one.board, one.configVersion, one.layout)(page));
  const pages = book.pages.filter((page) => !isSent(page));
  const isWaiting = (board: PageHealth['board']) => pages.some((page) => page.board === board);
  const wasTold = (board: PageHealth['board']) => sent.some((one) => one.board === board);
  return { ...book, pages, changed: book.changed.filter((board) => isWaiting(board) || !wasTold(board)) };
}
