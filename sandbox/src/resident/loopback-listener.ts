import { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';

export interface LoopbackListener {
  isListening(): boolean;
  dropConnections(): void;
  /** Stops accepting connections, lets running answers finish for `graceMs`, then cuts the rest. */
  stop(graceMs: number): Promise<void>;
}

/** A browser may resolve `localhost` to either address, so both must answer. */
const loopbackHosts = ['127.0.0.1', '::1'];
/** The system's error codes where IPv6 is off. */
const familyMissingCodes = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

function listen(door: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    door.once('error', reject);
    door.listen({ port, host, ipv6Only: true }, () => {
      door.off('error', reject);
      resolve();
    });
  });
}

function isFamilyMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && familyMissingCodes.has(error.code);
}

/** Opens the port on both loopback addresses and feeds their connections to one server. */
export async function listenOnLoopback(server: Server, port: number, shouldRefuse: () => boolean): Promise<LoopbackListener> {
  const sockets = new Set<Socket>();
  const doors: Server[] = [];

  function dropConnections(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }

  async function stop(graceMs: number): Promise<void> {
    const closed = doors.map((door) => new Promise<void>((resolve) => door.close(() => resolve())));
    if (server instanceof HttpServer) server.closeIdleConnections();
    const cut = setTimeout(dropConnections, graceMs);
    await Promise.all(closed);
    clearTimeout(cut);
  }

  for (const host of loopbackHosts) {
    const door = createServer((socket) => {
      // A reset is normal here: the client may disconnect, or the switch may cut the connection.
      socket.on('error', () => socket.destroy());
      if (shouldRefuse()) {
        socket.resetAndDestroy();
        return;
      }
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      server.emit('connection', socket);
    });
    try {
      await listen(door, port, host);
      doors.push(door);
    } catch (error) {
      if (isFamilyMissing(error)) continue;
      await stop(0);
      throw error;
    }
  }

  return { isListening: () => doors.length > 0 && doors.every((door) => door.listening), dropConnections, stop };
}
