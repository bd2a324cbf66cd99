import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { pathOf } from './problem.ts';

/** Adds these fields to every later log line of the request. */
export function logAs(request: FastifyRequest, reply: FastifyReply, who: Record<string, string>): void {
  const log = request.log.child(who);
  request.log = log;
  reply.log = log;
}

/** One log line and one measurement per request, by route pattern; the request id goes back to the caller. */
export function observeRequests(server: FastifyInstance, { metrics, tracing }: Platform): void {
  server.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    logAs(request, reply, { ip: request.ip });
  });
  server.addHook('onRoute', (route) => {
    const { handler } = route;
    // The span covers only the route's handler. The hooks around it are cheap and the same for all routes.
    route.handler = function observed(request, reply) {
      return tracing.span(`${request.method} ${route.url}`, { 'request.id': request.id }, async () => handler.call(this, request, reply));
    };
  });
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.httpDuration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    request.log.info(
      { method: request.method, path: pathOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
}
