import { afterAll, afterEach, vi } from 'vitest';

/** Runs before each test file of the `web-plain` project. Its files share a worker that has no document. */

if ('document' in globalThis) throw new Error('A test that needs a document is named `.test.tsx` or `.dom.test.ts`.');

// Our own modules, with their stores and caches, are loaded again in every file.
vi.resetModules();

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

afterAll(() => {
  vi.unstubAllEnvs();
});
