import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type CallOptions, call } from '@headhaul/contracts/http/call';
import type { Answer, Endpoint, SentExactly } from '@headhaul/contracts/http/endpoint';
import { type SessionUser, sessionEndpoints, type TokenPair } from '@headhaul/contracts/session';
import pg from 'pg';
import { inject } from 'vitest';
import { createApp } from '../app.ts';
import { findOrCreatePerson, type ProvenIdentity } from '../features/session/people.service.ts';
import { issueCode } from '../features/session/sign-in.service.ts';
import { challengeOf, randomSecret } from '../lib/auth/crypto.ts';
import { readApiEnv, readDevelopmentEnv, readWorkerEnv } from '../lib/env.ts';
import type { App } from '../lib/http/implement.ts';
import { type ApiPlatform, createApiPlatform, createWorkerPlatform, type WorkerPlatform } from '../lib/platform.ts';

/** A signed-in browser or extension. */
export interface TestClient {
  user: SessionUser;
  token: TokenPair;
  cookie: string;
  call<E extends Endpoint>(endpoint: E, input: SentExactly<E>, headers?: Record<string, string>): Promise<Answer<E>>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface TestApp {
  app: App;
  platform: ApiPlatform;
  /** Opens a worker's platform on the same database, with the worker's role. It is closed with the app, if not before. */
  openWorker(env?: Record<string, string>): WorkerPlatform;
  origin: string;
  /** Connections as the database's administrator, which row-level security does not limit. */
  admin: pg.Pool;
  databaseUrl(role: 'app' | 'worker' | 'migrator'): string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A person with a company of their own, signed in through a real one-time code. */
  signUp(email?: string, headers?: Record<string, string>): Promise<TestClient>;
  /** Redeems a code as a client would. */
  redeem(code: string, verifier: string, headers?: Record<string, string>): Promise<TestClient>;
  close(): Promise<void>;
}

/** A person whose provider has verified their address and does not say when they signed in. */
export function identityOf(email: string): ProvenIdentity {
  return {
    provider: 'google',
    issuer: 'https://test.example',
    subject: email,
    email,
    name: 'Test',
    familyName: 'Person',
    isEmailProven: true,
    authenticatedAt: null,
    hasSecondFactor: false,
  };
}

export interface TestAppOptions {
  env?: Record<string, string>;
  /** Adds the test's own routes before the server starts. */
  extend?: (app: App) => void;
}

/** The real application on its own database, reached over HTTP. */
export async function startTestApp({ env: extra = {}, extend }: TestAppOptions = {}): Promise<TestApp> {
  const adminUrl = readDevelopmentEnv().DATABASE_ADMIN_URL;
  const database = `headhaul_test_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const server = new pg.Client({ connectionString: adminUrl });
  await server.connect();
  await server.query(`create database ${database} template ${inject('templateDatabase')} owner migrator`);
  await server.end();
  const databaseUrl = (role: string) => Object.assign(new URL(adminUrl), { username: role, pathname: `/${database}` }).href;

  const filesDir = await mkdtemp(join(tmpdir(), 'headhaul-files-'));
  const sandboxPort = inject('sandboxPort');
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_APP_URL: databaseUrl('app'),
    DATABASE_WORKER_URL: databaseUrl('worker'),
    ...(process.env.REDIS_URL === undefined ? {} : { REDIS_URL: process.env.REDIS_URL }),
    GOOGLE_ISSUER: `http://localhost:${sandboxPort + 1}`,
    MICROSOFT_ISSUER: `http://localhost:${sandboxPort + 2}`,
    SMTP_URL: `smtp://localhost:${sandboxPort + 3}`,
    GOOGLE_MAPS_BASE: `http://localhost:${sandboxPort + 4}`,
    STRIPE_API_BASE: `http://localhost:${sandboxPort + 5}`,
    GMAIL_API_BASE: `http://localhost:${sandboxPort + 6}`,
    GRAPH_API_BASE: `http://localhost:${sandboxPort + 7}`,
    FMCSA_API_BASE: `http://localhost:${sandboxPort + 11}`,
    FMCSA_OPEN_DATA_BASE: `http://localhost:${sandboxPort + 12}`,
    EIA_API_BASE: `http://localhost:${sandboxPort + 13}`,
    HERE_API_BASE: `http://localhost:${sandboxPort + 14}`,
    GOOGLE_ROUTES_BASE: `http://localhost:${sandboxPort + 15}`,
    FACTOR_API_BASE: `http://localhost:${sandboxPort + 16}`,
    FILES_DIR: filesDir,
    RATE_LIMIT_SIGN_IN_PER_MINUTE: '100000',
    ...extra,
  };
  const platform = createApiPlatform(readApiEnv(env));
  const workers: WorkerPlatform[] = [];
  const app = await createApp(platform);
  extend?.(app);
  await app.server.listen({ port: 0, host: '::' });
  const origin = `http://localhost:${(app.server.server.address() as AddressInfo).port}`;
  const admin = new pg.Pool({ connectionString: Object.assign(new URL(adminUrl), { pathname: `/${database}` }).href, max: 4 });
  // The database is dropped right after the pool ends, and a connection may still get an error from that.
  admin.on('connect', (client) => client.on('error', () => {}));
  admin.on('error', () => {});

