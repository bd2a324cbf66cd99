import { Challenge, Provider, RequestedRole } from '@headhaul/contracts/session';
import { z } from 'zod';
import type { ApiEnv } from '../../lib/env.ts';
import { createFlowSeal, type FlowSeal } from '../../lib/http/sealed-flow.ts';

/** What has to be remembered while the person is at the provider. */
const SignInFlow = z.object({
  provider: Provider,
  role: RequestedRole,
  state: z.string(),
  nonce: z.string(),
  pkceVerifier: z.string(),
  redirectTo: z.string(),
  challenge: Challenge,
  inviteToken: z.string().optional(),
  isConfirmation: z.boolean(),
});
export type SignInFlow = z.infer<typeof SignInFlow>;

export const flowSeconds = 600;

const flowCookiePrefix = '__Host-hh_flow_';
export const maxFlows = 3;

/** One cookie for each sign-in in progress, so that two tabs can sign in at once. */
export function flowCookieName(state: string): string {
  return `${flowCookiePrefix}${state.slice(0, 12)}`;
}

export function isFlowCookie(name: string): boolean {
  return name.startsWith(flowCookiePrefix);
}

export function createSignInSeal(env: ApiEnv): FlowSeal<SignInFlow> {
  return createFlowSeal(env, 'sign-in flow', SignInFlow, flowSeconds);
}
