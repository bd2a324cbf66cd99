import type { Browser, Page } from '@playwright/test';

/** An event in the browser's trace. Tasks of the page's main thread are read from these. */
interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

interface LongTask {
  atMs: number;
  wallMs: number;
  /** The time that the thread really ran. For the rest it waited, usually for a core that others used. */
  cpuMs: number;
  /** Wall time by cause. */
  causes: Record<string, number>;
}

export interface TraceFigures {
  tasks: number;
  longestMs: number;
  longestCpuMs: number;
  longTasks: LongTask[];
  framesDrawn: number;
  framesDropped: number;
}

const categories = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
  'blink.user_timing',
  'v8',
  ...(process.env.BENCH_PROFILE ? ['disabled-by-default-v8.cpu_profiler'] : []),
];
const [startMark, endMark] = ['measured from here', 'measured to here'];
/** A longer task can be felt by a person. */
export const longTaskMs = 50;

/** Records a trace of the work, as a file to keep. Tracing costs a little before and after the work, and marks exclude that. */
export async function trace(browser: Browser, page: Page, work: () => Promise<void>): Promise<Buffer> {
  await browser.startTracing(page, { categories });
  await page.evaluate((name) => void performance.mark(name), startMark);
  await work();
  await page.evaluate((name) => void performance.mark(name), endMark);
  return browser.stopTracing();
}

export function readTrace(buffer: Buffer): TraceFigures {
  const { traceEvents } = JSON.parse(buffer.toString()) as { traceEvents: TraceEvent[] };
  const marks = traceEvents.filter(({ cat, name }) => cat.includes('blink.user_timing') && (name === startMark || name === endMark));
  const [start, end] = [marks.find(({ name }) => name === startMark), marks.find(({ name }) => name === endMark)];
  if (start === undefined || end === undefined) throw new Error('the trace has no marks');
  const isWithin = ({ ts }: TraceEvent) => ts >= start.ts && ts <= end.ts;
  const here = traceEvents.filter((event) => event.pid === start.pid && isWithin(event));
  const main = here
    .filter(({ tid, ph, dur }) => tid === start.tid && ph === 'X' && dur !== undefined)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const tasks = main.filter(({ name }) => name === 'RunTask');
  const named = (name: string) => here.filter((event) => event.name === name).length;
  const ms = (task: TraceEvent) => (task.dur ?? 0) / 1_000;
  const cpuMs = (task: TraceEvent) => (task.tdur ?? task.dur ?? 0) / 1_000;
  return {
    tasks: tasks.length,
    longestMs: Math.max(...tasks.map(ms)),
    longestCpuMs: Math.max(...tasks.map(cpuMs)),
    longTasks: tasks
      .filter((task) => ms(task) > longTaskMs)
      .map((task) => ({ atMs: (task.ts - start.ts) / 1_000, wallMs: ms(task), cpuMs: cpuMs(task), causes: causesOf(task, main) })),
    framesDrawn: named('DrawFrame'),
    framesDropped: named('DroppedFrame'),
  };
}

function causeOf(name: string): string {
  if (/GC/.test(name)) return 'garbage';
  if (/^(UpdateLayoutTree|RecalculateStyles|ParseAuthorStyleSheet)/.test(name)) return 'style';
  if (/^(Layout|UpdateLayerTree)$/.test(name)) return 'layout';
  if (/^(PrePaint|Paint|Layerize|Commit|CompositeLayers|HitTest)/.test(name)) return 'paint';
  if (
    /^(v8\.|V8\.|FunctionCall|EventDispatch|TimerFire|FireAnimationFrame|FireIdleCallback|RunMicrotasks|EvaluateScript|XHR|HandlePostMessage)/.test(
      name,
    )
  )
    return 'script';
  return 'other';
}

/** The time of each event without the events inside it, by cause. */
function causesOf(task: TraceEvent, events: readonly TraceEvent[]): Record<string, number> {
  const end = task.ts + (task.dur ?? 0);
  const causes: Record<string, number> = {};
  const open: { cause: string; end: number }[] = [];
  let at = task.ts;
  const spend = (to: number) => {
    const cause = open.at(-1)?.cause ?? 'other';
    causes[cause] = (causes[cause] ?? 0) + (to - at) / 1_000;
    at = to;
  };
  const closeUntil = (ts: number) => {
    for (let top = open.at(-1); top !== undefined && top.end <= ts; top = open.at(-1)) {
      spend(top.end);
      open.pop();
    }
  };
  for (const event of events) {
    if (event.ts < task.ts || event.ts >= end) continue;
    closeUntil(event.ts);
    spend(event.ts);
    open.push({ cause: causeOf(event.name), end: Math.min(event.ts + (event.dur ?? 0), end) });
  }
  closeUntil(end);
  return causes;
}
