import { type BoardConfig, boardOfHost } from '@headhaul/contracts/boards/board-config';
import { TaughtBoardConfig } from '@headhaul/contracts/boards/learned-config';
import type { BoardField } from '@headhaul/domain/boards/board-load';
import { fieldLabels } from '@headhaul/domain/boards/field-labels';
import { vi } from 'vitest';
import { pressRead, roots } from '../../board/testing/demo-run.ts';
import type { TeachFromPage } from '../messages.ts';
import { panelTag } from '../page/panel.ts';
import { runLesson } from '../page/run-lesson.ts';
import { headerOf } from '../to-board-config.ts';
import { firstTaughtVersion } from '../worker/taught-pages.ts';

/** What the user sees on the page. */
export interface SeenPage {
  host: string;
  path: string;
  today: string;
  /** The texts of a field on the rows. Empty: the page doesn't show it. */
  textsOf(field: BoardField): readonly string[];
  /** The element that shows the field in a row, for a user who has to point at it. */
  cellOf(field: BoardField, row: number): Element | null;
}

export interface Lesson {
  config: BoardConfig;
  clicks: number;
  /** What the user had to say, for the test's report. */
  said: readonly string[];
}

const mostClicks = 40;

/** A user who knows freight, answers each question truthfully, and counts the clicks. The first was the one on "Teach". */
export async function teachByHand(seen: SeenPage, before: BoardConfig | null = null): Promise<Lesson> {
  let clicks = 1;
  const said: string[] = [];
  let learned: unknown = null;
  const send = async (message: TeachFromPage) => {
    if (message.type === 'teach:save') learned = structuredClone(message.learned);
    return 'SAVED';
  };
  const page = { hostname: seen.host, pathname: seen.path };
  const board = boardOfHost(seen.host);
  const end = runLesson({ document, page, board, today: seen.today, before, send });

  const panel = () => roots.get(document.querySelector(panelTag) as Element) as ShadowRoot;
  const text = (selector: string) => panel().querySelector(selector)?.textContent ?? '';
  function click(button: Element | undefined): void {
    if (button === undefined) throw new Error(`No such button: ${panel().textContent}`);
    clicks += 1;
    if (clicks > mostClicks) throw new Error(`Too many clicks: ${said.join('; ')}`);
    pressRead(button);
  }
  const buttonNamed = (name: string) =>
    [...panel().querySelectorAll('button')].find((button) => (button.getAttribute('aria-label') ?? button.textContent) === name);

  function pointAt(field: BoardField, row: number): void {
    const cell = seen.cellOf(field, row);
    Object.assign(document, { elementsFromPoint: () => (cell === null ? [] : [cell]) });
    click(document.querySelector('hh-teach-veil') ?? undefined);
  }

  /** The first line of the panel that isn't right. */
  function correctOne(): boolean {
    for (const line of panel().querySelectorAll('li')) {
      const field = (Object.keys(fieldLabels) as BoardField[]).find((one) => fieldLabels[one] === line.querySelector('b')?.textContent);
      if (field === undefined) continue;
      const label = fieldLabels[field] ?? '';
      const sample = (line.querySelector('.what')?.textContent ?? '').slice(label.length).trim();
      const shown = seen.textsOf(field).map((one) => one.trim().slice(0, 60));
      const isTrue = shown.includes(sample);
      const state = line.className;
      if (state === 'sure' && isTrue) continue;
      if (state === 'ask' && isTrue) {
        said.push(`yes, ${label}`);
        click(buttonNamed(`Yes, this is ${label}`));
        return true;
      }
      if (state === 'ask' && shown.length === 0) {
        said.push(`no ${label}`);
        click(buttonNamed(`Not here: ${label}`));
        return true;
      }
      if (shown.length === 0 && state === 'none') continue;
      if (state === 'none' && line.querySelector('.why')?.textContent === 'Not on this board') continue;
      if (state === 'none' && !isWanted(field)) continue;
      said.push(`${label} is not "${sample}"`);
      click(buttonNamed(`Change: ${label}`) ?? buttonNamed(`Show it: ${label}`));
      if (shown.length === 0) click(buttonNamed('Not on this board'));
      else {
        pointAt(field, 0);
        if (text('.fault') !== '') pointAt(field, 1);
        // What can't be read is left out: unknown is allowed.
        if (text('.fault') !== '') click(buttonNamed('Not on this board'));
      }
      return true;
    }
    return false;
  }

  try {
    while (correctOne());
    click(buttonNamed('See what we read'));
    if (text('.fault') !== '') throw new Error(text('.fault'));
    click(buttonNamed('Looks right, turn it on'));
    await vi.waitFor(() => {
      if (learned === null || text('h2') !== `${seen.host} works`) throw new Error(`Not saved: ${text('h2')}`);
    });
    click(buttonNamed('Keep on this computer'));
  } finally {
    end();
  }
  const header = { board, hostname: seen.host, pathname: seen.path, version: firstTaughtVersion, at: '2026-11-18T00:00:00.000Z' };
  return { config: TaughtBoardConfig.parse({ ...(learned as object), ...headerOf(header) }), clicks, said };
}

/** Fields that the user misses when they are not found. */
function isWanted(field: BoardField): boolean {
  return ['origin', 'destination', 'pickup', 'rateTotal', 'tripMiles', 'equipment', 'weight', 'company'].includes(field);
}
