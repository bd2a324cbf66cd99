import { rmSync } from 'node:fs';

/**
 * Servers are started some hundred times, so Node's compiled code is kept for the next start in the same run. It is removed when the next
 * run begins, because the source is different then and nobody else would empty the folder.
 */
export function beginCompileCache(env: NodeJS.ProcessEnv, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  env.NODE_COMPILE_CACHE ??= folder;
}
