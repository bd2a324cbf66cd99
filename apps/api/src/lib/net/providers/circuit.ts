const firstRestMs = 10_000;
const longestRestMs = 5 * 60_000;
/** Accounts whose state is kept. The one that was used longest ago is dropped first. */
const keptAccounts = 10_000;

interface State {
  restsUntil: number;
  restMs: number;
  /** After a rest one request goes first. The others are refused until its answer is there. */
  isTrying: boolean;
}

/** Stops asking an account of a provider that has just failed, so that people don't wait for it again and again. */
export interface Circuit {
  /** False while the account rests. After true, call one of the three below. */
  enter(account: string): boolean;
  succeeded(account: string): void;
  failed(account: string): void;
  /** The provider was not asked after all. */
  leave(account: string): void;
}

/**
 * An account is our own key or the key of one company: a wrong key of one company must not stop the others. The rest doubles with each
 * failure, from ten seconds to five minutes.
 */
export function createCircuit(): Circuit {
  const failing = new Map<string, State>();
  return {
    enter(account) {
      const state = failing.get(account);
      if (!state) return true;
      if (Date.now() < state.restsUntil || state.isTrying) return false;
      state.isTrying = true;
      return true;
    },
    succeeded: (account) => void failing.delete(account),
    failed(account) {
      const before = failing.get(account);
      // Of several requests that fail together only the first begins a rest.
      if (before && !before.isTrying) return;
      const restMs = before ? Math.min(before.restMs * 2, longestRestMs) : firstRestMs;
      failing.delete(account);
      failing.set(account, { restsUntil: Date.now() + restMs, restMs, isTrying: false });
      const [oldest] = failing.keys();
      if (failing.size > keptAccounts && oldest !== undefined) failing.delete(oldest);
    },
    leave(account) {
      const state = failing.get(account);
      if (state) state.isTrying = false;
    },
  };
}
