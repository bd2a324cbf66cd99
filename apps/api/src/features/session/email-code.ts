import { deriveKey, hmac } from '../../lib/auth/crypto.ts';
import type { Env } from '../../lib/env.ts';

/** The six digits of one mailed code. The API that checks them and the worker that mails them both derive them. They are not stored. */
export function digitsOf([key]: Env['LINK_KEYS'], userId: string, nonce: Uint8Array): string {
  const derived = hmac(deriveKey(key.secret, 'email code'), Buffer.concat([Buffer.from(userId), nonce]));
  // 48 bits modulo a million: no code is likelier than another by more than one in 280 million.
  return String(derived.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}
