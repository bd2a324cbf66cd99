import type { Result } from '../lib/results.ts';
import type { Pings } from './board-bridge.ts';
import { contentScriptBytes, type ThreadTime } from './board-browser.ts';
import type { Growth, Observed } from './board-gates.ts';
import { median, medianPair, type Switched } from './board-pairs.ts';
import type { Part } from './board-truth.ts';

/** How often a board may draw its rows anew, and for how long, without leaving anything behind. */
const [usualRedrawMs, usualChurnMinutes] = [300, 30];
const maxStepMs = 2;
const maxBareStepMs = 0.8;
const maxWarmMs = 20;
const maxColdMs = 500;
const maxPackMs = 20;
const maxIdleMs = 20;
const maxGrowthMb = 2;
const maxNodes = 50;
const maxScriptBytes = 90_000;

const sum = ({ script, layout, style }: ThreadTime) => script + layout + style;

export function pingResults({ warm, cold }: Pings, wanted: { warm: number; cold: number }): Result[] {
  const result = (name: string, times: readonly number[], most: number, count: number): Result => ({
    id: 'B-15',
    promise: `answer to the web app, ${name}`,
    figure: median(times),
    samples: { taken: times.length, wanted: count },
    bar: { atMost: most },
    unit: ' ms',
    detail: `median; at most ${Math.max(...times).toFixed(0)} ms`,
  });
  return [result('worker running', warm, maxWarmMs, wanted.warm), result('worker stopped', cold, maxColdMs, wanted.cold)];
}

export function packResult(times: readonly number[], wanted: number): Result {
  return {
    id: 'B-16',
    promise: 'configuration of 64 kB, from its bytes to checked',
    figure: median(times),
    samples: { taken: times.length, wanted },
    bar: { atMost: maxPackMs },
    unit: ' ms',
    detail: `median; at least ${Math.min(...times).toFixed(1)}, at most ${Math.max(...times).toFixed(1)} ms by the clock`,
  };
}

const namedParts: Record<Part, string> = {
  rate: 'rows with the rate, mark or words of another load',
  mail: 'rows with a mail button that names another load',
  note: 'rows with a note about another load',
  broker: 'rows with what is known of another broker',
};

export function staleResults({ compared, waiting, wrongs }: Observed, wanted: Readonly<Record<Part, number>>): Result[] {
  const [first = ''] = wrongs;
  return (Object.keys(namedParts) as Part[]).map((part) => ({
    id: 'B-04',
    promise: namedParts[part],
    figure: compared[part].wrong,
    samples: { taken: compared[part].said, wanted: wanted[part] },
    bar: { atMost: 0 },
    isCount: true,
    unit: ' rows',
    detail: [
      `${compared[part].said} said so when looked at`,
      ...(part === 'rate' ? [`${waiting} rows said nothing yet; scrolled, jumped over and exchanged`] : []),
      ...(compared[part].wrong > 0 ? [first.slice(0, 300)] : []),
    ].join('; '),
  }));
}

export function idleResult({ off, on }: Switched<number>, idleMs: number, runs: number): Result {
  return {
    id: 'B-05',
    promise: 'idle tab: ms of the main thread added a minute',
    figure: medianPair({ off, on }, (with_, without) => with_ - without),
    samples: { taken: Math.min(off.length, on.length), wanted: runs },
    bar: { atMost: maxIdleMs },
    unit: ' ms',
    detail: `from ${idleMs / 1_000} s, median of ${runs}; without: ${median(off).toFixed(0)} ms`,
  };
}

export function growthResults({ redraws, megabytes, nodes }: Growth, wanted: number): Result[] {
  const samples = { taken: redraws, wanted };
  const minutes = (redraws * usualRedrawMs) / 60_000;
  const detail = `as many redraws as in ${minutes.toFixed(1)} of ${usualChurnMinutes} min at one every ${usualRedrawMs} ms`;
  return [
    { id: 'B-06', promise: 'MB of heap left by redraws', figure: megabytes, samples, bar: { atMost: maxGrowthMb }, detail },
    { id: 'B-06', promise: 'nodes left by redraws', figure: nodes, samples, bar: { atMost: maxNodes }, unit: ' nodes', detail },
  ];
}

export function stepResult({ off, on }: Switched<ThreadTime>, steps: number, runs: number, hasRowUi: boolean): Result {
  const added = (measure: (time: ThreadTime) => number) => medianPair({ off, on }, (with_, without) => measure(with_) - measure(without));
  const parts = (['script', 'layout', 'style'] as const).map((name) => `${name} ${added((time) => time[name]).toFixed(0)}`).join(', ');
  return {
    id: 'B-01',
    promise: `ms added per scroll step ${hasRowUi ? 'with our elements in rows' : 'with marks only'}`,
    figure: added(sum) / steps,
    samples: { taken: Math.min(off.length, on.length), wanted: runs },
    bar: { atMost: hasRowUi ? maxStepMs : maxBareStepMs },
    detail: `script, layout and style; added in all: ${parts} ms; without: ${median(off.map(sum)).toFixed(0)} ms`,
  };
}

export function sizeResult(extensionDir: string): Result {
  const bytes = contentScriptBytes(extensionDir);
  return {
    id: 'B-03',
    promise: 'content script, compressed',
    figure: bytes,
    samples: { taken: 1, wanted: 1 },
    bar: { atMost: maxScriptBytes },
    isCount: true,
    unit: ' bytes',
    detail: '',
  };
}
