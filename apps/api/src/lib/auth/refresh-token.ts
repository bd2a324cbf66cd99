import { randomBytes } from 'node:crypto';
import type { ApiEnv } from '../env.ts';
import { deriveKey, hmac, sameBytes, seal, sha256, unseal } from './crypto.ts';

/**
 * family id (16 bytes) · generation (4) · secret (24) · tag (16). The tag proves that we made the token, so a made-up one
 * is refused before the database is asked and can never get a family revoked.
 */
export interface RefreshToken {
  familyId: string;
  generation: number;
}

const tagBytes = 16;
const bodyBytes = 44;

export interface RefreshTokens {
  issue(familyId: string, generation: number): string;
  /** Undefined for anything we did not issue. */
  read(token: string): RefreshToken | undefined;
}

export function createRefreshTokens(keys: ApiEnv['TOKEN_KEYS']): RefreshTokens {
  const tagKeys = keys.map(({ secret }) => deriveKey(secret, 'refresh token tag'));
  const signingKey = deriveKey(keys[0].secret, 'refresh token tag');
  const tagOf = (key: Buffer, body: Buffer) => hmac(key, body).subarray(0, tagBytes);
  return {
    issue(familyId, generation) {
      const count = Buffer.alloc(4);
      count.writeUInt32BE(generation);
      const body = Buffer.concat([Buffer.from(familyId.replaceAll('-', ''), 'hex'), count, randomBytes(24)]);
      return Buffer.concat([body, tagOf(signingKey, body)]).toString('base64url');
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      // Accept only one spelling: another spelling of the same bytes has another hash, would look like an old token and end the family.
      if (bytes.length !== bodyBytes + tagBytes || bytes.toString('base64url') !== token) return undefined;
      const body = bytes.subarray(0, bodyBytes);
      const tag = bytes.subarray(bodyBytes);
      if (!tagKeys.some((key) => sameBytes(tagOf(key, body), tag))) return undefined;
      const hex = body.subarray(0, 16).toString('hex');
      const familyId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return { familyId, generation: body.readUInt32BE(16) };
    },
  };
}

export function hashToken(token: string): Buffer {
  return sha256(token);
}

/** Encrypts the new token with the old one. A client that has the old token can get the new one, but the database alone reveals neither. */
export function sealSuccessor(previous: string, successor: string): Buffer {
  return seal(deriveKey(Buffer.from(previous), 'successor'), successor);
}

export function openSuccessor(previous: string, sealed: Buffer): string {
  return unseal(deriveKey(Buffer.from(previous), 'successor'), sealed);
}
