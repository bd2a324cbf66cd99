import { z } from 'zod';
import type { StorageArea } from '../../lib/storage-area.ts';

const Kept = z.object({
  whose: z.string(),
  /** The newest last. */
  entries: z.array(z.object({ key: z.string(), atMs: z.number(), value: z.unknown() })),
});

interface KeptParts {
  area: StorageArea;
  /** The storage key. */
  name: string;
  most: number;
  withLock<T>(run: () => Promise<T>): Promise<T>;
  nowMs(): number;
}

export interface KeptAnswer<T> {
  value: T;
  atMs: number;
}

/**
 * Answers of the API for as long as the browser runs: the worker is stopped and started in between. They are of one person in one company,
 * because a person who joins another team keeps the session.
 */
export function createKeptAnswers<T>({ area, name, most, withLock, nowMs }: KeptParts) {
  async function read(whose: string): Promise<{ key: string; atMs: number; value: unknown }[]> {
    const kept = Kept.safeParse((await area.get(name))[name]).data;
    return kept?.whose === whose ? kept.entries : [];
  }

  return {
    /** Those that are kept, whatever their age. */
    async find(whose: string, keys: readonly string[]): Promise<Map<string, KeptAnswer<T>>> {
      const wanted = new Set(keys);
      const found = (await read(whose)).filter(({ key }) => wanted.has(key));
      // Only this worker writes here, and only answers that the contract has checked.
      return new Map(found.map(({ key, value, atMs }) => [key, { value: value as T, atMs }]));
    },
    keep(whose: string, answers: ReadonlyMap<string, T>): Promise<void> {
      return withLock(async () => {
        const others = (await read(whose)).filter(({ key }) => !answers.has(key));
        const added = [...answers].map(([key, value]) => ({ key, value, atMs: nowMs() }));
        await area.set({ [name]: { whose, entries: [...others, ...added].slice(-most) } });
      });
    },
    forget(): Promise<void> {
      return withLock(async () => {
        if ((await area.get(name))[name] != null) await area.set({ [name]: null });
      });
    },
  };
}

export type KeptAnswers<T> = ReturnType<typeof createKeptAnswers<T>>;
