import { loadavg } from 'node:os';

/** What the machine was busy with, by its load average over a minute. */
export interface LoadSeen {
  /** When the run began: what others did, not what the run itself does. */
  before: number;
  /** The most there was during the run. */
  most: number;
}

// The kernel works it out as often.
const lookEveryMs = 5_000;

/** Looks from now on; answers what was seen so far. */
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
