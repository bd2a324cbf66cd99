import { fileURLToPath } from 'node:url';
import { developmentBoardKey } from '@headhaul/contracts/boards/packs';
import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import { z } from 'zod';

/** A comma-separated list. */
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
);

const SigningKey = z
  .string()
  .regex(/^[\w-]+:[A-Za-z0-9_-]{43,}$/, 'expected kid:base64url of at least 32 bytes')
  .transform((pair) => {
    const [kid = '', secret = ''] = pair.split(':');
    return { kid, secret: Buffer.from(secret, 'base64url') };
  });

/** `kid:base64url` pairs; the first signs, all verify, so a key can be rotated without signing anyone out. */
const signingKeys = list.pipe(z.tuple([SigningKey], SigningKey));

const MailKey = z
  .string()
  .regex(/^[\w-]{1,100}:[A-Za-z0-9_-]{43}$/, 'expected kid:base64url of 32 bytes')
  .transform((pair) => {
    const [kid = '', raw = ''] = pair.split(':');
    return { kid, raw: Buffer.from(raw, 'base64url') };
  });

/** Where documents and exports are stored. The AWS SDK reads the S3 credentials from its own variables. */
const FilesEnv = z.discriminatedUnion('FILES_STORE', [
  z.object({ FILES_STORE: z.literal('filesystem'), FILES_DIR: z.string().min(1) }),
  z.object({
    FILES_STORE: z.literal('s3'),
    FILES_S3_BUCKET: z.string().min(1),
    FILES_S3_REGION: z.string().min(1),
    /** For stores that are not Amazon's. */
    FILES_S3_ENDPOINT: z.url().optional(),
  }),
]);

