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
/** `private`: a teammate owns the object and does not share it. Only mailboxes, and what belongs to them, can be private. */
export type ObjectState = (typeof states)[number] | 'private';

export interface Member {
  userId: string;
  membershipId: string;
  email: string;
  sessionId: string;
}

/** A company with a team, invites, sessions and office records. Its mark is in every text that belongs to it. */
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

/** Another person in this company. */
export function teammateOf({ guest, dispatcher }: Company, actor: ActorName): Member {
  return actor === 'dispatcher' ? guest : dispatcher;
}

/** The two companies of one request. Each is as new, so that no answer depends on an earlier one. */
export interface World {
  home: Company;
  /** A company that the actor does not belong to. */
  foreign: Company;
}
