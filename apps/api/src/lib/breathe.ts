import { setImmediate } from 'node:timers/promises';

/** The longest time that one piece of work may hold the event loop while other requests wait. */
const maxHoldMs = 10;

/** For long loops. Call the result at every step: every 10 ms it lets other pending work run first. */
export function createBreather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxHoldMs) return;
    await setImmediate();
    since = performance.now();
  };
}
