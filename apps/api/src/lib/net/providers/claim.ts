import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { sha256 } from '../../auth/crypto.ts';
import type { ProviderName } from './call.ts';

const pollMs = 100;

/** Only the process that holds the claim ends it. If it was too slow, another one may hold it by now. */
const release = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

export interface Claims {
  /**
   * Asks, unless another process is asking the same question. Then it waits until that process is done and returns undefined: what the
   * other one was told is where answers are kept. While Redis is away everybody asks.
   */
  askOrWait<T>(question: string, ask: () => Promise<T>): Promise<T | undefined>;
}

/** Makes all processes ask a provider once for the same thing. After `holdMs` a process that has died holds nobody up. */
export function createClaims(redis: Redis, provider: ProviderName, holdMs: number): Claims {
  return {
    async askOrWait(question, ask) {
      const key = `asking:${provider}:${sha256(question).toString('base64url')}`;
      const token = randomUUID();
      const isOurs = await redis.set(key, token, 'PX', holdMs, 'NX').then(
        (answer) => answer === 'OK',
        () => true,
      );
      if (isOurs) {
        try {
          return await ask();
        } finally {
          await redis.eval(release, 1, key, token).catch(() => null);
        }
      }
      const untilMs = performance.now() + holdMs;
      while (performance.now() < untilMs && (await redis.exists(key).catch(() => 0)) === 1) await pause(pollMs);
      return undefined;
    },
  };
}
