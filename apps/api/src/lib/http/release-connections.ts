import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const lookMs = 100;

/**
 * A server that stops must wait for requests, not for connections. Node keeps two kinds of connections open for a minute:
 * those that a browser opened in advance and never used, and those that are kept alive for a next request because their last
 * answer was sent after closing began.
 */
export function releaseConnectionsOnClose(server: FastifyInstance): void {
  const silent = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.server.on('request', ({ socket }: { socket: Socket }) => silent.delete(socket));
  server.addHook('preClose', async () => {
    const release = () => {
      for (const socket of silent) socket.destroy();
      server.server.closeIdleConnections();
    };
    release();
    const timer = setInterval(release, lookMs).unref();
    server.server.once('close', () => clearInterval(timer));
  });
}
