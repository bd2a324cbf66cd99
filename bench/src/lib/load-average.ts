import { loadavg } from 'node:os';

/** How busy the machine was: its load average over one minute. */
export interface LoadSeen {
  /** When the run began. This is the work of others, not of the run itself. */
  before: number;
  /** The highest value during the run. */
  most: number;
}

// The kernel updates the value this often.
const lookEveryMs = 5_000;

/** Watches from now on. The returned function gives what was seen so far. */
export function watchLoad(): () => LoadSeen {
  const read = () => loadavg()[0] ?? Number.NaN;
  const before = read();
  let most = before;
  const look = () => {
    most = Math.max(most, read());
  };
  setInterval(look, lookEveryMs).unref();
  return () => {
    look();
    return { before, most };
  };
}
