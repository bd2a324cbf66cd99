import * as openid from 'openid-client';
import { AppError } from '../../../lib/errors.ts';
import type { OpenIdClients } from '../../../lib/net/openid.ts';
import type { MailSecrets } from '../secrets/secret-store.service.ts';

/** Renewed a little early: a token that ends on the way is a wasted call. */
const earlyMs = 60_000;
/** Where a provider says nothing about it. */
const usualLifeMs = 3_600_000;

export interface RenewedTokens {
  accessToken: string;
  expiresAt: Date;
  /** Some providers hand out a new one each time; the old one then ends. */
  refreshToken: string | null;
}

export interface GrantStore {
  /** What is stored now: somebody may have connected again since. */
  read(): Promise<Pick<MailSecrets, 'refreshToken' | 'accessToken'>>;
  save(tokens: RenewedTokens): Promise<void>;
}

export type GrantAnswer =
  | { kind: 'token'; token: string }
  | { kind: 'disconnected'; reason: string }
  | { kind: 'later'; retryAfterMs: null; reason: 'NOT_REACHED' };

/** The consent somebody gave at Google or Microsoft, as long as it lasts. */
export interface MailGrant {
  accessToken(): Promise<GrantAnswer>;
  /** After the provider refused `stale`. */
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

  /** Our own database is away, not the provider: nothing has left, so the mail waits. */
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
        // Too many at once, or our own client is not in order: the person's consent is not to blame.
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
    // Another worker may have renewed it, or the person has connected again: what is stored now decides.
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
      // Microsoft has no such address: its grants end when the person removes the app, and our copy is deleted all the same.
      if (!token || !config.serverMetadata().revocation_endpoint) return;
      await openid.tokenRevocation(config, token).catch((error: unknown) => {
        // Google answers 400 for one that is gone already.
        const isGone = error instanceof openid.ResponseBodyError && error.status === 400;
        if (!isGone) throw error;
      });
    },
  };
}

/** No answer, or one that is no answer to the question. */
function isProviderAway(error: unknown): boolean {
  return (
    error instanceof AppError ||
    error instanceof TypeError ||
    error instanceof openid.ClientError ||
    error instanceof openid.ResponseBodyError
  );
}
