import { maxBoardConfigBytes } from '@headhaul/contracts/boards/board-config';
import { boardPackEndpoints, maxManifestBytes, type PackEntry } from '@headhaul/contracts/boards/packs';
import { readManifest } from './choose-pack.ts';

const fetchTimeoutMs = 20_000;

/** The body's bytes. Null as soon as there are more than `most`: what comes after is not read. */
export async function readAtMost(response: Response, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    length += read.value.length;
    if (length > most) {
      await reader?.cancel();
      return null;
    }
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

export interface PackSource {
  fetchManifest(): Promise<PackEntry[]>;
  /** Null if it is too large. */
  fetchPack(entry: PackEntry): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** Asks our own API, without a cookie or a token: what it says here is the same for everybody. */
export function createPackSource(base: string, fetchWith: typeof fetch): PackSource {
  async function get(path: string, most: number, cache: RequestCache): Promise<Uint8Array<ArrayBuffer> | null> {
    const signal = AbortSignal.timeout(fetchTimeoutMs);
    const response = await fetchWith(base + path, { credentials: 'omit', redirect: 'error', cache, signal });
    if (!response.ok) throw new Error(`The API answered ${response.status}`);
    return readAtMost(response, most);
  }
  return {
    async fetchManifest() {
      const bytes = await get(boardPackEndpoints.listBoardPacks.path, maxManifestBytes, 'no-cache');
      return bytes === null ? [] : readManifest(JSON.parse(new TextDecoder().decode(bytes)));
    },
    fetchPack: (entry) => get(entry.url, maxBoardConfigBytes, 'default'),
  };
}
