import type { Provider } from '@headhaul/contracts/session';
import * as openid from 'openid-client';
import type { Env } from '../env.ts';
import { AppError } from '../errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { providerFetch } from './providers/call.ts';

const timeoutSeconds = 5;

export interface OpenIdClients {
  configuration(provider: Provider): Promise<openid.Configuration>;
}

/** The clients for Google and Microsoft. Discovery runs once per provider, and again after a failure. */
export function createOpenIdClients(env: Env, metrics: Metrics): OpenIdClients {
  const settings = {
    google: { issuer: env.GOOGLE_ISSUER, clientId: env.GOOGLE_CLIENT_ID, secret: env.GOOGLE_CLIENT_SECRET },
    microsoft: { issuer: env.MICROSOFT_ISSUER, clientId: env.MICROSOFT_CLIENT_ID, secret: env.MICROSOFT_CLIENT_SECRET },
  };
  const found = new Map<Provider, Promise<openid.Configuration>>();
  return {
    configuration(provider) {
      const known = found.get(provider);
      if (known) return known;
      const { issuer, clientId, secret } = settings[provider];
      const url = new URL(issuer);
      // Plain HTTP only to this machine: the sandbox. A real provider is always HTTPS.
      const isLoopback = url.protocol === 'http:' && url.hostname === 'localhost';
      const looking = openid
        .discovery(url, clientId, undefined, openid.ClientSecretPost(secret), {
          timeout: timeoutSeconds,
          [openid.customFetch]: providerFetch(metrics, `${provider}_sign_in`),
          // Check the signature of ID tokens with the provider's keys too, and don't trust the TLS connection alone.
          execute: [openid.enableNonRepudiationChecks, ...(isLoopback ? [openid.allowInsecureRequests] : [])],
        })
        .catch((cause: unknown) => {
          found.delete(provider);
          throw new AppError('provider_unavailable', { reason: `${provider} does not answer`, cause });
        });
      found.set(provider, looking);
      return looking;
    },
  };
}
