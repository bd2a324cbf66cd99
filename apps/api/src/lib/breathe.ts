import { setImmediate } from 'node:timers/promises';

/** Nobody else's request is kept waiting longer by one piece of work. */
const maxHoldMs = 10;

/** For a loop that may be long: called at every step, it lets everything else that is due run first when enough time has passed. */
export function createBreather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxHoldMs) return;
    await setImmediate();
    since = performance.now();
  };
}
