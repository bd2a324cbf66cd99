import { factoringEndpoints } from '@headhaul/contracts/factoring';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeyPair } from '../../../lib/auth/sealed-secret.ts';
import { connectByPassword } from '../../../testing/mail/mailboxes.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { rotateMailKeys } from './key-rotation.ts';
import { readSecrets } from './secret-store.service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

describe('rotating the mail keys', () => {
  it('moves every company’s secrets and its factor’s key to the newest key; the old one can then go', async () => {
    const clients = await Promise.all([api.signUp(), api.signUp(), api.signUp()]);
    const accounts = await Promise.all(
      clients.map((client) => connectByPassword(client, { password: `password of ${client.user.companyId}` })),
    );
    const factor = { factoringType: 'OTR' as const, name: 'OTR', key: 'a-key' };
    await clients[0].call(factoringEndpoints.updateFactoring, { body: factor });
    const pair = makeKeyPair('next');
    const before = api.openWorker();
    const oldKeys = before.env.MAIL_SEAL_PRIVATE_KEYS.map(({ kid, raw }) => `${kid}:${raw.toString('base64url')}`).join(',');
    await before.close();
    const both = api.openWorker({ MAIL_SEAL_PUBLIC_KEY: pair.publicKey, MAIL_SEAL_PRIVATE_KEYS: `${pair.privateKey},${oldKeys}` });
    expect(await rotateMailKeys(both)).toEqual({ companies: 3, rewrapped: 4, unopened: 0 });
    expect(await rotateMailKeys(both)).toEqual({ companies: 3, rewrapped: 0, unopened: 0 });
    await both.close();
    const fresh = api.openWorker({ MAIL_SEAL_PUBLIC_KEY: pair.publicKey, MAIL_SEAL_PRIVATE_KEYS: pair.privateKey });
    for (const [index, client] of clients.entries()) {
      const secrets = await fresh.db.withTenant(client.user.companyId, (tx) => readSecrets(fresh, tx, accounts[index]?.id ?? ''));
      expect(secrets.smtpPassword).toBe(`password of ${client.user.companyId}`);
    }
    await fresh.close();
    const third = makeKeyPair('third');
    const without = api.openWorker({ MAIL_SEAL_PUBLIC_KEY: third.publicKey, MAIL_SEAL_PRIVATE_KEYS: third.privateKey });
    expect(await rotateMailKeys(without)).toMatchObject({ rewrapped: 0, unopened: 4 });
    await without.close();
  });

  it('needs the key pair whole', () => {
    const pair = makeKeyPair('next');
    expect(() => api.openWorker({ MAIL_SEAL_PUBLIC_KEY: pair.publicKey })).toThrow('MAIL_SEAL_PRIVATE_KEYS lacks');
  });
});
