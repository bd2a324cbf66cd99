import { defineConfig, devices } from '@playwright/test';
import { appOrigin, repoRoot, sandboxOrigin, worldEnv } from './world.ts';

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const node = JSON.stringify(process.execPath);
const database = `${node} apps/api/src/cli/reset.ts && ${node} apps/api/src/cli/seed.ts`;
const build = 'pnpm --filter @headhaul/web build && pnpm --filter @headhaul/extension build';

export default defineConfig({
  testDir: 'specs',
  timeout: 30_000,
  expect: { timeout: 7_500 },
  // Two cores carry the browser, the API, the worker, the sandbox and Postgres.
  workers: 1,
  retries: 0,
  reporter: process.env.CI ? [['list'], ['json', { outputFile: 'test-results/results.json' }]] : [['list']],
  use: {
    baseURL: appOrigin,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: chromiumArgs },
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } }],
  // Started one after the other, in this order.
  webServer: [
    { name: 'sandbox', command: `exec ${node} sandbox/src/main.ts`, cwd: repoRoot, env: worldEnv, url: `${sandboxOrigin}/health` },
    {
      name: 'api',
      command: `${build} && ${database} && exec ${node} apps/api/src/server.ts`,
      cwd: repoRoot,
      env: worldEnv,
      url: 'http://localhost:4621/health/ready',
      timeout: 180_000,
    },
    {
      name: 'worker',
      command: `exec ${node} apps/api/src/worker.ts`,
      cwd: repoRoot,
      env: worldEnv,
      url: 'http://localhost:4622/health/ready',
    },
  ],
});
