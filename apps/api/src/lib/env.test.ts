import { describe, expect, it } from 'vitest';
import { productionEnv, productionKey } from '../testing/production-env.ts';
import { readApiEnv, readDevelopmentEnv, readMigratorEnv, readWorkerEnv } from './env.ts';

const shared = { ...productionEnv, FILES_STORE: 's3', FILES_S3_BUCKET: 'documents', FILES_S3_REGION: 'us-east-1' };
const api = {
  ...shared,
  DATABASE_APP_URL: 'postgres://app@db.internal/headhaul?sslmode=verify-full',
  TOKEN_KEYS: productionKey,
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};
const worker = {
  ...shared,
  DATABASE_WORKER_URL: 'postgres://worker@db.internal/headhaul?sslmode=verify-full',
  MAIL_SEAL_PRIVATE_KEYS: productionKey,
  SMTP_URL: 'smtps://mail.internal',
};

describe('the environment', () => {
  it('speaks to a scanner without TLS only where that was said, or by its socket', () => {
    expect(() => readApiEnv({ ...api, CLAMD_HOST: 'clamd.internal' })).toThrow('PLAIN_TEXT_HOSTS');
    expect(readApiEnv({ ...api, CLAMD_HOST: 'clamd.internal', PLAIN_TEXT_HOSTS: 'clamd.internal' }).CLAMD_PORT).toBe(3310);
    expect(readApiEnv({ ...api, CLAMD_SOCKET: '/run/clamd.sock' }).CLAMD_SOCKET).toBe('/run/clamd.sock');
  });

  it.each([undefined, '', 'prod', 'Production', 'staging'])('is not guessed: NODE_ENV %s is refused', (mode) => {
    for (const read of [readApiEnv, readWorkerEnv, readMigratorEnv, readDevelopmentEnv]) {
      expect(() => read({ ...api, ...worker, NODE_ENV: mode })).toThrow('Set NODE_ENV');
    }
  });

  it('has no default of a laptop in production', () => {
    for (const name of Object.keys(api).filter((one) => one !== 'NODE_ENV' && one !== 'STRIPE_WEBHOOK_SECRET')) {
      expect(() => readApiEnv({ ...api, [name]: undefined }), name).toThrow(name);
    }
    for (const name of Object.keys(worker).filter((one) => one !== 'NODE_ENV')) {
      expect(() => readWorkerEnv({ ...worker, [name]: undefined }), name).toThrow(name);
    }
    expect(() => readMigratorEnv({ NODE_ENV: 'production' })).toThrow('DATABASE_MIGRATOR_URL');
  });

  it('gives each process its own secrets, and neither starts with the other’s', () => {
    expect(readApiEnv(api)).not.toHaveProperty('SMTP_URL');
    expect(readWorkerEnv(worker)).not.toHaveProperty('TOKEN_KEYS');
    for (const name of ['DATABASE_WORKER_URL', 'MAIL_SEAL_PRIVATE_KEYS', 'SMTP_URL'] as const) {
      expect(() => readApiEnv({ ...api, [name]: worker[name] }), name).toThrow(
        `Take out of the api’s environment what is not its own: ${name}`,
      );
    }
    for (const name of ['DATABASE_APP_URL', 'TOKEN_KEYS', 'STRIPE_WEBHOOK_SECRET'] as const) {
      expect(() => readWorkerEnv({ ...worker, [name]: api[name] }), name).toThrow(`what is not its own: ${name}`);
    }
    for (const name of ['DATABASE_MIGRATOR_URL', 'DATABASE_ADMIN_URL']) {
      expect(() => readApiEnv({ ...api, [name]: 'postgres://x' })).toThrow(`not its own: ${name}`);
      expect(() => readWorkerEnv({ ...worker, [name]: 'postgres://x' })).toThrow(`not its own: ${name}`);
    }
  });

  it('speaks to the database, Redis and the mail server by TLS in production, or is told which host needs none', () => {
    const plain = {
      DATABASE_APP_URL: ['postgres://app@db.internal/headhaul', 'postgres://app@db.internal/headhaul?sslmode=require'],
      REDIS_URL: ['redis://redis.internal'],
    };
    for (const [name, values] of Object.entries(plain)) {
      for (const value of values)
        expect(() => readApiEnv({ ...api, [name]: value }), value).toThrow(`${name} would be spoken to without TLS`);
    }
    expect(() => readWorkerEnv({ ...worker, SMTP_URL: 'smtp://mail.internal' })).toThrow('SMTP_URL would');
    expect(readWorkerEnv({ ...worker, SMTP_URL: 'smtp://mail.internal?requireTLS=true' }).SMTP_URL).toContain('requireTLS');
    expect(() => readWorkerEnv({ ...worker, REDIS_URL: 'redis' })).toThrow('REDIS_URL is no address');
    const beside = { ...worker, SMTP_URL: 'smtp://localhost', REDIS_URL: 'redis://redis.internal' };
    expect(() => readWorkerEnv({ ...beside, PLAIN_TEXT_HOSTS: 'localhost' })).toThrow('REDIS_URL would');
    expect(readWorkerEnv({ ...beside, PLAIN_TEXT_HOSTS: 'localhost, redis.internal' }).service).toBe('worker');
    const migrator = { NODE_ENV: 'production', DATABASE_MIGRATOR_URL: 'postgres://migrator@db.internal/headhaul' };
    expect(() => readMigratorEnv(migrator)).toThrow('DATABASE_MIGRATOR_URL would');
    expect(readMigratorEnv({ ...migrator, PLAIN_TEXT_HOSTS: 'db.internal' })).toEqual({
      DATABASE_MIGRATOR_URL: migrator.DATABASE_MIGRATOR_URL,
    });
  });

  it('speaks to providers and stores by HTTPS in production', () => {
    for (const name of ['GMAIL_API_BASE', 'GOOGLE_ISSUER', 'FILES_S3_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'])
      expect(() => readApiEnv({ ...api, [name]: 'http://plain.example' }), name).toThrow(`${name} would be spoken to without TLS`);
  });

  it('lets no command for demo people run in production', () => {
    expect(() => readDevelopmentEnv({ NODE_ENV: 'production', DATABASE_MIGRATOR_URL: 'x', DATABASE_ADMIN_URL: 'y' })).toThrow(
      'does not run in production',
    );
  });
});
