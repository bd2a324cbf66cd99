import type { SessionEnd } from '@headhaul/contracts/session-end';
import type { Standing } from './session.ts';
import type { StoredState } from './session-store.ts';

/** What the popup asks the worker: the stored state, or the state after asking the API. */
export type PopupQuestion = 'popup:status' | 'popup:confirm';

/** What the popup may know. It contains no token. */
export interface PopupStatus {
  user: { fullName: string; email: string; companyName: string } | null;
  isBlocked: boolean;
  confirmedAtMs: number | null;
  standing: Standing | 'unasked';
  ended: SessionEnd | null;
}

export function isPopupQuestion(raw: unknown): raw is PopupQuestion {
  return raw === 'popup:status' || raw === 'popup:confirm';
}

export function toPopupStatus(state: StoredState, standing: PopupStatus['standing']): PopupStatus {
  const user = state.session?.user;
  return {
    user: user ? { fullName: `${user.name} ${user.familyName}`.trim(), email: user.email, companyName: user.companyName } : null,
    isBlocked: state.context.blockExtension === true,
    confirmedAtMs: state.session?.confirmedAtMs ?? null,
    standing,
    ended: state.ended,
  };
}
