import { type DBSchema, openDB } from 'idb';
import { z } from 'zod';
import { PackHealth, Trial } from './assess-trial.ts';

/** A pack as it was fetched. It is checked again whenever it is read: keys change with releases, and time passes. */
export const StoredPack = z.object({
  board: z.string(),
  version: z.int(),
  sha256: z.string(),
  kid: z.string(),
  signature: z.string(),
  bytes: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
});
export type StoredPack = z.infer<typeof StoredPack>;

export const BoardState = z.object({
  current: StoredPack.nullable(),
  /** The one before, for when the current one reads worse or can't be used any more. */
  lastGood: StoredPack.nullable(),
  /** The highest version that was ever taken here. */
  highestVersion: z.int(),
  trial: Trial.nullable(),
  /** The last page that said how well it was read, with whatever configuration. Null while a page can't be read. */
  health: PackHealth.nullable(),
  /** The version that was taken back here because it read worse. */
  regressedVersion: z.int().nullable(),
  /**
   * The last pack that turned the board off. Nothing of this version or below is used again, not even when all newer packs have expired. It
   * counts as long as this build trusts the key.
   */
  killed: z.object({ version: z.int(), kid: z.string() }).nullable().default(null),
});
export type BoardState = z.infer<typeof BoardState>;

const emptyBoardState: BoardState = {
  current: null,
  lastGood: null,
  highestVersion: 0,
  trial: null,
  health: null,
  regressedVersion: null,
  killed: null,
};

const Install = z.object({
  /** Decides which shares of installs this one is in. It is never sent. */
  installId: z.uuid(),
  lastAskedAtMs: z.number().nullable(),
});
type Install = z.infer<typeof Install>;

export interface PackStore {
  readBoard(board: string): Promise<BoardState>;
  changeBoard(board: string, next: (state: BoardState) => BoardState): Promise<BoardState>;
  readInstall(): Promise<Install>;
  noteAsked(nowMs: number): Promise<void>;
}

interface Schema extends DBSchema {
  boards: { key: string; value: unknown };
  install: { key: string; value: unknown };
}

const onlyKey = 'current';

export function isStorageFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Packs are kept in the extension's IndexedDB, out of reach of pages and content scripts. */
export function openPackStore(): PackStore {
  const database = openDB<Schema>('headhaul-packs', 1, {
    upgrade(db) {
      db.createObjectStore('boards');
      db.createObjectStore('install');
    },
  });

  async function changeBoard(board: string, next: (state: BoardState) => BoardState): Promise<BoardState> {
    const transaction = (await database).transaction('boards', 'readwrite');
    const before = BoardState.safeParse(await transaction.store.get(board)).data ?? emptyBoardState;
    const after = next(before);
    await Promise.all([after === before ? undefined : transaction.store.put(after, board), transaction.done]);
    return after;
  }

  /** Writes only what has changed. On a full disk an install that is new has an id for this time only. */
  async function changeInstall(change: Partial<Install>): Promise<Install> {
    const transaction = (await database).transaction('install', 'readwrite');
    const known = Install.safeParse(await transaction.store.get(onlyKey)).data;
    const after = { ...(known ?? { installId: crypto.randomUUID(), lastAskedAtMs: null }), ...change };
    const isChanged = known === undefined || Object.keys(change).length > 0;
    try {
      await Promise.all([isChanged ? transaction.store.put(after, onlyKey) : undefined, transaction.done]);
    } catch (error) {
      if (!isStorageFull(error)) throw error;
    }
    return after;
  }

  return {
    readBoard: (board) => changeBoard(board, (state) => state),
    changeBoard,
    readInstall: () => changeInstall({}),
    noteAsked: async (nowMs) => void (await changeInstall({ lastAskedAtMs: nowMs })),
  };
}
