import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHttpServer } from '../resident/http-server.ts';
import type { SandboxService } from '../resident/service.ts';
import { readForm, sendHtml, sendJson, serveAsset, setStrictHeaders } from '../web/answer.ts';
import { createGrantSwitches } from './grants.routes.ts';
import type { Grants } from './grants.ts';
import { createPeople } from './people.ts';
import { createProvider, type OpenidClient } from './provider.ts';
import { createSignInHandler, signInPath } from './sign-in.routes.ts';
import { renderRefusalPage } from './sign-in-page.ts';

interface OpenidOptions {
  /** Also the last segment of the callback addresses that the provider accepts. */
  name: string;
  brand: string;
  portOffset: number;
  client: OpenidClient;
  /** Its mail API checks tokens here. */
  grants: Grants;
}

/**
 * Microsoft gives lasting access for the scope alone. The library follows the standard, which also requires `prompt=consent`. The consent
 * page comes here in any case.
 */
function askForConsent(url: URL): void {
  const prompts = new Set((url.searchParams.get('prompt') ?? '').split(' ').filter((prompt) => prompt !== ''));
  const isOffline = (url.searchParams.get('scope') ?? '').split(' ').includes('offline_access');
  if (isOffline && !prompts.has('none')) url.searchParams.set('prompt', [...prompts.add('consent')].join(' '));
}

async function answerRevocation(request: IncomingMessage, response: ServerResponse, url: URL, grants: Grants): Promise<void> {
  const token = url.searchParams.get('token') ?? (await readForm(request))?.get('token') ?? '';
  if (await grants.revokeToken(token)) sendJson(response, 200, {});
  else sendJson(response, 400, { error: 'invalid_token', error_description: 'Token expired or revoked' });
}

/** A real OpenID provider. People are chosen from a list instead of by password, and they may also allow access to their mailbox. */
export function createOpenidService({ name, brand, portOffset, client, grants }: OpenidOptions): SandboxService {
  return {
    name,
    title: `${brand} sign-in`,
    about: `OpenID Connect provider in place of ${brand}: code flow with PKCE, demo people in place of passwords, and consent to send their mail.`,
    portOffset,
    lookAt: { label: 'Discovery document', path: '/.well-known/openid-configuration' },
    pages: createGrantSwitches(name, grants),
    createServer({ address, homeAddress, faults }) {
      const branding = { name, brand, homeAddress };
      const people = createPeople();
      const provider = createProvider({ issuer: address, name, branding, client, people, grants });
      const answerProtocol = provider.callback();
      const answerSignIn = createSignInHandler({ provider, people, branding, grants });

      return createHttpServer(faults, async (request, response) => {
        // The redirects after the form end at the application, and browsers check form-action at each hop.
        setStrictHeaders(response, { formAction: "'self' http://localhost:*" });
        const url = new URL(request.url ?? '/', address);
        const { pathname } = url;
        if (serveAsset(request, response, pathname)) return;
        if (pathname === '/')
          sendHtml(response, 404, renderRefusalPage(branding, 'nothing_here', 'A sign-in starts in Headhaul, not at this address.'));
        else if (pathname.startsWith(`${signInPath}/`)) await answerSignIn(request, response, pathname);
        else if (request.method === 'POST' && pathname === grants.consent.revocationPath)
          await answerRevocation(request, response, url, grants);
        else {
          if (pathname === '/auth') {
            askForConsent(url);
            request.url = url.pathname + url.search;
          }
          await answerProtocol(request, response);
        }
      });
    },
  };
}
