import { fileURLToPath } from 'node:url';

/** Addresses and settings of the whole product as the end-to-end tests run it: one origin, a database and ports of its own. */
export const appOrigin = 'http://localhost:4620';
const sandboxPort = 4600;
export const sandboxOrigin = `http://localhost:${sandboxPort}`;
export const repoRoot = fileURLToPath(new URL('..', import.meta.url));
export const extensionDir = `${repoRoot}apps/extension/.output/chrome-mv3`;

/** Known here so that a test can make a token that has expired in earnest. */
export const tokenSecret = Buffer.from('headhaul-end-to-end-token-key-0123456789');

const database = 'headhaul_e2e';
const admin = new URL(process.env.DATABASE_ADMIN_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres');
const databaseUrl = (role: string) => Object.assign(new URL(admin), { username: role, pathname: `/${database}` }).href;
/** Past every rule of the tables: for what only time could bring about. */
export const adminDatabaseUrl = databaseUrl(admin.username);

/** `E2E_STRIPE_DOWN=1`: the sandbox's Stripe refuses every connection from before the API starts until the run is over. */
export const isStripeDown = process.env.E2E_STRIPE_DOWN === '1';
export const stripeOrigin = `http://localhost:${sandboxPort + 5}`;

export const worldEnv: Record<string, string> = {
  LOG_LEVEL: 'warn',
  PORT: '4620',
  OPS_PORT: '4621',
  WORKER_OPS_PORT: '4622',
  PUBLIC_URL: appOrigin,
  WEB_ORIGINS: appOrigin,
  WEB_DIST: `${repoRoot}apps/web/dist`,
  DATABASE_ADMIN_URL: admin.href,
  DATABASE_MIGRATOR_URL: databaseUrl('migrator'),
  DATABASE_APP_URL: databaseUrl('app'),
  DATABASE_WORKER_URL: databaseUrl('worker'),
  TOKEN_KEYS: `e2e:${tokenSecret.toString('base64url')}`,
  SANDBOX_PORT: String(sandboxPort),
  SMTP_URL: `smtp://localhost:${sandboxPort + 3}`,
  GOOGLE_ISSUER: `http://localhost:${sandboxPort + 1}`,
  MICROSOFT_ISSUER: `http://localhost:${sandboxPort + 2}`,
  GOOGLE_MAPS_BASE: `http://localhost:${sandboxPort + 4}`,
  STRIPE_API_BASE: stripeOrigin,
  GMAIL_API_BASE: `http://localhost:${sandboxPort + 6}`,
  GRAPH_API_BASE: `http://localhost:${sandboxPort + 7}`,
  SANDBOX_STRIPE_WEBHOOK_URL: `${appOrigin}/api/billing/stripe-events`,
  WXT_WEB_ORIGINS: appOrigin,
  WXT_API_BASE: `${appOrigin}/api`,
};
