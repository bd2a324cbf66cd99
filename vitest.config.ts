import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// A folder with a configuration of its own brings it; the others take the defaults.
const packages = ['packages/contracts', 'apps/api', 'apps/web', 'apps/extension', 'sandbox', 'proof'];

export default defineConfig({
  test: {
    projects: [...packages.filter((folder) => existsSync(folder)), { test: { name: 'scripts', root: './scripts', testTimeout: 30_000 } }],
  },
});
