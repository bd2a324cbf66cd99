import { sessionEndpoints } from '@headhaul/contracts/session';
import { challengeOf, randomSecret } from '../lib/auth/crypto.ts';
import type { TestApp, TestClient } from './test-app.ts';

/** The session of the extension in this person's browser. */
export async function handOff(api: TestApp, web: TestClient): Promise<TestClient> {
  const verifier = randomSecret();
  const { code } = await web.call(sessionEndpoints.createHandoffCode, { body: { challenge: challengeOf(verifier) } });
  return api.redeem(code, verifier);
}
