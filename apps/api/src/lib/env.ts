import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import { z } from 'zod';

/** A list written with commas. */
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
);

const TokenKey = z
  .string()
  .regex(/^[\w-]+:[A-Za-z0-9_-]{43,}$/, 'expected kid:base64url of at least 32 bytes')
  .transform((pair) => {
    const [kid = '', secret = ''] = pair.split(':');
    return { kid, secret: Buffer.from(secret, 'base64url') };
  });

/** `kid:base64url` pairs; the first signs, all verify, so a key can be rotated without signing anyone out. */
const tokenKeys = list.pipe(z.tuple([TokenKey], TokenKey));

const Env = z.object({
  NODE_ENV: z.enum(['development', 'production']).default('production'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Lines for people instead of JSON; `pnpm dev` sets it. */
  LOG_PRETTY: z.stringbool().default(false),
  PORT: z.coerce.number().int(),
  OPS_PORT: z.coerce.number().int(),
  WORKER_OPS_PORT: z.coerce.number().int(),
  /** Where health and metrics listen: this machine alone unless a probe must reach it from outside. */
  OPS_HOST: z.string().default('localhost'),
  PUBLIC_URL: z.url(),
  WEB_ORIGINS: list.pipe(z.tuple([z.url()], z.url())),
  WEB_DIST: z.string().optional(),
  EXTENSION_IDS: list,
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).default(0),
  DRAIN_SECONDS: z.coerce.number().min(0).default(5),
  DATABASE_APP_URL: z.string(),
  DATABASE_WORKER_URL: z.string(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).default(10),
  DATABASE_ENGINE: z.enum(['postgres', 'citus']).default('postgres'),
  REDIS_URL: z.string(),
  SMTP_URL: z.string(),
  MAIL_FROM: z.string(),
  TOKEN_KEYS: tokenKeys,
  GOOGLE_ISSUER: z.url(),
  GOOGLE_CLIENT_ID: z.string(),
  GOOGLE_CLIENT_SECRET: z.string(),
  MICROSOFT_ISSUER: z.url(),
  MICROSOFT_CLIENT_ID: z.string(),
  MICROSOFT_CLIENT_SECRET: z.string(),
  /** Per address: a whole office signs in through one. */
  RATE_LIMIT_SIGN_IN_PER_MINUTE: z.coerce.number().int().default(300),
  RATE_LIMIT_API_PER_MINUTE: z.coerce.number().int().default(1200),
  /** Per company: each is a mail to somebody who did not ask for it. */
  RATE_LIMIT_INVITES_PER_HOUR: z.coerce.number().int().default(200),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
});
export type Env = z.infer<typeof Env>;

/** A laptop's world: local Postgres and Redis, and the sandbox instead of the real providers. Never used in production. */
const developmentDefaults = {
  NODE_ENV: 'development',
  PORT: '4000',
  OPS_PORT: '4001',
  WORKER_OPS_PORT: '4002',
  PUBLIC_URL: 'http://localhost:5173',
  WEB_ORIGINS: 'http://localhost:5173,http://localhost:4000',
  EXTENSION_IDS: developmentExtensionId,
  DRAIN_SECONDS: '0',
  DATABASE_APP_URL: 'postgres://app@127.0.0.1:5432/headhaul',
  DATABASE_WORKER_URL: 'postgres://worker@127.0.0.1:5432/headhaul',
  REDIS_URL: 'redis://127.0.0.1:6379',
  SMTP_URL: 'smtp://localhost:4103',
  MAIL_FROM: 'Headhaul <hello@headhaul.example>',
  TOKEN_KEYS: `dev:${Buffer.from('headhaul-development-only-token-key!').toString('base64url')}`,
  GOOGLE_ISSUER: 'http://localhost:4101',
  GOOGLE_CLIENT_ID: 'headhaul-dev',
  GOOGLE_CLIENT_SECRET: 'headhaul-dev-secret',
  MICROSOFT_ISSUER: 'http://localhost:4102',
  MICROSOFT_CLIENT_ID: 'headhaul-dev',
  MICROSOFT_CLIENT_SECRET: 'headhaul-dev-secret',
};

export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const defaults = source.NODE_ENV === 'production' ? {} : developmentDefaults;
  const parsed = Env.safeParse({ ...defaults, ...source, NODE_ENV: source.NODE_ENV === 'production' ? 'production' : 'development' });
  if (!parsed.success) throw new Error(`The environment is incomplete:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Only the commands that create, migrate and seed need these; the running server can't change the schema. */
const CliEnv = z.object({
  DATABASE_ADMIN_URL: z.string().default('postgres://postgres@127.0.0.1:5432/postgres'),
  DATABASE_MIGRATOR_URL: z.string().default('postgres://migrator@127.0.0.1:5432/headhaul'),
});

export function readCliEnv(source: Record<string, string | undefined> = process.env): z.infer<typeof CliEnv> {
  return CliEnv.parse(source);
}
