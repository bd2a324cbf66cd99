import type { StoredSession } from './session-store.ts';

const refreshAtShare = 0.8;
const confirmationMaxAgeMs = 15 * 60 * 1_000;
/** The shortest alarm browsers grant. */
const firstRetryMs = 30_000;
const longestRetryMs = 10 * 60 * 1_000;

function refreshAtMs(session: StoredSession): number {
  return session.issuedAtMs + (session.expiresAtMs - session.issuedAtMs) * refreshAtShare;
}

/** If the clock was set back to before the token was issued, the token's age is unknown, so it counts as due. */
export function refreshDue(session: StoredSession, nowMs: number): boolean {
  return session.rotating !== undefined || nowMs >= refreshAtMs(session) || nowMs < session.issuedAtMs;
}

export function confirmationDue(session: StoredSession, nowMs: number): boolean {
  return nowMs - session.confirmedAtMs > confirmationMaxAgeMs;
}

/** When the worker should wake next. After failures the pauses double, so that a recovering API isn't flooded. */
export function nextWakeAtMs(session: StoredSession, nowMs: number): number {
  if (!refreshDue(session, nowMs)) return refreshAtMs(session);
  const failures = session.rotating?.failures ?? 0;
  return nowMs + Math.min(firstRetryMs * 2 ** failures, longestRetryMs);
}
