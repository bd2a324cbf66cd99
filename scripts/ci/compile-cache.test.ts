import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beginCompileCache } from './compile-cache.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'compile-cache-')), 'cache');
  mkdirSync(folder);
  writeFileSync(join(folder, 'old'), 'x');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

it('begins each run with an empty cache', () => {
  const env: NodeJS.ProcessEnv = {};
  beginCompileCache(env, folder);
  expect(env.NODE_COMPILE_CACHE).toBe(folder);
  expect(existsSync(join(folder, 'old'))).toBe(false);
});

it('leaves the cache of who runs it in place', () => {
  const env: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE: '/elsewhere' };
  beginCompileCache(env, folder);
  expect(env.NODE_COMPILE_CACHE).toBe('/elsewhere');
});