const SharedEnv = z.object({
  NODE_ENV: z.enum(['development', 'production']),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Readable log lines instead of JSON. `pnpm dev` sets it. */
  LOG_PRETTY: z.stringbool().default(false),
  PORT: z.coerce.number().int(),
  OPS_PORT: z.coerce.number().int(),
  WORKER_OPS_PORT: z.coerce.number().int(),
  /** The host that the health and metrics server listens on. Change it only if a probe must reach it from another machine. */
  OPS_HOST: z.string().default('localhost'),
  PUBLIC_URL: z.url(),
  WEB_ORIGINS: list.pipe(z.tuple([z.url()], z.url())),
  WEB_DIST: z.string().optional(),
  EXTENSION_IDS: list,
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).default(0),
  DRAIN_SECONDS: z.coerce.number().min(0).default(5),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).default(10),
  DATABASE_ENGINE: z.enum(['postgres', 'citus']).default('postgres'),
  REDIS_URL: z.string(),
  MAIL_FROM: z.string(),
  /** Signs the invite and referral links that the worker mails and the API reads, and keys the hashes of values that we only compare. */
  LINK_KEYS: signingKeys,
  GOOGLE_ISSUER: z.url(),
  GOOGLE_CLIENT_ID: z.string(),
  GOOGLE_CLIENT_SECRET: z.string(),
  MICROSOFT_ISSUER: z.url(),
  MICROSOFT_CLIENT_ID: z.string(),
  MICROSOFT_CLIENT_SECRET: z.string(),
  /** Values of `acr`, `acrs` or `amr` by which a provider reports a second factor. With none set, no staff page opens. */
  STAFF_SECOND_FACTOR: list.default([]),
  /** The APIs that send the mail of connected mailboxes. */
  GMAIL_API_BASE: z.url().default('https://gmail.googleapis.com'),
  GRAPH_API_BASE: z.url().default('https://graph.microsoft.com'),
  /** Encrypts mailbox credentials. Made by `pnpm mail:rotate-keys --make`. */
  MAIL_SEAL_PUBLIC_KEY: MailKey,
  /** Mail servers that may be inside our own network. Any port and any certificate is accepted for them. */
  SMTP_ACCOUNTS_ALLOWED_HOSTS: list.default([]),
  /** The service that finds street addresses. */
  GOOGLE_MAPS_BASE: z.url().default('https://maps.googleapis.com'),
  /** FMCSA's QCMobile API and its open data. The API looks brokers up, and the worker refreshes what is known of them. */
  FMCSA_API_BASE: z.url().default('https://mobile.fmcsa.dot.gov'),
  /** Without it only the open data answer. */
  FMCSA_WEB_KEY: z.string().optional(),
  FMCSA_OPEN_DATA_BASE: z.url().default('https://data.transportation.gov'),
  /** Without it the open data answer fewer questions a minute. */
  FMCSA_APP_TOKEN: z.string().optional(),
  /** EIA's open data: the weekly prices of diesel, which the worker keeps. */
  EIA_API_BASE: z.url().default('https://api.eia.gov'),
  /** The maps services. Without their keys the miles are those of our own highways, and tolls are not known. */
  HERE_API_BASE: z.url().default('https://router.hereapi.com'),
  GOOGLE_ROUTES_BASE: z.url().default('https://routes.googleapis.com'),
  /** Answers about brokers for companies whose factor is OTR, each with the company's own key. */
  FACTOR_API_BASE: z.url().default('https://services.otrsolutions.com'),
  /** A file of cities by IP address in MaxMind's format, which the API reads. Without it the place of a sign-in is unknown. */
  IP_PLACES_FILE: z.string().min(1).optional(),
  /** Without a key nobody can start to pay. Existing payments stay valid. */
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_API_BASE: z.url().default('https://api.stripe.com'),
  /** Per IP address (a /64 in IPv6). High, because a whole office may sign in from one address. */
  RATE_LIMIT_SIGN_IN_PER_MINUTE: z.coerce.number().int().default(300),
  /** Points per person. The contract of an endpoint says how many points a request costs. */
  RATE_LIMIT_API_PER_MINUTE: z.coerce.number().int().default(2400),
  /** Per company, in the same points. */
  RATE_LIMIT_COMPANY_PER_MINUTE: z.coerce.number().int().default(12_000),
  /** Per company. Each invite is a mail to a person who did not ask for it. */
  RATE_LIMIT_INVITES_PER_HOUR: z.coerce.number().int().default(200),
  /** Per person, or per provider and address while the address is unproven: a code may go to an address of another person. */
  RATE_LIMIT_EMAIL_CODES_PER_HOUR: z.coerce.number().int().default(6),
  /** Per company. Google bills each lookup. Over the limit only our own table of cities and ZIPs answers. */
  RATE_LIMIT_GEOCODING_PER_HOUR: z.coerce.number().int().default(1000),
  /** Per company. The maps service bills each route. Over the limit our own highways answer. */
  RATE_LIMIT_ROUTES_PER_HOUR: z.coerce.number().int().default(500),
  /** Per company. Each makes a dozen calls to Stripe, and all companies share Stripe's own limit. */
  RATE_LIMIT_PAYMENTS_PER_MINUTE: z.coerce.number().int().default(20),
  /** Per company. Each check signs in at a mail server, and the password may be a guess. */
  RATE_LIMIT_MAILBOX_CHECKS_PER_HOUR: z.coerce.number().int().default(60),
  /** Per company. Each picture is decoded and drawn again. */
  RATE_LIMIT_PICTURES_PER_HOUR: z.coerce.number().int().default(100),
  /** Per company. Each table is read completely, and a process reads one at a time. */
  RATE_LIMIT_TABLES_PER_HOUR: z.coerce.number().int().default(100),
  /** Per company. Each asks the company's factor with the company's own key. */
  RATE_LIMIT_FACTOR_CHECKS_PER_HOUR: z.coerce.number().int().default(300),
  /** Per IP address. Stripe sends from a few addresses, and repeats a refused message for three days. */
  RATE_LIMIT_STRIPE_EVENTS_PER_MINUTE: z.coerce.number().int().default(6000),
  /** Per IP address. For the API reference, the pictures in mail signatures and board packs, which need no sign-in. */
  RATE_LIMIT_PAGES_PER_MINUTE: z.coerce.number().int().default(6000),
  /** How many mails a provider accepts per minute from all our mailboxes together. */
  MAIL_PROJECT_GOOGLE_PER_MINUTE: z.coerce.number().positive().default(12_000),
  MAIL_PROJECT_MICROSOFT_PER_MINUTE: z.coerce.number().positive().default(10_000),
  /** ClamAV's clamd, reached by host and port or by socket. It scans every uploaded file. Without host and socket no file is scanned. */
  CLAMD_HOST: z.string().min(1).optional(),
  CLAMD_PORT: z.coerce.number().int().default(3310),
  CLAMD_SOCKET: z.string().min(1).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Hosts (of the database, Redis, etc.) that production may reach without TLS, such as a proxy on the same machine that adds TLS. */
  PLAIN_TEXT_HOSTS: list.default([]),
});
const Env = SharedEnv.and(FilesEnv);
export type Env = z.infer<typeof Env>;

