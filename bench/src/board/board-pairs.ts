import type { BrowserContext } from '@playwright/test';
import { switchBoard } from './board-browser.ts';

/** What was measured with the board switched off and on, in pairs. */
export type Switched<T> = Record<'off' | 'on', T[]>;

/**
 * Measures with the board switched off and on, by turns, so that what else the machine does meanwhile falls on both. It is on at the end.
 */
export async function measurePairs<T>(context: BrowserContext, runs: number, measure: (isOn: boolean) => Promise<T>): Promise<Switched<T>> {
  const measured: Switched<T> = { off: [], on: [] };
  for (let run = 0; run < runs; run += 1) {
    for (const kind of ['off', 'on'] as const) {
      await switchBoard(context, kind === 'on');
      measured[kind].push(await measure(kind === 'on'));
    }
  }
  return measured;
}

export const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The median of what the pairs differ by. */
export function medianPair<T>({ off, on }: Switched<T>, compare: (on: T, off: T) => number): number {
  return median(on.map((one, at) => (off[at] === undefined ? Number.NaN : compare(one, off[at]))));
}
