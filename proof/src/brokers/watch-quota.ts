import type { Providers } from '../lib/sandbox.ts';
import { countRequests, type Service } from './faults.ts';

const services: readonly Service[] = ['fmcsa', 'open-data'];
const everyMs = 1_000;
const minuteSeconds = 60;
/** The calls of one second may go out together, and a busy machine delivers those of another second late. */
const togetherSeconds = 2;

interface Seen {
  atMs: number;
  count: number;
}

/** Counts the requests that the sandbox gets. The returned function says where they were more than the quota, in all or in any minute. */
export function watchQuota(providers: Providers, perSecond: number): () => Promise<{ overQuota: string[]; busiest: string }> {
  const seen = new Map(services.map((service) => [service, [{ atMs: Date.now(), count: 0 }] as Seen[]]));
  let isRunning = true;

  async function look(): Promise<void> {
    for (const service of services) seen.get(service)?.push({ count: await countRequests(providers, service), atMs: Date.now() });
  }
  async function watch(): Promise<void> {
    while (isRunning) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
  const watching = watch();

  return async () => {
    isRunning = false;
    await watching;
    await look();
    const overQuota: string[] = [];
    const busiest: string[] = [];
    for (const [service, samples] of seen) {
      let most = 0;
      let from = 0;
      for (const [index, now] of samples.entries()) {
        while ((samples[from + 1] ?? now).atMs < now.atMs - minuteSeconds * 1_000) from += 1;
        for (const before of [samples[0], samples[from]]) {
          if (before === undefined || index === 0) continue;
          const count = now.count - before.count;
          const seconds = (now.atMs - before.atMs) / 1_000;
          if (count > perSecond * (seconds + togetherSeconds)) overQuota.push(`${count} requests to ${service} in ${seconds.toFixed(1)} s`);
        }
        most = Math.max(most, now.count - (samples[from]?.count ?? 0));
      }
      busiest.push(`${most} to ${service}`);
    }
    return { overQuota, busiest: `most requests in a minute: ${busiest.join(', ')}` };
  };
}
