import type { Answer, Endpoint, Sent } from '@headhaul/contracts/http/endpoint';
import type { ProofDatabase } from '../lib/database.ts';
import { bearer, send } from '../lib/http-client.ts';
import type { SignedIn } from '../lib/people.ts';
import type { Providers } from '../lib/sandbox.ts';
import type { Stage } from '../lib/stage.ts';

/** What all histories of one round share. */
export interface World {
  stage: Stage;
  database: ProofDatabase;
  providers: Providers;
  /** Two processes, so that neither may depend on what only the other one has in memory. */
  origins: readonly string[];
  /** The folder in which the product stores its files. */
  filesFolder: string;
}

export function originOf({ origins }: World, index = 0): string {
  return origins[index % origins.length] ?? '';
}

/** Calls an endpoint as a screen does. The call must succeed. */
export async function ask<E extends Endpoint>(
  origin: string,
  { token, cookie }: Pick<SignedIn, 'token' | 'cookie'>,
  endpoint: E,
  input: Sent<E>,
  headers: Record<string, string> = {},
): Promise<Answer<E>> {
  const reply = await send(origin, endpoint, input, { ...bearer(token.accessToken), ...(cookie === '' ? {} : { cookie }), ...headers });
  if (reply.status >= 300) throw new Error(`${endpoint.method} ${endpoint.path} answered ${reply.status}: ${reply.body}`);
  return (reply.body.startsWith('{') ? JSON.parse(reply.body) : undefined) as Answer<E>;
}
