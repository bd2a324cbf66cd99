import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAccessTokens } from './access-token.ts';
import { createRefreshTokens } from './refresh-token.ts';

const makeKey = (kid: string) => ({ kid, secret: randomBytes(32) });
const old = makeKey('old');
const fresh = makeKey('new');
const sessionId = randomUUID();

describe('TOKEN_KEYS', () => {
  it('keeps tokens of the old key good while it is listed second', async () => {
    const refreshToken = createRefreshTokens([old]).issue(sessionId, 7);
    const accessToken = await createAccessTokens([old]).sign(sessionId, 'web');
    expect(createRefreshTokens([fresh, old]).read(refreshToken)).toEqual({ familyId: sessionId, generation: 7 });
    expect(await createAccessTokens([fresh, old]).verify(accessToken)).toEqual({ sessionId, audience: 'web' });
  });

  it('signs with the first, and refuses what a dropped key signed', async () => {
    const refreshToken = createRefreshTokens([fresh, old]).issue(sessionId, 1);
    const accessToken = await createAccessTokens([fresh, old]).sign(sessionId, 'extension');
    expect(createRefreshTokens([fresh]).read(refreshToken)).toBeDefined();
    await expect(createAccessTokens([old]).verify(accessToken)).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(createRefreshTokens([old]).read(refreshToken)).toBeUndefined();
  });

  it('refuses a key id swapped for another', async () => {
    const [header, payload, signature] = (await createAccessTokens([old]).sign(sessionId, 'web')).split('.');
    const swapped = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(header ?? '', 'base64url').toString()), kid: 'new' }));
    const forged = [swapped.toString('base64url'), payload, signature].join('.');
    await expect(createAccessTokens([fresh, old]).verify(forged)).rejects.toMatchObject({ code: 'not_signed_in' });
  });
});
