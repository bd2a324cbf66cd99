import { CallbackToken, sessionEndpoints } from '@headhaul/contracts/session';
import { cookiesOf, fetchRaw, type Reply, send } from './http-client.ts';
import { challengeOf, randomSecret } from './people.ts';

/** A sign-in that is at the provider, with the flow's cookie of the browser that started it. */
export interface StartedSignIn {
  verifier: string;
  flowCookie: string;
  state: string;
  providerAddress: string;
}

export function authorize(origin: string, redirectTo: string, verifier: string): Promise<Reply> {
  return send(origin, sessionEndpoints.authorize, {
    query: { provider: 'google', role: 'DISPATCHER', redirectTo, challenge: challengeOf(verifier) },
  });
}

/** What the answer of `authorize` started. Undefined if it was refused. */
export function readStarted(reply: Reply, verifier: string): StartedSignIn | undefined {
  const { location } = reply.headers;
  if (reply.status !== 302 || location === undefined) return undefined;
  return { verifier, flowCookie: cookiesOf(reply), state: new URL(location).searchParams.get('state') ?? '', providerAddress: location };
}

export async function startSignIn(origin: string, redirectTo: string): Promise<StartedSignIn> {
  const verifier = randomSecret();
  const reply = await authorize(origin, redirectTo, verifier);
  const started = readStarted(reply, verifier);
  if (!started) throw new Error(`a good sign-in was refused: ${reply.status} ${reply.body}`);
  return started;
}

/** Opens the callback with these cookies. Gives the address to which the browser is sent. */
export async function openCallback(address: string, cookie: string): Promise<URL> {
  const { status, headers } = await fetchRaw(address, { headers: cookie === '' ? {} : { cookie } });
  if (status !== 302 || headers.location === undefined) throw new Error(`the callback answered ${status}`);
  return new URL(headers.location, address);
}

export function readCallbackToken(target: URL): CallbackToken | undefined {
  const token = target.searchParams.get('token');
  if (token === null) return undefined;
  return CallbackToken.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')));
}
