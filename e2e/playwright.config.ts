import { chromiumArgs, headlessShellPath } from '@headhaul/test-servers/browsers';
import { defineConfig, devices } from '@playwright/test';
import { apiReadyUrl, appOrigin, isStripeDown, repoRoot, sandboxOrigin, workerReadyUrl, worldEnv } from './world.ts';

// The programs run as on a laptop. The apps are built as for production.
const node = `${JSON.stringify(process.execPath)} --env-file=apps/api/development.env`;
const refuseStripe = `fetch("${sandboxOrigin}/services/stripe/faults", { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ refuse: true }) }).then(({ ok }) => process.exit(ok ? 0 : 1))`;
const payments = `apps/api/src/cli/billing-setup.ts && ${node} apps/api/src/cli/billing-demo.ts ${sandboxOrigin}`;
const stripe = isStripeDown ? `-e '${refuseStripe}'` : payments;
const offices = ['reset.ts', 'seed.ts', `mail-demo.ts ${sandboxOrigin}`]
  .map((command) => `${node} apps/api/src/cli/${command}`)
  .join(' && ');
const database = `${offices} && ${node} ${stripe}`;
const build = 'pnpm --filter @headhaul/web build && pnpm --filter @headhaul/extension build';
// `E2E_PREBUILT=1`: the web app and the extension are already built, with the addresses of `worldEnv`.
const prepare = process.env.E2E_PREBUILT === '1' ? database : `${build} && ${database}`;

/** Many times longer than it takes, so that a busy machine does not fail. */
const startMs = 600_000;

const specs = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`);
/** In these tests Microsoft or Stripe is down for everybody for a while, or webhooks are held back. */
const disturbing = specs('absent-provider', 'late-webhook', 'stripe-down');
/** These tests need neither Microsoft nor Stripe. */
const undisturbed = specs('data', 'office', 'one-fit', 'two-browsers');
export const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };

export default defineConfig({
  testDir: 'specs',
  // The tests check that something works, not how fast, because machines differ.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // Two cores run the browsers, the API, the worker, the sandbox and Postgres.
  workers: 2,
  retries: 0,
  reporter: process.env.CI ? [['list'], ['json', { outputFile: 'test-results/results.json' }]] : [['list']],
  use: {
    baseURL: appOrigin,
    // A trace doubles the time of a run. In CI nobody could open it, so the printed output must be enough.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    reducedMotion: 'reduce',
    launchOptions: { executablePath: headlessShellPath, args: chromiumArgs },
  },
  // A test can run beside any other of its project: it works in its own office, or only reads the demo office.
  fullyParallel: true,
  projects: [
    // One at a time, in the order of their names.
    { name: 'disturbing', testMatch: disturbing, fullyParallel: false, workers: 1, use: desktop },
    { name: 'undisturbed', testMatch: undisturbed, use: desktop },
    // After those two projects. `--no-deps` runs one of these tests without them.
    { name: 'others', testIgnore: [...disturbing, ...undisturbed], dependencies: ['disturbing', 'undisturbed'], use: desktop },
  ],
  // Started one after the other, in this order.
  webServer: [
    {
      name: 'sandbox',
      command: `exec ${node} sandbox/src/main.ts`,
      cwd: repoRoot,
      env: worldEnv,
      url: `${sandboxOrigin}/health`,
      timeout: startMs,
    },
    {
      name: 'api',
      command: `${prepare} && exec ${node} apps/api/src/server.ts`,
      cwd: repoRoot,
      env: worldEnv,
      url: apiReadyUrl,
      timeout: startMs,
    },
    {
      name: 'worker',
      command: `exec ${node} apps/api/src/worker.ts`,
      cwd: repoRoot,
      env: worldEnv,
      url: workerReadyUrl,
      timeout: startMs,
    },
  ],
});