/** Secrets that only one process has: the API cannot decrypt mailbox credentials, and the worker cannot sign sessions. */
const ownSecrets = {
  api: z.object({
    DATABASE_APP_URL: z.string(),
    /** Signs sessions. */
    TOKEN_KEYS: signingKeys,
    STRIPE_WEBHOOK_SECRET: z.string().optional(),
    /** Without it only our own table of cities and ZIPs answers. */
    GOOGLE_MAPS_KEY: z.string().optional(),
    /** Routes for trucks, with tolls and lines to draw. */
    HERE_API_KEY: z.string().optional(),
    /** The second maps service: miles for cars, when HERE has no key or does not answer. */
    GOOGLE_ROUTES_KEY: z.string().optional(),
  }),
  worker: z.object({
    DATABASE_WORKER_URL: z.string(),
    /** Decrypts what MAIL_SEAL_PUBLIC_KEY encrypted. */
    MAIL_SEAL_PRIVATE_KEYS: list.pipe(z.tuple([MailKey], MailKey)),
    SMTP_URL: z.string(),
    /** Without it there are no diesel prices, and so no cost of fuel. */
    EIA_API_KEY: z.string().optional(),
  }),
};
type Service = keyof typeof ownSecrets;
export type ApiEnv = Env & z.infer<typeof ownSecrets.api> & { service: 'api' };
export type WorkerEnv = Env & z.infer<typeof ownSecrets.worker> & { service: 'worker' };

/** For the commands that create, migrate and seed; the running programs can't change the schema. */
const MigratorEnv = z.object({
  DATABASE_MIGRATOR_URL: z.string(),
  /** Not needed if the roles and the database were created with the cluster. */
  DATABASE_ADMIN_URL: z.string().optional(),
});
const DevelopmentCliEnv = MigratorEnv.required();

const BoardKey = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}:[A-Za-z0-9_-]{43}$/, 'expected kid:base64url of 32 bytes')
  .transform((pair) => {
    const [kid = '', publicKey = ''] = pair.split(':');
    return { kid, publicKey };
  });
/** The public keys that builds of the extension trust. For the command that publishes packs. */
const BoardKeysEnv = z.object({ BOARD_PACK_KEYS: list.pipe(z.tuple([BoardKey], BoardKey)) });

