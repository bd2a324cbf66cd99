import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import type { FaultSwitch } from './faults.ts';

/** Where a service runs, and its faults. */
interface Site {
  /** `http://localhost:4101`. Also the issuer of an OpenID provider. */
  address: string;
  homeAddress: string;
  faults: FaultSwitch;
}

/**
 * One outside service that the sandbox stands in for. It gets one port: the sandbox's base port plus `portOffset`. The host does the
 * listening and drops connections on demand, so a service only returns a server that doesn't listen yet. HTTP services make theirs with
 * `createHttpServer`, which also applies delays and error answers. A service with another protocol returns any `net.Server` and checks
 * `site.faults` itself.
 */
export interface SandboxService {
  /** Part of addresses and commands, so lower case without spaces. */
  name: string;
  title: string;
  about: string;
  portOffset: number;
  /** The scheme of its address. The default is `http`. */
  protocol?: 'smtp' | 'smtps' | 'tcp';
  /** What a developer opens first: a path at the service's address, or one of its `pages`. */
  lookAt: { label: string; path: string; isAtHome?: true };
  /** The service's pages on the home port. Returns false for other paths. */
  pages?: (request: IncomingMessage, response: ServerResponse, url: URL) => boolean;
  createServer(site: Site): Server;
}
