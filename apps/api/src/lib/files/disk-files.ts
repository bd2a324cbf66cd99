import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore, ListedFile } from './file-store.ts';

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** A folder that all processes of the installation share: on one machine, or on a shared volume. */
export function openFolder(root: string): FileStore {
  const pathOf = (key: string) => join(root, ...key.split('/'));

  async function* list(folder: string): AsyncGenerator<ListedFile> {
    const found = await readdir(pathOf(folder), { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.isDirectory()) yield* list(`${folder}${entry.name}/`);
      else {
        // The file may have been removed since the folder was read.
        const about = await stat(pathOf(`${folder}${entry.name}`)).catch(() => null);
        if (about) yield { key: `${folder}${entry.name}`, bytes: about.size, modifiedAt: about.mtime };
      }
    }
  }

  return {
    async put(key, content) {
      const path = pathOf(key);
      const folder = dirname(path);
      await mkdir(folder, { recursive: true });
      // The file is written under a temporary id in the same folder and renamed when it is complete. After a crash nothing
      // refers to the temporary file, and the nightly sweep removes it.
      const unfinished = join(folder, randomUUID());
      try {
        const source = content instanceof Readable ? content : Readable.from([content]);
        await pipeline(source, createWriteStream(unfinished, { flags: 'wx', flush: true }));
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await syncFolder(folder);
    },
    async get(key) {
      const file = await open(pathOf(key)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (!file) return null;
      const { size } = await file.stat();
      return { content: file.createReadStream(), bytes: size };
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list,
    close: () => {},
  };
}

/** The new name survives a crash only after its folder was synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
