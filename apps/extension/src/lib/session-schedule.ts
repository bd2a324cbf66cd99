import type { StoredSession } from './session-store.ts';

const refreshAtShare = 0.8;
const confirmationMaxAgeMs = 15 * 60 * 1_000;
/** A plan that has ended is noticed within this time while no tab of the web app is open. The API refuses mails at once. */
const userMaxAgeMs = 60 * 60 * 1_000;
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
  return nowMs - session.confirmedAtMs > confirmationMaxAgeMs || nowMs - session.userReadAtMs > userMaxAgeMs;
}

/** After failures the pauses double, so that a recovering API isn't flooded. */
function pauseAfter(failures: number): number {
  return Math.min(firstRetryMs * 2 ** failures, longestRetryMs);
}

/** False in the pause after a refresh that failed. What nobody waits for waits too. */
export function retryDue({ rotating }: Pick<StoredSession, 'rotating'>, nowMs: number): boolean {
  if (rotating === undefined || rotating.failures === 0) return true;
  return nowMs >= rotating.startedAtMs + pauseAfter(rotating.failures) || nowMs < rotating.startedAtMs;
}

/** When the worker should wake next. */
export function nextWakeAtMs(session: StoredSession, nowMs: number): number {
  if (!refreshDue(session, nowMs)) return refreshAtMs(session);
  return nowMs + pauseAfter(session.rotating?.failures ?? 0);
}
