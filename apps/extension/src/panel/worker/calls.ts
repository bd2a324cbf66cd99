import { postingEndpoints } from '@headhaul/contracts/boards/postings';
import { z } from 'zod';
import type { StorageArea } from '../../lib/storage-area.ts';
import type { MailApi } from '../../mail/mail-api.ts';

const callsKey = 'calls';
/** The API forgets its keys after a day, so an older call could be counted twice. */
const keptMs = 20 * 3_600_000;
const mostKept = 200;
const Calls = z.array(z.object({ opId: z.string(), userId: z.string(), atMs: z.number() }));
type Call = z.infer<typeof Calls>[number];

interface CallParts {
  ask: MailApi;
  local: StorageArea;
  withLock<T>(run: () => Promise<T>): Promise<T>;
  nowMs(): number;
}

/** Counts calls that a click began. The call is made by the computer or the phone, whatever the API says, so counting may come later. */
export function createCalls({ ask, local, withLock, nowMs }: CallParts) {
  async function read(): Promise<Call[]> {
    const calls = Calls.safeParse((await local.get(callsKey))[callsKey]).data ?? [];
    return calls.filter(({ atMs }) => nowMs() - atMs < keptMs);
  }
  const change = (next: (calls: Call[]) => Call[]) => withLock(async () => local.set({ [callsKey]: next(await read()).slice(-mostKept) }));

  async function flush(userId: string): Promise<void> {
    for (const { opId } of (await read()).filter((call) => call.userId === userId)) {
      const answer = await ask(userId, postingEndpoints.countCall, {}, opId);
      if (!answer.ok && answer.failure !== 'REFUSED') return;
      await change((calls) => calls.filter((call) => call.opId !== opId));
    }
  }

  return {
    async note(userId: string, opId: string): Promise<void> {
      await change((calls) => [...calls.filter((call) => call.opId !== opId), { opId, userId, atMs: nowMs() }]);
      await flush(userId);
    },
    flush,
  };
}
