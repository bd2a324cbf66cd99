import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** What one process is told: which companies ask, how often, and until when. */
export interface Order {
  /** The API's source folder, perhaps one with a planted fault. */
  source: string;
  base: string;
  redisUrl: string;
  perMinute: number;
  /** Company by company, milliseconds between its questions. */
  companies: { id: string; everyMs: number }[];
  untilMs: number;
  patienceMs: number;
}

/** What it found: for each company how long its answers took, and how many questions had none. */
export type Found = Record<string, { waitsMs: number[]; unanswered: number }>;

/** The parts of the API's source that this process uses. They are loaded at run time, because the source may be a copy. */
interface Provider {
  ask(question: {
    companyId: string;
    account: 'ours';
    path: string;
    query: Record<string, string>;
    read(reply: { status: number }): number;
  }): Promise<{ kind: 'answered' | 'unavailable' }>;
}
interface Source {
  createProvider(platform: object, settings: object): Provider;
  createMetrics(): object;
  openRedis(url: string, log: object): { disconnect(): void };
}

/** A process that asks a provider for its companies, as an API or a worker would. */
const order = JSON.parse(process.env.ORDER ?? '{}') as Order;
const files = ['lib/net/providers/provider.ts', 'lib/telemetry/metrics.ts', 'lib/redis.ts'];
const modules = await Promise.all(files.map((file) => import(pathToFileURL(`${order.source}/${file}`).href)));
const { createProvider, createMetrics, openRedis } = Object.assign({}, ...modules) as Source;

const redis = openRedis(order.redisUrl, console);
const provider = createProvider(
  { redis, metrics: createMetrics(), limits: { take: async () => {}, giveBack: async () => {} } },
  { name: 'google_geocoding', base: order.base, timeoutMs: 20_000, patienceMs: order.patienceMs, perMinute: order.perMinute },
);
const found: Found = {};

async function askOnce(companyId: string): Promise<void> {
  const startedAt = performance.now();
  const answer = await provider.ask({
    companyId,
    account: 'ours',
    path: '/resource/az4n-8mr2.json',
    query: { dot_number: '1' },
    read: ({ status }) => status,
  });
  found[companyId] ??= { waitsMs: [], unanswered: 0 };
  const own = found[companyId];
  if (answer.kind === 'answered') own.waitsMs.push(performance.now() - startedAt);
  else own.unanswered += 1;
}

async function askRegularly(id: string, everyMs: number): Promise<void> {
  const asking: Promise<void>[] = [];
  // Companies begin at different moments within their first interval.
  let nextAt = Date.now() + Math.random() * everyMs;
  while (nextAt < order.untilMs) {
    await pause(Math.max(nextAt - Date.now(), 0));
    asking.push(askOnce(id));
    nextAt += everyMs;
  }
  await Promise.all(asking);
}

await Promise.all(order.companies.map(({ id, everyMs }) => askRegularly(id, everyMs)));
redis.disconnect();
process.send?.(found);
process.disconnect?.();
