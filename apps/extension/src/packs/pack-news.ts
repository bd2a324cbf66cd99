import { type BoardId, boardIds } from '@headhaul/domain/boards/board-load';
import { z } from 'zod';
import type { StorageArea } from '../lib/storage-area.ts';
import type { Refusal } from './check-pack.ts';

/** What the popup can say about a board's last pack. UNDONE: it read worse than the one before. */
const packNews = ['TAKEN', 'REFUSED', 'UNDONE', 'NEEDS_NEWER_EXTENSION', 'STORAGE_FULL'] as const;
export type PackNews = (typeof packNews)[number];

const News = z.partialRecord(z.enum(boardIds), z.object({ news: z.enum(packNews), atMs: z.number() }));
const newsKey = 'pack-news';
const newsForMs = 24 * 60 * 60 * 1_000;

export function toNews(outcome: 'TAKEN' | 'STORAGE_FULL' | Refusal): PackNews {
  return outcome === 'TAKEN' || outcome === 'NEEDS_NEWER_EXTENSION' || outcome === 'STORAGE_FULL' ? outcome : 'REFUSED';
}

interface NewsParts {
  /** For as long as the browser runs. It has room also when the disk is full. */
  session: StorageArea;
  withLock<T>(run: () => Promise<T>): Promise<T>;
  nowMs(): number;
}

/** Remembers for a day what became of a board's last pack. */
export function createPackNews({ session, withLock, nowMs }: NewsParts) {
  const readAll = async () => News.safeParse((await session.get(newsKey))[newsKey]).data ?? {};
  return {
    note: (board: BoardId, news: PackNews): Promise<void> =>
      withLock(async () => session.set({ [newsKey]: { ...(await readAll()), [board]: { news, atMs: nowMs() } } })),
    async read(board: BoardId): Promise<PackNews | null> {
      const last = (await readAll())[board];
      return last === undefined || nowMs() - last.atMs >= newsForMs ? null : last.news;
    },
  };
}
