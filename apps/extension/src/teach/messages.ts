import type { BoardId } from '@headhaul/domain/boards/board-load';
import type { TaughtConfig } from '@headhaul/domain/boards/teach/teach-page';

// What the popup, the worker and the script that teaches a page say to each other. Nothing of a session is among it.

/**
 * From the popup. The answer is a `TeachView`. `teach:want` is the click, and `teach:start` comes after the user has allowed the page. The
 * browser's question may close the popup in between; then the worker starts the lesson.
 */
export type TeachFromPopup =
  | { type: 'teach:view'; tabId: number | null; url: string | null }
  | { type: 'teach:want'; tabId: number; url: string }
  | { type: 'teach:start'; tabId: number; url: string }
  | { type: 'teach:remove'; id: string };

/** From a page. `teach:ask` is the click on a banner's "Teach it"; `teach:save` ends a lesson; `teach:is-taught` asks about the page itself. */
export type TeachFromPage = { type: 'teach:ask' } | { type: 'teach:is-taught' } | { type: 'teach:save'; learned: TaughtConfig };

/** To the frame with the list. */
export interface TeachBegin {
  type: 'teach:begin';
  board: BoardId;
}

/** What a frame has found, when the script starts in it. */
export interface FrameFinding {
  rows: number;
  fields: number;
}

/** The answer to `teach:save`. */
export type SaveOutcome = 'SAVED' | 'REFUSED' | 'STORAGE_FULL';

export interface TaughtView {
  id: string;
  host: string;
  path: string;
  /** An ISO time. */
  taughtAt: string;
}

export interface TeachView {
  /**
   * The page in front of the user. NEW: nothing is known about it. CHANGED: it can't be read any more, or no list is found. READ: it is
   * read, so there is nothing to teach. NOT_A_PAGE: the browser's own pages, and ours.
   */
  page: 'NEW' | 'CHANGED' | 'READ' | 'NOT_A_PAGE';
  host: string | null;
  /** What the user must allow first. Null: nothing. */
  pattern: string | null;
  /** Why the last start did nothing. */
  fault: 'NOT_ALLOWED' | null;
  taught: TaughtView[];
}

const isObject = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null;

export function isTeachMessage(raw: unknown): raw is TeachFromPopup | TeachFromPage | TeachBegin {
  return isObject(raw) && typeof raw.type === 'string' && raw.type.startsWith('teach:');
}

export function isTeachBegin(raw: unknown): raw is TeachBegin {
  return isObject(raw) && raw.type === 'teach:begin' && typeof raw.board === 'string';
}
