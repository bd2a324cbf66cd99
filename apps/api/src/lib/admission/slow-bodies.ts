import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { answerByHand } from '../http/problem.ts';

const lookMs = 5_000;
/** About 2 KB a second: the slowest phone sends more. */
const minBytesPerLook = 10_000;

const watched = new Map<IncomingMessage, number | null>();

/** From now on the rest of this body must arrive at a minimum rate. Call this when reading starts, not while the body waits for us. */
export function watchBody(request: IncomingMessage): void {
  if (request.complete) return;
  watched.set(request, null);
  request.once('close', () => watched.delete(request));
  request.once('end', () => watched.delete(request));
}

function look(): void {
  for (const [request, before] of watched) {
    const { bytesRead } = request.socket;
    if (before === null || bytesRead - before >= minBytesPerLook) {
      watched.set(request, bytesRead);
      continue;
    }
    watched.delete(request);
    answerByHand(request.socket, new AppError('request_too_slow'));
  }
}

/** A stalled body holds memory and a place in a queue. Its connection gets a 408 and is closed. */
export function refuseSlowBodies(server: FastifyInstance): void {
  const timer = setInterval(look, lookMs).unref();
  server.addHook('onClose', async () => clearInterval(timer));
  server.addHook('onRequest', async ({ raw, headers }) => {
    // A form is read when it is its company's turn; `receive` watches it from then on.
    if (!headers['content-type']?.startsWith('multipart/')) watchBody(raw);
  });
}
