import { Readable } from 'node:stream';
import type { SentFile } from '@headhaul/contracts/http/endpoint';
import type { Actor, Actors } from '../auth/actor.ts';

/** Whether who asked may still ask, in the company they asked in. What is known of them is a quarter of a second old at most. */
export async function askAgain(actors: Actors, asked: Actor, allow: (actor: Actor) => void): Promise<void> {
  const actor = await actors.load(asked.sessionId, asked.audience);
  allow(actor.companyId === asked.companyId ? actor : await actors.loadIn(asked));
}

/**
 * A file that takes long ends in the middle once its reader may no longer ask for it: signed out, removed, no longer its owner. Asked before each piece.
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
  // Also when nobody reads a single piece, which the generator would not hear of.
  if (content instanceof Readable) stream.once('close', () => content.destroy());
  return { ...file, content: stream };
}
