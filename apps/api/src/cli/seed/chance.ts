import { v7 } from 'uuid';

/** A random generator with a fixed seed, so that the demo office is the same for everybody. */
export interface Chance {
  /** A whole number from 0 up to `limit`, without `limit` itself. */
  below(limit: number): number;
  between(low: number, high: number): number;
  of<T>(values: readonly T[]): T;
  /** True once in `inTimes` calls on average. */
  once(inTimes: number): boolean;
  /** A UUID whose time part is this moment. */
  id(atMs: number): string;
}

export function createChance(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number) => next() % limit;
  return {
    below,
    between: (low, high) => low + (next() / 2 ** 32) * (high - low),
    of: (values) => values[below(values.length)] as (typeof values)[number],
    once: (inTimes) => below(inTimes) === 0,
    id: (atMs) => v7({ msecs: Math.floor(atMs), random: Uint8Array.from({ length: 16 }, () => below(256)) }),
  };
}
