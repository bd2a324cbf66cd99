import { defineConfig, devices } from '@playwright/test';
import { appOrigin, isStripeDown, repoRoot, sandboxOrigin, worldEnv } from './world.ts';

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const node = JSON.stringify(process.execPath);
const refuseStripe = `fetch("${sandboxOrigin}/services/stripe/faults", { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ refuse: true }) }).then(({ ok }) => process.exit(ok ? 0 : 1))`;
const payments = `apps/api/src/cli/billing-setup.ts && ${node} apps/api/src/cli/billing-demo.ts ${sandboxOrigin}`;
const stripe = isStripeDown ? `-e '${refuseStripe}'` : payments;
const offices = ['reset.ts', 'seed.ts', `mail-demo.ts ${sandboxOrigin}`]
  .map((command) => `${node} apps/api/src/cli/${command}`)
  .join(' && ');
const database = `${offices} && ${node} ${stripe}`;
const build = 'pnpm --filter @headhaul/web build && pnpm --filter @headhaul/extension build';

export default defineConfig({
  testDir: 'specs',
  // What is asked is whether, not how fast: machines differ.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // Two cores carry the browser, the API, the worker, the sandbox and Postgres.
  workers: 1,
  retries: 0,
  reporter: process.env.CI ? [['list'], ['json', { outputFile: 'test-results/results.json' }]] : [['list']],
  use: {
    baseURL: appOrigin,
    // It doubles the time of a run, and in CI nobody could open it: there is what is printed.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
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
