import { setTimeout as pause } from 'node:timers/promises';

const intervalMs = 50;
/** Half a minute on an idle machine. Tries are counted, not timed, so that slow checks get more time. */
const maxAsked = 600;

/** Repeats the check until it passes, and returns its result. It waits in real time and does not move a clock that a test has stopped. */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  for (let asked = 1; ; asked++) {
    try {
      return await check();
    } catch (error) {
      if (asked === maxAsked) throw error;
    }
    await pause(intervalMs);
  }
}
