import { rmSync } from 'node:fs';

/**
 * Servers are started some hundred times; what Node made of their source is kept for the next one of the same run. After it the source is
 * another, and nobody would ever empty the folder.
 */
export function beginCompileCache(env: NodeJS.ProcessEnv, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  env.NODE_COMPILE_CACHE ??= folder;
}
