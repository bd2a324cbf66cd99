import { generateKeyPairSync } from 'node:crypto';
import { type Configuration, type ErrorOut, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { createMemoryAdapter } from './memory-adapter.ts';
import { claimsOf, type People } from './people.ts';
import { signInPath } from './sign-in.routes.ts';
import { type Branding, renderRefusalPage } from './sign-in-page.ts';

const tokenSeconds = 60 * 60;
const codeSeconds = 60;
const signInSeconds = 10 * 60;

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
}

/** `select_account` is what applications ask Google and Microsoft for; here the page to choose from comes anyway. */
function createPolicy() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

function createSigningKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
}

export function createProvider({ issuer, name, branding, client, people }: ProviderOptions): Provider {
  const configuration: Configuration = {
    adapter: createMemoryAdapter(),
    jwks: { keys: [createSigningKey()] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        // The library wants one address; `redirectUriAllowed` below decides.
        redirect_uris: [`http://localhost:4000/api/oauth/callback/${name}`],
      },
    ],
    allowOmittingSingleRegisteredRedirectUri: false,
    scopes: ['openid'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    // Google and Microsoft put the person's claims into the id_token itself.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    interactions: { policy: createPolicy(), url: (_, interaction) => `${signInPath}/${interaction.uid}` },
    // Browsers share the cookies of localhost between all ports, so each provider has names of its own.
    cookies: {
      names: { session: `sandbox_${name}_session`, interaction: `sandbox_${name}_sign_in`, resume: `sandbox_${name}_resume` },
    },
    ttl: {
      AccessToken: tokenSeconds,
      AuthorizationCode: codeSeconds,
      Grant: tokenSeconds,
      IdToken: tokenSeconds,
      Interaction: signInSeconds,
      Session: signInSeconds,
    },
    // Sessions are not kept, so nothing may depend on one.
    expiresWithSession: () => false,
    findAccount: (_, subject) => {
      const person = people.find(subject);
      return person === undefined ? undefined : { accountId: subject, claims: () => claimsOf(person) };
    },
    renderError(ctx: KoaContextWithOIDC, out: ErrorOut) {
      ctx.type = 'html';
      ctx.body = renderRefusalPage(branding, out.error, out.error_description);
    },
  };
  const provider = new Provider(issuer, configuration);

  // The API runs on any port of this machine; path and host stay exact.
  const callback = new RegExp(`^http://localhost:[1-9][0-9]{0,4}/api/oauth/callback/${name}$`);
  provider.Client.prototype.redirectUriAllowed = (uri) => callback.test(uri) && URL.canParse(uri);

  provider.on('server_error', (_, error) => console.error(`${branding.brand} sign-in failed`, error));
  return provider;
}
