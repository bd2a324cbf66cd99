import { createConnection } from 'node:net';

export interface Flushing {
  flushes(): number;
  stop(): void;
}

/** Empties a Redis again and again while the product uses it. */
export function keepFlushing(redisUrl: string, everyMs: number): Flushing {
  const { hostname, port } = new URL(redisUrl);
  const socket = createConnection({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  socket.resume();
  let flushes = 0;
  const timer = setInterval(() => {
    socket.write('FLUSHALL\r\n');
    flushes += 1;
  }, everyMs);
  return {
    flushes: () => flushes,
    stop() {
      clearInterval(timer);
      socket.end();
    },
  };
}
