export const firstRetryMs = 2_000;
const longestRetryMs = 60_000;

/** Doubles with each failure in a row. The random half keeps a whole office from coming back at the same moment. */
export function retryDelayMs(baseMs: number, failuresInRow: number, random: number = Math.random()): number {
  const ceiling = Math.min(baseMs * 2 ** Math.max(failuresInRow - 1, 0), longestRetryMs);
  return ceiling / 2 + (ceiling / 2) * random;
}

/** Ends early when the browser is online again, or when `signal` is aborted. */
export function waitUntilOnlineOr(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
