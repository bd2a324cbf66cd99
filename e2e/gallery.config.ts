import { defineConfig } from '@playwright/test';
import base, { desktop } from './playwright.config.ts';

/** Screenshots of every screen, made by `pnpm e2e:gallery`. See gallery/screens.spec.ts. */
export default defineConfig({
  ...base,
  testDir: 'gallery',
  reporter: [['list']],
  timeout: 900_000,
  workers: 1,
  projects: [{ name: 'chromium', use: desktop }],
});
