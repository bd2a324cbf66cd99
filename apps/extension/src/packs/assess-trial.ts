import { z } from 'zod';
import type { BoardReport } from '../board/messages.ts';

/** How a page was read with one version of a board's configuration. */
export const PackHealth = z.object({
  version: z.int(),
  /** Rows that were judged. */
  rows: z.int().min(0),
  /** The share of them of which enough was read. */
  quorumPct: z.number().min(0).max(100),
});
export type PackHealth = z.infer<typeof PackHealth>;

/** The first minutes in which a new version is used on a page. */
export const Trial = z.object({
  version: z.int(),
  /** How the version before was doing. Null if nobody had read a page with it. */
  before: PackHealth.nullable(),
  /** The first page that was read with it. */
  startedAtMs: z.number().nullable(),
});
export type Trial = z.infer<typeof Trial>;

const trialMs = 10 * 60 * 1_000;
/** Fewer rows say little. */
const fewestRows = 20;
/** Pages differ a little from each other. A broken selector costs far more. */
const worseByPoints = 15;

export type Verdict = 'WAIT' | 'PASSED' | 'WORSE';

/** A page and how it was read. DEGRADED: it can't be read, whatever its last rows were like; the list itself may be missing. */
export interface PageHealth extends PackHealth {
  state: BoardReport['state'];
}

/** Whether the page says how well a version reads: enough rows, on a page that can be read. */
export function isMeasure({ state, rows }: PageHealth): boolean {
  return state !== 'DEGRADED' && rows >= fewestRows;
}

/** Whether a new version reads worse than the one before. It can only be worse than something that is known. */
export function assessTrial({ version, before, startedAtMs }: Trial, page: PageHealth, nowMs: number): Verdict {
  if (page.version !== version) return 'WAIT';
  if (startedAtMs !== null && nowMs - startedAtMs > trialMs) return 'PASSED';
  if (before === null || before.rows < fewestRows) return 'WAIT';
  if (page.state === 'DEGRADED') return 'WORSE';
  return page.rows >= fewestRows && page.quorumPct < before.quorumPct - worseByPoints ? 'WORSE' : 'WAIT';
}
