import { setTimeout as pause } from 'node:timers/promises';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { bearer, send } from '../lib/http-client.ts';
import { challengeOf, randomSecret, type SignedIn } from '../lib/people.ts';

export const effectBarMs = 1_000;
const giveUpMs = 3_000;
const pollMs = 25;

/**
 * Whether this API process still serves the session, tested by a read. For the web it is also tested by a request that creates something.
 */
export async function isServed(origin: string, { token, cookie }: SignedIn): Promise<boolean> {
  const headers = bearer(token.accessToken);
  const me = await send(origin, sessionEndpoints.getMe, {}, headers);
  if (me.status === 200 || cookie === '') return me.status === 200;
  const body = { challenge: challengeOf(randomSecret()) };
  return (await send(origin, sessionEndpoints.createHandoffCode, { body }, { ...headers, cookie })).status === 200;
}

/**
 * Asks every process repeatedly from the moment of the change. The result is when the first request with the new answer was sent. If that
 * is later than the bar, a session was served too long.
 */
export async function measureEffect(origins: readonly string[], isInEffect: (origin: string) => Promise<boolean>): Promise<number> {
  const changedAt = performance.now();
  const times = await Promise.all(
    origins.map(async (origin) => {
      for (;;) {
        const askedMs = performance.now() - changedAt;
        if ((await isInEffect(origin)) || askedMs > giveUpMs) return askedMs;
        await pause(pollMs);
      }
    }),
  );
  return Math.max(...times);
}

export function describeTimes(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  return `in effect after ${at(0.5)} ms (median), ${at(0.99)} ms (p99), ${at(1)} ms (longest)`;
}

export function countLate(times: readonly number[]): number {
  return times.filter((time) => time > effectBarMs).length;
}
