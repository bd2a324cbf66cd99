import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeKeyPair, readPrivateKey, readPublicKey } from '../../../lib/auth/sealed-secret.ts';
import { openMailSecret, rewrapMailSecret, type SecretPlace, sealMailSecret } from './mail-secrets.ts';

function makePair(kid: string) {
  const { publicKey, privateKey } = makeKeyPair(kid);
  const raw = (pair: string) => Buffer.from(pair.slice(kid.length + 1), 'base64url');
  return { publicKey: readPublicKey(kid, raw(publicKey)), privateKey: readPrivateKey(kid, raw(privateKey)) };
}

const place: SecretPlace = { companyId: randomUUID(), accountId: randomUUID(), field: 'refresh_token', server: null };
const old = makePair('old');
const fresh = makePair('new');

describe('mail secrets', () => {
  it('open again for the worker, in every script', () => {
    for (const plain of ['1//0gRefresh', '', 'pässwörd 🔑', 'x'.repeat(5_000)]) {
      expect(openMailSecret([old.privateKey], place, sealMailSecret(old.publicKey, place, plain))).toBe(plain);
    }
  });

  it('differ each time, and show nothing of what is inside', () => {
    const one = sealMailSecret(old.publicKey, place, 'the very same');
    const two = sealMailSecret(old.publicKey, place, 'the very same');
    expect(one.sealed.equals(two.sealed)).toBe(false);
    expect(Buffer.concat([one.sealed, one.wrappedKey]).includes('the very')).toBe(false);
  });

  it.each([
    ['another company', { companyId: randomUUID() }],
    ['another mailbox', { accountId: randomUUID() }],
    ['another field', { field: 'access_token' as const }],
  ])('do not open for %s', (_name, other) => {
    const secret = sealMailSecret(old.publicKey, place, 'token');
    expect(() => openMailSecret([old.privateKey], { ...place, ...other }, secret)).toThrow();
  });

  it('a password does not open for another server than it was typed for', () => {
    const server = { host: 'smtp.office.example', port: 587, security: 'starttls' as const, username: 'nina' };
    const typed: SecretPlace = { ...place, field: 'smtp_password', server };
    const secret = sealMailSecret(old.publicKey, typed, 'pass-word');
    expect(openMailSecret([old.privateKey], typed, secret)).toBe('pass-word');
    for (const other of [{ host: 'evil.example' }, { port: 25 }, { security: 'tls' as const }, { username: 'eve' }]) {
      expect(() => openMailSecret([old.privateKey], { ...typed, server: { ...server, ...other } }, secret)).toThrow();
    }
  });

  it('do not open with a changed byte anywhere, or with the half of another', () => {
    const secret = sealMailSecret(old.publicKey, place, 'token');
    for (const part of ['wrappedKey', 'sealed'] as const) {
      for (let at = 0; at < secret[part].length; at++) {
        const changed = Buffer.from(secret[part]);
        changed[at] = (changed[at] ?? 0) ^ 1;
        // X25519 ignores the highest bit of a point. The key is derived from the bytes as sent, so even that bit counts here.
        expect(() => openMailSecret([old.privateKey], place, { ...secret, [part]: changed })).toThrow();
      }
    }
    const other = sealMailSecret(old.publicKey, place, 'other');
    expect(() => openMailSecret([old.privateKey], place, { ...secret, wrappedKey: other.wrappedKey })).toThrow();
    expect(() => openMailSecret([old.privateKey], place, { ...secret, wrappedKey: Buffer.alloc(0) })).toThrow();
  });

  it('do not open with another key under the same name, nor under another name', () => {
    const secret = sealMailSecret(old.publicKey, place, 'token');
    expect(() => openMailSecret([{ ...fresh.privateKey, kid: 'old' }], place, secret)).toThrow();
    expect(() => openMailSecret([{ ...old.privateKey, kid: 'new' }], place, { ...secret, keyId: 'new' })).toThrow();
    expect(() => openMailSecret([fresh.privateKey], place, secret)).toThrow('a key that is not here');
  });

  it('are wrapped anew for the newest key, which alone then opens them', () => {
    const secret = sealMailSecret(old.publicKey, place, 'token');
    const moved = rewrapMailSecret([fresh.privateKey, old.privateKey], fresh.publicKey, place, secret);
    expect(moved.keyId).toBe('new');
    expect(moved.sealed.equals(secret.sealed)).toBe(true);
    expect(openMailSecret([fresh.privateKey], place, moved)).toBe('token');
    expect(() => openMailSecret([old.privateKey], place, moved)).toThrow();
  });
});
