import type { CDPSession, Page } from '@playwright/test';
import { followRows, type RowSpan, toldName } from './board-rows.ts';

/** An event in the browser's trace. Times are in microseconds; those of the thread leave out what it waited for a core. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  tts?: number;
  dur?: number;
  tdur?: number;
  args?: { data?: { url?: string; message?: string; name?: string } };
}

const includedCategories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** What the browser did meanwhile. */
export async function recordTrace(page: Page, work: () => Promise<void>): Promise<TraceEvent[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await work();
  const ended = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  return events;
}

/** Marks in the trace what the script on the board does. It runs in the world of that script, which has globals of its own. */
function markSteps(): void {
  // biome-ignore lint/suspicious/noConsole: nothing is printed.
  const mark = (text: string) => console.timeStamp(`hh ${text}`);
  const [Observer, nextFrame, afterTask, readClock, stopLooking, findAll] = [
    globalThis.MutationObserver,
    globalThis.requestAnimationFrame,
    globalThis.queueMicrotask,
    performance.now.bind(performance),
    IntersectionObserver.prototype.unobserve,
    Element.prototype.querySelectorAll,
  ];
  let isRound = false;
  globalThis.MutationObserver = class extends Observer {
    constructor(run: MutationCallback) {
      super((records, self) => {
        mark(`changes ${records.length}`);
        run(records, self);
        mark('sorted');
      });
    }
  };
  function markRound(run: () => void): void {
    mark('round');
    isRound = true;
    run();
    isRound = false;
    mark('rounded');
  }
  globalThis.requestAnimationFrame = (run) => nextFrame((at) => markRound(() => run(at)));
  globalThis.queueMicrotask = (run) => afterTask(() => markRound(run));
  // In a round the clock is read after each row, and each row is looked for no longer before it is read.
  performance.now = () => {
    if (isRound) mark('clock');
    return readClock();
  };
  IntersectionObserver.prototype.unobserve = function leave(target) {
    if (isRound) mark('row');
    stopLooking.call(this, target);
  };
  // Each row that is drawn is first searched for elements of ours that the board has copied.
  Element.prototype.querySelectorAll = function search(selectors: string) {
    if (isRound && selectors === 'hh-row') mark('draw');
    return findAll.call(this, selectors);
  };
}

export interface MarkedScript {
  /** The loads in rows since the page was opened, and the page's time now. */
  readRows(): Promise<{ spans: RowSpan[]; nowMs: number }>;
  close(): Promise<void>;
}

async function runIn(session: CDPSession, contextId: number, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, contextId, returnByValue: true });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** Marks the steps of the script on this page, and follows its rows, from its next list on. */
export async function markScript(page: Page, extensionId: string): Promise<MarkedScript> {
  const session = await page.context().newCDPSession(page);
  const world = new Promise<number>((resolve) => {
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.origin === `chrome-extension://${extensionId}`) resolve(context.id);
    });
  });
  await session.send('Runtime.enable');
  const contextId = await world;
  await runIn(session, contextId, `(${followRows})(${JSON.stringify(toldName)})`);
  await runIn(session, contextId, `(${markSteps})()`);
  return {
    readRows: async () => (await runIn(session, contextId, `${toldName}.read()`)) as Awaited<ReturnType<MarkedScript['readRows']>>,
    close: () => session.detach(),
  };
}

/** What the script on the board spent, in milliseconds of the thread. */
export interface Steps {
  /** Of each call of the observer. */
  sorts: { ms: number; changes: number }[];
  rows: number[];
  draws: number[];
  rounds: Round[];
}

interface Round {
  /** Reading all its rows. A round with rows left to read has used up its budget. */
  readMs: number;
  /** Of these, from the end of the row before to the end of the last one, which is the one that may go beyond the budget. */
  lastMs: number;
  rows: number;
  /** Everything after it: drawing the rows, and what is done once in a round. */
  drawMs: number;
}

interface Mark {
  text: string;
  atMs: number;
}

function readMarks(events: readonly TraceEvent[]): Mark[] {
  return events.flatMap(({ name, tts, args }) => {
    const text = args?.data?.message ?? args?.data?.name ?? '';
    return name === 'TimeStamp' && text.startsWith('hh ') ? [{ text: text.slice(3), atMs: (tts ?? Number.NaN) / 1_000 }] : [];
  });
}

/** Of each row, from its own mark to the next row's, and of the last one to the reading of the clock after all of them. */
function readDraws(marks: readonly Mark[]): number[] {
  const end = marks.findIndex(({ text }) => text === 'clock');
  return marks.slice(0, Math.max(0, end)).flatMap(({ text, atMs }, at) => (text === 'draw' ? [(marks[at + 1]?.atMs ?? atMs) - atMs] : []));
}

