import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AppError } from '../errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';

const lookMs = 500;
const retryAfterSeconds = 2;
/** With this factor, spent points count half after about two seconds. */
const keptPerLook = 0.85;
/** In points, decayed as above. A company below this is not flooding us: it opens a screen or sends a file. */
const minSpent = 200;

/** The further the process is behind, the smaller the share of its work that a company may take before it is refused. */
const levels = [
  { behindMs: 1_000, share: 0.1 },
  { behindMs: 300, share: 0.25 },
  { behindMs: 100, share: 0.5 },
];

export interface LoadShedder {
  /** Counts the points of a company. Throws `unavailable` while this process is behind and the company takes more than its share. */
  admit(companyId: string, points: number): void;
  close(): void;
}

/** `readBehindMs` returns how late the event loop was since the last call. */
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
      // If only one company is active, only its own work delays it, so refusing it would help nobody.
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
