import type { Page } from '@playwright/test';
import type { Result } from '../lib/results.ts';
import { openBoard } from './board-browser.ts';
import { median, medianPair, type Switched } from './board-pairs.ts';

const slowdown = 4;
const screenMs = 1_000 / 60;
const maxFrameMs = 20;
const leastShare = 0.9;
const stepPx = 88;
/** After the page was opened, until nothing of its start is left to do. */
const settleMs = 1_000;

/** Scrolls on by a step in each frame of a computer that is four times slower, and returns the time from each frame to the next. */
export async function timeFrames(page: Page, address: string, frames: number, isRead: boolean): Promise<number[]> {
  await openBoard(page, address, isRead);
  await page.waitForTimeout(settleMs);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const times = await page.evaluate(
    async ([count = 0, step = 0]) => {
      const list = document.querySelector('#results');
      const at: number[] = [];
      while (at.length <= count) {
        at.push(await new Promise<number>((resolve) => requestAnimationFrame(resolve)));
        if (list !== null) list.scrollTop += step;
      }
      return at.slice(1).map((ms, index) => ms - (at[index] ?? 0));
    },
    [frames, stepPx],
  );
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  return times;
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const perSecond = (times: readonly number[]) => (times.length * 1_000) / total(times);
const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
/** Frames of the screen for which the page had nothing new. */
const dropped = (times: readonly number[]) => total(times.map((ms) => Math.max(0, Math.round(ms / screenMs) - 1)));

export function frameResults(frames: Switched<number[]>, wanted: { frames: number; runs: number }): Result[] {
  const { off, on } = frames;
  const samples = { taken: Math.min(...[...off, ...on].map(({ length }) => length)), wanted: wanted.frames };
  const drops = (times: readonly number[][]) => median(times.map((one) => dropped(one)));
  const detail = `${drops(on)} of the screen’s frames dropped, without ${drops(off)}; ${wanted.runs} pairs of ${wanted.frames} frames`;
  return [
    {
      id: 'B-17',
      promise: `frame while scrolling, CPU ×${slowdown}, 95th percentile`,
      figure: median(on.map(p95)),
      samples,
      bar: { atMost: maxFrameMs },
      unit: ' ms',
      detail: `without ${median(off.map(p95)).toFixed(1)} ms`,
    },
    {
      id: 'B-17',
      promise: `frames a second, CPU ×${slowdown}, with ÷ without`,
      figure: medianPair(frames, (with_, without) => perSecond(with_) / perSecond(without)),
      samples,
      bar: { atLeast: leastShare },
      detail,
    },
  ];
}
