import { oneTimeCodeSeconds } from '@headhaul/contracts/constants';
import type { Audience, CallbackToken, Provider } from '@headhaul/contracts/session';
import { type Kysely, sql } from 'kysely';
import * as openid from 'openid-client';
import { challengeOf, randomSecret, sha256 } from '../../lib/auth/crypto.ts';
import type { DB } from '../../lib/db/generated.ts';
import { AppError } from '../../lib/errors.ts';
import type { OpenIdClients } from '../../lib/net/openid.ts';
import type { Platform } from '../../lib/platform.ts';
import { findOrCreatePerson, findPerson, type ProvenIdentity, type SignedInPerson } from './people.service.ts';
import { allowedRedirect } from './redirects.service.ts';
import type { SignInFlow } from './sign-in-flow.ts';

/** Why a sign-in came back without a session. The web app has a sentence for each. */
export type SignInError = 'access_denied' | 'sign_in_expired' | 'provider_unavailable' | 'email_missing' | 'other_account';

function callbackUrl(platform: Platform, provider: Provider): string {
  return `${platform.env.PUBLIC_URL}/api/oauth/callback/${provider}`;
}

interface SignInRequest {
  provider: Provider;
  role: 'DISPATCHER' | 'CARRIER';
  redirectTo: string;
  challenge: string;
  inviteToken?: string | undefined;
  isConfirmation: boolean;
}

/**
 * Returns the provider's address to go to, and what the callback needs to know. If the provider doesn't answer, the browser goes
 * back to the web app with the reason, because a person is looking at this page and can't read problem details.
 */
export async function startSignIn(
  platform: Platform,
  clients: OpenIdClients,
  request: SignInRequest,
): Promise<{ flow?: SignInFlow; location: string }> {
  const target = allowedRedirect(request.redirectTo, platform.env.WEB_ORIGINS);
  const redirectTo = target.href;
  const config = await clients.configuration(request.provider).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    platform.log.warn({ provider: request.provider, reason: error.message }, 'sign-in could not start');
  });
  if (!config) {
    const error: SignInError = 'provider_unavailable';
    target.searchParams.set('error', error);
    return { location: target.href };
  }
  const flow: SignInFlow = {
    provider: request.provider,
    role: request.role,
    state: randomSecret(),
    nonce: randomSecret(),
    pkceVerifier: openid.randomPKCECodeVerifier(),
    redirectTo,
    challenge: request.challenge,
    isConfirmation: request.isConfirmation,
    ...(request.inviteToken ? { inviteToken: request.inviteToken } : {}),
  };
  const location = openid.buildAuthorizationUrl(config, {
    redirect_uri: callbackUrl(platform, request.provider),
    scope: 'openid email profile',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(flow.pkceVerifier),
    code_challenge_method: 'S256',
    prompt: 'select_account',
    // Asks for the time of the last sign-in at the provider. Google and Microsoft send it if the application's settings there allow it.
    claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }),
    ...(flow.isConfirmation ? { max_age: '0' } : {}),
  });
  return { flow, location: location.href };
}

/** Where the browser goes next: back to the web app with a one-time code, or with the reason why there is none. */
export async function finishSignIn(platform: Platform, clients: OpenIdClients, flow: SignInFlow, search: string): Promise<string> {
  const target = new URL(flow.redirectTo);
  if (flow.inviteToken) target.searchParams.set('inviteToken', flow.inviteToken);
  const identity = await proveIdentity(platform, clients, flow, search);
  if (typeof identity === 'string') {
    target.searchParams.set('error', identity);
    return target.href;
  }
  const { isConfirmation, challenge } = flow;
  // A person who confirms has an account already. Choosing another account at the provider must not create a second one.
  const person = isConfirmation ? await findPerson(platform, identity) : await findOrCreatePerson(platform, identity, flow.role);
  if (!person) {
    const error: SignInError = 'other_account';
    target.searchParams.set('error', error);
    return target.href;
  }
  const { authenticatedAt, hasSecondFactor } = identity;
  const bound = { audience: 'web', challenge, parentSessionId: null, authenticatedAt, hasSecondFactor, isConfirmation } as const;
  const code = await issueCode(platform.db.global, person, bound);
  const token: CallbackToken = { v: 1, code, isFirstLogin: person.isFirstLogin };
  target.searchParams.set('token', Buffer.from(JSON.stringify(token)).toString('base64url'));
  return target.href;
}

/** If the flow is lost, its return address is unknown, so the browser goes to the first web origin. */
export function abandonedSignIn(platform: Platform, error: SignInError): string {
  return `${platform.env.WEB_ORIGINS[0]}/oauth/callback?error=${error}`;
}

