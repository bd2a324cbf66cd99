import type { BoardId } from '@headhaul/domain/boards/board-load';
import { isHello } from '../board/messages.ts';
import type { BoardDesk, BoardPage } from '../board/worker/board-desk.ts';
import { boardAt, type Origins } from '../lib/origins.ts';
import { isPopupQuestion, type PopupQuestion } from '../lib/popup-status.ts';
import type { Incoming } from '../lib/receive-message.ts';
import { isMailMessage } from '../mail/messages.ts';
import { isPanelMessage } from '../panel/messages.ts';
import { isTeachMessage } from '../teach/messages.ts';
import type { TeachDesk } from '../teach/worker/teach-desk.ts';

/** What we use of the browser's sender of a message. */
export type Sender = Incoming['sender'] & { url?: string | undefined; tab?: { id?: number | undefined } | undefined };

interface Where {
  board: BoardId;
  tabId: number;
  frameId: number;
}

export interface OwnAnswerParts {
  extensionId: string;
  /** The origin of the popup and the side panel. */
  ownOrigin: string;
  origins: Pick<Origins, 'webOrigins' | 'demoBoardOrigin'>;
  /** The board of pages that the user has taught. Null: nothing was taught there. */
  taughtBoardAt(origin: string): Promise<BoardId | null>;
  desk: Pick<BoardDesk, 'fromBoard' | 'fromPopup'>;
  mail: { fromBoard(raw: unknown): Promise<unknown>; fromOwnPage(raw: unknown): Promise<unknown> };
  panel: { fromBoard(raw: unknown, at: Where): Promise<unknown>; fromPanel(raw: unknown): Promise<unknown> };
  teach: Pick<TeachDesk, 'fromPage' | 'fromPopup'>;
  answerPopup(question: PopupQuestion): Promise<unknown>;
  answerWeb(incoming: Incoming, tabId: number | undefined): Promise<unknown>;
  /** A board's page has just begun. */
  onHello(): void;
  openPanel(tabId: number): Promise<boolean>;
}

const webPage = /^https?:\/\//;

/** Answers our own pages and content scripts. The sender's origin decides which of the unions a message may belong to. */
export function createOwnAnswers(parts: OwnAnswerParts) {
  const { extensionId, ownOrigin, origins, taughtBoardAt, desk, mail, panel, teach } = parts;

  /** The page that a content script runs on. Null for our own pages, and for the web app, whose script only passes on what the page says. */
  function pageOf({ id, origin, url }: Sender): BoardPage | null {
    if (id !== extensionId || origin === undefined || !webPage.test(origin) || origins.webOrigins.includes(origin)) return null;
    return { origin, pathname: url === undefined || !URL.canParse(url) ? '/' : new URL(url).pathname };
  }

  /** A browser opens its panel only within the click, so nothing is waited for before this. */
  function openPanelFor(raw: unknown, sender: Sender, page: BoardPage | null): Promise<boolean> | null {
    const isAsked = page !== null && isPanelMessage(raw) && (raw.type === 'panel:open' || raw.type === 'panel:rules');
    const tabId = isAsked ? sender.tab?.id : undefined;
    return tabId === undefined ? null : parts.openPanel(tabId);
  }

  async function fromOwnPage(raw: unknown): Promise<unknown> {
    if (isPopupQuestion(raw)) return parts.answerPopup(raw);
    if (isPanelMessage(raw)) return panel.fromPanel(raw);
    if (isTeachMessage(raw)) return teach.fromPopup(raw);
    return isMailMessage(raw) ? mail.fromOwnPage(raw) : desk.fromPopup(raw);
  }

  return async (raw: unknown, sender: Sender): Promise<unknown> => {
    if (sender.id === extensionId && sender.origin === ownOrigin) return fromOwnPage(raw);
    const page = pageOf(sender);
    const opening = openPanelFor(raw, sender, page);
    const tabId = sender.tab?.id;
    const { frameId } = sender;
    // A page has no board while its first lesson lasts.
    if (page !== null && tabId !== undefined && isTeachMessage(raw)) return teach.fromPage(raw, { ...page, tabId });
    const board = page === null ? null : (boardAt(page.origin, origins) ?? (await taughtBoardAt(page.origin)));
    if (page === null || board === null) return parts.answerWeb({ channel: 'bridge', sender, raw }, tabId);
    if (isMailMessage(raw)) return mail.fromBoard(raw);
    if (tabId === undefined || frameId === undefined) return null;
    if (isPanelMessage(raw)) {
      const answer = await panel.fromBoard(raw, { board, tabId, frameId });
      return answer === true ? { isOpen: (await opening) === true } : answer;
    }
    // The board begins with the filters that are here and gets others when there are.
    if (isHello(raw)) parts.onHello();
    return desk.fromBoard(raw, { board, tabId, frameId, page });
  };
}
