import { CallbackToken } from '@headhaul/contracts/session';
import { challengeOf, randomSecret } from '../lib/auth/crypto.ts';

/** A browser during a sign-in. It keeps cookies per origin and follows one redirect at a time. */
export interface ProviderBrowser {
  verifier: string;
  /** Asks the API for the redirect to the provider. */
  authorize(query?: Record<string, string>): Promise<Response>;
  /** Goes to the provider, signs in as `person` or cancels, and stops at the API's callback address. */
  choose(location: string, person: Record<string, string> | 'cancel'): Promise<URL>;
  /** Opens the callback and returns the web app's address that it redirects to. */
  comeBack(callback: URL): Promise<URL>;
  /** The three steps above, in order. */
  signIn(person: Record<string, string> | 'cancel', query?: Record<string, string>): Promise<URL>;
  forgetCookies(): void;
}

export function openBrowser(apiOrigin: string): ProviderBrowser {
  const jars = new Map<string, Map<string, string>>();
  const verifier = randomSecret();

  async function visit(address: string, form?: Record<string, string>): Promise<Response> {
    const { origin } = new URL(address);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(header)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  const browser: ProviderBrowser = {
    verifier,
    authorize(query = {}) {
      const search = new URLSearchParams({
        provider: 'google',
        redirectTo: 'http://localhost:5173/oauth/callback',
        challenge: challengeOf(verifier),
        ...query,
      });
      return visit(`${apiOrigin}/api/oauth/authorize?${search}`);
    },
    async choose(location, person) {
      let address = location;
      let form: Record<string, string> | undefined;
      for (let step = 0; step < 12; step++) {
        if (new URL(address).pathname.startsWith('/api/oauth/callback/')) return new URL(address);
        const response = await visit(address, form);
        form = undefined;
        const next = response.headers.get('location');
        if (next) address = new URL(next, address).href;
        else {
          const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(await response.text()) ?? [];
          address = new URL(person === 'cancel' ? `${action}/cancel` : action, address).href;
          if (person !== 'cancel') form = person;
        }
      }
      throw new Error('the provider did not send the browser back');
    },
    async comeBack(callback) {
      // The API runs on the test's own port, but the provider only knows its public address.
      const response = await visit(`${apiOrigin}${callback.pathname}${callback.search}`);
      return new URL(response.headers.get('location') ?? `error:${response.status}`);
    },
    async signIn(person, query) {
      const { headers } = await browser.authorize(query);
      return browser.comeBack(await browser.choose(headers.get('location') ?? '', person));
    },
    forgetCookies: () => jars.delete(apiOrigin),
  };
  return browser;
}

/** The token that the web app reads from its own address. */
export function readCallbackToken(address: URL): CallbackToken {
  return CallbackToken.parse(JSON.parse(Buffer.from(address.searchParams.get('token') ?? '', 'base64url').toString()));
}
