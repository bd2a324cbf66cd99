import { attributeOf, nodesIn } from '@headhaul/test-servers/board-marks';
import type { CDPSession, Frame, Page } from '@playwright/test';

/** What is seen of ours in a row that is wholly on the screen. */
export interface RowSight {
  /** It lies in its row, in the window and in everything that cuts off what is beyond it, and nothing is over its middle. */
  isRateSeen: boolean;
  /** The button that writes to the broker, or what stands in its place. Null: nothing does. */
  isMailSeen: boolean | null;
  /** Texts of the board under ours. */
  covered: string[];
  height: number;
}

/** Called on the button of the rate, because the inside of our element is closed to the page's scripts. */
function lookAround(this: Element): RowSight | null {
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  const both = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  /** What is seen of an element's inside. */
  const seenIn = (element: Element | null): Box => {
    let box: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const { left, top, right, bottom } = at.getBoundingClientRect();
      if (overflowX !== 'visible') box = both(box, { ...box, left, right });
      if (overflowY !== 'visible') box = both(box, { ...box, top, bottom });
    }
    return box;
  };
  const root = this.getRootNode() as ShadowRoot;
  const { host } = root;
  let row = host;
  while (row.parentElement !== null && row.parentElement.querySelectorAll('hh-row').length < 2) row = row.parentElement;
  const around = row.getBoundingClientRect();
  const list = seenIn(row.parentElement);
  if (around.height === 0 || around.top < list.top - 1 || around.bottom > list.bottom + 1) return null;
  const seen = both(seenIn(host.parentElement), around);
  const isSeen = (element: Element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const isIn = left >= seen.left - 1 && right <= seen.right + 1 && top >= seen.top - 1 && bottom <= seen.bottom + 1;
    return width > 0 && height > 0 && isIn && document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === host;
  };
  const part = root.querySelector<HTMLElement>('.mail');
  const mail = part === null || part.hidden ? null : part;
  const ours = [this, ...(mail === null ? [] : [mail])].map((one) => one.getBoundingClientRect());
  const covered: string[] = [];
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(text);
    const cut = seenIn(text.parentElement);
    const shared = [...range.getClientRects()].flatMap((line) => ours.map((one) => both(both(line, cut), one)));
    if (shared.some(({ left, top, right, bottom }) => right - left > 1 && bottom - top > 2)) covered.push(text.textContent ?? '');
  }
  return { isRateSeen: isSeen(this), isMailSeen: mail === null ? null : isSeen(mail), covered, height: Math.round(around.height) };
}

/** What a user sees of ours on the rows that are wholly on the screen. */
export async function seeRows(session: CDPSession): Promise<RowSight[]> {
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const hosts = [...nodesIn(root)].filter(({ nodeName }) => nodeName === 'HH-ROW');
  const seen: RowSight[] = [];
  for (const host of hosts) {
    const rate = [...nodesIn(host)].find((node) => node.nodeName === 'BUTTON' && attributeOf(node, 'aria-label') !== null);
    if (rate === undefined) continue;
    const { object } = await session.send('DOM.resolveNode', { backendNodeId: rate.backendNodeId });
    const { result } = await session.send('Runtime.callFunctionOn', {
      functionDeclaration: lookAround.toString(),
      objectId: object.objectId ?? '',
      returnByValue: true,
    });
    if (result.value !== null && result.value !== undefined) seen.push(result.value as RowSight);
  }
  return seen;
}

/** Whether the list has room in this window: nothing around its rows scrolls sideways. */
export function boardFits(frame: Page | Frame, row: string): Promise<boolean> {
  return frame.evaluate((selector) => {
    for (let at = document.querySelector(selector); at !== null; at = at.parentElement)
      if (at.scrollWidth > at.clientWidth + 1 && getComputedStyle(at).overflowX !== 'hidden') return false;
    return true;
  }, row);
}
