import { accessTokenSeconds } from '@headhaul/contracts/constants';
import { Audience } from '@headhaul/contracts/session';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { deriveKey } from '../crypto.ts';
import type { Env } from '../env.ts';
import { AppError } from '../errors.ts';

const issuer = 'headhaul';
const Claims = z.object({ sid: z.uuid(), aud: Audience });

/** An access token says only which session is calling. What that session may do is read from the database. */
export interface AccessTokens {
  sign(sessionId: string, audience: Audience): Promise<string>;
  verify(token: string): Promise<{ sessionId: string; audience: Audience }>;
}

export function createAccessTokens(keys: Env['TOKEN_KEYS']): AccessTokens {
  const derived = new Map(keys.map(({ kid, secret }) => [kid, deriveKey(secret, 'access token')]));
  const signing = keys[0];
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
        const claims = z.parse(Claims, payload);
        return { sessionId: claims.sid, audience: claims.aud };
      } catch (cause) {
        throw new AppError(cause instanceof errors.JWTExpired ? 'session_expired' : 'not_signed_in', { cause });
      }
    },
  };
}
