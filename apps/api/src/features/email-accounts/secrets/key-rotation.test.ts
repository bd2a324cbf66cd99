import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeyPair } from '../../../lib/auth/sealed-secret.ts';
import { readEnv } from '../../../lib/env.ts';
import { createPlatform, type Platform } from '../../../lib/platform.ts';
import { connectByPassword } from '../../../testing/mail/mailboxes.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { rotateMailKeys } from './key-rotation.ts';
import { readSecrets } from './secret-store.service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

function openWorker(env: Record<string, string>): Platform {
  return createPlatform(
    readEnv({ LOG_LEVEL: 'silent', DATABASE_APP_URL: api.databaseUrl('app'), DATABASE_WORKER_URL: api.databaseUrl('worker'), ...env }),
    'worker',
  );
}

describe('rotating the mail keys', () => {
  it('moves every company’s secrets to the newest key; the old one can then go', async () => {
    const clients = await Promise.all([api.signUp(), api.signUp(), api.signUp()]);
    const accounts = await Promise.all(
      clients.map((client) => connectByPassword(client, { password: `password of ${client.user.companyId}` })),
    );
    const pair = makeKeyPair('next');
    const oldKeys = api.platform.env.MAIL_SEAL_PRIVATE_KEYS.map(({ kid, raw }) => `${kid}:${raw.toString('base64url')}`).join(',');
    const both = openWorker({ MAIL_SEAL_PUBLIC_KEY: pair.publicKey, MAIL_SEAL_PRIVATE_KEYS: `${pair.privateKey},${oldKeys}` });
    expect(await rotateMailKeys(both)).toEqual({ companies: 3, rewrapped: 3, unopened: 0 });
    expect(await rotateMailKeys(both)).toEqual({ companies: 3, rewrapped: 0, unopened: 0 });
    await both.close();
    const fresh = openWorker({ MAIL_SEAL_PUBLIC_KEY: pair.publicKey, MAIL_SEAL_PRIVATE_KEYS: pair.privateKey });
    for (const [index, client] of clients.entries()) {
      const secrets = await fresh.db.withTenant(client.user.companyId, (tx) => readSecrets(fresh, tx, accounts[index]?.id ?? ''));
      expect(secrets.smtpPassword).toBe(`password of ${client.user.companyId}`);
    }
    await fresh.close();
    const third = makeKeyPair('third');
    const without = openWorker({ MAIL_SEAL_PUBLIC_KEY: third.publicKey, MAIL_SEAL_PRIVATE_KEYS: third.privateKey });
    expect(await rotateMailKeys(without)).toMatchObject({ rewrapped: 0, unopened: 3 });
    await without.close();
  });

  it('needs the key pair whole, and the API refuses to hold it in production', () => {
    const pair = makeKeyPair('next');
    expect(() => openWorker({ MAIL_SEAL_PUBLIC_KEY: pair.publicKey })).toThrow('MAIL_SEAL_PRIVATE_KEYS lacks');
    expect(() => createPlatform({ ...api.platform.env, NODE_ENV: 'production' }, 'api')).toThrow('belongs to the worker alone');
  });
});
