import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import type { FaultSwitch } from './faults.ts';

/** Where a resident lives and what may go wrong with it. */
interface Site {
  /** `http://localhost:4101`; also the issuer of an OpenID provider. */
  address: string;
  homeAddress: string;
  faults: FaultSwitch;
}

/**
 * One outside service that the sandbox stands in for. It gets one port: the sandbox's base port plus `portOffset`.
 * The host owns the listening and drops connections on demand, so a service only hands over a server that doesn't
 * listen yet. HTTP services make theirs with `createHttpServer`, which applies delays and error answers as well;
 * a service with another protocol brings any `net.Server` and asks `site.faults` itself.
 */
export interface SandboxService {
  /** Stands in addresses and commands: lower case, no spaces. */
  name: string;
  title: string;
  about: string;
  portOffset: number;
  /** How its address begins; `http` unless it says otherwise. */
  protocol?: 'smtp' | 'smtps' | 'tcp';
  /** What a developer opens first: at its own address, or a page of `pages`. */
  lookAt: { label: string; path: string; isAtHome?: true };
  /** Pages of its own on the home port. Answers false when the path is not one of them. */
  pages?: (request: IncomingMessage, response: ServerResponse, url: URL) => boolean;
  createServer(site: Site): Server;
}
