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
  /** What a developer opens first. */
  lookAt: { label: string; path: string };
  createServer(site: Site): Server;
}
