import type { Env } from '../env.ts';
import { deriveKey, hmac, sameBytes } from './crypto.ts';

/**
 * id (16 bytes) · version (2) · tag (16). The token is derived from the key and not stored: the worker that mails it and
 * the API that shows it to be copied each compute it. So a stolen database contains no usable invite.
 */
export interface InviteTokens {
  issue(id: string, version: number): string;
  read(token: string): { id: string; version: number } | undefined;
}

/** Each purpose has its own tag key, so a token for one purpose is not valid for the other. */
export function createInviteTokens(keys: Env['LINK_KEYS'], purpose: 'invite token' | 'referral token' = 'invite token'): InviteTokens {
  const tagKeys = keys.map(({ secret }) => deriveKey(secret, purpose));
  const signingKey = deriveKey(keys[0].secret, purpose);
  const tagOf = (key: Buffer, body: Buffer) => hmac(key, body).subarray(0, 16);
  return {
    issue(id, version) {
      const body = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), Buffer.from([version >> 8, version & 255])]);
      return Buffer.concat([body, tagOf(signingKey, body)]).toString('base64url');
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== 34) return undefined;
      const body = bytes.subarray(0, 18);
      if (!tagKeys.some((key) => sameBytes(tagOf(key, body), bytes.subarray(18)))) return undefined;
      const id = body
        .subarray(0, 16)
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return { id, version: body.readUInt16BE(16) };
    },
  };
}
