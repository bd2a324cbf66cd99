import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const lookMs = 100;

/**
 * A server that is asked to stop must wait for requests, not for connections. Node leaves two kinds open for a minute:
 * one that a browser opened ahead of need and that never asked for anything, and one whose last answer was sent after
 * the closing began, kept for a next request that is no longer served.
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
