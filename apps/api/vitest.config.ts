import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'api',
    globalSetup: './src/testing/global-setup.ts',
    include: ['src/**/*.test.ts'],
    // The tests spend most of their time waiting, and no file leaves state in memory for the next.
    maxWorkers: 2,
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
