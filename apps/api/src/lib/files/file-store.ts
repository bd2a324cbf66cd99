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

/** Where documents and finished exports lie. A file is there whole or not at all, and never changes. */
export interface FileStore {
  put(key: string, content: Uint8Array | Readable, about: { contentType: string }): Promise<void>;
  /** Null when there is none. */
  get(key: string): Promise<StoredFile | null>;
  /** Also when there is none. */
  remove(key: string): Promise<void>;
  /** Everything below this folder, by name. */
  list(folder: string): AsyncIterable<ListedFile>;
  close(): void;
}
