import { randomInt } from 'node:crypto';
import { type BrokerLookup, fmcsaEndpoints } from '@headhaul/contracts/fmcsa';
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts';
import { startTestServices } from './test-services.ts';

type Service = 'fmcsa' | 'open-data';

/** FMCSA's two services in a sandbox of this test's own, so that their faults reach no other test. */
export interface TestFmcsa {
  env: Record<string, string>;
  /** Adds a broker with numbers that nobody has asked for yet, or changes one. */
  register(edit?: object): Promise<{ dot: string; mc: string }>;
  edit(dot: string, edit: object): Promise<void>;
  act(dot: string, action: string, daysAgo?: number): Promise<void>;
  setFaults(service: Service, faults: object): Promise<void>;
  setOddities(service: Service, oddities: object): Promise<void>;
  /** How many requests came since the last call of `clear`. */
  countRequests(service: Service): Promise<number>;
  /** Ends all faults and oddities and forgets the requests. */
  clear(): Promise<void>;
  stop(): void;
}

/** Digits that no test and no earlier run has used: answers about unknown numbers are kept in Redis. */
export function newNumber(): string {
  return String(randomInt(10_000_000, 100_000_000));
}

export async function startTestFmcsa(): Promise<TestFmcsa> {
  const { port, send, setFaults, setOddities, clear, stop } = await startTestServices(['fmcsa', 'open-data']);
  const edit = async (dot: string, changes: object) => void (await send('PUT', `fmcsa/registrants/${dot}`, changes));
  return {
    env: { FMCSA_API_BASE: `http://localhost:${port + 11}`, FMCSA_OPEN_DATA_BASE: `http://localhost:${port + 12}` },
    async register(given = {}) {
      const numbers = { dot: newNumber(), mc: newNumber() };
      await edit(numbers.dot, { mc: numbers.mc, legalName: 'NEW DAWN FREIGHT LLC', ...given });
      return numbers;
    },
    edit,
    act: async (dot, action, daysAgo = 0) => void (await send('POST', `fmcsa/registrants/${dot}/${action}`, { daysAgo })),
    setFaults,
    setOddities,
    countRequests: async (service) => ((await send('GET', `${service}/requests`)) as { count: number }).count,
    clear,
    stop,
  };
}

/** A separate app: a service that failed is not asked for a while, and that must not affect the next test. */
export async function withFreshApp(env: Record<string, string>, work: (client: TestClient, app: TestApp) => Promise<void>): Promise<void> {
  const app = await startTestApp({ env });
  try {
    await work(await app.signUp(), app);
  } finally {
    await app.close();
  }
}

export function lookUp(client: TestClient, query: { mc: string } | { dot: string }): Promise<BrokerLookup> {
  return client.call(fmcsaEndpoints.lookUpBroker, { query });
}

/** Makes what is kept of a broker older, so that the next lookup asks FMCSA again. */
export async function ageRecord(app: TestApp, dot: string, hours: number): Promise<void> {
  await app.admin.query(
    `update fmcsa_records set checked_at = checked_at - make_interval(hours => $2), open_data_as_of = open_data_as_of - make_interval(hours => $2)
     where dot = $1`,
    [dot, hours],
  );
}
