import { boardFields, boardIds } from '@headhaul/domain/boards/board-load';
import { highestCount } from '@headhaul/domain/boards/health/page-counts';
import { z } from 'zod';
import { empty, endpoints } from '../http/endpoint.ts';

/** How long reports are kept. An alert compares with the median of seven days. */
export const boardHealthDays = 35;
export const maxBoardHealthBytes = 2 * 1024;
export const mostHealthPages = 8;
/** What took longer is not measured: the user was away, or has searched for nothing. */
export const longestMeasuredMs = 600_000;

/** An install has this many points for each cause in a quarter of an hour, and a report costs as much as its cause says. */
export const boardHealthPoints = { perQuarterHour: 6, cost: { INTERVAL: 6, STATE: 1 } } as const;

const pattern = (most: number, regex: RegExp) => z.string().max(most, { abort: true }).regex(regex);
const Count = z.int().min(0).max(highestCount);
const Milliseconds = z.int().min(0).max(longestMeasuredMs);

/** How one page was read since the last report. Counts and names of our own, no text of the page. */
export const PageHealth = z.strictObject({
  /** Nothing is told about pages of other sites, which only users have taught. */
  board: z.enum(boardIds).exclude(['other']),
  configVersion: z.int().min(1).max(2_147_483_647),
  /** Where the configuration came from. */
  source: z.enum(['REMOTE', 'LAST_GOOD', 'BUNDLED']),
  /** Its name in the configuration. Null while no row fits a layout. */
  layout: pattern(40, /^[a-z][a-z0-9-]*$/).nullable(),
  state: z.enum(['READING', 'DEGRADED', 'OFF']),
  rowsSeen: Count,
  /** Rows of which enough was read to decide about them. */
  rowsRead: Count,
  /** Null if the list was not found. */
  attachMs: Milliseconds.nullable(),
  flushP95Ms: Milliseconds.nullable(),
  mutationStorms: Count,
  missingContainers: Count,
  /** This version was worse than the one before and was taken back here. */
  isRegressed: z.boolean(),
  /** Fields about which nothing happened are left out. */
  fields: z.partialRecord(z.enum(boardFields), z.strictObject({ ok: Count, missing: Count, failed: Count })),
});
export type PageHealth = z.output<typeof PageHealth>;

export const BoardHealth = z.strictObject({
  /** Random, and a new one every month: it tells installs apart and says nothing about whose they are. */
  installId: z.uuid(),
  extVersion: pattern(20, /^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
  cause: z.enum(['INTERVAL', 'STATE']),
  pages: z.array(PageHealth).min(1).max(mostHealthPages),
});
export type BoardHealth = z.output<typeof BoardHealth>;

export const boardHealthEndpoints = endpoints({
  sendBoardHealth: {
    method: 'POST',
    path: '/ext/boards/health',
    summary: 'How well load boards are read: counts without loads. Once in a quarter of an hour, and when a board’s state changes',
    body: BoardHealth,
    maxBodyBytes: maxBoardHealthBytes,
    reply: empty,
    idempotency: 'none',
    isForExtension: true,
  },
});
