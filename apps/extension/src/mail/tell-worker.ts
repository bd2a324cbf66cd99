/** A worker that was stopped in the middle of a question is asked again, by the same click. */
const repeatAfterMs = [100, 1_000, 3_000];
/**
 * The browser doesn't always say that the worker was stopped before it took the question. One that still works on it takes the same question
 * once more for the same click. All tries together are longer than its longest way: a new token, asked twice, what there is to read, and the
 * sending.
 */
const answerWithinMs = 10_000;

/** Null when the worker was stopped before it answered, or can't be reached. */
async function tryOnce(send: () => Promise<unknown>): Promise<unknown> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, answerWithinMs, null);
  try {
    return await Promise.race([send(), late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Null when the worker can't be reached at all, because the extension was updated or removed, or when the page has stopped. */
export async function tellWorker(send: () => Promise<unknown>, isStopped: () => boolean = () => false): Promise<object | null> {
  for (const waitMs of [...repeatAfterMs, null]) {
    const answer = await tryOnce(send);
    if (typeof answer === 'object' && answer !== null) return answer;
    if (waitMs !== null) await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (isStopped()) return null;
  }
  return null;
}
