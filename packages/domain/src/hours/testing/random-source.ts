/** What random cases are made with. */
export interface RandomSource {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

/** The same seed gives the same cases. */
export function createRandomSource(seed: number): RandomSource {
  let state = seed >>> 0;
  // A linear congruential generator. Its low bits repeat soon, so only the high ones are used.
  const fraction = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
  const below = (limit: number) => Math.floor(fraction() * limit);
  return { below, chance: (probability) => fraction() < probability, pick: (choices) => choices[below(choices.length)] as never };
}