/** Defaults for a laptop: local Postgres and Redis, and the sandbox instead of the real providers. */
const developmentDefaults = {
  PORT: '4000',
  OPS_PORT: '4001',
  WORKER_OPS_PORT: '4002',
  PUBLIC_URL: 'http://localhost:5173',
  WEB_ORIGINS: 'http://localhost:5173,http://localhost:4000',
  EXTENSION_IDS: developmentExtensionId,
  DRAIN_SECONDS: '0',
  DATABASE_APP_URL: 'postgres://app@127.0.0.1:5432/headhaul',
  DATABASE_WORKER_URL: 'postgres://worker@127.0.0.1:5432/headhaul',
  DATABASE_MIGRATOR_URL: 'postgres://migrator@127.0.0.1:5432/headhaul',
  DATABASE_ADMIN_URL: 'postgres://postgres@127.0.0.1:5432/postgres',
  REDIS_URL: 'redis://127.0.0.1:6379',
  SMTP_URL: 'smtp://localhost:4103',
  MAIL_FROM: 'Headhaul <hello@headhaul.example>',
  FILES_STORE: 'filesystem',
  FILES_DIR: fileURLToPath(new URL('../../../../.data/files', import.meta.url)),
  TOKEN_KEYS: `dev:${Buffer.from('headhaul-development-only-token-key!').toString('base64url')}`,
  LINK_KEYS: `dev:${Buffer.from('headhaul-development-only-link-key!!').toString('base64url')}`,
  GOOGLE_ISSUER: 'http://localhost:4101',
  GOOGLE_CLIENT_ID: 'headhaul-dev',
  GOOGLE_CLIENT_SECRET: 'headhaul-dev-secret',
  MICROSOFT_ISSUER: 'http://localhost:4102',
  MICROSOFT_CLIENT_ID: 'headhaul-dev',
  MICROSOFT_CLIENT_SECRET: 'headhaul-dev-secret',
  GMAIL_API_BASE: 'http://localhost:4106',
  GRAPH_API_BASE: 'http://localhost:4107',
  SMTP_ACCOUNTS_ALLOWED_HOSTS: 'localhost',
  MAIL_SEAL_PUBLIC_KEY: 'dev:-1YC4QnshiZmw-2KIa-D6H-c_aSa7T--p7ya8UhEGWY',
  MAIL_SEAL_PRIVATE_KEYS: 'dev:KAQkNcUj_zzabqc-7EiP4ov1M4rU-MAheey0meO-6mw',
  GOOGLE_MAPS_BASE: 'http://localhost:4104',
  GOOGLE_MAPS_KEY: 'headhaul-dev-secret',
  FMCSA_API_BASE: 'http://localhost:4111',
  FMCSA_WEB_KEY: 'headhaul-dev-secret',
  FMCSA_OPEN_DATA_BASE: 'http://localhost:4112',
  FMCSA_APP_TOKEN: 'headhaul-dev-secret',
  EIA_API_BASE: 'http://localhost:4113',
  EIA_API_KEY: 'headhaul-dev-secret',
  HERE_API_BASE: 'http://localhost:4114',
  GOOGLE_ROUTES_BASE: 'http://localhost:4115',
  FACTOR_API_BASE: 'http://localhost:4116',
  STRIPE_API_BASE: 'http://localhost:4105',
  STRIPE_SECRET_KEY: 'sk_test_headhaul-dev-secret',
  STAFF_SECOND_FACTOR: 'mfa',
  STRIPE_WEBHOOK_SECRET: 'whsec_headhaul-dev-secret',
  BOARD_PACK_KEYS: `${developmentBoardKey.kid}:${developmentBoardKey.publicKey}`,
};

type Source = Record<string, string | undefined>;

/** Test runners set `test`. A process with no NODE_ENV, or an unknown one, does not start. */
const modes: Record<string, Env['NODE_ENV']> = { production: 'production', development: 'development', test: 'development' };

