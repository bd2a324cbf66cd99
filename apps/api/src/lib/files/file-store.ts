import type { Readable } from 'node:stream';

export interface StoredFile {
  content: Readable;
  bytes: number;
}

export interface ListedFile {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/** Stores documents, imports, exports and signature pictures. A file is complete or absent, and never changes. */
export interface FileStore {
  put(key: string, content: Uint8Array | Readable, about: { contentType: string }): Promise<void>;
  /** Null when there is none. */
  get(key: string): Promise<StoredFile | null>;
  /** Does nothing if there is no such file. */
  remove(key: string): Promise<void>;
  /** Everything below this folder, by name. */
  list(folder: string): AsyncIterable<ListedFile>;
  close(): void;
}
