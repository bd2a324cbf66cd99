import { afterAll, afterEach, vi } from 'vitest';

/** Before each file of the `web-plain` project, whose files share a worker that has no document. */

if ('document' in globalThis) throw new Error('A test that needs a document is named `.test.tsx` or `.dom.test.ts`.');

// Our own modules, with their stores and caches, begin anew in every file.
vi.resetModules();

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

afterAll(() => {
  vi.unstubAllEnvs();
});
