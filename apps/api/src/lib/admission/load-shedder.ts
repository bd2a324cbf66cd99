import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AppError } from '../errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';

const lookMs = 500;
const retryAfterSeconds = 2;
/** What was spent counts half after about two seconds. */
const keptPerLook = 0.85;
/** Within these seconds; less than this is nobody's flood, but a screen that opens or a file that is sent. */
const minSpent = 200;

/** The further this process is behind, the smaller the part of its work that makes a company wait. */
const levels = [
  { behindMs: 1_000, share: 0.1 },
  { behindMs: 300, share: 0.25 },
  { behindMs: 100, share: 0.5 },
];

export interface LoadShedder {
  /** Notes what a company asks for. Throws `unavailable` while this process is behind and the company takes more of it than its share. */
  admit(companyId: string, points: number): void;
  close(): void;
}

/** `readBehindMs` says how late the event loop was since it was last asked. */
export function createLoadShedder(metrics: Metrics, readBehindMs = watchEventLoop()): LoadShedder {
  const spent = new Map<string, number>();
  let total = 0;
  let share: number | undefined;
  const look = () => {
    const behindMs = readBehindMs();
    share = levels.find((level) => behindMs >= level.behindMs)?.share;
    total = 0;
    for (const [companyId, points] of spent) {
      const left = points * keptPerLook;
      if (left < 0.1) spent.delete(companyId);
      else spent.set(companyId, left);
      total += left;
    }
  };
  const timer = setInterval(look, lookMs).unref();
  return {
    admit(companyId, points) {
      const own = spent.get(companyId) ?? 0;
      // Alone, a company is late by its own work only: to refuse it would help nobody.
      if (share !== undefined && spent.size > 1 && own >= minSpent && own > share * total) {
        metrics.requestsShed.inc();
        const detail = 'We have too much to do right now. Please try again in a moment.';
        throw new AppError('unavailable', { detail, retryAfterSeconds });
      }
      spent.set(companyId, own + points);
      total += points;
    },
    close: () => clearInterval(timer),
  };
}

function watchEventLoop(): () => number {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return () => {
    const ms = delay.percentile(90) / 1e6;
    delay.reset();
    return ms;
  };
}
