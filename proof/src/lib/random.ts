/** A seeded random source, so that a run can be repeated. The same seed gives the same choices. */
export interface Random {
  readonly seed: number;
  /** From 0 up to, not including, 1. */
  fraction(): number;
  /** From 0 up to, not including, `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** A separate source for one part, so that parallel work does not change its order. */
  fork(label: string | number): Random;
}

function mix(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** Mulberry32. It is small, fast and even enough to choose faults. It makes no secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    seed,
    fraction,
    below,
    chance: (probability) => fraction() < probability,
    pick: (choices) => {
      const chosen = choices[below(choices.length)];
      if (chosen === undefined) throw new Error('there is nothing to pick from');
      return chosen;
    },
    fork: (label) => createRandom(mix(String(label), seed)),
  };
}
