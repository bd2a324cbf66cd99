import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';

/**
 * Keeps the original bytes of one route's requests, to check a signature over them. Parsing the body and writing it again would
 * change the bytes. Call this before the route is added.
 */
export function keepRawBody(server: FastifyInstance, url: string): (request: FastifyRequest) => Buffer {
  const kept = new WeakMap<FastifyRequest, Buffer[]>();
  server.addHook('onRoute', (route) => {
    if (route.url !== url) return;
    route.preParsing = async (request: FastifyRequest, _reply: unknown, payload: RequestPayload) => {
      const chunks: Buffer[] = [];
      kept.set(request, chunks);
      const copy: RequestPayload & Transform = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          // Copy the chunk, because the socket may reuse its buffer for the next bytes.
          chunks.push(Buffer.from(chunk));
          done(null, chunk);
        },
      });
      payload.on('error', (error) => copy.destroy(error));
      return payload.pipe(copy);
    };
  });
  return (request) => Buffer.concat(kept.get(request) ?? []);
}
