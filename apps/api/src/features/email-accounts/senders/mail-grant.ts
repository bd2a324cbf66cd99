import * as openid from 'openid-client';
import { AppError } from '../../../lib/errors.ts';
import type { OpenIdClients } from '../../../lib/net/openid.ts';
import type { MailSecrets } from '../secrets/secret-store.service.ts';

/** Tokens are renewed this early, so that none expires during a call. */
const earlyMs = 60_000;
/** Used if the provider gives no lifetime. */
const usualLifeMs = 3_600_000;

export interface RenewedTokens {
  accessToken: string;
  expiresAt: Date;
  /** Some providers return a new one each time, and the old one then ends. */
  refreshToken: string | null;
}

export interface GrantStore {
  /** Reads the stored tokens. The person may have connected the mailbox again since. */
  read(): Promise<Pick<MailSecrets, 'refreshToken' | 'accessToken'>>;
  save(tokens: RenewedTokens): Promise<void>;
}

export type GrantAnswer =
  | { kind: 'token'; token: string }
  | { kind: 'disconnected'; reason: string }
  | { kind: 'later'; retryAfterMs: null; reason: 'NOT_REACHED' };

/** The consent that a person gave at Google or Microsoft. */
export interface MailGrant {
  accessToken(): Promise<GrantAnswer>;
  /** Call it after the provider refused the token `stale`. */
  renew(stale: string): Promise<GrantAnswer>;
  revoke(): Promise<void>;
}

export function createMailGrant(
  clients: OpenIdClients,
  provider: 'google' | 'microsoft',
  secrets: Pick<MailSecrets, 'refreshToken' | 'accessToken'>,
  store: GrantStore,
): MailGrant {
  let current = secrets;
  let renewing: Promise<GrantAnswer> | undefined;

  /** If our database is away, nothing was sent yet, so the mail waits. */
  async function keep(renewed: RenewedTokens): Promise<GrantAnswer> {
    try {
      await store.save(renewed);
    } catch {
      return { kind: 'later', retryAfterMs: null, reason: 'NOT_REACHED' };
    }
    return { kind: 'token', token: renewed.accessToken };
  }

  async function ask(refreshToken: string): Promise<GrantAnswer | 'invalid_grant'> {
    try {
      const tokens = await openid.refreshTokenGrant(await clients.configuration(provider), refreshToken);
      const renewed = {
        accessToken: tokens.access_token,
        expiresAt: new Date(Date.now() + (tokens.expires_in ?? usualLifeMs / 1_000) * 1_000),
        refreshToken: tokens.refresh_token ?? null,
      };
      current = {
        refreshToken: renewed.refreshToken ?? refreshToken,
        accessToken: { token: renewed.accessToken, expiresAt: renewed.expiresAt },
      };
      return await keep(renewed);
    } catch (error) {
      if (error instanceof openid.ResponseBodyError && error.status < 500) {
        if (error.error === 'invalid_grant') return 'invalid_grant';
        // Too many requests, or a wrong setup of our client. The person's consent is still valid.
        return { kind: 'later', retryAfterMs: null, reason: 'NOT_REACHED' };
      }
      if (isProviderAway(error)) return { kind: 'later', retryAfterMs: null, reason: 'NOT_REACHED' };
      throw error;
    }
  }

  async function renewNow(): Promise<GrantAnswer> {
    const used = current.refreshToken;
    const first = used === null ? 'invalid_grant' : await ask(used);
    if (first !== 'invalid_grant') return first;
    // Another worker may have renewed the token, or the person has connected again. The stored token decides.
    current = await store.read();
    if (current.refreshToken !== null && current.refreshToken !== used) {
      const second = await ask(current.refreshToken);
      if (second !== 'invalid_grant') return second;
    }
    const name = provider === 'google' ? 'Google' : 'Microsoft';
    return { kind: 'disconnected', reason: `${name} no longer lets Headhaul send from this mailbox. Connect it again.` };
  }

  const renewOnce = () => {
    renewing ??= renewNow().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  return {
    async accessToken() {
      const known = current.accessToken;
      if (known && known.expiresAt.getTime() - earlyMs > Date.now()) return { kind: 'token', token: known.token };
      return renewOnce();
    },
    async renew(stale) {
      const known = current.accessToken;
      if (known && known.token !== stale) return { kind: 'token', token: known.token };
      return renewOnce();
    },
    async revoke() {
      const token = current.refreshToken ?? current.accessToken?.token;
      const config = await clients.configuration(provider);
      // Microsoft has no revocation endpoint: a grant ends when the person removes the app. Our copy is deleted in any case.
      if (!token || !config.serverMetadata().revocation_endpoint) return;
      await openid.tokenRevocation(config, token).catch((error: unknown) => {
        // Google answers 400 for a token that is already revoked.
        const isGone = error instanceof openid.ResponseBodyError && error.status === 400;
        if (!isGone) throw error;
      });
    },
  };
}

/** The provider gave no answer, or one that is not a valid OAuth answer. */
function isProviderAway(error: unknown): boolean {
  return (
    error instanceof AppError ||
    error instanceof TypeError ||
    error instanceof openid.ClientError ||
    error instanceof openid.ResponseBodyError
  );
}
