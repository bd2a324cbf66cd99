import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../errors.ts';
import { answerByHand } from '../http/problem.ts';

/**
 * Time limits for the head, for a whole request, for a connection without traffic, and for the wait for the next request. Honest
 * clients need less.
 */
const headersMs = 15_000;
const requestMs = 120_000;
const silentMs = 90_000;
const keepAliveMs = 72_000;

/** Browsers and proxies send a request only after the one before was answered. We allow one more, in case one does not. */
const maxOpenRequests = 2;

/**
 * The server below the framework. One packet can hold hundreds of requests, and each answer would stay in memory until those
 * before it have left. Such a connection is ended here, where it costs least. A body must state its length, as browsers and proxies
 * do: reading a body in chunks of one byte costs thousands of times as much as sending it.
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
