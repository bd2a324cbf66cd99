import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultSwitch } from './faults.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

async function answerWithFaults(faults: FaultSwitch, handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { latencyMs = 0 } = faults.current();
  // A waiting request must not keep the process alive when it stops.
  if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false });
  const errorStatus = faults.takeErrorStatus();
  if (errorStatus === undefined) return handler(request, response);
  response.writeHead(errorStatus, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`The sandbox was told to answer ${errorStatus}.\n`);
}

/** An HTTP server for one service. Every answer passes its fault switch first. */
export function createHttpServer(faults: FaultSwitch, handler: Handler): Server {
  return createServer((request, response) => {
    answerWithFaults(faults, handler, request, response).catch((error: unknown) => {
      console.error(`${request.method} ${request.url} failed`, error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end('The sandbox failed on this request.\n');
    });
  });
}
