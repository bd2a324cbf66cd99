import type { createPacks, Refreshed } from './packs.ts';

interface RoundParts {
  packs: Pick<ReturnType<typeof createPacks>, 'refresh' | 'isDue' | 'askedAtMs' | 'askAgain'>;
  /** Remembers what became of the packs, for the popup. */
  noteNews(refreshed: readonly Refreshed[]): Promise<void>;
  /** Tells open boards about a new configuration. */
  publish(): Promise<void>;
  /** Whether an open board can't be read. */
  hasDegraded(): Promise<boolean>;
  warn(error: unknown): void;
  nowMs(): number;
}

/** Somebody who presses a button again and again asks no more often. */
const clickPauseMs = 10_000;

/** Asks for packs and sees to it that somebody asks again. */
export function createRefreshRound({ packs, noteNews, publish, hasDegraded, warn, nowMs }: RoundParts) {
  /** Without the API the packs that are here stay in use, so a failure is no error. */
  async function run(): Promise<void> {
    try {
      const refreshed = await packs.refresh();
      await noteNews(refreshed);
      if (refreshed.some(({ outcome }) => outcome === 'TAKEN')) await publish();
      if (await hasDegraded()) await packs.askAgain();
    } catch (error) {
      warn(error);
      await packs.askAgain().catch(warn);
    }
  }

  async function runIfDue(): Promise<void> {
    if (await packs.isDue()) await run();
  }

  /** The user wants to know now whether there is something newer. */
  async function runOnClick(): Promise<void> {
    const askedAtMs = await packs.askedAtMs();
    if (askedAtMs === null || Math.abs(nowMs() - askedAtMs) >= clickPauseMs) await run();
  }

  return { run, runIfDue, runOnClick };
}
