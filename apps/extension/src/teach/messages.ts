import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { BoardId } from '@headhaul/domain/boards/board-load';
import type { TaughtConfig } from '@headhaul/domain/boards/teach/teach-page';

// What the popup, the worker and the script that teaches a page say to each other. Nothing of a session is among it.

/** TEACH: the user gives a lesson. USE: the page is read as the company has agreed. REPORT: the user sends us the page's outline. */
export type Purpose = 'TEACH' | 'USE' | 'REPORT';

/**
 * From the popup. The answer is a `TeachView`. `teach:want` is the click, and `teach:start` comes after the user has allowed the page. The
 * browser's question may close the popup in between; then the worker starts what was wanted. `teach:news` asks the API first. `teach:stop`
 * ends the use of a company's page in this browser, and `teach:quiet` the offer of lessons on this page's site.
 */
export type TeachFromPopup =
  | { type: 'teach:view' | 'teach:news'; tabId: number | null; url: string | null }
  | { type: 'teach:want' | 'teach:start'; tabId: number; url: string; purpose: Purpose }
  | { type: 'teach:quiet'; tabId: number; url: string; isQuiet: boolean }
  | { type: 'teach:remove' | 'teach:share' | 'teach:stop'; id: string };

/**
 * From a page. `teach:ask` is the click on a banner's "Teach it"; `teach:save` keeps what was learned; `teach:end` closes the lesson, kept or
 * not; `teach:offer` offers what was saved to the
 * company; `teach:report` sends the outline that the user has seen; `teach:is-taught` asks about the page itself.
 */
export type TeachFromPage =
  | { type: 'teach:ask' }
  | { type: 'teach:is-taught' }
  | { type: 'teach:save'; learned: TaughtConfig }
  | { type: 'teach:offer' }
  | { type: 'teach:end' }
  | { type: 'teach:report'; outline: string };

/** To the frame with the list. */
export interface TeachBegin {
  type: 'teach:begin';
  board: BoardId;
  purpose: 'TEACH' | 'REPORT';
  /** How the page is read, or was until it changed. Null: it isn't. */
  before: BoardConfig | null;
}

/** What a frame has found, when the script starts in it. */
export interface FrameFinding {
  rows: number;
  fields: number;
}

/** The answer to `teach:save`. */
export type SaveOutcome = 'SAVED' | 'REFUSED' | 'STORAGE_FULL';

/** The answer to `teach:offer`. The owner is null if the company has none now. */
export type ShareOutcome =
  | { outcome: 'OFFERED'; owner: { name: string; isYou: boolean } | null }
  | { outcome: 'REFUSED'; detail: string }
  | { outcome: 'UNREACHABLE' };

/** The answer to `teach:report`. TOO_MANY: the company has sent its share of today. */
export type ReportOutcome = 'SENT' | 'REFUSED' | 'TOO_MANY' | 'UNREACHABLE';

/** OFFERED: waits for the owner. AGREED: the company reads the page, though maybe as somebody else has taught it. */
export type Sharing = 'NONE' | 'OFFERED' | 'AGREED';

export interface TaughtView {
  id: string;
  host: string;
  path: string;
  /** An ISO time. */
  taughtAt: string;
  sharing: Sharing;
}

/** A page that is read here as the company has agreed. */
export interface CompanyView {
  id: string;
  host: string;
  path: string;
  /** Null when that person is gone. */
  taughtBy: string | null;
  /** False where the build reads the site anyway. */
  canStop: boolean;
}

export interface TeachView {
  /**
   * The page in front of the user. NEW: nothing is known about it. CHANGED: it can't be read any more, or no list is found. READ: it is
   * read, so there is nothing to teach. NOT_A_PAGE: the browser's own pages, and ours.
   */
  page: 'NEW' | 'CHANGED' | 'READ' | 'NOT_A_PAGE';
  host: string | null;
  /** The user doesn't want lessons to be offered on this site. */
  isQuiet: boolean;
  /** What the user must allow first. Null: nothing. */
  pattern: string | null;
  /** Why the last start did nothing. */
  fault: 'NOT_ALLOWED' | null;
  /** The company reads this page, and this browser doesn't yet. */
  offer: { taughtBy: string | null } | null;
  /** Why the last page was not offered to the company. */
  shareFault: string | null;
  taught: TaughtView[];
  company: CompanyView[];
}

const isObject = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null;

export function isTeachMessage(raw: unknown): raw is TeachFromPopup | TeachFromPage | TeachBegin {
  return isObject(raw) && typeof raw.type === 'string' && raw.type.startsWith('teach:');
}

export function isTeachBegin(raw: unknown): raw is TeachBegin {
  return isObject(raw) && raw.type === 'teach:begin' && typeof raw.board === 'string';
}
