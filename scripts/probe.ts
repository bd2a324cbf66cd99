import { connect } from 'node:net';

/** Defaults of the programs. `.env.example` has the same. */
export const defaultAdminUrl = 'postgres://postgres@127.0.0.1:5432/postgres';
export const defaultRedisUrl = 'redis://127.0.0.1:6379';

/** Sends one packet and checks that the answer begins as the protocol requires. */
function answers(host: string, port: number, hello: Buffer, expected: RegExp, timeoutMs = 1_000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs });
    const finish = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => socket.write(hello));
    socket.once('data', (data) => finish(expected.test(data.toString('latin1'))));
    socket.once('error', () => finish(false));
    socket.once('timeout', () => finish(false));
    socket.once('close', () => finish(false));
  });
}

/** PostgreSQL answers the SSL request, eight fixed bytes, with S or N before anyone has signed in. */
export function postgresAnswers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
  return answers(hostname, Number(port || 5432), sslRequest, /^[SN]/);
}

/** A Redis with a password answers -NOAUTH. It is running too. */
export function redisAnswers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return answers(hostname, Number(port || 6379), Buffer.from('PING\r\n'), /^(\+PONG|-NOAUTH)/);
}

export function isPortTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: 'localhost', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

export async function httpAnswers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

/** Asks again and again until the answer is yes, the time is over or the caller gives up. */
export async function waitUntil(ask: () => Promise<boolean>, timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline && !signal?.aborted) {
    if (await ask()) return true;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return false;
}
