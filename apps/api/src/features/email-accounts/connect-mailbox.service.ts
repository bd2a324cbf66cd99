import { MailAddress } from '@headhaul/contracts/mail/accounts';
import * as openid from 'openid-client';
import type { Actor, Actors } from '../../lib/auth/actor.ts';
import { randomSecret, sha256 } from '../../lib/auth/crypto.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { once } from '../../lib/http/idempotency.ts';
import type { Platform } from '../../lib/platform.ts';
import { requireStandingRoom } from '../limits/plan-limits.service.ts';
import { allowedRedirect, connectedPath, mailboxTargets, notConnectedPath } from '../session/redirects.service.ts';
import { claimText, isProviderFault } from '../session/sign-in.service.ts';
import type { ConnectFlow } from './connect-flow.ts';
import { requireOwnMailbox } from './own-mailbox.service.ts';
import { OtherAccount, type ProvenMailbox, saveMailbox } from './save-mailbox.service.ts';
import type { NewSecret } from './secrets/secret-store.service.ts';

type OauthProvider = ConnectFlow['provider'];

/** Why a mailbox was not connected. The web app has a message for each. */
type ConnectError = 'access_denied' | 'expired' | 'scope_missing' | 'provider_unavailable' | 'other_account' | 'limit_reached';

/** Scopes for sending only. We never read mail, so we ask for no scope that can. */
const scopes: Readonly<Record<OauthProvider, string>> = {
  google: 'openid email profile https://www.googleapis.com/auth/gmail.send',
  microsoft: 'openid email profile offline_access https://graph.microsoft.com/Mail.Send https://graph.microsoft.com/User.Read',
};
const sendScopes: Readonly<Record<OauthProvider, RegExp>> = {
  google: /(^| )https:\/\/www\.googleapis\.com\/auth\/gmail\.send( |$)/,
  // Microsoft answers with the short form or the long one.
  microsoft: /(^| )(https:\/\/graph\.microsoft\.com\/)?mail\.send( |$)/i,
};

function callbackUrl(platform: Platform, provider: OauthProvider): string {
  return `${platform.env.PUBLIC_URL}/api/email-accounts/callback/${provider}`;
}

interface ConnectRequest {
  provider: OauthProvider;
  redirectTo: string;
  accountId: string | null;
}

export async function startConnect(ctx: Ctx, request: ConnectRequest): Promise<{ flow: ConnectFlow; authorizeUrl: string }> {
  const { platform, actor } = ctx;
  // The state of the flow is in a cookie, which only the web app has.
  if (actor.audience !== 'web') throw new AppError('not_allowed');
  const { provider, accountId } = request;
  const redirectTo = allowedRedirect(request.redirectTo, platform.env.WEB_ORIGINS, mailboxTargets).href;
  const known = await ctx.transaction(async (tx) => {
    if (accountId !== null) return requireOwnMailbox(tx, actor, accountId);
    // Checked before the person goes to the provider, so that they do not consent in vain. The callback checks again.
    await requireStandingRoom(tx, 'emailAddresses', actor.userId);
    return undefined;
  });
  const config = await platform.openid.configuration(provider).catch((cause: unknown) => {
    throw new AppError('mailbox_unavailable', { reason: `${provider} does not answer`, cause });
  });
  const flow: ConnectFlow = {
    provider,
    companyId: actor.companyId,
    userId: actor.userId,
    sessionId: actor.sessionId,
    accountId,
    redirectTo,
    state: randomSecret(),
    nonce: randomSecret(),
    pkceVerifier: openid.randomPKCECodeVerifier(),
  };
  const authorizeUrl = openid.buildAuthorizationUrl(config, {
    redirect_uri: callbackUrl(platform, provider),
    scope: scopes[provider],
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(flow.pkceVerifier),
    code_challenge_method: 'S256',
    // Without `prompt` and `access_type`, Google gives no refresh token to a person who has consented before.
    prompt: 'consent',
    ...(provider === 'google' ? { access_type: 'offline' } : {}),
    ...(known ? { login_hint: known.address } : {}),
  });
  return { flow, authorizeUrl: authorizeUrl.href };
}

