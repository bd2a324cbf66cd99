import type { Random } from '../lib/random.ts';
import type { Stage } from '../lib/stage.ts';
import { boardMessages, mailSteps, ownPageMessages, typeOf } from './own-messages.ts';
import { boardOrigin, extensionId } from './people.ts';
import { signIn } from './try-messages.ts';
import type { Delivered, Delivery } from './worker-thread.ts';
import { startWorkerWorld, type WorkerWorld } from './worker-world.ts';

export interface Read {
  sent: number;
  /** The types of those that the worker took for broken. */
  unread: string[];
}

const ownPage = { id: extensionId, origin: `chrome-extension://${extensionId}` };
const board = { id: extensionId, origin: boardOrigin, url: `${boardOrigin}/search-loads`, frameId: 0, tab: { id: 3 } };
const stepMs = 250;

/** The same with something in it that no message has, so that every schema refuses it. */
const breakIt = (message: unknown) => (typeof message === 'string' ? `${message}:x` : { ...(message as object), unasked: true });
const tell = ({ reply, effects }: Delivered) => JSON.stringify([reply, effects]);

/**
 * Whether each message of our own does something else than its broken twin if who may send it does. A hostile message with a body that
 * nobody could send would be refused for its body, and prove nothing.
 */
export async function readRightMessages(stage: Stage, random: Random): Promise<Read> {
  const world = await startWorkerWorld(stage);
  let nowMs = Date.now();
  await signIn(world, nowMs);
  const read: Read = { sent: 0, unread: [] };
  // The popup turns boards off and on, so it comes last.
  for (const [sender, makes] of [
    [board, boardMessages],
    [ownPage, [...ownPageMessages, ...mailSteps]],
  ] as const)
    for (const make of makes) {
      nowMs += stepMs;
      const message = make(random);
      const twin = await deliver(world, { channel: 'internal', sender, raw: breakIt(message), atMs: nowMs });
      const right = await deliver(world, { channel: 'internal', sender, raw: message, atMs: nowMs });
      read.sent += 1;
      if (tell(right) === tell(twin)) read.unread.push(`${typeOf(message)} → ${tell(right).slice(0, 100)}`);
    }
  await world.close();
  return read;
}

async function deliver(world: WorkerWorld, delivery: Delivery): Promise<Delivered> {
  const [delivered] = await world.deliver([delivery]);
  return delivered as Delivered;
}