/** The clock is read at the start of a round, at the start of its first row, after each row, and after everything was drawn. */
function readRound(marks: readonly Mark[]): (Round & { each: number[]; draws: number[] }) | null {
  const starts = marks.flatMap(({ text }, at) => (text === 'row' ? [at] : []));
  const [start, end] = [marks.find(({ text }) => text === 'clock'), marks.at(-1)];
  const rows: { from: number; to: number }[] = [];
  for (const [index, at] of starts.entries()) {
    const clocks = marks.slice(at, starts[index + 1]).filter(({ text }) => text === 'clock');
    const [from, to] = [marks[at], clocks[rows.length === 0 ? 1 : 0]];
    // A row that has left the page since is not read.
    if (from !== undefined && to !== undefined) rows.push({ from: from.atMs, to: to.atMs });
  }
  const [before, last] = [rows.at(-2), rows.at(-1)];
  if (last === undefined || start === undefined || end === undefined) return null;
  return {
    each: rows.map(({ from, to }) => to - from),
    draws: readDraws(marks.filter(({ atMs }) => atMs > last.to)),
    readMs: last.to - start.atMs,
    lastMs: last.to - (before?.to ?? start.atMs),
    rows: rows.length,
    drawMs: end.atMs - last.to,
  };
}

export function readSteps(events: readonly TraceEvent[]): Steps {
  const steps: Steps = { sorts: [], rows: [], draws: [], rounds: [] };
  let round: Mark[] = [];
  let sorting: { changes: number; atMs: number } | null = null;
  for (const mark of readMarks(events).toSorted((a, b) => a.atMs - b.atMs)) {
    const [kind, count] = mark.text.split(' ');
    if (kind === 'changes') sorting = { changes: Number(count), atMs: mark.atMs };
    else if (kind === 'sorted') {
      if (sorting !== null) steps.sorts.push({ ms: mark.atMs - sorting.atMs, changes: sorting.changes });
      sorting = null;
    } else {
      if (kind === 'round') round = [];
      round.push(mark);
      const read = kind === 'rounded' ? readRound(round) : null;
      if (read === null) continue;
      const { each, draws, ...rest } = read;
      steps.rows.push(...each);
      steps.draws.push(...draws);
      steps.rounds.push(rest);
    }
  }
  return steps;
}

const isOurs = ({ args }: TraceEvent) => args?.data?.url?.startsWith('chrome-extension://') === true;
const end = ({ ts, dur = 0 }: TraceEvent) => ts + dur;
const threadMs = ({ tdur = Number.NaN }: TraceEvent) => tdur / 1_000;

/** A longer task can be felt by a person. */
const longTaskMs = 50;

/** Of the tasks of the thread on which our script runs: how many are long, and wouldn't be without our script. */
export function findLongTasks(events: readonly TraceEvent[]): { calls: number; long: number; longestOursMs: number } {
  const ours = events.filter((event) => event.ph === 'X' && /^(FunctionCall|EvaluateScript)$/.test(event.name) && isOurs(event));
  const thread = ours[0];
  const tasks = events.filter(({ name, ph, pid, tid }) => ph === 'X' && name === 'RunTask' && pid === thread?.pid && tid === thread.tid);
  const sorted = ours.toSorted((a, b) => a.ts - b.ts);
  let next = 0;
  let [long, longestOursMs] = [0, 0];
  for (const task of tasks.toSorted((a, b) => a.ts - b.ts)) {
    let [oursMs, until] = [0, 0];
    for (let call = sorted[next]; call !== undefined && call.ts < end(task); call = sorted[next]) {
      next += 1;
      // A call inside of a call of ours is counted with it.
      if (call.ts < task.ts || call.ts < until || call.pid !== task.pid || call.tid !== task.tid) continue;
      oursMs += threadMs(call);
      until = end(call);
    }
    if (threadMs(task) > longTaskMs && threadMs(task) - oursMs <= longTaskMs) long += 1;
    longestOursMs = Math.max(longestOursMs, oursMs);
  }
  return { calls: tasks.length === 0 ? 0 : ours.length, long, longestOursMs };
}

const isComputed = ({ name, ph }: TraceEvent) => ph === 'X' && /^(Layout|UpdateLayoutTree|RecalculateStyles)$/.test(name);

/**
 * How often the browser had to compute styles or a layout in the middle of our script, because it asked for something that depends on them.
 * What the browser does by itself, once for a frame, stands outside of every script.
 */
export function countForced(events: readonly TraceEvent[]): { calls: number; forced: number; all: number } {
  const ours = events.filter((event) => event.ph === 'X' && /^(FunctionCall|EvaluateScript)$/.test(event.name) && isOurs(event));
  const byThread = Map.groupBy(ours, ({ pid, tid }) => `${pid} ${tid}`);
  const isInside = (event: TraceEvent) =>
    byThread.get(`${event.pid} ${event.tid}`)?.some((call) => event.ts >= call.ts && event.ts < end(call)) === true;
  const computed = events.filter(isComputed);
  return { calls: ours.length, forced: computed.filter(isInside).length, all: computed.length };
}

/** Compiling and first running the content script. Null when it isn't in the trace. */
export function findScriptStart(events: readonly TraceEvent[]): number | null {
  const run = events.find(({ name, args }) => name === 'EvaluateScript' && args?.data?.url?.endsWith('/content-scripts/board.js') === true);
  return run === undefined ? null : threadMs(run);
}
