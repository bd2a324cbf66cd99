import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';

/**
 * Keeps the bytes of one route's requests as they came, for a signature that is over them: parsed and written again they would
 * differ. Call it before the route is made.
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
          // The socket's own buffer is used again for the next bytes.
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