/** Returns where the browser goes next: back to the web app with the mailbox id or with an error. */
export async function finishConnect(platform: Platform, actors: Actors, flow: ConnectFlow, search: string): Promise<string> {
  const target = new URL(flow.redirectTo);
  const outcome = await connect(platform, actors, flow, search);
  if ('error' in outcome) {
    if (target.pathname === connectedPath) target.pathname = notConnectedPath;
    target.searchParams.set('error', outcome.error);
  } else {
    target.searchParams.set('accountId', outcome.accountId);
  }
  return target.href;
}

/** Without its flow a callback has no return address, so it goes to the first web origin. */
export function abandonedConnect(platform: Platform): string {
  const error: ConnectError = 'expired';
  return `${platform.env.WEB_ORIGINS[0]}${notConnectedPath}?error=${error}`;
}

async function connect(
  platform: Platform,
  actors: Actors,
  flow: ConnectFlow,
  search: string,
): Promise<{ accountId: string } | { error: ConnectError }> {
  const actor = await loadActor(actors, flow);
  if (!actor || !(await takeOnce(platform, flow))) return { error: 'expired' };
  const mailbox = await proveMailbox(platform, flow, search);
  if (typeof mailbox === 'string') return { error: mailbox };
  try {
    const accountId = await platform.db.withTenant(flow.companyId, (tx) => saveMailbox(platform, tx, flow.userId, mailbox, flow.accountId));
    return { accountId };
  } catch (error) {
    if (error instanceof OtherAccount) return { error: 'other_account' };
    if (error instanceof AppError && error.code === 'limit_reached') return { error: 'limit_reached' };
    if (error instanceof AppError && error.code === 'session_expired') return { error: 'expired' };
    throw error;
  }
}

/** The session that began the flow must still be open and in the same company. */
async function loadActor(actors: Actors, flow: ConnectFlow): Promise<Actor | undefined> {
  actors.forget(flow.sessionId);
  const actor = await actors.load(flow.sessionId, 'web').catch((error: unknown) => {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  });
  return actor?.userId === flow.userId && actor.companyId === flow.companyId ? actor : undefined;
}

/** Clearing the cookie does not clear a copy of it, so the database remembers which flows were used. */
async function takeOnce(platform: Platform, flow: ConnectFlow): Promise<boolean> {
  const key = `mailbox connect ${sha256(flow.state).toString('base64url')}`;
  const { replayed } = await platform.db.withTenant(flow.companyId, (tx) =>
    once(tx, flow.userId, key, key, async () => ({ status: 204, contentType: null, body: null })),
  );
  return !replayed;
}

async function proveMailbox(platform: Platform, flow: ConnectFlow, search: string): Promise<ProvenMailbox | ConnectError> {
  const { provider } = flow;
  try {
    const config = await platform.openid.configuration(provider);
    const tokens = await openid.authorizationCodeGrant(config, new URL(callbackUrl(platform, provider) + search), {
      pkceCodeVerifier: flow.pkceVerifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    });
    // An answer without scopes means that all requested scopes were granted.
    if (tokens.scope !== undefined && !sendScopes[provider].test(tokens.scope)) return 'scope_missing';
    if (!tokens.refresh_token) return 'scope_missing';
    const claims = tokens.claims();
    const address = MailAddress.safeParse(claims?.email ?? claims?.preferred_username);
    if (!address.success || String(claims?.email_verified) === 'false') return 'scope_missing';
    const secrets: NewSecret[] = [
      { field: 'refresh_token', plain: tokens.refresh_token },
      { field: 'access_token', plain: tokens.access_token, expiresAt: new Date(Date.now() + (tokens.expires_in ?? 0) * 1_000) },
    ];
    return { provider, address: address.data, displayName: claimText(claims?.name, 100), smtp: null, secrets };
  } catch (error) {
    platform.log.warn({ provider, reason: (error as Error).message }, 'a mailbox was not connected');
    if (error instanceof openid.AuthorizationResponseError) return error.error === 'access_denied' ? 'access_denied' : 'expired';
    return isProviderFault(error) ? 'provider_unavailable' : 'expired';
  }
}
