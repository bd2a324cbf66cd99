import type { Server } from 'node:net';
import { createHomeHandler } from './home/home.routes.ts';
import type { OpenidClient } from './openid/provider.ts';
import { createFaultSwitch } from './resident/faults.ts';
import { createHttpServer } from './resident/http-server.ts';
import { type LoopbackListener, listenOnLoopback } from './resident/loopback-listener.ts';
import type { Resident } from './resident/resident.ts';
import { listServices } from './services.ts';

/** Fixed ports are below the range that systems use for outgoing connections. */
export const highestPort = 32_767;
const stopGraceMs = 2_000;

interface SandboxOptions {
  basePort: number;
  client: OpenidClient;
  /** Where Stripe's events go from the start, and the file in which its records are kept. */
  stripe?: { webhookUrl?: string | undefined; memoryFile?: string | undefined };
}

export interface Sandbox {
  address: string;
  residents: readonly Resident[];
  stop(): Promise<void>;
}

/** Another program uses a port of the sandbox. */
export class PortTakenError extends Error {
  constructor(port: number, holder: string, lastPort: number, basePort: number) {
    super(
      `Port ${port} (${holder}) is taken. Stop the program that holds it, or set SANDBOX_PORT to another base: ` +
        `the sandbox needs the ports ${basePort} to ${lastPort} in one row.`,
    );
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { basePort } = options;
  const homeAddress = `http://localhost:${basePort}`;
  const services = listServices(options.client, options.stripe);
  const lastPort = basePort + Math.max(...services.map((service) => service.portOffset));
  if (lastPort > highestPort)
    throw new RangeError(`The sandbox needs ports up to ${lastPort}; choose a base port so that ${highestPort} is the last.`);

  const listeners: LoopbackListener[] = [];
  const residents: Resident[] = [];

  async function stop(): Promise<void> {
    await Promise.all(listeners.map((listener) => listener.stop(stopGraceMs)));
  }

  async function open(server: Server, port: number, holder: string, shouldRefuse: () => boolean) {
    try {
      const listener = await listenOnLoopback(server, port, shouldRefuse);
      listeners.push(listener);
      return listener;
    } catch (error) {
      await stop();
      throw isPortTaken(error) ? new PortTakenError(port, holder, lastPort, basePort) : error;
    }
  }

  for (const service of services) {
    const port = basePort + service.portOffset;
    const address = `${service.protocol ?? 'http'}://localhost:${port}`;
    const faults = createFaultSwitch();
    const server = service.createServer({ address, homeAddress, faults });
    const listener = await open(server, port, service.title, () => faults.current().refuse === true);
    residents.push({
      service,
      address,
      isListening: listener.isListening,
      faults: faults.current,
      setFaults(next) {
        faults.set(next);
        // Otherwise a client's kept-alive connection would survive the refusal.
        if (next.refuse === true) listener.dropConnections();
      },
    });
  }
  // The home port opens last, so when it answers, every service is running.
  const home = createHttpServer(createFaultSwitch(), createHomeHandler({ port: basePort, residents }));
  await open(home, basePort, 'the sandbox home page', () => false);

  return { address: homeAddress, residents, stop };
}
