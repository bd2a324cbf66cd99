import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { webProjects } from './apps/web/vitest.config.ts';

// A folder with a configuration of its own brings it.
const packages = ['apps/api'];

/** Files share a worker: nothing in them, and nothing they test, keeps anything for the next one. The limits are for a test that hangs. */
const shared = { isolate: false, maxWorkers: 2, testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    projects: [
      ...packages.filter((folder) => existsSync(folder)),
      ...webProjects,
      { test: { ...shared, name: 'contracts', root: './packages/contracts' } },
      { test: { ...shared, name: 'domain', root: './packages/domain' } },
      { test: { ...shared, name: 'extension', root: './apps/extension' } },
      { test: { ...shared, name: 'sandbox', root: './sandbox' } },
      { test: { ...shared, name: 'test-servers', root: './packages/test-servers' } },
      { test: { ...shared, name: 'bench', root: './bench' } },
      { test: { ...shared, name: 'scripts', root: './scripts' } },
    ],
  },
});
