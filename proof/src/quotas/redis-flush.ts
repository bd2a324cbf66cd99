import { createConnection } from 'node:net';

/** A database of Redis that no other run counts in: it is emptied under the product's feet. */
const redisDatabase = 14;

export function ownRedisUrl(): string {
  return Object.assign(new URL(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'), { pathname: `/${redisDatabase}` }).href;
}

export interface Flushing {
  flushes(): number;
  stop(): void;
}

/** Empties it again and again until it is stopped. */
export function keepFlushing(everyMs: number): Flushing {
  const { hostname, port } = new URL(ownRedisUrl());
  const socket = createConnection({ host: hostname, port: Number(port || 6379) });
  socket.on('error', () => {});
  socket.resume();
  let flushes = 0;
  const timer = setInterval(() => {
    socket.write(`SELECT ${redisDatabase}\r\nFLUSHDB\r\n`);
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
