import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findFreePort, findFreePorts } from './free-ports.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

async function canConnect(port: number): Promise<boolean> {
  const socket = createConnection({ host: '127.0.0.1', port });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

it('gives no port twice, also to callers at the same time', async () => {
  const ports = await Promise.all(Array.from({ length: 30 }, findFreePort));
  expect(new Set(ports).size).toBe(30);
});

it('gives ports in a row and passes over one that is taken', async () => {
  const next = (await findFreePort()) + 1;
  const taken = createServer().listen(next + 1);
  await once(taken, 'listening');
  expect(await findFreePorts(3)).toBeGreaterThan(next + 1);
  taken.close();
});

it('gives another process ports of its own', async () => {
  const child = fork(join(import.meta.dirname, 'testing/port-probe.ts'));
  const [theirs] = (await once(child, 'message')) as [number[]];
  const mine = await Promise.all(Array.from({ length: 20 }, findFreePort));
  child.kill();
  expect(theirs).toHaveLength(20);
  expect(theirs.filter((port) => mine.includes(port))).toEqual([]);
});

it('starts a Redis that answers until it is killed', async () => {
  const redis = await startRedis();
  const port = Number(new URL(redis.url).port);
  expect(await canConnect(port)).toBe(true);
  await redis.kill();
  expect(await canConnect(port)).toBe(false);
});

it('starts a PostgreSQL that comes back after a power cut', { timeout: 60_000 }, async () => {
  const postgres = await startPostgres('durable');
  await postgres.cutPower();
  expect(await canConnect(postgres.port)).toBe(false);
  await postgres.start();
  expect(await canConnect(postgres.port)).toBe(true);
  await postgres.remove();
  expect(await canConnect(postgres.port)).toBe(false);
});