async function proveIdentity(
  platform: Platform,
  clients: OpenIdClients,
  flow: SignInFlow,
  search: string,
): Promise<ProvenIdentity | SignInError> {
  try {
    const config = await clients.configuration(flow.provider);
    const tokens = await openid.authorizationCodeGrant(config, new URL(callbackUrl(platform, flow.provider) + search), {
      pkceCodeVerifier: flow.pkceVerifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    const email = claimText(claims?.email, 320);
    if (!claims || !email.includes('@') || String(claims.email_verified) === 'false') return 'email_missing';
    return {
      provider: flow.provider,
      issuer: claims.iss,
      subject: claims.sub,
      email,
      name: claimText(claims.given_name, 200) || claimText(claims.name, 200),
      familyName: claimText(claims.family_name, 200),
      isEmailProven: isEmailProven(claims),
      authenticatedAt: authenticatedAt(claims),
      hasSecondFactor: hasSecondFactor(claims, platform.env.STAFF_SECOND_FACTOR),
    };
  } catch (error) {
    platform.log.warn({ provider: flow.provider, reason: (error as Error).message }, 'sign-in did not come through');
    if (error instanceof openid.AuthorizationResponseError) return error.error === 'access_denied' ? 'access_denied' : 'sign_in_expired';
    return isProviderFault(error) ? 'provider_unavailable' : 'sign_in_expired';
  }
}

/**
 * Google confirms each address. Microsoft confirms those whose domain the tenant has proven to own, if the application asks for the
 * claim.
 */
function isEmailProven({ email_verified, xms_edov }: openid.IDToken): boolean {
  return [email_verified, xms_edov].some((said) => said === true || said === 1 || said === '1' || said === 'true');
}

function authenticatedAt({ auth_time }: openid.IDToken): Date | null {
  // The provider's clock may be ahead of ours, so a time in the future is cut to now.
  return typeof auth_time === 'number' && auth_time > 0 ? new Date(Math.min(auth_time * 1_000, Date.now())) : null;
}

function hasSecondFactor({ acr, acrs, amr }: openid.IDToken, accepted: readonly string[]): boolean {
  return [acr, acrs, amr].flat().some((said) => typeof said === 'string' && accepted.includes(said));
}

const providerFaults = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'];

/** The provider gave no answer or an invalid one. Trying again later may help. Starting over now does not. */
export function isProviderFault(error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError) return error.status >= 500;
  if (error instanceof openid.ClientError) return providerFaults.includes(error.code ?? '');
  // Discovery or the connection failed.
  return error instanceof AppError || error instanceof TypeError;
}

/** A text from the provider, without control and direction characters, because others will see it. */
export function claimText(value: unknown, maxLength: number): string {
  return typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\p{Cf}]/gu, '')
        .trim()
        .slice(0, maxLength)
    : '';
}

interface CodeBounds {
  audience: Audience;
  challenge: string;
  parentSessionId: string | null;
  authenticatedAt: Date | null;
  hasSecondFactor: boolean;
  isConfirmation: boolean;
}

export async function issueCode(db: Kysely<DB>, person: SignedInPerson, bound: CodeBounds): Promise<string> {
  const code = randomSecret();
  await db
    .insertInto('one_time_codes')
    .values({
      code_hash: sha256(code),
      audience: bound.audience,
      user_id: person.userId,
      current_company_id: person.companyId,
      parent_session_id: bound.parentSessionId,
      challenge: bound.challenge,
      is_first_login: person.isFirstLogin,
      authenticated_at: bound.authenticatedAt,
      has_second_factor: bound.hasSecondFactor,
      is_confirmation: bound.isConfirmation,
      expires_at: new Date(Date.now() + oneTimeCodeSeconds * 1_000),
    })
    .execute();
  return code;
}

/**
 * Redeems a code once, in time, and only for the client that holds the verifier. A confirmation's code opens no session, and a
 * sign-in's code confirms nothing.
 */
export async function redeemCode(db: Kysely<DB>, code: string, verifier: string, { isConfirmation }: { isConfirmation: boolean }) {
  // The UPDATE decides races: only one request finds the code unused.
  const redeemed = await db
    .updateTable('one_time_codes')
    .set({ used_at: sql`now()` })
    .where('code_hash', '=', sha256(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('challenge', '=', challengeOf(verifier))
    .where('is_confirmation', '=', isConfirmation)
    .returningAll()
    .executeTakeFirst();
  if (!redeemed) throw new AppError('invalid_code');
  return redeemed;
}
