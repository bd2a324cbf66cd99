import { hash } from 'node:crypto';
import { accessTokenSeconds } from '@headhaul/contracts/constants';
import { Audience } from '@headhaul/contracts/session';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { ApiEnv } from '../env.ts';
import { AppError } from '../errors.ts';
import { deriveKey } from './crypto.ts';

const issuer = 'headhaul';
const Claims = z.object({ sid: z.uuid(), aud: Audience, exp: z.int() });
const rememberedTokens = 20_000;

/** An access token only names the session that is calling. The permissions of the session are read from the database. */
export interface AccessTokens {
  sign(sessionId: string, audience: Audience): Promise<string>;
  verify(token: string): Promise<{ sessionId: string; audience: Audience }>;
}

export function createAccessTokens(keys: ApiEnv['TOKEN_KEYS']): AccessTokens {
  const derived = new Map(keys.map(({ kid, secret }) => [kid, deriveKey(secret, 'access token')]));
  const signing = keys[0];
  // A verified signature stays valid until its token expires, and a screen sends the same token with every call. The key is the
  // hash of the token, so that no usable token stays in memory for minutes.
  const verified = new Map<string, { claims: { sessionId: string; audience: Audience }; expiresAtMs: number }>();
  return {
    sign: (sessionId, audience) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', kid: signing.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(`${accessTokenSeconds}s`)
        .sign(derived.get(signing.kid) as Uint8Array),
    async verify(token) {
      const key = hash('sha256', token, 'base64');
      const known = verified.get(key);
      if (known && known.expiresAtMs > Date.now()) return known.claims;
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = kid === undefined ? undefined : derived.get(kid);
            if (!key) throw new errors.JWSSignatureVerificationFailed();
            return key;
          },
          { issuer, algorithms: ['HS256'] },
        );
        const { sid, aud, exp } = z.parse(Claims, payload);
        const claims = { sessionId: sid, audience: aud };
        if (verified.size >= rememberedTokens) verified.clear();
        verified.set(key, { claims, expiresAtMs: exp * 1_000 });
        return claims;
      } catch (cause) {
        throw new AppError(cause instanceof errors.JWTExpired ? 'session_expired' : 'not_signed_in', { cause });
      }
    },
  };
}
