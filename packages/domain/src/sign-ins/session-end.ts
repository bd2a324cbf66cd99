import type { SessionEndReason } from './session-end-reasons.ts';

export interface EndedSession {
  reason: SessionEndReason;
  companyName: string | null;
  byName: string | null;
}

/** One sentence for the person. `when` is the moment as text: "today at 10:42 CST". */
export function formatSessionEnd({ reason, companyName, byName }: EndedSession, when: string): string {
  const company = companyName ?? 'your company';
  switch (reason) {
    case 'removed':
      return `${byName ?? `The owner of ${company}`} removed you from ${company} ${when}.`;
    case 'left':
      return `You left ${company}.`;
    case 'deleted':
      return 'Your account is deleted.';
    case 'ended_by_owner':
      return `Your session was ended by ${byName ?? `the owner of ${company}`} ${when}.`;
    case 'ended_by_you':
      return `You ended this session on another device ${when}.`;
  }
}
