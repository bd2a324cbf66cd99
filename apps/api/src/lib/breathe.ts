import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

/** The longest time that one piece of work may hold the event loop while other requests wait. */
const maxHoldMs = 10;
/** A turn that took less was idle. */
const idleTurnMs = 0.3;
/** After this time the work goes on, so that it still ends while the process is busy. */
const maxGivenMs = 50;

const caller = new AsyncLocalStorage<() => void>();

/** Long loops inside `work` call `check` at every breath. It throws when nobody waits for the answer any more, and so ends them. */
export function whileWaitedFor<T>(check: () => void, work: () => T): T {
  return caller.run(check, work);
}

/** For work that several callers may wait for: it goes on when the one who began it has gone. */
export function forAnyCaller<T>(work: () => T): T {
  return whileWaitedFor(() => {}, work);
}

/** `map` over a long list, with turns for other work in between. */
export async function mapBreathing<T, R>(items: readonly T[], toResult: (item: T) => R): Promise<R[]> {
  const breathe = createBreather();
  const results: R[] = [];
  for (const item of items) {
    results.push(toResult(item));
    await breathe();
  }
  return results;
}

/** For long loops. Call the result at every step: every 10 ms it lets other work run first. */
export function createBreather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxHoldMs) return;
    await letOthersWork();
    caller.getStore()?.();
    since = performance.now();
  };
}

/**
 * Waits until a turn of the event loop had nothing else to do. A request needs several turns, one after each answer of the database, so
 * with a single turn it would wait for 10 ms at each of them.
 */
async function letOthersWork(): Promise<void> {
  const startedAt = performance.now();
  let turnAt = startedAt;
  for (;;) {
    await setImmediate();
    const now = performance.now();
    if (now - turnAt < idleTurnMs || now - startedAt > maxGivenMs) return;
    turnAt = now;
  }
}
