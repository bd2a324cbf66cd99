import { fileURLToPath } from 'node:url';

const usualPort = 4_600;
/** `E2E_PORT=4700`: the first port of a run beside another one. Its database gets another name too. */
const sandboxPort = Number(process.env.E2E_PORT ?? usualPort);
const [appPort, opsPort, workerOpsPort] = [sandboxPort + 20, sandboxPort + 21, sandboxPort + 22];

/** Addresses and settings of the whole product in the end-to-end tests, with its own database and ports. */
export const appOrigin = `http://localhost:${appPort}`;
export const apiReadyUrl = `http://localhost:${opsPort}/health/ready`;
export const workerReadyUrl = `http://localhost:${workerOpsPort}/health/ready`;
export const sandboxOrigin = `http://localhost:${sandboxPort}`;
/** The mail server that a user can enter by its name. */
export const mailServerPort = sandboxPort + 8;
export const repoRoot = fileURLToPath(new URL('..', import.meta.url));
export const extensionDir = `${repoRoot}apps/extension/.output/chrome-mv3`;

/** Known here so that a test can make a token that has really expired. */
export const tokenSecret = Buffer.from('headhaul-end-to-end-token-key-0123456789');

const database = sandboxPort === usualPort ? 'headhaul_e2e' : `headhaul_e2e_${sandboxPort}`;
const admin = new URL(process.env.DATABASE_ADMIN_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres');
const databaseUrl = (role: string) => Object.assign(new URL(admin), { username: role, pathname: `/${database}` }).href;
/** The administrator, not bound by row-level security. For changes that otherwise only time would bring. */
export const adminDatabaseUrl = databaseUrl(admin.username);

/** `E2E_STRIPE_DOWN=1`: the sandbox's Stripe refuses every connection from before the API starts until the run is over. */
export const isStripeDown = process.env.E2E_STRIPE_DOWN === '1';
export const stripeOrigin = `http://localhost:${sandboxPort + 5}`;

/** `TEST_SIZE=nightly`: two people do in minutes what they would do in a day. */
const limits: Record<string, string> =
  process.env.TEST_SIZE === 'nightly' ? { RATE_LIMIT_API_PER_MINUTE: '1000000', RATE_LIMIT_COMPANY_PER_MINUTE: '1000000' } : {};

export const worldEnv: Record<string, string> = {
  ...limits,
  LOG_LEVEL: 'warn',
  PORT: String(appPort),
  OPS_PORT: String(opsPort),
  WORKER_OPS_PORT: String(workerOpsPort),
  PUBLIC_URL: appOrigin,
  WEB_ORIGINS: appOrigin,
  WEB_DIST: `${repoRoot}apps/web/dist`,
  DATABASE_ADMIN_URL: admin.href,
  DATABASE_MIGRATOR_URL: databaseUrl('migrator'),
  DATABASE_APP_URL: databaseUrl('app'),
  DATABASE_WORKER_URL: databaseUrl('worker'),
  REDIS_URL: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  TOKEN_KEYS: `e2e:${tokenSecret.toString('base64url')}`,
  SANDBOX_PORT: String(sandboxPort),
  SMTP_URL: `smtp://localhost:${sandboxPort + 3}`,
  GOOGLE_ISSUER: `http://localhost:${sandboxPort + 1}`,
  MICROSOFT_ISSUER: `http://localhost:${sandboxPort + 2}`,
  GOOGLE_MAPS_BASE: `http://localhost:${sandboxPort + 4}`,
  STRIPE_API_BASE: stripeOrigin,
  GMAIL_API_BASE: `http://localhost:${sandboxPort + 6}`,
  GRAPH_API_BASE: `http://localhost:${sandboxPort + 7}`,
  FMCSA_API_BASE: `http://localhost:${sandboxPort + 11}`,
  FMCSA_OPEN_DATA_BASE: `http://localhost:${sandboxPort + 12}`,
  EIA_API_BASE: `http://localhost:${sandboxPort + 13}`,
  HERE_API_BASE: `http://localhost:${sandboxPort + 14}`,
  GOOGLE_ROUTES_BASE: `http://localhost:${sandboxPort + 15}`,
  FACTOR_API_BASE: `http://localhost:${sandboxPort + 16}`,
  SANDBOX_STRIPE_WEBHOOK_URL: `${appOrigin}/api/billing/stripe-events`,
  WXT_WEB_ORIGINS: appOrigin,
  WXT_API_BASE: `${appOrigin}/api`,
  WXT_DEMO_BOARD_ORIGIN: sandboxOrigin,
};
