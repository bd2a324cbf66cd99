import type { Redis } from 'ioredis';
import { z } from 'zod';
import { sha256 } from '../../auth/crypto.ts';
import type { ProviderName } from './call.ts';

export interface KeptAnswer<T> {
  value: T;
  /** When the provider gave it. */
  at: Date;
}

export interface AnswerCache<T> {
  /** Undefined if nothing is kept, if Redis is away, or if it was kept by a version of the program that read it differently. */
  recall(question: string): Promise<KeptAnswer<T> | undefined>;
  keep(question: string, value: T, seconds: number): Promise<void>;
}

/** Answers of a provider, shared by all companies. The key is a hash, so that Redis holds no readable list of what people ask. */
export function createAnswerCache<T>(redis: Redis, provider: ProviderName, schema: z.ZodType<T>): AnswerCache<T> {
  const Kept = z.object({ value: schema, at: z.iso.datetime().transform((at) => new Date(at)) });
  const keyOf = (question: string) => `answer:${provider}:${sha256(question).toString('base64url')}`;
  return {
    async recall(question) {
      try {
        const text = await redis.get(keyOf(question));
        return text === null ? undefined : Kept.parse(JSON.parse(text));
      } catch {
        return undefined;
      }
    },
    async keep(question, value, seconds) {
      await redis.set(keyOf(question), JSON.stringify({ value, at: new Date() }), 'EX', seconds).catch(() => null);
    },
  };
}
