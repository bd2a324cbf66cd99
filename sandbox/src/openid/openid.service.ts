import { createHttpServer } from '../resident/http-server.ts';
import type { SandboxService } from '../resident/service.ts';
import { sendHtml, serveAsset, setStrictHeaders } from '../web/answer.ts';
import { createPeople } from './people.ts';
import { createProvider, type OpenidClient } from './provider.ts';
import { createSignInHandler, signInPath } from './sign-in.routes.ts';
import { renderRefusalPage } from './sign-in-page.ts';

interface OpenidOptions {
  /** Also the last segment of the only callback address the provider accepts. */
  name: string;
  brand: string;
  portOffset: number;
  client: OpenidClient;
}

/** A real OpenID provider with people to choose from in place of passwords. */
export function createOpenidService({ name, brand, portOffset, client }: OpenidOptions): SandboxService {
  return {
    name,
    title: `${brand} sign-in`,
    about: `OpenID Connect provider in place of ${brand}: code flow with PKCE, demo people in place of passwords.`,
    portOffset,
    lookAt: { label: 'Discovery document', path: '/.well-known/openid-configuration' },
    createServer({ address, homeAddress, faults }) {
      const branding = { name, brand, homeAddress };
      const people = createPeople();
      const provider = createProvider({ issuer: address, name, branding, client, people });
      const answerProtocol = provider.callback();
      const answerSignIn = createSignInHandler({ provider, people, branding });

      return createHttpServer(faults, async (request, response) => {
        // The chain of redirects after the form ends at the application, and browsers hold form-action against each hop.
        setStrictHeaders(response, { formAction: "'self' http://localhost:*" });
        const { pathname } = new URL(request.url ?? '/', address);
        if (serveAsset(request, response, pathname)) return;
        if (pathname === '/')
          sendHtml(response, 404, renderRefusalPage(branding, 'nothing_here', 'A sign-in starts in Headhaul, not at this address.'));
        else if (pathname.startsWith(`${signInPath}/`)) await answerSignIn(request, response, pathname);
        else await answerProtocol(request, response);
      });
    },
  };
}
