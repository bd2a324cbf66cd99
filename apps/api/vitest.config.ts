import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'api',
    globalSetup: './src/testing/global-setup.ts',
    include: ['src/**/*.test.ts'],
    // Most of the time goes into waiting, and no file leaves anything behind in memory for the next.
    maxWorkers: 2,
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
