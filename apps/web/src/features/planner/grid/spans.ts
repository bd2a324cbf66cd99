import type { Span } from '../week.ts';

/** Calculations with time spans. They do not depend on loads or drivers. */

export interface Laned {
  lane: number;
  /** How many lanes there are side by side at this span. */
  lanes: number;
}

/**
 * Puts overlapping spans into separate lanes. Spans that overlap, directly or through others, share one number of lanes. A span without
 * overlap takes the whole row.
 */
export function laneOut<T extends Span>(spans: readonly T[]): (T & Laned)[] {
  const sorted = [...spans].sort((a, b) => a.startMs - b.startMs || b.endMs - a.endMs);
  const placed: (T & Laned)[] = [];
  let cluster: (T & Laned)[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const one of cluster) one.lanes = ends.length;
    placed.push(...cluster);
    cluster = [];
    ends = [];
  };
  for (const span of sorted) {
    if (ends.every((end) => end <= span.startMs)) close();
    const free = ends.findIndex((end) => end <= span.startMs);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = span.endMs;
    cluster.push({ ...span, lane, lanes: 1 });
  }
  close();
  return placed;
}

/** The parts of `within` that are not taken, in order. */
export function freeOf(within: Span, taken: readonly Span[]): Span[] {
  const free: Span[] = [];
  let fromMs = within.startMs;
  for (const { startMs, endMs } of [...taken].sort((a, b) => a.startMs - b.startMs)) {
    if (startMs > fromMs) free.push({ startMs: fromMs, endMs: Math.min(startMs, within.endMs) });
    fromMs = Math.max(fromMs, endMs);
    if (fromMs >= within.endMs) break;
  }
  if (fromMs < within.endMs) free.push({ startMs: fromMs, endMs: within.endMs });
  return free;
}

/** How long two spans overlap. */
export function sharedMs(a: Span, b: Span): number {
  return Math.max(Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs), 0);
}

/** All pairs of spans that overlap, soonest first. */
export function overlapsOf<T extends Span>(spans: readonly T[]): { first: T; second: T; sharedMs: number }[] {
  const sorted = [...spans].sort((a, b) => a.startMs - b.startMs);
  return sorted.flatMap((first, index) =>
    sorted
      .slice(index + 1)
      .filter((second) => sharedMs(first, second) > 0)
      .map((second) => ({ first, second, sharedMs: sharedMs(first, second) })),
  );
}
