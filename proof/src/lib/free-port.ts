import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Under the range from which systems take ports for outgoing connections.
const lowestPort = 20_000;
const highestPort = 32_000;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '::', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The first of `count` free ports in a row. */
export async function findFreePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const first = randomInt(lowestPort, highestPort - count);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
  throw new Error(`found no ${count} free ports in a row`);
}
