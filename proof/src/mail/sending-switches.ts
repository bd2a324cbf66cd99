import { fetchRaw } from '../lib/http-client.ts';
import type { Providers } from '../lib/sandbox.ts';

export const services = ['gmail', 'graph', 'smtp'] as const;
export type MailService = (typeof services)[number];

export interface Faults {
  tooManyPercent?: number;
  unavailablePercent?: number;
  acceptedThenUnavailablePercent?: number;
  acceptedThenResetPercent?: number;
}

export interface Limits {
  perMinute?: number;
  perDay?: number;
  projectPerMinute?: number;
  clockScale?: number;
}

export interface Counts {
  calls: number;
  accepted: number;
  acceptedThenUnavailable: number;
  acceptedThenReset: number;
  tooMany: number;
  unavailable: number;
  overMinute: number;
  overProject: number;
  overDay: number;
}

/** A mail that arrived in the sandbox's mailbox. */
export interface Arrived {
  id: string;
  provider: string;
  messageId: string;
  failure: 'UNAVAILABLE' | 'RESET' | null;
}

async function ask(address: string, method = 'GET', body?: unknown): Promise<string> {
  const reply = await fetchRaw(address, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (reply.status >= 300) throw new Error(`${method} ${address} answered ${reply.status}: ${reply.body}`);
  return reply.body;
}

/** Resets all switches to their defaults and empties the mailbox. */
export async function resetSending({ home }: Providers): Promise<void> {
  for (const service of services) {
    await ask(`${home}/services/${service}/sending`, 'DELETE');
    await ask(`${home}/services/${service}/faults`, 'DELETE');
  }
  await ask(`${home}/mailbox/messages`, 'DELETE');
}

export async function setFaults({ home }: Providers, faults: Faults): Promise<void> {
  for (const service of services) await ask(`${home}/services/${service}/sending/faults`, 'PUT', faults);
}

/** Every mail takes at least this long at its provider. */
export async function setLatency({ home }: Providers, latencyMs: number): Promise<void> {
  for (const service of services) await ask(`${home}/services/${service}/faults`, 'PUT', { latencyMs });
}

export async function setLimits({ home }: Providers, service: MailService, limits: Limits): Promise<void> {
  await ask(`${home}/services/${service}/sending/limits`, 'PUT', limits);
}

export async function readCounts({ home }: Providers, service: MailService): Promise<Counts> {
  return (JSON.parse(await ask(`${home}/services/${service}/sending`)) as { counts: Counts }).counts;
}

export async function readArrived({ home }: Providers): Promise<Arrived[]> {
  const arrived: Arrived[] = [];
  for (const service of services) {
    arrived.push(...(JSON.parse(await ask(`${home}/mailbox/messages?provider=${service}&form=summary&limit=50000`)) as Arrived[]));
  }
  return arrived;
}
