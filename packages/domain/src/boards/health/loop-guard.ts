const windowMs = 2_000;
const mostInWindow = 100;
const pauseMs = 5_000;

/** Ends a quarrel with a page that answers each of our changes with one of its own. */
export interface LoopGuard {
  /** The user does something, so changes are expected. */
  noteInput(): void;
  /** Counts a round of work. Returns how long to wait before the next one; 0 for not at all. */
  noteRound(nowMs: number): number;
}

export function createLoopGuard(): LoopGuard {
  let rounds: number[] = [];
  return {
    noteInput() {
      rounds = [];
    },
    noteRound(nowMs) {
      rounds = [...rounds.filter((at) => nowMs - at < windowMs), nowMs];
      if (rounds.length <= mostInWindow) return 0;
      rounds = [];
      return pauseMs;
    },
  };
}
