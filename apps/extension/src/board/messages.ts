import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { RateMarks } from '@headhaul/contracts/boards/postings';
import type { BoardField, BoardId } from '@headhaul/domain/boards/board-load';
import type { FilterPart } from '@headhaul/domain/boards/filters/filter-stack';
import type { BoardRule } from '@headhaul/domain/boards/filters/rules';
import type { PageCounts } from '@headhaul/domain/boards/health/page-counts';
import type { PackNews } from '../packs/pack-news.ts';

// What the content script on a board and the worker say to each other. Nothing of a session is among it.

/** WAITING: no list of loads on the page. DEGRADED: the page has changed, so nothing is drawn. OFF: the worker said so. */
export const boardStates = ['READING', 'DEGRADED', 'WAITING', 'OFF'] as const;
export type BoardState = (typeof boardStates)[number];

/** How the side panel lists what matches. */
export const matchOrders = ['NEW', 'RPM', 'RATE'] as const;
export type MatchOrder = (typeof matchOrders)[number];

export interface BoardReport {
  state: BoardState;
  /** Rows on the page that were read. */
  rows: number;
  /** How the last rows were read, and with which version of the configuration. Null while nothing is read. */
  judged: { version: number; rows: number; quorumPct: number } | null;
  /** Fields that the page doesn't show any more where they stood. Rows say nothing about them. */
  unread: BoardField[];
}

/** Whether another configuration is wanted: the page can't be read, or not all of it. */
export const needsRepair = ({ state, unread }: Pick<BoardReport, 'state' | 'unread'>) => state === 'DEGRADED' || unread.length > 0;

/** What was counted since the last time, for the health report. */
export interface BoardCounts extends PageCounts {
  /** Of the configuration. */
  version: number;
}

/** From the board's page. `board:counts` comes without being asked for only when the page, or its configuration, is left. */
export type FromBoard =
  | { type: 'board:hello' }
  | { type: 'board:report'; report: BoardReport }
  | { type: 'board:counts'; counts: BoardCounts };

/** What the page's script is to do. Null: nothing, and leave no trace. */
export interface BoardWork {
  config: BoardConfig;
  /** They run together. None: rows have their rate and no mark. */
  filters: readonly FilterPart[];
  /** What the rate per mile of a row is compared with. */
  marks: RateMarks;
}
export interface BoardOrders {
  work: BoardWork | null;
}

/**
 * To the board's page. The answer to `board:count` is `BoardCounts` or null, to `board:row` a `RowAnswer`, to `board:matches` a
 * `MatchesAnswer` or null, to `board:count-rules` a `RuleCounts` or null, to the others a `BoardReport`.
 */
export type ToBoard =
  | { type: 'board:orders'; orders: BoardOrders }
  | { type: 'board:ask' }
  | { type: 'board:count' }
  /** Somebody marked a broker: what rows say of theirs is asked anew. */
  | { type: 'board:brokers' }
  /** Reads the page anew: the user hopes that it can be read again. */
  | { type: 'board:look' }
  /** Reads the row of this key anew. */
  | { type: 'board:row'; key: string }
  /** What these rules would find among the rows that were seen. */
  | { type: 'board:count-rules'; rules: BoardRule[] }
  /** Which of the rows that were seen match. `isAnew`: counts from here on. */
  | { type: 'board:matches'; order: MatchOrder; isAnew: boolean };

const isObject = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null;

/** Looks at the outline only: the worker has checked the configuration, and the page's script has no room for doing it again. */
export function isBoardOrders(raw: unknown): raw is BoardOrders {
  return isObject(raw) && (raw.work === null || (isObject(raw.work) && isObject(raw.work.config) && Array.isArray(raw.work.filters)));
}

export function isToBoard(raw: unknown): raw is ToBoard {
  if (!isObject(raw)) return false;
  if (raw.type === 'board:row') return typeof raw.key === 'string';
  if (raw.type === 'board:count-rules') return Array.isArray(raw.rules);
  if (raw.type === 'board:matches') return typeof raw.order === 'string' && typeof raw.isAnew === 'boolean';
  if (raw.type === 'board:ask' || raw.type === 'board:count' || raw.type === 'board:brokers' || raw.type === 'board:look') return true;
  return raw.type === 'board:orders' && isBoardOrders(raw.orders);
}

/** A board that was opened, or to which the user has come back. */
export function isHello(raw: unknown): boolean {
  return isObject(raw) && raw.type === 'board:hello';
}

/**
 * From the popup. The answer is a `BoardsView`, to `boards:tally` with what was seen. `boards:look` looks for a configuration that can read the
 * boards whose pages have changed.
 */
export type FromPopup =
  | { type: 'boards:view' }
  | { type: 'boards:tally' }
  | { type: 'boards:look' }
  | { type: 'boards:switch'; board: BoardId; isOn: boolean }
  | { type: 'boards:lowest'; cents: number | null }
  | { type: 'boards:share-counts'; isOn: boolean };

export interface BoardView {
  board: BoardId;
  isBeta: boolean;
  isOn: boolean;
  /** Null when no tab shows the board. */
  report: BoardReport | null;
  /** Since when its page is in the report's state. */
  sinceMs: number | null;
  /** Where the user searches on it. Null for what was taught, which has no one page. */
  url: string | null;
  /** The site that the browser must allow before anything is read there. Null: it is allowed. */
  lackingSite: string | null;
  /** What became of the board's last pack. Null for nothing new. */
  news: PackNews | null;
}

export interface BoardsView {
  boards: BoardView[];
  /** Loads below this rate per mile step back. Null: none do. */
  lowestCents: number | null;
  /** Whether the user lets us send health reports. */
  isSharingCounts: boolean;
  /** Whether this browser can check the signatures of packs. One that can't takes none. */
  canUpdate: boolean;
  /** When we last looked for newer configurations. */
  lookedAtMs: number | null;
  /** Null where nobody has asked for it: each page goes through all that was seen. */
  tallies: BoardTallies | null;
}

/** What the user has seen of a board's search, and how much of it matches. `hasFilter` is false when nothing can match. */
export interface BoardTally {
  seen: number;
  matched: number;
  hasFilter: boolean;
}
export type BoardTallies = Partial<Record<BoardId, BoardTally>>;
