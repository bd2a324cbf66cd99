import { expect } from 'vitest';
import type { FromBoardMail } from '../../mail/messages.ts';
import { demoConfig } from '../config/demo.ts';
import { readKey } from '../read/read-row.ts';
import { type DemoBoard, type DemoLayout, openDemoBoard } from './demo-board.ts';
import { endRun, eventually, openRoots, roots, start } from './demo-run.ts';

const answerNothing = async (_: FromBoardMail): Promise<unknown> => null;

/** What the page has told the worker about mails, and what the worker answers. */
export const mailRun: { told: FromBoardMail[]; answer: (message: FromBoardMail) => Promise<unknown> } = { told: [], answer: answerNothing };

/** Files share this module, so each file says it: `beforeEach(beginMails)`, `afterEach(endMails)`. */
export function beginMails(): void {
  openRoots();
  // This document has no layer above the others.
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });
}

export function endMails(): void {
  endRun();
  mailRun.told = [];
  mailRun.answer = answerNothing;
}

export const insideOf = (row: Element) => roots.get(row.querySelector('hh-row') as Element);
export const buttonOf = (row: Element) => insideOf(row)?.querySelector('.mail button') as HTMLButtonElement;
export const noteOf = (row: Element) => insideOf(row)?.querySelector('.mail .note')?.textContent;
export const wordsOf = (row: Element) => (buttonOf(row).hidden ? null : buttonOf(row).textContent);
const keyOf = (row: Element) => readKey(row, demoConfig.key) ?? '';
export const numberOf = (row: Element) => Number(keyOf(row).slice(3));
/** What the user did last. The rows ask for themselves, sooner or later. */
export const lastAct = () => mailRun.told.findLast((message) => message.type !== 'mail:rows');
export const writes = () => mailRun.told.filter((message) => message.type === 'mail:write');

export async function open(layout: DemoLayout = 'wide', config = demoConfig): Promise<DemoBoard> {
  const board = await openDemoBoard(layout);
  start(undefined, config, async (message) => {
    mailRun.told.push(message);
    return message.type === 'mail:rows' ? { mails: {}, isWhole: false } : mailRun.answer(message);
  });
  await eventually(() => expect(document.querySelectorAll('hh-row')).toHaveLength(12));
  return board;
}
