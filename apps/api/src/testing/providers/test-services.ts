import { type SandboxProcess, startSandbox } from '../sandbox-process.ts';

/** Services of a sandbox of this test's own, so that their faults reach no other test. */
export interface TestServices<Service extends string> {
  port: number;
  setFaults(service: Service, faults: object): Promise<void>;
  setOddities(service: Service, oddities: object): Promise<void>;
  /** The requests since the last call of `clear`, the newest first, without keys. */
  listRequests(service: Service): Promise<{ path: string }[]>;
  /** Ends all faults and oddities and forgets the requests. */
  clear(): Promise<void>;
  /** A switch of the sandbox, such as `PUT eia/prices/R20`. */
  send(method: string, path: string, body?: object): Promise<unknown>;
  stop(): void;
}

export async function startTestServices<Service extends string>(services: readonly Service[]): Promise<TestServices<Service>> {
  const sandbox: SandboxProcess = await startSandbox();
  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://localhost:${sandbox.port}/services/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  }
  return {
    port: sandbox.port,
    setFaults: async (service, faults) => void (await send('PUT', `${service}/faults`, faults)),
    setOddities: async (service, oddities) => void (await send('PUT', `${service}/oddities`, oddities)),
    listRequests: async (service) => ((await send('GET', `${service}/requests`)) as { requests: { path: string }[] }).requests,
    async clear() {
      for (const service of services) {
        for (const part of ['faults', 'oddities', 'requests']) await send('DELETE', `${service}/${part}`);
      }
    },
    send,
    stop: () => sandbox.stop(),
  };
}

export interface Fault {
  faults?: object;
  oddities?: object;
}

/** What an outside service may do wrong. */
export const serviceFaults: [string, Fault][] = [
  ['slow answers', { faults: { latencyMs: 60_000 } }],
  ['status 429 and a long Retry-After', { faults: { errorStatus: 429 }, oddities: { retryAfterSeconds: 300.5 } }],
  ['status 500', { faults: { errorStatus: 500 } }],
  ['connections that are cut', { oddities: { spoil: 'reset' } }],
  ['refused connections', { faults: { refuse: true } }],
  ['a maintenance page with status 200', { oddities: { spoil: 'maintenance' } }],
  ['half of an answer', { oddities: { spoil: 'truncated' } }],
  ['values of other types', { oddities: { spoil: 'wrongTypes' } }],
  ['status 403', { faults: { errorStatus: 403 } }],
];

export async function plantFault<Service extends string>(
  services: TestServices<Service>,
  service: Service,
  { faults, oddities }: Fault,
): Promise<void> {
  if (faults) await services.setFaults(service, faults);
  if (oddities) await services.setOddities(service, oddities);
}

/** A database of Redis for one test file: after a 429 all processes wait, and other tests must not. */
export function ownRedis(database: number): string {
  return Object.assign(new URL(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'), { pathname: `/${database}` }).href;
}
