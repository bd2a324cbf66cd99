import { setTimeout as pause } from 'node:timers/promises';

const intervalMs = 50;
/** Half a minute of an idle machine. Counted and not measured: where a question takes long, so does the patience. */
const maxAsked = 600;

/** Asks again until the check passes, and gives what it gave then. A clock that a test has stopped stays as it is. */
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
