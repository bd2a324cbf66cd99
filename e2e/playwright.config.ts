import { chromiumArgs, headlessShellPath } from '@headhaul/test-servers/browsers';
import { defineConfig, devices } from '@playwright/test';
import { apiReadyUrl, appOrigin, isStripeDown, repoRoot, sandboxOrigin, workerReadyUrl, worldEnv } from './world.ts';

// The programs run as on a laptop; the apps are built as for production.
const node = `${JSON.stringify(process.execPath)} --env-file=apps/api/development.env`;
const refuseStripe = `fetch("${sandboxOrigin}/services/stripe/faults", { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ refuse: true }) }).then(({ ok }) => process.exit(ok ? 0 : 1))`;
const payments = `apps/api/src/cli/billing-setup.ts && ${node} apps/api/src/cli/billing-demo.ts ${sandboxOrigin}`;
const stripe = isStripeDown ? `-e '${refuseStripe}'` : payments;
const offices = ['reset.ts', 'seed.ts', `mail-demo.ts ${sandboxOrigin}`]
  .map((command) => `${node} apps/api/src/cli/${command}`)
  .join(' && ');
const database = `${offices} && ${node} ${stripe}`;
const build = 'pnpm --filter @headhaul/web build && pnpm --filter @headhaul/extension build';
// `E2E_PREBUILT=1`: the web app and the extension lie there already, built with the addresses of `worldEnv`.
const prepare = process.env.E2E_PREBUILT === '1' ? database : `${build} && ${database}`;

/** Many times what it takes: a busy machine is no failure. */
const startMs = 600_000;

const specs = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`);
/** For a while Microsoft or Stripe is away for everybody, or webhooks are held back. */
const disturbing = specs('absent-provider', 'late-webhook', 'stripe-down');
/** These need neither. */
const undisturbed = specs('data', 'office', 'two-browsers');
export const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };

export default defineConfig({
  testDir: 'specs',
  // What is asked is whether, not how fast: machines differ.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // Two cores carry the browsers, the API, the worker, the sandbox and Postgres.
  workers: 2,
  retries: 0,
  reporter: process.env.CI ? [['list'], ['json', { outputFile: 'test-results/results.json' }]] : [['list']],
  use: {
    baseURL: appOrigin,
    // It doubles the time of a run, and in CI nobody could open it: there is what is printed.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    reducedMotion: 'reduce',
    launchOptions: { executablePath: headlessShellPath, args: chromiumArgs },
  },
  // Each test can run beside any other of its project: it works in an office of its own, or only looks at the demo office.
  fullyParallel: true,
  projects: [
    // One at a time, in the order of their names.
    { name: 'disturbing', testMatch: disturbing, fullyParallel: false, workers: 1, use: desktop },
    { name: 'undisturbed', testMatch: undisturbed, use: desktop },
    // Once those are done; `--no-deps` runs one of these without them.
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
