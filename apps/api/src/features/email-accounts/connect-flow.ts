import { z } from 'zod';
import type { ApiEnv } from '../../lib/env.ts';
import { createFlowSeal, type FlowSeal } from '../../lib/http/sealed-flow.ts';

/** Who began to connect a mailbox, and how. The callback trusts only this sealed cookie. */
const ConnectFlow = z.object({
  provider: z.enum(['google', 'microsoft']),
  companyId: z.uuid(),
  userId: z.uuid(),
  sessionId: z.uuid(),
  /** Only for a mailbox that is connected again. */
  accountId: z.uuid().nullable(),
  redirectTo: z.string(),
  state: z.string(),
  nonce: z.string(),
  pkceVerifier: z.string(),
});
export type ConnectFlow = z.infer<typeof ConnectFlow>;

export const connectSeconds = 600;
const cookiePrefix = '__Host-hh_mailbox_';
export const maxConnects = 3;

/** One cookie for each connection attempt, so that two tabs can connect at once. */
export function connectCookieName(state: string): string {
  return `${cookiePrefix}${state.slice(0, 12)}`;
}

export function isConnectCookie(name: string): boolean {
  return name.startsWith(cookiePrefix);
}

export function createConnectSeal(env: ApiEnv): FlowSeal<ConnectFlow> {
  return createFlowSeal(env, 'mailbox connect flow', ConnectFlow, connectSeconds);
}
