import { join } from 'node:path';
import { startServer } from './children.ts';
import { findFreePorts } from './free-port.ts';
import { cookiesOf, fetchRaw, type Reply } from './http-client.ts';
import { repository, type Stage } from './stage.ts';

export interface Providers {
  google: string;
  microsoft: string;
  /** The sandbox's own pages: switches and the mailbox. */
  home: string;
  /** What an API needs to know to send people there. */
  env: Record<string, string>;
}

/** The sandbox's OpenID providers and mail server, on ports of this run's own. */
export async function startProviders(stage: Stage): Promise<Providers> {
  const port = await findFreePorts(4);
  await startServer(stage, 'sandbox', join(repository, 'sandbox/src/main.ts'), `http://localhost:${port}/health`, {
    SANDBOX_PORT: String(port),
  });
  const google = `http://localhost:${port + 1}`;
  const microsoft = `http://localhost:${port + 2}`;
  const env = { GOOGLE_ISSUER: google, MICROSOFT_ISSUER: microsoft, SMTP_URL: `smtp://localhost:${port + 3}` };
  return { google, microsoft, home: `http://localhost:${port}`, env };
}

/** Chooses a person on the provider's page; gives the callback address the provider sends the browser to, not yet opened. */
export async function approveAtProvider(address: string, subject: string): Promise<string> {
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
      form = new URLSearchParams({ subject }).toString();
    }
    if (new URL(at).pathname.startsWith('/api/oauth/callback/')) return at;
  }
  throw new Error('the provider did not send the browser back');
}
