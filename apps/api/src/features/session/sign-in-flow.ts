import { Challenge, Provider, RequestedRole } from '@headhaul/contracts/session';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { deriveKey } from '../../lib/crypto.ts';
import type { Env } from '../../lib/env.ts';

/** What must be remembered while the person is at the provider. It rides in the browser, sealed: no row, nothing to sweep. */
const SignInFlow = z.object({
  provider: Provider,
  role: RequestedRole,
  state: z.string(),
  nonce: z.string(),
  pkceVerifier: z.string(),
  redirectTo: z.string(),
  challenge: Challenge,
  inviteToken: z.string().optional(),
});
export type SignInFlow = z.infer<typeof SignInFlow>;

export const flowSeconds = 600;

const flowCookiePrefix = '__Host-hh_flow_';
export const maxFlows = 3;

/** One cookie per sign-in under way, so that two tabs can sign in at once. */
export function flowCookieName(state: string): string {
  return `${flowCookiePrefix}${state.slice(0, 12)}`;
}

export function isFlowCookie(name: string): boolean {
  return name.startsWith(flowCookiePrefix);
}

export function createFlowSeal(env: Env) {
  const keys = env.TOKEN_KEYS.map(({ kid, secret }) => ({ kid, key: deriveKey(secret, 'sign-in flow') }));
  return {
    seal: (flow: SignInFlow): Promise<string> => {
      const [{ kid, key }] = keys as [(typeof keys)[number]];
      return new EncryptJWT(flow).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid }).setExpirationTime(`${flowSeconds}s`).encrypt(key);
    },
    async open(sealed: string): Promise<SignInFlow | undefined> {
      try {
        const { payload } = await jwtDecrypt(
          sealed,
          ({ kid }) => keys.find((one) => one.kid === kid)?.key ?? Promise.reject(new Error('unknown key')),
        );
        return z.parse(SignInFlow, payload);
      } catch {
        return undefined;
      }
    },
  };
}
