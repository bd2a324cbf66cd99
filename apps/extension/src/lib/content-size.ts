import { gzipSync } from 'node:zlib';

/** The script is loaded into every page of a board, so it stays small. */
export const maxContentBytes = 90_000;

/** Fails a build whose content script is too large, as a browser would download it. */
export function requireSmall(name: string, content: Uint8Array): void {
  const bytes = gzipSync(content).length;
  if (bytes > maxContentBytes) throw new Error(`${name} has ${bytes} bytes compressed, and may have ${maxContentBytes}.`);
}
