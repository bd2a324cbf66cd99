import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../errors.ts';
import { answerByHand } from '../http/problem.ts';

/** A head, a whole request, a connection on which nothing moves, and one that waits for its next request: longer than any honest one. */
const headersMs = 15_000;
const requestMs = 120_000;
const silentMs = 90_000;
const keepAliveMs = 72_000;

/** No browser and no proxy sends a request before the one before it was answered; one more, in case one does. */
const maxOpenRequests = 2;

/**
 * The server below the framework. A packet can hold hundreds of requests: each would be let in, and its answer kept until those before it
 * have left. A connection that sends them ends here, where it costs least. And a body says how long it is, as browsers and proxies do: one
 * in chunks of a byte costs thousands of times what it took to send.
 */
export function createHttpServer(handle: RequestListener): Server {
  const openOn = new WeakMap<Socket, number>();
  const listen = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const open = openOn.get(socket) ?? 0;
    if (open >= maxOpenRequests) {
      socket.destroy();
      return;
    }
    if (request.headers['transfer-encoding'] !== undefined) {
      answerByHand(socket, new AppError('length_required'));
      return;
    }
    openOn.set(socket, open + 1);
    response.once('close', () => openOn.set(socket, (openOn.get(socket) ?? 1) - 1));
    handle(request, response);
  };
  const server = createServer({ headersTimeout: headersMs, requestTimeout: requestMs, keepAliveTimeout: keepAliveMs }, listen);
  server.setTimeout(silentMs);
  return server;
}