function read<T>(schema: z.ZodType<T>, source: Source): T {
  const mode = modes[source.NODE_ENV ?? ''];
  if (!mode) throw new Error('Set NODE_ENV to production, or to development on a laptop.');
  const parsed = schema.safeParse({ ...(mode === 'development' ? developmentDefaults : {}), ...source, NODE_ENV: mode });
  if (!parsed.success) throw new Error(`The environment is incomplete:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

export function readApiEnv(source: Source = process.env): ApiEnv {
  return { ...readShared('api', source), ...read(ownSecrets.api, source), service: 'api' };
}

export function readWorkerEnv(source: Source = process.env): WorkerEnv {
  return { ...readShared('worker', source), ...read(ownSecrets.worker, source), service: 'worker' };
}

/** How to tell from each address that it uses TLS and verifies the certificate. Redis and HTTPS always verify it. */
const tlsAddresses: Record<string, (url: URL) => boolean> = {
  DATABASE_APP_URL: isVerifiedPostgres,
  DATABASE_WORKER_URL: isVerifiedPostgres,
  DATABASE_MIGRATOR_URL: isVerifiedPostgres,
  DATABASE_ADMIN_URL: isVerifiedPostgres,
  REDIS_URL: ({ protocol }) => protocol === 'rediss:',
  SMTP_URL: isVerifiedSmtp,
  PUBLIC_URL: isHttps,
  GOOGLE_ISSUER: isHttps,
  MICROSOFT_ISSUER: isHttps,
  GMAIL_API_BASE: isHttps,
  GRAPH_API_BASE: isHttps,
  GOOGLE_MAPS_BASE: isHttps,
  FMCSA_API_BASE: isHttps,
  FMCSA_OPEN_DATA_BASE: isHttps,
  EIA_API_BASE: isHttps,
  HERE_API_BASE: isHttps,
  GOOGLE_ROUTES_BASE: isHttps,
  FACTOR_API_BASE: isHttps,
  STRIPE_API_BASE: isHttps,
  FILES_S3_ENDPOINT: isHttps,
  OTEL_EXPORTER_OTLP_ENDPOINT: isHttps,
};

function isHttps({ protocol }: URL): boolean {
  return protocol === 'https:';
}

function isVerifiedPostgres({ searchParams }: URL): boolean {
  return searchParams.getAll('sslmode').join() === 'verify-full';
}

function isVerifiedSmtp({ protocol, searchParams }: URL): boolean {
  const isTls = protocol === 'smtps:' || searchParams.getAll('requireTLS').join() === 'true';
  return isTls && !searchParams.getAll('tls.rejectUnauthorized').includes('false');
}

/** Refuses connections without TLS: a listener between us and the database could read the data of every company. */
function refusePlainText(source: Source, allowedHosts: readonly string[]): void {
  for (const [name, isTls] of Object.entries(tlsAddresses)) {
    const value = source[name];
    if (value === undefined) continue;
    const url = URL.parse(value);
    if (!url) throw new Error(`${name} is no address.`);
    if (!isTls(url) && !allowedHosts.includes(url.hostname)) {
      throw new Error(
        `${name} would be spoken to without TLS. Say sslmode=verify-full (PostgreSQL), rediss:// (Redis), smtps:// or requireTLS=true (SMTP), https:// (all others), or name its host in PLAIN_TEXT_HOSTS.`,
      );
    }
  }
}

/** In production a process does not start if its environment holds secrets of another process. */
function readShared(service: Service, source: Source): Env {
  const env = read(Env, source);
  const secrets = Object.keys({ ...ownSecrets.api.shape, ...ownSecrets.worker.shape, ...MigratorEnv.shape });
  const foreign = secrets.filter((name) => !(name in ownSecrets[service].shape) && source[name] !== undefined);
  if (env.NODE_ENV === 'production' && foreign.length > 0) {
    throw new Error(`Take out of the ${service}’s environment what is not its own: ${foreign.join(', ')}.`);
  }
  if (env.NODE_ENV === 'production') {
    refusePlainText(source, env.PLAIN_TEXT_HOSTS);
    // clamd has no TLS, and it receives the documents of every company.
    if (env.CLAMD_HOST !== undefined && !env.PLAIN_TEXT_HOSTS.includes(env.CLAMD_HOST)) {
      throw new Error('CLAMD_HOST would be spoken to without TLS. Name it in PLAIN_TEXT_HOSTS, or use CLAMD_SOCKET.');
    }
  }
  return env;
}

export function readMigratorEnv(source: Source = process.env): z.infer<typeof MigratorEnv> {
  const { PLAIN_TEXT_HOSTS, ...env } = read(MigratorEnv.extend({ PLAIN_TEXT_HOSTS: list.default([]) }), source);
  if (source.NODE_ENV === 'production') refusePlainText(source, PLAIN_TEXT_HOSTS);
  return env;
}

/** In production the development key is refused: anybody can sign with it. */
export function readBoardKeys(source: Source = process.env): z.infer<typeof BoardKeysEnv>['BOARD_PACK_KEYS'] {
  const { BOARD_PACK_KEYS: keys } = read(BoardKeysEnv, source);
  if (source.NODE_ENV === 'production' && keys.some(({ publicKey }) => publicKey === developmentBoardKey.publicKey)) {
    throw new Error('Take the development key out of BOARD_PACK_KEYS: anybody can sign with it.');
  }
  return keys;
}

/** For commands that create demo accounts or drop the database. */
export function readDevelopmentEnv(source: Source = process.env): z.infer<typeof DevelopmentCliEnv> {
  if (source.NODE_ENV === 'production') throw new Error('This command is for development; it does not run in production.');
  return read(DevelopmentCliEnv, source);
}
