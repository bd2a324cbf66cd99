import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Pictures for the stores' pages, made by `pnpm extension:pictures`. See store-pictures/pictures.spec.ts. */
export default defineConfig({
  ...base,
  testDir: 'store-pictures',
  reporter: [['list']],
  workers: 1,
  projects: [{ name: 'chromium' }],
});
