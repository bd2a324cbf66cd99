import type { Providers } from '../lib/sandbox.ts';

export type Service = 'fmcsa' | 'open-data';

export interface Fault {
  name: string;
  faults: object;
  oddities: object;
  /** How old the open data are, in days. */
  ageDays?: number;
}

export const faults: readonly Fault[] = [
  { name: '429', faults: { errorStatus: 429, errorPercent: 70 }, oddities: { retryAfterSeconds: 0.4 } },
  { name: '500', faults: { errorStatus: 500 }, oddities: {} },
  { name: 'reset', faults: {}, oddities: { spoil: 'reset' } },
  { name: 'maintenance page', faults: {}, oddities: { spoil: 'maintenance' } },
  { name: 'truncated', faults: {}, oddities: { spoil: 'truncated' } },
  { name: 'wrong types', faults: {}, oddities: { spoil: 'wrongTypes' } },
  { name: 'stale', faults: { errorStatus: 500 }, oddities: {}, ageDays: 10 },
  // The last, because the sandbox counts a request when it answers, and these answers come long after their callers have left.
  { name: 'slow', faults: { latencyMs: 60_000 }, oddities: {} },
];

/** Changes the sandbox's FMCSA. */
export async function switchSandbox({ home }: Providers, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${home}/services/${path}`, {
    method,
    // A connection that is kept may be closed by the sandbox just when a busy machine uses it again.
    headers: { 'content-type': 'application/json', connection: 'close' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** QCMobile fails, and with `isBoth` the open data too. Stale open data answer, so they only get old. */
export async function plantInSandbox(providers: Providers, fault: Fault, isBoth: boolean): Promise<void> {
  await switchSandbox(providers, 'PUT', 'fmcsa/faults', fault.faults);
  await switchSandbox(providers, 'PUT', 'fmcsa/oddities', fault.oddities);
  const isOpenDataFaulty = isBoth && fault.ageDays === undefined;
  await switchSandbox(providers, 'PUT', 'open-data/faults', isOpenDataFaulty ? fault.faults : {});
  await switchSandbox(providers, 'PUT', 'open-data/oddities', {
    ...(isOpenDataFaulty ? fault.oddities : {}),
    ...(fault.ageDays === undefined ? {} : { ageDays: fault.ageDays }),
  });
}

export async function healSandbox(providers: Providers): Promise<void> {
  for (const service of ['fmcsa', 'open-data']) {
    for (const part of ['faults', 'oddities', 'requests']) await switchSandbox(providers, 'DELETE', `${service}/${part}`);
  }
}

export async function countRequests(providers: Providers, service: Service): Promise<number> {
  return ((await switchSandbox(providers, 'GET', `${service}/requests`)) as { count: number }).count;
}
