import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import type { BrowserContext, Page } from '@playwright/test';
import type { Result } from '../lib/results.ts';
import { openBoard, scrollDown, switchBoard } from './board-browser.ts';
import { measureWaits, mostWaitMs, type RowWaits } from './board-rows.ts';
import { countForced, findLongTasks, findScriptStart, markScript, readSteps, recordTrace, type Steps } from './board-trace.ts';

const slowdown = 4;

export interface ScriptSize {
  steps: number;
  /** Rows that are read, at least. */
  rows: number;
  starts: number;
}

export interface ScriptFigures {
  steps: Steps;
  waits: RowWaits;
  slow: ReturnType<typeof findLongTasks>;
  forced: ReturnType<typeof countForced>;
  startsMs: number[];
}

/** What the script on a board does while somebody scrolls, step by step; what it does on a slow computer; and how it starts. */
export async function measureScript(context: BrowserContext, board: Page, address: string, size: ScriptSize): Promise<ScriptFigures> {
  await switchBoard(context, false);
  await openBoard(board, address, false);
  const script = await markScript(board, developmentExtensionId);
  await switchBoard(context, true);
  await board.locator('hh-row').first().waitFor();
  const { spans: before } = await script.readRows();
  const traced = await recordTrace(board, () => scrollDown(board, size.steps));
  const { spans, nowMs } = await script.readRows();
  await script.close();

  const session = await context.newCDPSession(board);
  const startsMs: number[] = [];
  let events = await recordTrace(board, () => openBoard(board, address, true));
  for (let start = 0; start < size.starts; start += 1) {
    startsMs.push(findScriptStart(events) ?? Number.NaN);
    events = await recordTrace(board, () => openBoard(board, address, true));
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const slowEvents = await recordTrace(board, async () => {
    await openBoard(board, address, true);
    await scrollDown(board, size.steps);
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  return {
    steps: readSteps(traced),
    waits: measureWaits(spans.slice(before.length), nowMs),
    slow: findLongTasks(slowEvents),
    forced: countForced(slowEvents),
    startsMs,
  };
}

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
/** Of a round, for reading. */
const budgetMs = 4;

export function scriptResults({ steps, waits, slow, forced, startsMs }: ScriptFigures, size: ScriptSize): Result[] {
  const { sorts, rows, draws, rounds } = steps;
  const sortMs = sorts.map(({ ms }) => ms);
  const changes = total(sorts.map(({ changes: count }) => count));
  const beyond = rounds.filter(({ readMs }) => readMs > budgetMs);
  const overrun = Math.max(...beyond.map(({ readMs, lastMs }) => (readMs - budgetMs) / lastMs), 0);
  const ofRows = { taken: rows.length, wanted: size.rows };
  const ofRounds = { taken: rounds.length, wanted: Math.floor(size.steps / 2) };
  const ofSorts = { taken: sorts.length, wanted: Math.floor(size.steps / 2) };
  const drawMs = total(rounds.map((round) => round.drawMs)) / rows.length;
  return [
    {
      id: 'B-07',
      promise: 'observer’s callback, 95th percentile',
      figure: at(sortMs, 0.95),
      samples: ofSorts,
      bar: { atMost: 0.5 },
      detail: 'ms of the thread',
    },
    {
      id: 'B-07',
      promise: 'observer’s callback, µs for each change',
      figure: (total(sortMs) * 1_000) / changes,
      samples: ofSorts,
      bar: { atMost: 10 },
      unit: ' µs',
      detail: `${changes} changes`,
    },
    {
      id: 'B-08',
      promise: 'a round’s reading beyond its 4 ms ÷ its last row',
      figure: overrun,
      samples: ofRounds,
      bar: { atMost: 1 },
      detail: `${beyond.length} of ${rounds.length} rounds; longest ${Math.max(...rounds.map(({ readMs }) => readMs)).toFixed(2)} ms of the thread`,
    },
    {
      id: 'B-09',
      promise: 'reading a row, with its rules, median',
      figure: at(rows, 0.5),
      samples: ofRows,
      bar: { atMost: 0.3 },
      detail: 'ms of the thread',
    },
    {
      id: 'B-09',
      promise: 'reading a row, with its rules, 99th percentile',
      figure: at(rows, 0.99),
      samples: ofRows,
      bar: { atMost: 1 },
      detail: 'ms of the thread',
    },
    {
      id: 'B-10',
      promise: 'drawing a row, mean, with its share of the round',
      figure: drawMs,
      samples: ofRows,
      bar: { atMost: 0.15 },
      detail: 'ms of the thread',
    },
    {
      id: 'B-10',
      promise: 'drawing a row, 95th percentile',
      figure: at(draws, 0.95),
      samples: { taken: draws.length, wanted: size.rows },
      bar: { atMost: 0.15 },
      detail: 'ms of the thread',
    },
    {
      id: 'B-11',
      promise: 'row on the page until it says something, 95th percentile',
      figure: at(waits.waitsMs, 0.95),
      samples: { taken: waits.waitsMs.length, wanted: size.steps },
      bar: { atMost: 100 },
      unit: ' ms',
      detail: `${waits.waitsMs.length} of ${waits.shown} rows; ${waits.left} others were shown for less than ${mostWaitMs} ms`,
    },
    {
      id: 'B-11',
      promise: `rows that said nothing within ${mostWaitMs} ms`,
      figure: waits.late,
      samples: { taken: waits.shown, wanted: size.steps },
      bar: { atMost: 0 },
      unit: ' rows',
      detail: `the longest wait was ${Math.max(...waits.waitsMs).toFixed(0)} ms`,
    },
    {
      id: 'B-12',
      promise: 'rows read for each row shown',
      figure: rows.length / waits.shown,
      samples: { taken: waits.shown, wanted: size.steps },
      bar: { atMost: 1.3 },
      detail: `${rows.length} of ${waits.shown}`,
    },
    {
      id: 'B-13',
      promise: `tasks over 50 ms that are ours, CPU ×${slowdown}`,
      figure: slow.long,
      samples: { taken: slow.calls, wanted: size.steps },
      bar: { atMost: 0 },
      unit: ' tasks',
      detail: `longest part of ours ${slow.longestOursMs.toFixed(1)} ms`,
    },
    {
      id: 'B-14',
      promise: 'content script: compiled and started',
      figure: at(startsMs, 0.5),
      samples: { taken: startsMs.length, wanted: size.starts },
      bar: { atMost: 30 },
      unit: ' ms',
      detail: 'of the thread, median',
    },
    {
      id: 'B-18',
      promise: 'styles or layouts that our script made the browser compute',
      figure: forced.forced,
      // A trace without any would not have shown ours.
      samples: { taken: forced.all === 0 ? 0 : forced.calls, wanted: size.steps },
      bar: { atMost: 0 },
      isCount: true,
      unit: ' times',
      detail: `of ${forced.all}; ${forced.calls} calls of our script`,
    },
  ];
}
