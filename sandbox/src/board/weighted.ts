import type { RandomSource } from '@headhaul/domain/hours/testing/random-source';

/** One of the choices, each as often as its weight says. Weights are whole numbers. */
export function pickWeighted<T>(choices: readonly T[], weightOf: (choice: T) => number, random: RandomSource): T {
  let left = random.below(choices.reduce((sum, choice) => sum + weightOf(choice), 0));
  for (const choice of choices) {
    left -= weightOf(choice);
    if (left < 0) return choice;
  }
  throw new Error('there is nothing to choose from');
}
