import { call, ProblemError, toWire } from '@headhaul/contracts/http/call';
import { CallbackToken, type Provider, RequestedRole, sessionEndpoints } from '@headhaul/contracts/session';
import { apiBase, requestTimeoutMs } from '../api/api-base.ts';
import { readStored, removeStored, storageKeys, writeStored } from '../storage-keys.ts';
import { setSession } from './session-store.ts';

export const providerNames: Record<Provider, string> = { google: 'Google', microsoft: 'Microsoft' };

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
}

/** Parameters of the sign-in page that the page after the sign-in still needs. The API's allow-list contains them. */
const carriedKeys = ['fromLandingPage', 'plan', 'period', 'pricing-modal'];

function returnAddress(query: URLSearchParams): string {
  // A plan without `fromLandingPage` was requested at `/checkout`, which finishes the sign-in itself.
  const isCheckout = query.has('plan') && query.get('fromLandingPage') !== 'true';
  const target = new URL(isCheckout ? '/checkout' : '/oauth/callback', window.location.origin);
  for (const key of carriedKeys) {
    const value = query.get(key);
    if (value) target.searchParams.set(key, value);
  }
  return target.href;
}

/** A secret of this page (the verifier), and its hash (the challenge), which goes along with the sign-in. */
async function makeSecret(): Promise<{ verifier: string; challenge: string }> {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: toBase64Url(new Uint8Array(digest)) };
}

/** The address of a second window, in which a signed-in person signs in once more. The secret stays in this page's memory. */
export async function startConfirmation(provider: Provider): Promise<{ address: string; verifier: string }> {
  const { verifier, challenge } = await makeSecret();
  const redirectTo = new URL('/oauth/confirmed', window.location.origin).href;
  const wire = toWire(sessionEndpoints.authorize, { query: { provider, redirectTo, challenge, isConfirmation: 'true' } });
  return { address: apiBase + wire.path, verifier };
}

/** Makes this tab's secret and returns the address that sends the browser to the provider. */
export async function startSignIn(provider: Provider, query: URLSearchParams): Promise<string> {
  const { verifier, challenge } = await makeSecret();
  writeStored(storageKeys.signInAttempt, { verifier, provider });
  const role = RequestedRole.catch('DISPATCHER').parse(query.get('role')?.toUpperCase());
  const inviteToken = query.get('inviteToken');
  const wire = toWire(sessionEndpoints.authorize, {
    query: {
      provider,
      role,
      redirectTo: returnAddress(query),
      challenge,
      ...(inviteToken ? { inviteToken } : {}),
    },
  });
  return apiBase + wire.path;
}

export type SignInResult = { kind: 'signed-in' } | { kind: 'failed'; reason: string };

function failed(reason: string): SignInResult {
  return { kind: 'failed', reason };
}

/** The text for an `error` of the sign-in. An unknown code of the provider is shown as it is. */
export function explainSignInError(code: string, provider: Provider | null): string {
  const name = provider === null ? 'The sign-in service' : providerNames[provider];
  if (code === 'access_denied') return 'You canceled sign-in.';
  if (code === 'sign_in_expired') return 'The sign-in took too long. Please start again.';
  if (code === 'provider_unavailable') return `${name} did not answer. Please try again in a minute.`;
  if (code === 'email_missing') return `${name} did not share an email address with us.`;
  // Show only codes, because anybody can write a sentence into a link.
  return /^[a-z_]{1,40}$/.test(code) ? `${name} said: ${code}` : 'The sign-in did not work. Please try again.';
}

export function readCallbackToken(text: string | null): CallbackToken | null {
  if (text === null) return null;
  try {
    return CallbackToken.parse(JSON.parse(fromBase64Url(text)));
  } catch {
    return null;
  }
}

/** The second half of the sign-in: redeems the code of `/oauth/callback` and keeps the session. */
export async function finishSignIn(query: URLSearchParams): Promise<SignInResult> {
  const attempt = readStored(storageKeys.signInAttempt);
  removeStored(storageKeys.signInAttempt);

  const error = query.get('error');
  if (error) return failed(explainSignInError(error, attempt?.provider ?? null));
  const token = readCallbackToken(query.get('token'));
  if (token === null) return failed('The sign-in link was incomplete.');
  if (attempt === null) return failed('This sign-in was started in another tab or browser.');

  try {
    const answer = await call(
      sessionEndpoints.exchangeCode,
      { body: { code: token.code, verifier: attempt.verifier } },
      { base: apiBase, credentials: 'include', signal: AbortSignal.timeout(requestTimeoutMs) },
    );
    setSession({ ...answer.user, token: answer.token, isRefreshingToken: false });
    removeStored(storageKeys.sessionEnd);
    return { kind: 'signed-in' };
  } catch (failure) {
    if (failure instanceof ProblemError) return failed(failure.problem.detail);
    return failed('No answer from Headhaul. Check your internet connection.');
  }
}
