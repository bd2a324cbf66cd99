import type { SignedIn } from '../lib/people.ts';
import type { Random } from '../lib/random.ts';
import type { Cast } from './cast.ts';
import type { LongAnswer } from './watch.ts';
import type { World } from './world.ts';

export interface HeldMailbox {
  id: string;
  address: string;
  isShared: boolean;
}

/** Time that the canary spends in one company. */
export interface Stay {
  companyId: string;
  /** Owns the company. In the canary's own company this is the canary. */
  boss: SignedIn;
  /** A teammate who writes mails and notes. Null in the canary's own company. */
  mate: SignedIn | null;
  loadId: string | null;
  mailboxes: HeldMailbox[];
  hasExport: boolean;
}

/** How often each thing was tried in all histories of a round. */
export interface Tally {
  mailboxes: number;
  mails: number;
  streams: number;
  downloads: number;
  exports: number;
  extensions: number;
  invitesWithoutAnswer: number;
  texts: number;
  handedMailboxes: number;
  deletions: number;
  pastAtDeletion: number;
  ends: number;
}

export function emptyTally(): Tally {
  return {
    mailboxes: 0,
    mails: 0,
    streams: 0,
    downloads: 0,
    exports: 0,
    extensions: 0,
    invitesWithoutAnswer: 0,
    texts: 0,
    handedMailboxes: 0,
    deletions: 0,
    pastAtDeletion: 0,
    ends: 0,
  };
}

/** What must be true after the ends of a round, and how soon each end took effect. */
export interface Findings {
  /** Mails that may not begin to leave after this moment. */
  stopped: Map<string, Date>;
  /** Mailboxes that ended with their owner. */
  endedMailboxes: Set<string>;
  /** Mailboxes that a teammate has taken over, and the mails that waited in them, with the leaver's id. */
  handedMailboxes: Set<string>;
  handedMails: Map<string, { leaverId: string }>;
  deletedMarks: Set<string>;
  keptMarks: Set<string>;
  refusedMs: number[];
  streamMs: number[];
  downloadMs: number[];
  /** Durations of ordinary requests in the same run. */
  plainMs: number[];
  readsTried: number;
  served: string[];
}

export function emptyFindings(): Findings {
  return {
    stopped: new Map(),
    endedMailboxes: new Set(),
    handedMailboxes: new Set(),
    handedMails: new Map(),
    deletedMarks: new Set(),
    keptMarks: new Set(),
    refusedMs: [],
    streamMs: [],
    downloadMs: [],
    plainMs: [],
    readsTried: 0,
    served: [],
  };
}

/** One history that is running. */
export interface Scene {
  world: World;
  cast: Cast;
  random: Random;
  tally: Tally;
  findings: Findings;
  people: { owner: SignedIn; mate: SignedIn; third: SignedIn; other: SignedIn; stranger: SignedIn };
  /** The canary's open sessions. The first one is the web's. */
  sessions: SignedIn[];
  open: LongAnswer[];
  /** Companies the canary has left or was removed from. */
  past: number;
}

export function webOf({ sessions: [web] }: Scene): SignedIn {
  if (!web) throw new Error('the canary is signed out');
  return web;
}
