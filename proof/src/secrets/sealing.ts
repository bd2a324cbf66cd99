import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProofDatabase } from '../lib/database.ts';
import { apiSource } from '../lib/stage.ts';

export interface Place {
  companyId: string;
  accountId: string;
  field: 'refresh_token' | 'access_token' | 'smtp_password';
  /** The mail server that a password belongs to. */
  server: { host: string } | null;
}

export interface Sealed {
  keyId: string;
  wrappedKey: Buffer;
  sealed: Buffer;
}

export interface StoredSecret extends Sealed {
  place: Place;
}

interface Key {
  kid: string;
}

/** The product's sealing code, or a mutant's. A secret that it can't open is taken to be safe from everybody who has the keys. */
export interface Sealing {
  makeKeyPair(kid: string): { publicKey: string; privateKey: string };
  readPublicKey(kid: string, raw: Uint8Array): Key;
  readPrivateKey(kid: string, raw: Uint8Array): Key;
  sealSecret(key: Key, place: Place, plain: string): Sealed;
  openSecret(keys: readonly Key[], place: Place, secret: Sealed): string;
}

export async function loadSealing(source = apiSource): Promise<Sealing> {
  const load = (file: string) => import(pathToFileURL(join(source, file)).href);
  const { makeKeyPair, readPublicKey, readPrivateKey } = await load('lib/auth/sealed-secret.ts');
  const { sealMailSecret, openMailSecret } = await load('features/email-accounts/secrets/mail-secrets.ts');
  return { makeKeyPair, readPublicKey, readPrivateKey, sealSecret: sealMailSecret, openSecret: openMailSecret };
}

export interface KeyPair {
  publicKey: string;
  privateKey: string;
  opening: Key;
  sealing: Key;
}

export function makePair(sealing: Sealing, kid: string): KeyPair {
  const pair = sealing.makeKeyPair(kid);
  const raw = (text: string) => Buffer.from(text.slice(kid.length + 1), 'base64url');
  return { ...pair, opening: sealing.readPrivateKey(kid, raw(pair.privateKey)), sealing: sealing.readPublicKey(kid, raw(pair.publicKey)) };
}

export async function readStored({ admin }: ProofDatabase): Promise<StoredSecret[]> {
  const { rows } = await admin.query<{
    company_id: string;
    account_id: string;
    field: Place['field'];
    key_id: string;
    wrapped_key: Buffer;
    sealed: Buffer;
    smtp: Place['server'];
  }>(`
    select s.company_id, s.account_id, s.field, s.key_id, s.wrapped_key, s.sealed, a.smtp
    from email_secrets s join email_accounts a on a.company_id = s.company_id and a.id = s.account_id order by 1, 2, 3`);
  return rows.map((row) => ({
    place: { companyId: row.company_id, accountId: row.account_id, field: row.field, server: row.smtp },
    keyId: row.key_id,
    wrappedKey: row.wrapped_key,
    sealed: row.sealed,
  }));
}
