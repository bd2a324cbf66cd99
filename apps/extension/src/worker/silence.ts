import { z } from 'zod';
import type { StorageArea } from '../lib/storage-area.ts';

const silenceKey = 'silent-since';
const Since = z.number().nullable();

/** What stands before an API that is down answers for it. Any other answer is the API's own, also a refusal. */
const statusesOfOthers = [502, 503, 504];

/** Since when the API doesn't answer, as the calls that are made anyway have found. Nothing is asked for it. */
export function createSilence({ session, nowMs }: { session: StorageArea; nowMs(): number }) {
  const sinceMs = async (): Promise<number | null> => Since.safeParse((await session.get(silenceKey))[silenceKey]).data ?? null;

  async function note(hasAnswered: boolean): Promise<void> {
    try {
      const since = await sinceMs();
      if (hasAnswered === (since === null)) return;
      await session.set({ [silenceKey]: hasAnswered ? null : nowMs() });
    } catch {
      // An answer that has come is worth more than this: it may hold the next token.
    }
  }

  return {
    sinceMs,
    /** `fetch` that notes whether it was answered. */
    listen(fetchWith: typeof fetch): typeof fetch {
      return async (input, init) => {
        let hasAnswered = false;
        try {
          const response = await fetchWith(input, init);
          hasAnswered = !statusesOfOthers.includes(response.status);
          return response;
        } finally {
          await note(hasAnswered);
        }
      };
    },
  };
}
