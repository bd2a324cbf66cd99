import { createServer } from 'node:http';
import type { Platform } from '../platform.ts';

export interface OpsServer {
  /** Reports "not ready" from now on, so that the load balancer sends no new requests. */
  markDraining(): void;
  close(): Promise<void>;
}

/** Liveness, readiness and metrics on a port of their own that is never public. */
export async function startOpsServer(port: number, platform: Platform): Promise<OpsServer> {
  let draining = false;
  const server = createServer((request, response) => {
    void answer(request.url ?? '/', platform, draining).then(({ status, type, body }) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, platform.env.OPS_HOST, resolve));
  return {
    markDraining() {
      draining = true;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function answer(url: string, platform: Platform, draining: boolean): Promise<{ status: number; type: string; body: string }> {
  const text = (status: number, body: string) => ({ status, type: 'text/plain; charset=utf-8', body });
  if (url === '/health/live') return text(200, 'live');
  if (url === '/health/ready') {
    if (draining) return text(503, 'draining');
    // Only Postgres is checked: the API works without Redis, and nothing works without Postgres.
    return platform.db.ping().then(
      () => text(200, 'ready'),
      () => text(503, 'the database does not answer'),
    );
  }
  if (url === '/metrics')
    return { status: 200, type: platform.metrics.registry.contentType, body: await platform.metrics.registry.metrics() };
  return text(404, 'not found');
}
