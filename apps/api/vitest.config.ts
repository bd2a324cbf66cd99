import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'api',
    globalSetup: './src/testing/global-setup.ts',
    include: ['src/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    typecheck: { enabled: true, include: ['src/**/*.test-d.ts'], checker: 'tsc', tsconfig: './tsconfig.json' },
  },
});
