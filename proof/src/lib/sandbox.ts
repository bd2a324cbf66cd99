import { join } from 'node:path';
import { findSandboxPort } from '@headhaul/test-servers/sandbox-ports';
import { startServer } from './children.ts';
import { cookiesOf, fetchRaw, type Reply } from './http-client.ts';
import { repository, type Stage } from './stage.ts';

export interface Providers {
  google: string;
  microsoft: string;
  /** The sandbox's own pages: switches and the mailbox. */
  home: string;
  /** The SMTP port for users' own mailboxes. */
  smtpPort: number;
  /** Environment variables that point an API to the sandbox. */
  env: Record<string, string>;
}

/** The sandbox's OpenID providers, mail services, geocoder and Stripe, on free ports. */
export async function startProviders(stage: Stage): Promise<Providers> {
  const port = await findSandboxPort();
  await startServer(stage, 'sandbox', join(repository, 'sandbox/src/main.ts'), `http://localhost:${port}/health`, {
    SANDBOX_PORT: String(port),
  });
  const google = `http://localhost:${port + 1}`;
  const microsoft = `http://localhost:${port + 2}`;
  const env = {
    GOOGLE_ISSUER: google,
    MICROSOFT_ISSUER: microsoft,
    SMTP_URL: `smtp://localhost:${port + 3}`,
    GOOGLE_MAPS_BASE: `http://localhost:${port + 4}`,
    STRIPE_API_BASE: `http://localhost:${port + 5}`,
    GMAIL_API_BASE: `http://localhost:${port + 6}`,
    GRAPH_API_BASE: `http://localhost:${port + 7}`,
    FMCSA_API_BASE: `http://localhost:${port + 11}`,
    FMCSA_OPEN_DATA_BASE: `http://localhost:${port + 12}`,
    EIA_API_BASE: `http://localhost:${port + 13}`,
    HERE_API_BASE: `http://localhost:${port + 14}`,
    GOOGLE_ROUTES_BASE: `http://localhost:${port + 15}`,
    FACTOR_API_BASE: `http://localhost:${port + 16}`,
  };
  return { google, microsoft, home: `http://localhost:${port}`, smtpPort: port + 8, env };
}

/**
 * Chooses a person on the provider's page, and ticks `scope` if the page asks for one. Gives the callback address to which the provider
 * sends the browser, without opening it.
 */
export async function approveAtProvider(
  address: string,
  person: string | { name: string; email: string },
  scope?: string,
): Promise<string> {
  const cookies = new Map<string, string>();
  const visit = async (to: string, form?: string): Promise<Reply> => {
    const reply = await fetchRaw(to, {
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: form,
    });
    for (const pair of cookiesOf(reply).split('; ')) cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    return reply;
  };
  let at = address;
  let form: string | undefined;
  for (let step = 0; step < 10; step++) {
    const reply = await visit(at, form);
    form = undefined;
    const { location } = reply.headers;
    if (location !== undefined) at = new URL(location, at).href;
    else {
      const action = /<form[^>]* action="([^"]+)"/.exec(reply.body)?.[1];
      if (action === undefined) throw new Error(`the provider shows no form at ${at}: ${reply.status}`);
      at = new URL(action, at).href;
      const isConsent = action.endsWith('/consent');
      const chosen = typeof person === 'string' ? { subject: person } : person;
      form = new URLSearchParams(isConsent ? { ...readHidden(reply.body), ...(scope ? { scope } : {}) } : chosen).toString();
    }
    if (/^\/api\/(oauth|email-accounts)\/callback\//.test(new URL(at).pathname)) return at;
  }
  throw new Error('the provider did not send the browser back');
}

function readHidden(page: string): Record<string, string> {
  return Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [name, value]),
  );
}
