import type { SessionEnd } from '@headhaul/contracts/session-end';
import type { Standing } from './session.ts';
import { isBlocked, type StoredState } from './session-store.ts';

/** What the popup asks the worker: the stored state, the state after asking the API, or what was done today (a `BoardDay` or null). */
export type PopupQuestion = 'popup:status' | 'popup:confirm' | 'popup:day';

/** What the popup may know. It contains no token. */
export interface PopupStatus {
  user: { fullName: string; email: string; companyName: string } | null;
  /** The plan has ended. */
  isBlocked: boolean;
  /** An independent dispatcher, whose company has no MC number. Nothing about a team is shown. */
  isSingleDispatcher: boolean;
  /** Until a plan ends that doesn't renew. Null for any other. */
  leftDays: number | null;
  confirmedAtMs: number | null;
  standing: Standing | 'unasked';
  ended: SessionEnd | null;
}

export function isPopupQuestion(raw: unknown): raw is PopupQuestion {
  return raw === 'popup:status' || raw === 'popup:confirm' || raw === 'popup:day';
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Days that have passed since the web app counted are not left any more. */
function countLeftDays({ leftDays, leftDaysAtMs }: StoredState['context'], nowMs: number): number | null {
  if (leftDays === undefined || leftDays === null) return null;
  const passed = leftDaysAtMs === undefined ? 0 : Math.floor((nowMs - leftDaysAtMs) / dayMs);
  return Math.max(0, leftDays - Math.max(0, passed));
}

export function toPopupStatus(state: StoredState, standing: PopupStatus['standing'], nowMs: number): PopupStatus {
  const user = state.session?.user;
  return {
    user: user ? { fullName: `${user.name} ${user.familyName}`.trim(), email: user.email, companyName: user.companyName } : null,
    isBlocked: isBlocked(state),
    isSingleDispatcher: state.context.isSingleDispatcher === true,
    leftDays: countLeftDays(state.context, nowMs),
    confirmedAtMs: state.session?.confirmedAtMs ?? null,
    standing,
    ended: state.ended,
  };
}