  async function redeem(code: string, verifier: string, own: Record<string, string> = {}): Promise<TestClient> {
    let cookie = '';
    const keepCookie: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      cookie = response.headers
        .getSetCookie()
        .map((one) => one.split(';', 1)[0])
        .join('; ');
      return response;
    };
    const { user, token } = await call(
      sessionEndpoints.exchangeCode,
      { body: { code, verifier } },
      { base: `${origin}/api`, fetch: keepCookie, headers: own },
    );
    const client: TestClient = {
      user,
      token,
      cookie,
      call: (endpoint, input, headers = {}) => {
        const options: CallOptions = {
          base: `${origin}/api`,
          headers: { authorization: `Bearer ${client.token.accessToken}`, cookie, ...headers },
        };
        return call(endpoint, input, options);
      },
      fetch: (path, init = {}) =>
        fetch(`${origin}${path}`, { ...init, headers: { authorization: `Bearer ${client.token.accessToken}`, cookie, ...init.headers } }),
    };
    return client;
  }

  return {
    app,
    platform,
    openWorker(own = {}) {
      const opened = createWorkerPlatform(readWorkerEnv({ ...env, ...own }));
      let closing: Promise<void> | undefined;
      const worker = { ...opened, close: () => (closing ??= opened.close()) };
      workers.push(worker);
      return worker;
    },
    origin,
    admin,
    databaseUrl,
    fetch: (path, init) => fetch(`${origin}${path}`, { redirect: 'manual', ...init }),
    async signUp(email = `${randomUUID().slice(0, 8)}@example.test`, headers = {}) {
      const identity = { ...identityOf(email), authenticatedAt: new Date(), hasSecondFactor: true };
      const person = await findOrCreatePerson(platform, identity, 'DISPATCHER');
      const verifier = randomSecret();
      const code = await issueCode(platform.db.global, person, {
        audience: 'web',
        challenge: challengeOf(verifier),
        parentSessionId: null,
        authenticatedAt: identity.authenticatedAt,
        hasSecondFactor: identity.hasSecondFactor,
        isConfirmation: false,
      });
      return redeem(code, verifier, headers);
    },
    redeem,
    async close() {
      await app.server.close();
      for (const worker of workers) await worker.close();
      await platform.close();
      await admin.end();
      await rm(filesDir, { recursive: true, force: true });
      const cleaner = new pg.Client({ connectionString: adminUrl });
      await cleaner.connect();
      await untilUnused(cleaner, database);
      await cleaner.query(`drop database if exists ${database} with (force)`);
      await cleaner.end();
    },
  };
}

/**
 * Waits for connections that are ending. The job queue's pool says that it has ended while the last of its connections are still open, and a
 * connection that the server cuts then would end the test run with an error that nobody can catch.
 */
async function untilUnused(server: pg.Client, database: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rowCount } = await server.query('select from pg_stat_activity where datname = $1 limit 1', [database]);
    if (rowCount === 0) return;
    await pause(50);
  }
}
