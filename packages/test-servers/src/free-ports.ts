import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

// Below the range that systems use for outgoing connections.
const lowestPort = 20_000;
const highestPort = 32_000;
const blockSize = 100;

interface Block {
  first: number;
  /** Ports handed out so far. The first one belongs to the guard. */
  used: number;
}

let block: Block | undefined;

function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '::', exclusive: true }, () => resolve(server));
  });
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  if (server === undefined) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}

/**
 * A block of ports for this process only. Its first port stays open as long as the process lives, so that no other process takes the
 * block. The system releases the port however the process ends.
 */
async function claimBlock(): Promise<Block> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const first = lowestPort + blockSize * randomInt((highestPort - lowestPort) / blockSize);
    const guard = await listen(first);
    if (guard === undefined) continue;
    guard.unref();
    return { first, used: 1 };
  }
  throw new Error('found no free block of ports');
}

async function takePorts(count: number): Promise<number> {
  if (count >= blockSize) throw new Error(`at most ${blockSize - 1} ports in a row`);
  block ??= await claimBlock();
  // A process that asks often gets its first ports again once their servers are gone.
  for (let attempt = 0; attempt < 10 * blockSize; attempt++) {
    if (block.used + count > blockSize) block.used = 1;
    const first = block.first + block.used;
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const areFree = (await Promise.all(ports.map(isFree))).every(Boolean);
    block.used += areFree ? count : 1;
    if (areFree) return first;
  }
  throw new Error(`found no ${count} free ports in a row`);
}

let last: Promise<unknown> = Promise.resolve();

/** The first of `count` free ports in a row, which no other process of these tests gets. */
export function findFreePorts(count: number): Promise<number> {
  const taken = last.then(() => takePorts(count));
  last = taken.catch(() => {});
  return taken;
}

export function findFreePort(): Promise<number> {
  return findFreePorts(1);
}
