import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { bearer, send } from '../lib/http-client.ts';
import type { SignedIn } from '../lib/people.ts';

const pollMs = 50;
/** A refresh answers 409 to a person who is not in the company any more, and 401 to one who was only signed out. */
const refusals = [401, 409];
/** The proof waits this long for an end, even on a slow machine. */
const giveUpMs = 10_000;

/** An answer that goes on until one side ends it. */
export interface LongAnswer {
  kind: 'stream' | 'download';
  /** Reads the rest and gives the time at which the answer broke off. Null if it was complete or never ended. */
  untilBroken(): Promise<number | null>;
}

function open(address: string, accessToken: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A new connection, because the server cuts it. A shared one would take other requests with it.
    const sent = request(address, { agent: false, headers: bearer(accessToken) }, (response) => {
      response.once('error', () => {});
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`${address} answered ${response.statusCode}`));
    });
    sent.once('error', reject);
    sent.end();
  });
}

function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  return Promise.race([work, pause(ms, null, { ref: false })]);
}

/** The live event stream of a screen. */
export async function openStream(origin: string, { token }: SignedIn): Promise<LongAnswer> {
  const response = await open(`${origin}/api/events`, token.accessToken);
  const began = new Promise<void>((resolve) => response.once('data', () => resolve()));
  const closed = new Promise<number>((resolve) => response.once('close', () => resolve(performance.now())));
  response.resume();
  await began;
  return { kind: 'stream', untilBroken: () => within(giveUpMs, closed).finally(() => response.destroy()) };
}

/** A download of which only the first chunk was read. The rest is larger than the buffers on the way. */
export async function openDownload(origin: string, { token }: SignedIn, documentId: string): Promise<LongAnswer> {
  const response = await open(`${origin}/api/documents/${documentId}/content`, token.accessToken);
  await new Promise<void>((resolve) => response.once('readable', () => resolve()));
  response.read();
  const closed = new Promise<number | null>((resolve) =>
    response.once('close', () => resolve(response.complete ? null : performance.now())),
  );
  return {
    kind: 'download',
    untilBroken() {
      response.on('data', () => {});
      response.resume();
      return within(giveUpMs, closed).finally(() => response.destroy());
    },
  };
}

/** Time from the answer that ended the session until the first refused request was sent, on the slowest process. */
export async function untilRefused(origins: readonly string[], sessions: readonly SignedIn[], sinceMs: number): Promise<number> {
  const times = await Promise.all(
    origins.flatMap((origin) =>
      sessions.map(async ({ token }) => {
        for (;;) {
          const askedMs = performance.now() - sinceMs;
          // Not `getMe`, because it reads the session from the database each time and is refused before the process has noticed the end.
          const { status } = await send(origin, loadEndpoints.listLoads, { query: { limit: 1 } }, bearer(token.accessToken));
          if (status === 401 || askedMs > giveUpMs) return askedMs;
          await pause(pollMs);
        }
      }),
    ),
  );
  return Math.max(...times);
}

/** Sends more requests from refused sessions. Gives how many were tried and which were answered. */
export async function tryReads(origins: readonly string[], sessions: readonly SignedIn[]): Promise<{ tried: number; served: string[] }> {
  const found = { tried: 0, served: [] as string[] };
  for (const { token, cookie } of sessions) {
    for (const origin of origins) {
      const headers = bearer(token.accessToken);
      const replies = await Promise.all([
        send(origin, sessionEndpoints.getMe, {}, headers),
        send(origin, loadEndpoints.listLoads, { query: {} }, headers),
        send(origin, emailAccountEndpoints.listEmailAccounts, {}, headers),
        send(origin, sessionEndpoints.refreshToken, { body: { refreshToken: token.refreshToken } }, cookie === '' ? {} : { cookie }),
      ]);
      found.tried += replies.length;
      found.served.push(
        ...replies.filter(({ status }) => !refusals.includes(status)).map(({ status, body }) => `${status} ${body.slice(0, 100)}`),
      );
    }
  }
  return found;
}
