import type { Office } from './office.ts';

export const actors = [
  'anonymous',
  'guest',
  'dispatcher',
  'owner',
  'other owner',
  'removed member',
  'expired billing',
  'extension',
  'stale sign-in',
  'unproven address',
  'admin',
] as const;
export type ActorName = (typeof actors)[number];

export const states = ['own', 'foreign', 'deleted', 'absent'] as const;
/** Private: a teammate has it and shares it with nobody. Only mailboxes, and what belongs to them, can be that. */
export type ObjectState = (typeof states)[number] | 'private';

export interface Member {
  userId: string;
  membershipId: string;
  email: string;
  sessionId: string;
}

/** A company with a team, invites, sessions and an office's records. Its mark stands in every text that belongs to it. */
export interface Company {
  id: string;
  mark: string;
  owner: Member;
  dispatcher: Member;
  guest: Member;
  removed: Member;
  waitingEmail: string;
  cancelledEmail: string;
  endedSessionId: string;
  office: Office;
}

/** Somebody else of this company. */
export function teammateOf({ guest, dispatcher }: Company, actor: ActorName): Member {
  return actor === 'dispatcher' ? guest : dispatcher;
}

/** Where one request of one actor happens. Made anew for each, so that no answer depends on an earlier one. */
export interface World {
  home: Company;
  /** The actor has nothing to do with it. */
  foreign: Company;
}
