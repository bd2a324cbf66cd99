// @vitest-environment happy-dom
import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import { TaughtBoardConfig } from '@headhaul/contracts/boards/learned-config';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRow } from '../board/read/read-row.ts';
import { demo, endRun, eventually, openRoots, pressRead, roots, start } from '../board/testing/demo-run.ts';
import { createLesson } from './page/lesson.ts';
import { runLesson } from './page/run-lesson.ts';
import { demoDay, makeMarket, openDemoPage } from './testing/demo-page.ts';
import { headerOf } from './to-board-config.ts';
import { firstTaughtVersion } from './worker/taught-pages.ts';

beforeEach(openRoots);
afterEach(endRun);

const page = { hostname: 'localhost', pathname: '/board' };
const header = { board: 'demo', ...page, version: firstTaughtVersion, at: '2026-11-18T00:00:00.000Z' } as const;
const options = { document, page, board: 'demo', today: demoDay } as const;
const shown = 12;

let end: (() => void) | undefined;
afterEach(() => {
  end?.();
  end = undefined;
});

const insideOf = (tag: string) => roots.get(document.querySelector(tag) as Element) as ShadowRoot;
const banner = () => document.querySelector('hh-banner');
const rates = () => [...document.querySelectorAll('[data-test="rate-total"]')];
const linesOf = () =>
  [...insideOf('hh-teach').querySelectorAll('li')].map((line) => [
    line.className,
    line.querySelector('b')?.textContent,
    line.querySelector('.why')?.textContent,
  ]);
const buttonNamed = (name: string) =>
  [...insideOf('hh-teach').querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);

/** The page is taught, and read by what was learned. */
async function openTaught() {
  const board = await openDemoPage('wide');
  const { postings } = await makeMarket();
  const show = () => board.show(postings.slice(0, shown));
  await show();
  const before = TaughtBoardConfig.parse({ ...createLesson({ ...options, before: null }).read().learned, ...headerOf(header) });
  start(undefined, before);
  await eventually(() => expect(document.querySelectorAll('hh-row')).toHaveLength(shown));
  return { before, postings };
}

function teachAgain(before: BoardConfig) {
  const send = vi.fn(async (_: { type: string; learned?: unknown }) => 'SAVED');
  end = runLesson({ ...options, before, send });
  return send;
}

describe('a taught page whose rate has moved', () => {
  it('says so, and asks for nothing else', async () => {
    const { before } = await openTaught();
    for (const cell of rates()) {
      const moved = document.createElement('span');
      moved.setAttribute('data-test', 'pays');
      moved.textContent = cell.textContent;
      cell.replaceWith(moved);
    }
    await eventually(() => expect(banner()).not.toBeNull());
    expect(insideOf('hh-banner').querySelector('[role="status"]')?.textContent).toContain('Rates can’t be read on this page.');

    const send = teachAgain(before);
    expect(insideOf('hh-teach').querySelector('h2')?.textContent).toBe('The rate moved');
    expect(linesOf()[0]).toEqual(['sure', 'Rate', expect.stringContaining('Found here now')]);
    expect(linesOf().filter(([state]) => state === 'ask')).toEqual([]);
    pressRead(buttonNamed('See what we read') as Element);
    pressRead(buttonNamed('Looks right, turn it on') as Element);
    await eventually(() => expect(send).toHaveBeenCalledOnce());
    const config = TaughtBoardConfig.parse({ ...(send.mock.calls[0]?.[0].learned as object), ...headerOf(header) });
    const { rateTotal, ...others } = config.layouts[0]?.fields ?? {};
    expect(rateTotal?.sel[0]).toContain('pays');
    const fieldsBefore = Object.keys(before.layouts[0]?.fields ?? {}).filter((field) => field !== 'rateTotal');
    expect(new Set(Object.keys(others))).toEqual(new Set(fieldsBefore));
    const row = document.querySelector(config.row.join(',')) as Element;
    expect(readRow(row, config, demoDay)?.load?.read.ok).toContain('rateTotal');
  });

  it('and can be read nowhere shows the way to the cell', async () => {
    const { before } = await openTaught();
    for (const cell of rates()) cell.textContent = `${cell.textContent} or 5 pallets`;
    await eventually(() => expect(banner()).not.toBeNull());
    teachAgain(before);
    expect(linesOf()[0]).toEqual(['lost', 'Rate', 'Not found where it was']);
    pressRead(buttonNamed('Show where the rate is') as Element);
    expect(insideOf('hh-teach').querySelector('h2')?.textContent).toBe('Click the rate in any row');
  });
});

it('a taught page on which nobody has posted a rate is read on', async () => {
  await openTaught();
  for (const cell of rates()) cell.textContent = '–';
  for (const cell of document.querySelectorAll('[data-test="rate-per-mile"]')) cell.textContent = '';
  await eventually(() =>
    expect(
      [...document.querySelectorAll('hh-row')].map((one) => roots.get(one)?.querySelector('button')?.getAttribute('aria-label')),
    ).toEqual(Array.from({ length: shown }, () => expect.stringContaining('No rate posted'))),
  );
  expect(demo.reports.at(-1)?.state).toBe('READING');
  expect(banner()).toBeNull();
});

it('another page than the one that was taught gets a first lesson', async () => {
  const { before } = await openTaught();
  demo.run?.stop();
  for (const cell of document.querySelectorAll('[data-test]')) {
    cell.setAttribute('data-part', cell.getAttribute('data-test') ?? '');
    cell.removeAttribute('data-test');
  }
  teachAgain(before);
  expect(insideOf('hh-teach').querySelector('h2')?.textContent).toBe('Are these right?');
});
