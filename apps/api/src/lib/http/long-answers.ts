import { Readable } from 'node:stream';
import type { SentFile } from '@headhaul/contracts/http/endpoint';
import type { Actor, Actors } from '../auth/actor.ts';

/** Checks that the caller is still allowed to ask in the same company. The data it uses is at most 250 ms old. */
export async function askAgain(actors: Actors, asked: Actor, allow: (actor: Actor) => void): Promise<void> {
  const actor = await actors.load(asked.sessionId, asked.audience);
  allow(actor.companyId === asked.companyId ? actor : await actors.loadIn(asked));
}

/**
 * Stops a long download in the middle when its reader is no longer allowed to read it, for example after a sign-out, a removal or
 * a change of owner. The check runs before each piece.
 */
export function readWhileAllowed(file: SentFile, actors: Actors, asked: Actor, allow: (actor: Actor) => void): SentFile {
  const { content } = file;
  if (content instanceof Uint8Array) return file;
  async function* pieces() {
    for await (const piece of content) {
      await askAgain(actors, asked, allow);
      yield piece;
    }
  }
  const stream = Readable.from(pieces());
  // Needed when no piece is ever read: then the generator never starts and cannot close the source.
  if (content instanceof Readable) stream.once('close', () => content.destroy());
  return { ...file, content: stream };
}
