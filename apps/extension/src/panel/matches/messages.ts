import type { BoardId, BoardLoad } from '@headhaul/domain/boards/board-load';
import type { BoardState } from '../../board/messages.ts';

// What the side panel lists of the rows that the user has seen. It goes from the board's page to the panel and no further.

/** More than anybody reads. */
export const mostMatches = 100;
export const mostHeldBack = 5;
export const mostCalls = 50;

export interface MatchRow {
  load: BoardLoad;
  /** When the row was first read. */
  seenAtMs: number;
  /** "2.89": dollars a mile over all miles. */
  perMile: string | null;
  /** What the row says of its broker. Null: nothing is known. */
  broker: { letter: string; text: string; tone: 'good' | 'mid' | 'bad' | 'plain'; label: string } | null;
  /** "Emailed 12 min ago · Ann". Empty: nobody has. */
  mail: string;
}

/** The page's answer to `board:matches`. */
export interface MatchesAnswer {
  state: BoardState;
  /** Since when rows are counted. Null while no list was seen. */
  sinceMs: number | null;
  /** Whether a filter is on that can say which loads match. */
  hasFilter: boolean;
  seen: number;
  matched: number;
  /** Loads about which a rule can't say, because the board doesn't show it. */
  unknown: number;
  /** In the wanted order, the first of them. */
  rows: MatchRow[];
  /** Loads with a phone number that no filter holds back: those without an address first, then the newest. */
  calls: MatchRow[];
  /** The rules that hold back most of the others. */
  heldBack: { rule: string; loads: number }[];
}

/** Where the answer comes from, so that one of its loads can be opened. */
export interface MatchesView extends MatchesAnswer {
  board: BoardId;
  tabId: number;
  frameId: number;
  /** Since when the page is in its state. */
  stateSinceMs: number | null;
  /** When we last looked for newer configurations. */
  lookedAtMs: number | null;
}

/** How many of the seen loads pass, fail, and can't be judged. */
export interface VerdictCount {
  pass: number;
  unknown: number;
  fail: number;
}

/** The page's answer to `board:count-rules`. */
export interface RuleCounts {
  seen: number;
  /** In the rules' order. */
  each: VerdictCount[];
  all: VerdictCount;
}
