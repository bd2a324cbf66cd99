import { generateKeyPairSync } from 'node:crypto';
import { type Configuration, type ErrorOut, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { type Grants, mailScopesIn } from './grants.ts';
import { scopesOf } from './mail-consent.ts';
import { createMemoryAdapter } from './memory-adapter.ts';
import { claimsOf, type People } from './people.ts';
import { signInPath } from './sign-in.routes.ts';
import { type Branding, renderRefusalPage } from './sign-in-page.ts';

const tokenSeconds = 60 * 60;
const codeSeconds = 60;
const signInSeconds = 10 * 60;
/** Access to a mailbox lasts longer than the visit: 180 days without use, about as at Google. */
const mailGrantSeconds = 180 * 24 * 60 * 60;

/** The application that signs people in: the same credentials at each provider. */
export interface OpenidClient {
  id: string;
  secret: string;
}

interface ProviderOptions {
  issuer: string;
  name: string;
  branding: Branding;
  client: OpenidClient;
  people: People;
  grants: Grants;
}

/** Applications ask Google and Microsoft for `select_account`. Here the page with the people comes in any case. */
function createPolicy() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

function createSigningKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
}

export function createProvider({ issuer, name, branding, client, people, grants }: ProviderOptions): Provider {
  const { consent } = grants;
  const configuration: Configuration = {
    adapter: createMemoryAdapter({ keepsUsedRefreshTokens: consent.doesRotate }),
    jwks: { keys: [createSigningKey()] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        // The library requires one address. `redirectUriAllowed` below decides.
        redirect_uris: [`http://localhost:4000/api/oauth/callback/${name}`],
      },
    ],
    allowOmittingSingleRegisteredRedirectUri: false,
    scopes: ['openid', ...(name === 'microsoft' ? ['offline_access'] : []), ...scopesOf(consent)],
    extraParams: ['access_type', 'include_granted_scopes'],
    issueRefreshToken: (_, _client, source) => grants.isOffline(source.grantId),
    rotateRefreshToken: consent.doesRotate,
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified', 'xms_edov'], profile: ['name', 'given_name', 'family_name'] },
    // Google and Microsoft put the person's claims into the id_token itself.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    features: {
      // By this parameter an application asks when the person last signed in. Google does not say it unless the application's settings
      // allow it.
      claimsParameter: { enabled: name === 'microsoft' },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // Enabled only so that the discovery document lists the address. The requests are answered as Google does, without client
      // authentication.
      revocation: { enabled: consent.revocationPath !== undefined },
      rpInitiatedLogout: { enabled: false },
    },
    ...(consent.revocationPath === undefined ? {} : { routes: { revocation: consent.revocationPath } }),
    interactions: { policy: createPolicy(), url: (_, interaction) => `${signInPath}/${interaction.uid}` },
    // Browsers share the cookies of localhost between all ports, so each provider uses its own cookie names.
    cookies: {
      names: { session: `sandbox_${name}_session`, interaction: `sandbox_${name}_sign_in`, resume: `sandbox_${name}_resume` },
    },
    ttl: {
      AccessToken: tokenSeconds,
      AuthorizationCode: codeSeconds,
      Grant: (_, grant) => (mailScopesIn(consent, grant.getOIDCScopeEncountered()).length > 0 ? mailGrantSeconds : tokenSeconds),
      IdToken: tokenSeconds,
      Interaction: signInSeconds,
      RefreshToken: mailGrantSeconds,
      Session: signInSeconds,
    },
    // Sessions are not kept, so nothing may depend on one.
    expiresWithSession: () => false,
    findAccount: (_, subject) => {
      const person = people.find(subject);
      return person === undefined ? undefined : { accountId: subject, claims: () => claimsOf(person, name) };
    },
    renderError(ctx: KoaContextWithOIDC, out: ErrorOut) {
      ctx.type = 'html';
      ctx.body = renderRefusalPage(branding, out.error, out.error_description);
    },
  };
  const provider = new Provider(issuer, configuration);

  // The API may run on any port of this machine. Host and path must match exactly.
  const callback = new RegExp(`^http://localhost:[1-9][0-9]{0,4}/api/(?:oauth|email-accounts)/callback/${name}$`);
  provider.Client.prototype.redirectUriAllowed = (uri) => callback.test(uri) && URL.canParse(uri);

  // Google does not make a person sign in again because an application sends `max_age`.
  if (name === 'google') {
    provider.use(async (ctx, next) => {
      if (ctx.query.max_age !== undefined) ctx.query = { ...ctx.query, max_age: undefined };
      await next();
    });
  }

  grants.open(provider, people, client.id);
  provider.on('server_error', (_, error) => console.error(`${branding.brand} sign-in failed`, error));
  return provider;
}
